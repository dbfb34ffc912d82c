#include "engine/world/vertex_pairs.h"

#include "engine/dynamics/contact_store.h"

#include <algorithm>

namespace satbox {

void findOverlappingPairs(std::span<PairCandidate> candidates, const BodyStore& bodies,
                          const ShapeStore& shapes, const BroadPhase& broadPhase,
                          std::vector<BroadPhase::Pair>& out)
{
    const auto add = [&](const PairCandidate& candidate, uint32_t shape, const Aabb& box) {
        const BodyShape& own = shapes.at(candidate.shape);
        const BodyShape& other = shapes.at(shape);
        if (!overlaps(candidate.box, box) || own.def.sensor || other.def.sensor) return;
        if (!mayCollide(bodies, own, other)) return;
        out.push_back({std::min(candidate.shape, shape), std::max(candidate.shape, shape)});
    };
    std::sort(candidates.begin(), candidates.end(), [](const PairCandidate& a, const PairCandidate& b) {
        return a.box.lower.x != b.box.lower.x ? a.box.lower.x < b.box.lower.x : a.shape < b.shape;
    });
    for (size_t i = 0; i < candidates.size(); ++i) {
        const PairCandidate& candidate = candidates[i];
        for (size_t k = i + 1; k < candidates.size() && candidates[k].box.lower.x <= candidate.box.upper.x;
             ++k)
            add(candidate, candidates[k].shape, candidates[k].box);
        broadPhase.tree(BroadPhase::Layer::Fixed).query(candidate.box, [&](uint32_t shape, int32_t) {
            add(candidate, shape, shapes.boxes[shape].tight);
            return true;
        });
    }
    std::sort(out.begin(), out.end());
}

} // namespace satbox
