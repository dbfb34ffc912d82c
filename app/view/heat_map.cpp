#include "app/view/heat_map.h"

#include "app/gfx/round_number.h"
#include "app/view/overlays.h"
#include "engine/world/world_access.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace satbox::app {

namespace {

constexpr float kCellPx = 64.0f; // large enough for some marks, small enough to be of one density
// Points less than 8 px apart cannot be read. Points per px².
constexpr float kDenseFrom = 1.0f / 64.0f;
constexpr float kSparseBelow = 1.0f / 110.0f;
constexpr float kOutlierShare = 0.02f; // one hard impact must not darken the rest of the pile
constexpr float kMinScaleUse = 0.25f;  // of the scale; below, a smaller one is chosen

float valueOf(const ContactPoint& point, HeatQuantity quantity)
{
    return quantity == HeatQuantity::Depth ? -point.separation : point.totalImpulse;
}

} // namespace

float contactDensity(std::span<const VisiblePoint> points, float pixel)
{
    if (points.empty()) return 0.0f;
    Position lower = points.front().position, upper = lower;
    for (const VisiblePoint& p : points) {
        lower = minimum(lower, p.position);
        upper = maximum(upper, p.position);
    }
    const auto cellAt = [&](float distance) { return static_cast<size_t>(distance / (kCellPx * pixel)); };
    const size_t columns = cellAt((upper - lower).x) + 1;
    std::vector<float> counts(columns * (cellAt((upper - lower).y) + 1), 0.0f);
    for (const VisiblePoint& p : points) {
        const Vec2 at = p.position - lower;
        counts[cellAt(at.y) * columns + cellAt(at.x)] += 1.0f;
    }
    const float squares = std::inner_product(counts.begin(), counts.end(), counts.begin(), 0.0f);
    return squares / static_cast<float>(points.size()) / (kCellPx * kCellPx);
}

bool isDense(float density, bool before) { return density >= (before ? kSparseBelow : kDenseFrom); }

bool showsHeatMap(const ViewSettings& view, bool dense)
{
    if (!view.shapes || view.heatMap == HeatMapUse::Never) return false;
    if (view.heatMap == HeatMapUse::Always) return true;
    if (view.bodyColoring != BodyColoring::State) return false; // the user has asked for other colours
    return dense && std::any_of(kOverlays.begin(), kOverlays.end(), [&](const Overlay& overlay) {
               return overlay.givesWay && view.*overlay.toggle.member;
           });
}

std::vector<float> heatOfBodies(const World& world, HeatQuantity quantity)
{
    const BodyStore& bodies = stateOf(world).bodies;
    std::vector<float> heat(bodies.motions.size(), 0.0f);
    world.forEachContactView([&](const ContactView& solved) {
        if (solved.contact->sensor) return;
        float largest = 0.0f;
        for (const ContactPoint& point : solved.points) largest = std::max(largest, valueOf(point, quantity));
        for (const uint32_t slot : {solved.contact->bodyA, solved.contact->bodyB})
            if (bodies.slots.at(slot).type == BodyType::Dynamic) heat[slot] = std::max(heat[slot], largest);
    });
    return heat;
}

std::vector<float> speedsOfBodies(const World& world)
{
    std::vector<float> speeds(stateOf(world).bodies.motions.size(), 0.0f);
    world.forEachBody([&](BodyId id, const Body& body, const BodyMotion& motion) {
        if (body.type == BodyType::Dynamic && body.awake) speeds[id.index] = length(motion.v);
    });
    return speeds;
}

float fillScale(std::span<const float> heat, float before, float minimum)
{
    std::vector<float> values;
    std::copy_if(heat.begin(), heat.end(), std::back_inserter(values), [](float v) { return v > 0.0f; });
    float largest = minimum;
    if (!values.empty()) {
        const auto outliers = static_cast<std::ptrdiff_t>(kOutlierShare * static_cast<float>(values.size()));
        const auto at = values.end() - 1 - outliers;
        std::nth_element(values.begin(), at, values.end());
        largest = std::max(largest, *at);
    }
    if (largest <= before && largest >= kMinScaleUse * before) return before;
    return static_cast<float>(roundUpTo125(static_cast<double>(largest)).value());
}

} // namespace satbox::app
