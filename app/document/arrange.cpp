#include "app/document/arrange.h"

#include "app/document/body_bounds.h"
#include "app/document/commands.h"
#include "app/text/names.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace satbox::app {

namespace {

using Bodies = std::vector<BodyId>;

// The bounding box of a body, or of bodies of one group, along the axis of the arrangement, m from the first
// lower corner.
struct Extent {
    Bodies bodies;
    float lower = 0.0f;
    float upper = 0.0f;
    float size() const { return upper - lower; }
};

bool isAlongX(Arrangement arrangement)
{
    return arrangement == Arrangement::Left || arrangement == Arrangement::CenterX ||
           arrangement == Arrangement::Right || arrangement == Arrangement::SpaceX;
}

// The units that move together: bodies of the same group, and each other body alone. If all belong to one
// group, each body alone.
std::vector<Bodies> unitsOf(const World& world, std::span<const BodyId> bodies)
{
    std::vector<Bodies> units, alone;
    std::map<uint32_t, size_t> unitOfGroup;
    for (const BodyId body : bodies) {
        if (!world.isValid(body)) continue;
        alone.push_back({body});
        const uint32_t group = world.body(body).group;
        const auto [known, isNew] = unitOfGroup.try_emplace(group, units.size());
        if (group == 0 || isNew)
            units.push_back({body});
        else
            units[known->second].push_back(body);
    }
    return units.size() == 1 ? alone : units;
}

std::vector<Extent> extentsOf(const World& world, std::span<const BodyId> bodies, bool alongX)
{
    std::vector<Extent> extents;
    std::optional<Position> from;
    for (const Bodies& unit : unitsOf(world, bodies)) {
        const std::optional<WorldBox> box = boundsOf(world, unit);
        if (!box) continue;
        if (!from) from = box->lower;
        const Vec2 lower = box->lower - *from;
        const Vec2 upper = box->upper - *from;
        extents.push_back(alongX ? Extent{unit, lower.x, upper.x} : Extent{unit, lower.y, upper.y});
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
        return middleA != middleB ? middleA < middleB : a.bodies.front().index < b.bodies.front().index;
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
        for (const BodyId body : extents[i].bodies) {
            WorldTransform pose = world.motion(body).transform();
            pose.p += alongX ? Vec2{by, 0.0f} : Vec2{0.0f, by};
            placements.push_back({.body = body, .pose = pose});
        }
    }
    Command command = placeBodiesCommand(world, isSpacing(arrangement) ? "Space" : "Align", placements);
    command.mergeKey.clear();
    return command;
}

} // namespace satbox::app
