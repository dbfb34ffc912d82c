#include "app/document/arrange.h"

#include "app/document/body_bounds.h"
#include "app/document/commands.h"
#include "app/text/names.h"

#include <algorithm>
#include <string>
#include <vector>

namespace satbox::app {

namespace {

// A body's bounding box along the axis of the arrangement, m from the first body's lower corner.
struct Extent {
    BodyId body;
    float lower = 0.0f;
    float upper = 0.0f;
    float size() const { return upper - lower; }
};

bool isAlongX(Arrangement arrangement)
{
    return arrangement == Arrangement::Left || arrangement == Arrangement::CenterX ||
           arrangement == Arrangement::Right || arrangement == Arrangement::SpaceX;
}

std::vector<Extent> extentsOf(const World& world, std::span<const BodyId> bodies, bool alongX)
{
    std::vector<Extent> extents;
    std::optional<Position> from;
    for (const BodyId body : bodies) {
        const std::optional<WorldBox> box = boundsOf(world, {&body, 1});
        if (!box) continue;
        if (!from) from = box->lower;
        const Vec2 lower = box->lower - *from;
        const Vec2 upper = box->upper - *from;
        extents.push_back(alongX ? Extent{body, lower.x, upper.x} : Extent{body, lower.y, upper.y});
    }
    return extents;
}

// The new lower ends when all have their lower ends, middles or upper ends at one place.
std::vector<float> aligned(std::span<const Extent> extents, Arrangement arrangement)
{
    float lower = extents.front().lower;
    float upper = extents.front().upper;
    for (const Extent& extent : extents) {
        lower = std::min(lower, extent.lower);
        upper = std::max(upper, extent.upper);
    }
    std::vector<float> lowerEnds;
    for (const Extent& extent : extents) {
        const bool low = arrangement == Arrangement::Left || arrangement == Arrangement::Bottom;
        const bool high = arrangement == Arrangement::Right || arrangement == Arrangement::Top;
        lowerEnds.push_back(low    ? lower
                            : high ? upper - extent.size()
                                   : 0.5f * (lower + upper) - 0.5f * extent.size());
    }
    return lowerEnds;
}

// Sorts the extents by their middles. The new lower ends have equal gaps, which may be negative.
std::vector<float> spaced(std::vector<Extent>& extents)
{
    std::sort(extents.begin(), extents.end(), [](const Extent& a, const Extent& b) {
        const float middleA = a.lower + a.upper;
        const float middleB = b.lower + b.upper;
        return middleA != middleB ? middleA < middleB : a.body.index < b.body.index;
    });
    float filled = 0.0f;
    for (const Extent& extent : extents) filled += extent.size();
    const float gap =
        (extents.back().upper - extents.front().lower - filled) / static_cast<float>(extents.size() - 1);
    std::vector<float> lowerEnds;
    float at = extents.front().lower;
    for (const Extent& extent : extents) {
        lowerEnds.push_back(at);
        at += extent.size() + gap;
    }
    return lowerEnds;
}

bool isSpacing(Arrangement arrangement)
{
    return arrangement == Arrangement::SpaceX || arrangement == Arrangement::SpaceY;
}

} // namespace

size_t minBodiesFor(Arrangement arrangement) { return isSpacing(arrangement) ? 3 : 2; }

Command arrangeCommand(const World& world, std::span<const BodyId> bodies, Arrangement arrangement)
{
    const bool alongX = isAlongX(arrangement);
    std::vector<Extent> extents = extentsOf(world, bodies, alongX);
    if (extents.size() < minBodiesFor(arrangement)) return {};
    const std::vector<float> lowerEnds =
        isSpacing(arrangement) ? spaced(extents) : aligned(extents, arrangement);
    std::vector<BodyPlacement> placements;
    for (size_t i = 0; i < extents.size(); ++i) {
        const float by = lowerEnds[i] - extents[i].lower;
        WorldTransform pose = world.motion(extents[i].body).transform();
        pose.p += alongX ? Vec2{by, 0.0f} : Vec2{0.0f, by};
        placements.push_back({.body = extents[i].body, .pose = pose});
    }
    Command command = placeBodiesCommand(world, isSpacing(arrangement) ? "Space" : "Align", placements);
    command.mergeKey.clear();
    return command;
}

} // namespace satbox::app
