#include "app/tools/explosion_tool.h"

#include "app/document/pull_bodies.h"
#include "app/text/format.h"
#include "app/tools/play_marks.h"
#include "engine/geometry/shape.h"
#include <satbox/queries.h>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace satbox::app {

namespace {

constexpr ToolText kText{
    .key = "explosion",
    .label = "Explosion",
    .group = ToolGroup::Play,
    .icon = Icon::Explosion,
    .chord = {Key::Num6, {.shift = true}},
    .help = "A click pushes every dynamic body within a radius away from the pointer.",
};

// The point of the body nearest to `center`, relative to it, m; nothing if the body has no shapes.
std::optional<Vec2> nearestPoint(const World& world, const Body& body, const Transform& pose)
{
    std::optional<Vec2> nearest;
    const Vec2 local = invTransformPoint(pose, {0.0f, 0.0f});
    for (const uint32_t slot : body.shapes) {
        const Vec2 point = transformPoint(pose, closestPoint(world.shape(world.shapeAt(slot)).shape, local));
        if (!nearest || length(point) < length(*nearest)) nearest = point;
    }
    return nearest;
}

// Width of the body across `direction`, which leads from the centre to it, as far as it is within the
// radius, m. `pose`: relative to the centre.
float projectedWidth(const World& world, const Body& body, const Transform& pose, Vec2 direction,
                     float radius)
{
    // In this frame `direction` is the x axis, so the width is the height of the box.
    const Transform turned = mul(Transform{{0.0f, 0.0f}, Rot{direction.x, -direction.y}}, pose);
    float low = radius;
    float high = -radius;
    for (const uint32_t slot : body.shapes) {
        const Aabb box = computeAabb(world.shape(world.shapeAt(slot)).shape, turned);
        low = std::min(low, box.lower.y);
        high = std::max(high, box.upper.y);
    }
    return std::max(std::min(high, radius) - std::max(low, -radius), 0.0f);
}

// Away from the centre; upwards for a body whose centre of mass is exactly there.
Vec2 directionOf(Vec2 point, Vec2 centerOfMass)
{
    for (const Vec2 v : {point, centerOfMass})
        if (length(v) > 1e-6f) return normalizeOrZero(v);
    return {0.0f, 1.0f};
}

} // namespace

std::vector<op::ApplyImpulse> explosionImpulses(const World& world, Position center, float radius,
                                                float strength)
{
    std::vector<op::ApplyImpulse> impulses;
    world.forEachBody([&](BodyId id, const Body& body, const BodyMotion& motion) {
        if (!isPushable(body) || !(length(motion.center - center) <= radius + motion.maxExtent)) return;
        const Transform pose = motion.transformFrom(center);
        const std::optional<Vec2> nearest = nearestPoint(world, body, pose);
        if (!nearest || length(*nearest) >= radius) return;
        const Vec2 toMass = motion.center - center;
        const Vec2 direction = directionOf(*nearest, toMass);
        const float width = projectedWidth(world, body, pose, direction, radius);
        const float impulse = strength * width * (1.0f - length(*nearest) / radius);
        const bool isInside = length(*nearest) <= 1e-6f;
        impulses.push_back({id, impulse * direction, center + (isInside ? toMass : *nearest)});
    });
    return impulses;
}

const ToolText& ExplosionTool::text() const { return kText; }

std::string ExplosionTool::hint() const
{
    return "Explosion: click where it happens. Bodies do not shield one another. Esc ends.";
}

std::vector<ToolOption> ExplosionTool::options()
{
    return {{.label = "Radius",
             .unit = "m",
             .value = &radius_,
             .minimum = 0.2f,
             .maximum = 20.0f,
             .defaultValue = 3.0f,
             .logarithmic = true,
             .help = "Bodies with a point within this distance of the click are pushed. In m, usually 1 to "
                     "10."},
            {.label = "Strength",
             .unit = "N s/m",
             .value = &strength_,
             .minimum = 0.1f,
             .maximum = 1000.0f,
             .defaultValue = 8.0f,
             .logarithmic = true,
             .help = "Impulse on each metre of a body's width at the centre; it falls linearly to 0 at the "
                     "radius. In N s/m, usually 1 to 50: 8 gives a box of 1 m and 1 kg 8 m/s."}};
}

void ExplosionTool::press(ToolContext& context, const ToolPointer& pointer)
{
    update(context, pointer, 0.0);
    const auto impulsesIn = [&](const World& world) {
        return explosionImpulses(world, center_, radius_, strength_);
    };
    const std::vector<op::ApplyImpulse> impulses = impulsesIn(context.world());
    if (impulses.empty()) {
        context.status.show(Severity::Info, "No dynamic body is within the radius of the explosion.");
        return;
    }
    cancelReplay(context.playback);
    const History::Mark begin = context.history.mark();
    for (const op::ApplyImpulse& impulse : impulses) context.history.play(impulse);
    context.history.recordPlayed(begin, "Explosion");
    for (World& world : context.otherWorlds)
        for (const op::ApplyImpulse& impulse : impulsesIn(world)) world.apply(impulse);
    context.status.show(Severity::Info,
                        fmt::format("The explosion pushed {}.", bodyCountText(impulses.size())));
}

void ExplosionTool::update(ToolContext& context, const ToolPointer& pointer, double)
{
    center_ = pointer.world;
    isShown_ = context.tool.cursorOverWorld;
}

// The impulses that a click would give, so that the options can be set before.
void ExplosionTool::draw(const ViewContext& context, DrawList& out) const
{
    if (!isShown_) return;
    addReach(context, out, center_, radius_, false);
    out.addCross(center_, 6.0f, context.palette.accent);
    addToolLabel(context, out, center_, formatQuantity(static_cast<double>(strength_), "N s/m"));
    for (const op::ApplyImpulse& impulse : explosionImpulses(context.world, center_, radius_, strength_)) {
        const float reach = context.arrowLength(length(impulse.impulse), context.impulseLength);
        context.addArrow(out, impulse.point, normalizeOrZero(impulse.impulse), reach,
                         context.line(context.palette.normalImpulse));
    }
}

} // namespace satbox::app
