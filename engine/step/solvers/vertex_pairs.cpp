#include "engine/step/solvers/vertex_pairs.h"

#include "engine/model/contact_store.h"

#include <algorithm>
#include <tuple>

namespace satbox {

namespace {

double coordinate(Position p, int axis) { return axis == 0 ? p.x : p.y; }

// 0 for x, 1 for y: the axis along which the lower corners vary more, so that fewer boxes overlap along it.
int sweepAxis(std::span<const PairCandidate> candidates)
{
    double sum[2] = {}, squares[2] = {};
    const Position origin = candidates.empty() ? Position{} : candidates.front().box.lower;
    for (const PairCandidate& candidate : candidates) {
        for (const int axis : {0, 1}) {
            const double at = coordinate(candidate.box.lower - origin, axis);
            sum[axis] += at;
            squares[axis] += at * at;
        }
    }
    const auto count = static_cast<double>(std::max<size_t>(candidates.size(), 1));
    const auto variance = [&](int axis) { return squares[axis] - sum[axis] * sum[axis] / count; };
    return variance(1) > variance(0) ? 1 : 0;
}

} // namespace

size_t findOverlappingPairs(std::span<PairCandidate> candidates, const BodyStore& bodies,
                            const ShapeStore& shapes, const BroadPhase& broadPhase,
                            ContactCallbacks* callbacks, std::vector<BroadPhase::Pair>& out, size_t maxPairs)
{
    const auto add = [&](const PairCandidate& candidate, uint32_t shape, const WorldBox& box) {
        const BodyShape& own = shapes.at(candidate.shape);
        const BodyShape& other = shapes.at(shape);
        if (!overlaps(candidate.box, box) || own.def.sensor || other.def.sensor) return;
        if (!canCollide(bodies, shapes, callbacks, candidate.shape, shape)) return;
        out.push_back({std::min(candidate.shape, shape), std::max(candidate.shape, shape)});
    };
    const int axis = sweepAxis(candidates);
    std::sort(candidates.begin(), candidates.end(), [&](const PairCandidate& a, const PairCandidate& b) {
        const double lowerA = coordinate(a.box.lower, axis), lowerB = coordinate(b.box.lower, axis);
        return lowerA != lowerB ? lowerA < lowerB : a.shape < b.shape;
    });
    size_t searched = 0;
    for (; searched < candidates.size() && out.size() < maxPairs; ++searched) {
        const size_t i = searched;
        const PairCandidate& candidate = candidates[i];
        const double upper = coordinate(candidate.box.upper, axis);
        for (size_t k = i + 1; k < candidates.size() && coordinate(candidates[k].box.lower, axis) <= upper;
             ++k)
            add(candidate, candidates[k].shape, candidates[k].box);
        for (const BroadPhase::Layer layer : {BroadPhase::Layer::Fixed, BroadPhase::Layer::Movable}) {
            broadPhase.query(layer, candidate.box, [&](uint32_t shape) {
                if (!bodies.slots.at(shapes.at(shape).body).awake)
                    add(candidate, shape, shapes.boxes[shape].tight);
                return true;
            });
        }
    }
    const auto key = [&](const BroadPhase::Pair& pair) {
        const uint32_t a = shapes.at(pair.a).body, b = shapes.at(pair.b).body;
        return std::tuple(std::min(a, b), std::max(a, b), pair.a, pair.b);
    };
    std::sort(out.begin(), out.end(),
              [&](const BroadPhase::Pair& x, const BroadPhase::Pair& y) { return key(x) < key(y); });
    return candidates.size() - searched;
}

} // namespace satbox
