// Joints: how each kind holds its bodies, its limits, motor and force.

#include "app/text/format.h"
#include "app/text/joint_text.h"
#include "app/view/overlay_colors.h"
#include "app/view/overlays.h"
#include "engine/model/gear_mesh.h"
#include "engine/model/joint_frames.h"
#include "engine/world/world_access.h"
#include <satbox/joints.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <vector>

namespace satbox::app {

namespace {

constexpr float kAnchorPx = 4.0f; // ring around an anchor
constexpr float kLimitPx = 26.0f; // lines at the limits of an angle
constexpr float kMotorPx = 16.0f; // radius of the arc that shows a motor
constexpr float kAxisPx = 40.0f;  // half an axis without limits
constexpr float kTickPx = 7.0f;   // half a mark across an axis
constexpr float kSpringPx = 5.0f; // half the width of a coil
constexpr int kCoils = 8;
// Teeth of gears, in shares of their pitch.
constexpr float kToothHeight = 0.25f;                  // above the pitch circle, and below it
constexpr float kTipShare = 0.12f, kRootShare = 0.32f; // half the width of a tooth at its tip and root
constexpr float kToothPx = 4.0f;                       // smaller ones are not drawn
// Marks are at most as large as their bodies, so that crowds stay visible from afar: marks of bodies that are
// this large across have their full size, and below kMinMarkSize of that there are none.
constexpr float kFullMarkPx = 40.0f;
constexpr float kMinMarkSize = 0.25f;

// Draws one joint.
struct JointDrawing {
    const ViewContext& context;
    DrawList& out;
    const JointDef& def;
    JointView view;
    Vec2 axis; // of frame A
    LineStyle style;
    float markSize = 1.0f; // of rings, limits and so on, in shares of their full size

    bool hasMarks() const { return markSize >= kMinMarkSize; }
    float px(float pixels) const { return markSize * pixels * context.pixel; }
    void line(Position a, Position b) const { out.addLine(a, b, style); }
    void dashed(Position a, Position b) const { out.addDashedLine(a, b, style); }
    void ring(Position at) const
    {
        if (hasMarks()) out.addRing(at, markSize * kAnchorPx, style.color, 0.75f * style.widthPx);
    }
    void disc(Position at, float radiusPx) const
    {
        if (hasMarks()) out.addDisc(at, markSize * radiusPx, style.color);
    }
    void square(Position at) const
    {
        if (hasMarks()) out.addSquare(at, markSize * kAnchorPx, style.color);
    }
    // From the centre of mass to the anchor, so that one sees what the joint holds.
    void arm(BodyId body, Position anchor) const
    {
        if (context.world.body(body).type == BodyType::Static) return;
        const LineStyle thin{style.color.withAlpha(0.5f * style.color.a), 0.5f * style.widthPx};
        out.addLine(context.world.motion(body).center, anchor, thin);
    }

    void coil(Position a, Position b) const
    {
        const Vec2 along = b - a;
        const Vec2 side = px(kSpringPx) * perp(normalizeOrZero(along));
        std::vector<Position> points{a};
        for (int i = 0; i < 2 * kCoils; ++i) {
            const float t = 0.1f + 0.8f * (static_cast<float>(i) + 0.5f) / (2.0f * kCoils);
            points.push_back(a + t * along + (i % 2 == 0 ? side : -side));
        }
        points.push_back(b);
        out.addPolyline(points, style);
    }
    void tick(Position at, Vec2 direction) const
    {
        const Vec2 half = px(kTickPx) * perp(direction);
        line(at - half, at + half);
    }
    // Along frame A's x-axis, between the limits.
    void slide(const JointLimit& limit) const
    {
        if (!hasMarks()) return;
        const float low = limit.enabled ? limit.lower : -px(kAxisPx),
                    high = limit.enabled ? limit.upper : px(kAxisPx);
        const Position from = view.anchorA + low * axis, to = view.anchorA + high * axis;
        limit.enabled ? line(from, to) : dashed(from, to);
        if (!limit.enabled) return;
        tick(from, axis);
        tick(to, axis);
    }
    // The limits as seen by frame B's x-axis, which is drawn between them.
    void angles(const JointLimit& limit) const
    {
        if (!limit.enabled || !hasMarks()) return;
        const auto direction = [&](float angle) { return rotate(makeRot(angle), axis); };
        for (const float angle : {limit.lower, limit.upper})
            line(view.anchorA, view.anchorA + px(kLimitPx) * direction(angle));
        dashed(view.anchorA, view.anchorA + px(kLimitPx) * direction(view.angle));
    }
    // An arc with a head in the direction in which the motor turns.
    void turning(const JointMotor& motor, Position at) const
    {
        if (!motor.enabled || motor.speed == 0.0f || !hasMarks()) return;
        const float sign = motor.speed > 0.0f ? 1.0f : -1.0f;
        constexpr int kParts = 8;
        const auto point = [&](int i) {
            const Rot q = makeRot(sign * 4.2f * static_cast<float>(i) / kParts);
            return at + px(kMotorPx) * Vec2{q.c, q.s};
        };
        std::vector<Position> points;
        for (int i = 0; i + 1 < kParts; ++i) points.push_back(point(i));
        out.addPolyline(points, style);
        out.addArrow(points.back(), point(kParts), style); // long enough for its head
    }

    void operator()(const DistanceJoint& kind) const
    {
        if (kind.rigid)
            line(view.anchorA, view.anchorB);
        else if (kind.spring.enabled)
            coil(view.anchorA, view.anchorB);
        else
            dashed(view.anchorA, view.anchorB);
        ring(view.anchorA);
        ring(view.anchorB);
    }
    void operator()(const RevoluteJoint& kind) const
    {
        ring(view.anchorA);
        disc(view.anchorB, 0.5f * kAnchorPx);
        angles(kind.limit);
        turning(kind.motor, view.anchorA);
    }
    void operator()(const PrismaticJoint& kind) const
    {
        slide(kind.limit);
        if (kind.spring.enabled) coil(view.anchorA, view.anchorB);
        square(view.anchorB);
        if (!kind.motor.enabled || kind.motor.speed == 0.0f || !hasMarks()) return;
        const float length = std::copysign(px(kAxisPx), kind.motor.speed);
        out.addArrow(view.anchorB, view.anchorB + length * axis, style);
    }
    void operator()(const WeldJoint&) const { square(view.anchorA); }
    void operator()(const WheelJoint& kind) const
    {
        slide(kind.limit);
        if (kind.spring.enabled) coil(view.anchorA, view.anchorB);
        ring(view.anchorB);
        turning(kind.motor, view.anchorB);
    }
    void operator()(const MotorJoint&) const
    {
        dashed(view.anchorA, view.anchorB);
        ring(view.anchorA);
        disc(view.anchorB, kAnchorPx);
    }
    void operator()(const PulleyJoint& kind) const
    {
        line(view.anchorA, kind.groundA);
        dashed(kind.groundA, kind.groundB);
        line(kind.groundB, view.anchorB);
        ring(kind.groundA);
        ring(kind.groundB);
    }
    // Calls add(place, height) for the corners of teeth, in order: the place in teeth, from the middle of
    // tooth 0; the height in shares of the pitch.
    template<class Add>
    static void forEachToothCorner(int count, Add&& add)
    {
        for (int i = 0; i < count; ++i) {
            const auto tooth = static_cast<float>(i);
            add(tooth - kRootShare, -kToothHeight);
            add(tooth - kTipShare, kToothHeight);
            add(tooth + kTipShare, kToothHeight);
            add(tooth + kRootShare, -kToothHeight);
        }
    }
    // Teeth around a pitch circle; `toward`: the direction of one of them. Those of a ring point inwards.
    void wheel(Position center, float radius, int count, Vec2 toward, bool isRing) const
    {
        const float pitch = 2.0f * kPi * radius / static_cast<float>(count);
        if (pitch < kToothPx * context.pixel)
            return out.addRing(center, radius / context.pixel, style.color, style.widthPx);
        std::vector<Position> points;
        forEachToothCorner(count, [&](float place, float height) {
            const Rot turn = makeRot(2.0f * kPi * place / static_cast<float>(count));
            const float distance = radius + (isRing ? -height : height) * pitch;
            points.push_back(center + distance * rotate(turn, toward));
        });
        out.addPolyline(points, style, true);
    }
    // Teeth to the left of the axis, along the pitch line below the wheel.
    void rack(const GearJoint& kind, const GearMesh& mesh) const
    {
        const Vec2 left = perp(axis);
        const float foot = dot(mesh.pitchPoint, axis), offset = dot(mesh.pitchPoint, left);
        constexpr int kShown = 6; // to either side of the wheel
        const float first = std::floor(foot / kind.pitch) + 0.5f - kShown;
        std::vector<Position> points;
        forEachToothCorner(2 * kShown + 1, [&](float place, float height) {
            points.push_back(view.anchorA + (kind.pitch * (first + place)) * axis +
                             (offset + kind.pitch * height) * left);
        });
        out.addPolyline(points, style);
    }
    void operator()(const GearJoint& kind) const
    {
        const GearMesh mesh = meshOf(kind, view.anchorB - view.anchorA, axis, view.angle);
        const Vec2 toothB = rotate(makeRot(view.angle), axis);
        const bool isRingB = kind.ring && kind.teethB > kind.teethA;
        disc(view.anchorB, 0.5f * kAnchorPx);
        wheel(view.anchorB, std::abs(mesh.radiusB), kind.teethB, toothB, isRingB && !kind.rack);
        if (kind.rack) return rack(kind, mesh);
        const Rot half = makeRot(kPi / static_cast<float>(kind.teethA)); // from a gap to the next tooth
        disc(view.anchorA, 0.5f * kAnchorPx);
        wheel(view.anchorA, std::abs(mesh.radiusA), kind.teethA, rotate(half, axis), kind.ring && !isRingB);
    }
    void operator()(const FilterJoint&) const
    {
        dashed(context.world.motion(def.bodyA).center, context.world.motion(def.bodyB).center);
    }
};

LineStyle styleOf(const ViewContext& context, JointId id, const JointDef& def)
{
    if (id == context.selection.joint) return context.line(context.palette.selected, kSelectedOutlinePx);
    if (id == context.selection.hoveredJoint)
        return context.line(hoverColor(context.palette, context.palette.joint));
    const float emphasis =
        std::max(context.emphasisOfBody(def.bodyA.index), context.emphasisOfBody(def.bodyB.index));
    return context.line(context.palette.joint.dimmed(emphasis));
}

// The size of the marks of a joint, by that of its smaller movable body on screen.
float markSizeOf(const ViewContext& context, JointId id, const JointDef& def)
{
    if (id == context.selection.joint || id == context.selection.hoveredJoint) return 1.0f;
    float size = 1.0f;
    for (const BodyId body : {def.bodyA, def.bodyB}) {
        const float across = 2.0f * context.world.motion(body).maxExtent / context.pixel;
        if (context.world.body(body).type != BodyType::Static && across > 0.0f)
            size = std::min(size, across / kFullMarkPx);
    }
    return size;
}

} // namespace

void drawJoints(const ViewContext& context, DrawList& out)
{
    const auto& joints = stateOf(context.world).joints.of<Joint>();
    joints.forEach([&](uint32_t slot, const Joint& joint) {
        const JointId id = joints.handleAt(slot);
        const JointDef def = context.world.jointDef(id);
        const JointDrawing drawing{context,
                                   out,
                                   def,
                                   context.world.jointView(id),
                                   framesOf(joint, stateOf(context.world).bodies).axis,
                                   styleOf(context, id, def),
                                   markSizeOf(context, id, def)};
        if (!std::holds_alternative<FilterJoint>(def.kind)) {
            drawing.arm(def.bodyA, drawing.view.anchorA);
            drawing.arm(def.bodyB, drawing.view.anchorB);
        }
        std::visit(drawing, def.kind);
        const auto isChosen = [&](BodyId body) {
            return body == context.selection.hoveredBody || context.selection.contains(body);
        };
        if (!context.view.labels) return;
        const float force = length(drawing.view.force);
        const Color color = labelText(context.palette, context.palette.joint);
        if (id == context.selection.hoveredJoint)
            out.addRequiredLabel(
                drawing.view.anchorB,
                fmt::format("{}, {}", describeJoint(context.world, def), formatQuantity(force, "N")), color);
        else if (force > 0.0f &&
                 (isChosen(def.bodyA) || isChosen(def.bodyB) || id == context.selection.joint))
            out.addLabel(drawing.view.anchorB, formatQuantity(force, "N"), color);
    });
}

void legendOfJoints(const ViewContext& context, LegendRows& rows)
{
    if (stateOf(context.world).joints.of<Joint>().size() == 0) return;
    rows.push_back({LegendMark::Ring, context.palette.joint, {}, "joint"});
}

} // namespace satbox::app
