#include "app/tools/joint_tool.h"

#include "app/document/joint_kind.h"
#include "app/document/new_joint.h"
#include "app/text/joint_text.h"
#include "app/text/names.h"
#include "app/tools/drawing_tools.h"
#include "app/tools/play_marks.h"
#include "app/view/shape_drawing.h"
#include "engine/model/joint_fields.h"
#include <satbox/queries.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <variant>

namespace satbox::app {

namespace {

// What the two ends of a drag mean, see JointTool.
enum class Placement { Line, Point, Axis, Rope, Bodies };

struct KindRow {
    ToolText text;
    Placement placement = Placement::Line;
    bool clickSuffices = false;
    std::string_view use; // for the status bar
};

constexpr ToolText textOf(std::string_view key, std::string_view label, Icon icon, Key number,
                          std::string_view help)
{
    return {.key = key,
            .label = label,
            .group = ToolGroup::Join,
            .icon = icon,
            .chord = {number, {.alt = true}},
            .help = help};
}

// In the order of JointKind.
constexpr std::array<KindRow, std::variant_size_v<JointKind>> kRows{{
    {textOf("distance", "Distance", Icon::DistanceJoint, Key::Num1,
            "Two points keep their distance: a rod, a spring or a rope."),
     Placement::Line, false, "drag from a point of a body to one of another body or of the world"},
    {textOf("revolute", "Revolute", Icon::RevoluteJoint, Key::Num2,
            "A hinge: two bodies turn about a common point, freely or with a spring, limits or a motor."),
     Placement::Point, true, "click where two bodies overlap, or on one to hinge it to the world"},
    {textOf("prismatic", "Prismatic", Icon::PrismaticJoint, Key::Num3,
            "A slider: a body moves along an axis of another one and does not turn."),
     Placement::Axis, false, "drag from a body along the axis on which it slides"},
    {textOf("weld", "Weld", Icon::WeldJoint, Key::Num4, "Holds two bodies together, rigidly or by a spring."),
     Placement::Point, true, "click where two bodies overlap, or on one to weld it to the world"},
    {textOf("wheel", "Wheel", Icon::WheelJoint, Key::Num5,
            "A wheel on a suspension: it turns freely and moves along an axis on a spring."),
     Placement::Axis, true,
     "click on the hub of a wheel that overlaps its car, or drag along the suspension"},
    {textOf("motor", "Motor", Icon::MotorJoint, Key::Num6,
            "Draws two bodies back to the pose that they have to each other now, with limited force."),
     Placement::Point, true,
     "click where two bodies overlap, or on one to draw it to its place in the world"},
    {textOf("pulley", "Pulley", Icon::PulleyJoint, Key::Num7,
            "A rope over two fixed points: one body rises while the other one sinks."),
     Placement::Rope, false, "drag from body to body, or click body, two fixed points and body"},
    {textOf("filter", "Filter", Icon::FilterJoint, Key::Num8,
            "Keeps two bodies from colliding with each other and does nothing else."),
     Placement::Bodies, false, "drag from a body to the one that it shall not collide with"},
    {textOf("gear", "Gear", Icon::GearJoint, Key::Num9,
            "Teeth that mesh: two wheels, a wheel in a ring, or a wheel on a rack."),
     Placement::Bodies, false, "drag from a wheel, or from a rack, to the wheel that it meshes with"},
}};

// Rows for the card of the tool. They have the texts and ranges of the engine's tables of fields, whose texts
// are string literals, so that they end with a zero.

template<class Field>
ToolOption sliderOf(const Field& field, float& value, float initial, bool ofAngle)
{
    constexpr double kWide = 1000.0;
    return {.label = field.label.data(),
            .unit = unitOf(field.unit, ofAngle),
            .value = &value,
            .minimum = static_cast<float>(field.usualMinimum),
            .maximum = static_cast<float>(field.usualMaximum),
            .defaultValue = initial,
            .logarithmic = field.usualMinimum >= 0.0 && field.usualMaximum >= kWide,
            .help = field.help.data()};
}

template<class Field>
ToolOption toggleOf(const Field& field, bool& value)
{
    return {.label = field.label.data(), .toggle = &value, .help = field.help.data()};
}

constexpr float kMaxRange = 10.0f; // m, of the slider

// The switch of a spring, limit or motor, and its values while it is on. Those that follow from where the
// joint is made have no row.
template<class Field, class Part>
void addPart(std::vector<ToolOption>& rows, const Field& field, Part& part, const Part& initial,
             bool limitIsLength)
{
    rows.push_back(toggleOf(field, part.enabled));
    if (!part.enabled) return;
    const bool ofAngle = field.unit.starts_with("rad");
    if constexpr (std::is_same_v<Part, JointLimit>) {
        if (!limitIsLength)
            rows.push_back({.label = "Range",
                            .unit = unitOf("m or rad", ofAngle),
                            .value = &part.upper,
                            .minimum = 0.0f,
                            .maximum = ofAngle ? kPi : kMaxRange,
                            .defaultValue = initial.upper,
                            .help = "How far the joint moves to either side of where it is made."});
    } else {
        for (const auto& value : fieldsOf(static_cast<const Part*>(nullptr)))
            if (const auto* member = std::get_if<float Part::*>(&value.member);
                member && value.key != "target")
                rows.push_back(sliderOf(value, part.**member, initial.**member, ofAngle));
    }
}

template<class Kind>
void addKind(std::vector<ToolOption>& rows, Kind& kind, const Kind& initial)
{
    constexpr bool kIsDistance = std::is_same_v<Kind, DistanceJoint>;
    if constexpr (!std::is_empty_v<Kind>)
        for (const JointKindField<Kind>& field : fieldsOf(static_cast<const Kind*>(nullptr)))
            std::visit(
                [&](auto member) {
                    auto& value = kind.*member;
                    using Value = std::remove_cvref_t<decltype(value)>;
                    if constexpr (kIsJointPart<Value>) {
                        if constexpr (kIsDistance)
                            if (kind.rigid) return;
                        addPart(rows, field, value, initial.*member, kIsDistance);
                    } else if constexpr (std::is_same_v<Value, bool>) {
                        rows.push_back(toggleOf(field, value));
                    } else if constexpr (std::is_same_v<Value, float>) {
                        if (field.key != "length" && field.key != "pitch")
                            rows.push_back(sliderOf(field, value, initial.*member, false));
                    }
                },
                field.member);
}

void addCommon(std::vector<ToolOption>& rows, JointDef& def)
{
    for (const JointField& field : fieldsOf(static_cast<const JointDef*>(nullptr))) {
        if (field.key == "collideConnected") rows.push_back(toggleOf(field, def.collideConnected));
        if (field.key == "breakForce") rows.push_back(sliderOf(field, def.breakForce, 0.0f, false));
    }
}

// The bodies with a shape at the point, that of the smallest shape first. Within one window point of it,
// since a snapped point is on an outline; without any, the body that a click would select.
std::vector<BodyId> bodiesAt(const World& world, Position point, float metersPerPoint)
{
    std::vector<std::pair<float, BodyId>> hits;
    world.forEachShape([&](ShapeId id, const BodyShape& shape) {
        if (!contains(expand(world.boxes(id).tight, metersPerPoint), point)) return;
        const BodyId body = world.bodyAt(shape.body);
        const Vec2 local = invTransformPoint(world.motion(body).transform(), point);
        if (length(closestPoint(shape.shape, local) - local) > metersPerPoint) return;
        hits.push_back({computeArea(shape.shape), body});
    });
    std::ranges::sort(hits, [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first < b.first : a.second.index < b.second.index;
    });
    std::vector<BodyId> bodies;
    for (const auto& [area, body] : hits)
        if (std::ranges::find(bodies, body) == bodies.end()) bodies.push_back(body);
    if (!bodies.empty()) return bodies;
    const ShapeId near = pickShape(world, point, kPickReach * metersPerPoint);
    if (!near.isNull()) bodies.push_back(world.bodyOf(near));
    return bodies;
}

// The first that is not `excluded`; null: none.
BodyId firstOther(std::span<const BodyId> bodies, BodyId excluded)
{
    for (const BodyId body : bodies)
        if (body != excluded) return body;
    return {};
}

// Body A has the frame in which axis and angle are measured: a static body or the world, if there is one.
void putFixedBodyFirst(const World& world, JointDef& def)
{
    if (isFixed(world, def.bodyB) && !isFixed(world, def.bodyA)) std::swap(def.bodyA, def.bodyB);
}

void drawBody(const ViewContext& context, BodyId body, const Color& color, DrawList& out)
{
    if (!context.world.isValid(body)) return;
    const WorldTransform pose = context.world.motion(body).transform();
    if (!isFinite(pose)) return;
    for (const ShapeId shape : context.world.shapesOf(body))
        addOutline(out, context.world.shape(shape).shape, pose, context.line(color, 2.5f));
}

constexpr float kPlacePx = 4.0f; // radius of a point
constexpr float kAxisPx = 40.0f; // half the drawn axis

// The joint as it would hold its bodies.
void drawPreview(const ViewContext& context, const NewJoint& joint, const Color& color, DrawList& out)
{
    const World& world = context.world;
    const LineStyle line = context.line(color);
    for (const BodyId body : {joint.def.bodyA, joint.def.bodyB}) drawBody(context, body, color, out);
    switch (kRows[joint.def.kind.index()].placement) {
    case Placement::Line:
        out.addLine(joint.anchorA, joint.anchorB, line);
        break;
    case Placement::Point:
        for (const BodyId body : {joint.def.bodyA, joint.def.bodyB})
            if (!isFixed(world, body))
                out.addLine(world.motion(body).center, joint.anchorB,
                            context.line(color.withAlpha(0.5f), 1.0f));
        break;
    case Placement::Axis: {
        const Rot q = makeRot(joint.axis);
        const Vec2 half = kAxisPx * context.pixel * Vec2{q.c, q.s};
        out.addDashedLine(joint.anchorB - half, joint.anchorB + half, line);
        break;
    }
    case Placement::Rope: {
        const auto& pulley = std::get<PulleyJoint>(joint.def.kind);
        out.addLine(joint.anchorA, pulley.groundA, line);
        out.addDashedLine(pulley.groundA, pulley.groundB, line);
        out.addLine(pulley.groundB, joint.anchorB, line);
        for (const Vec2 point : {pulley.groundA, pulley.groundB})
            out.addRing(point, kPlacePx, color, line.widthPx);
        break;
    }
    case Placement::Bodies:
        if (!joint.def.bodyA.isNull() && !joint.def.bodyB.isNull())
            out.addDashedLine(world.motion(joint.def.bodyA).center, world.motion(joint.def.bodyB).center,
                              line);
        return;
    }
    for (const Position anchor : {joint.anchorA, joint.anchorB}) out.addDisc(anchor, kPlacePx, color);
}

} // namespace

JointTool::JointTool(const JointKind& kind) { def_.kind = initialKind(kind); }

const ToolText& JointTool::text() const { return kRows[def_.kind.index()].text; }

std::string JointTool::hint() const
{
    const KindRow& row = kRows[def_.kind.index()];
    if (!refusal_.empty()) return "Not here: " + refusal_;
    if (places_.empty())
        return fmt::format("{} joint: {}. Ctrl snaps to centres, corners, edges and the grid. Esc ends.",
                           row.text.label, row.use);
    if (row.placement == Placement::Rope && !held_) {
        constexpr std::array kNext{"the fixed point above it", "the other fixed point", "the other body"};
        return fmt::format("Click {}. Esc or a right click drops the joint.", kNext[places_.size() - 1]);
    }
    const char* next = row.placement == Placement::Axis     ? "a point that gives the direction of the axis"
                       : row.placement == Placement::Bodies ? "the other body"
                                                            : "the other body, or where the world holds it";
    return fmt::format("{} {}. Esc or a right click drops the joint.", held_ ? "Release on" : "Click", next);
}

std::vector<ToolOption> JointTool::options()
{
    std::vector<ToolOption> rows;
    std::visit([&]<class Kind>(Kind& kind) { addKind(rows, kind, std::get<Kind>(initialKind(Kind{}))); },
               def_.kind);
    if (!std::holds_alternative<FilterJoint>(def_.kind)) addCommon(rows, def_);
    return rows;
}

size_t JointTool::placeCount() const { return std::holds_alternative<PulleyJoint>(def_.kind) ? 4 : 2; }

Position JointTool::positionOf(const World& world, const Place& place)
{
    return place.body.isNull() ? place.point
                               : transformPoint(world.motion(place.body).transform(), place.local);
}

JointTool::Place JointTool::placeAt(const World& world, const ToolPointer& pointer)
{
    const BodyId body = firstOther(bodiesAt(world, pointer.world, pointer.metersPerPoint), {});
    if (body.isNull()) return {.body = {}, .point = pointer.world};
    return {.body = body, .local = invTransformPoint(world.motion(body).transform(), pointer.world)};
}

bool JointTool::isDragged(const ToolPointer& pointer) const
{
    return length(pointer.screen - pressedAt_) > ToolState::kClickTravel;
}

std::optional<JointTool::Gesture> JointTool::gestureAt(const ToolPointer& pointer) const
{
    if (held_ && isDragged(pointer)) return Gesture::Drag;
    if (held_ || places_.empty())
        return kRows[def_.kind.index()].clickSuffices ? std::optional(Gesture::Click) : std::nullopt;
    return places_.size() + 1 == placeCount() ? std::optional(Gesture::LastClick) : std::nullopt;
}

NewJoint JointTool::jointAt(const World& world, const ToolPointer& pointer, Gesture gesture) const
{
    NewJoint joint{.def = def_, .anchorA = pointer.world, .anchorB = pointer.world};
    JointDef& def = joint.def;
    const auto spread = [](JointLimit& limit) { limit.lower = -limit.upper; };
    if (auto* hinge = std::get_if<RevoluteJoint>(&def.kind)) spread(hinge->limit);
    if (auto* slider = std::get_if<PrismaticJoint>(&def.kind)) spread(slider->limit);
    if (auto* wheel = std::get_if<WheelJoint>(&def.kind)) {
        spread(wheel->limit);
        joint.axis = 0.5f * kPi; // up
    }
    const std::vector<BodyId> here = bodiesAt(world, pointer.world, pointer.metersPerPoint);
    if (gesture == Gesture::Click) {
        def.bodyB = firstOther(here, {});
        def.bodyA = firstOther(here, def.bodyB);
        putFixedBodyFirst(world, def);
        return joint;
    }
    const BodyId first = places_.front().body;
    const Position start = positionOf(world, places_.front());
    def.bodyA = first;
    def.bodyB = firstOther(here, first);
    switch (kRows[def.kind.index()].placement) {
    case Placement::Point:
        putFixedBodyFirst(world, def);
        break;
    case Placement::Axis: {
        if (def.bodyB.isNull()) def.bodyB = firstOther(bodiesAt(world, start, pointer.metersPerPoint), first);
        std::swap(def.bodyA, def.bodyB); // it is the first body that moves along the axis
        putFixedBodyFirst(world, def);
        joint.anchorA = joint.anchorB = start;
        const Vec2 along = pointer.world - start;
        joint.axis = std::atan2(along.y, along.x);
        break;
    }
    case Placement::Line:
        joint.anchorA = start;
        if (def.bodyB.isNull() && !here.empty()) def.bodyB = first;
        break;
    case Placement::Rope: {
        joint.anchorA = start;
        if (def.bodyB.isNull() && !here.empty()) def.bodyB = first;
        auto& pulley = std::get<PulleyJoint>(def.kind);
        // Above both by their distance, so that the rope can move as far as they are apart.
        const double top = std::max(start.y, pointer.world.y) +
                           std::max(1.0, static_cast<double>(length(pointer.world - start)));
        const bool hasPoints = gesture == Gesture::LastClick;
        const Position pointA = hasPoints ? positionOf(world, places_[1]) : Position{start.x, top},
                       pointB = hasPoints ? positionOf(world, places_[2]) : Position{pointer.world.x, top};
        pulley.groundA = pointA - Position{};
        pulley.groundB = pointB - Position{};
        break;
    }
    case Placement::Bodies:
        if (def.bodyB.isNull() && !here.empty()) def.bodyB = first;
        break;
    }
    if (std::holds_alternative<GearJoint>(def.kind) && !def.bodyA.isNull() && !def.bodyB.isNull()) {
        joint.anchorA = world.motion(def.bodyA).center;
        joint.anchorB = world.motion(def.bodyB).center;
    }
    return joint;
}

bool JointTool::make(ToolContext& context, const ToolPointer& pointer, Gesture gesture)
{
    const World& world = context.world();
    const NewJoint joint = jointAt(world, pointer, gesture);
    const std::string done = fmt::format("Created a {}.", describeJoint(world, joint.def));
    if (!executeDraft(context, newJointCommand(context.document(), joint))) return false;
    context.status.show(Severity::Info, done);
    return true;
}

void JointTool::press(ToolContext& context, const ToolPointer& pointer)
{
    pointer_ = pointer;
    dropIfBodyIsGone(context.world());
    const bool isFirst = places_.empty();
    if (!isFirst && places_.size() + 1 == placeCount()) {
        const float way = length(pointer.world - positionOf(context.world(), places_.front()));
        if (kRows[def_.kind.index()].placement == Placement::Axis &&
            way <= ToolState::kClickTravel * pointer.metersPerPoint)
            return context.status.show(Severity::Info,
                                       "Click a second point: it gives the direction of the axis.");
        if (make(context, pointer, Gesture::LastClick)) places_.clear();
        return;
    }
    places_.push_back(placeAt(context.world(), pointer));
    held_ = isFirst;
    pressedAt_ = pointer.screen;
}

void JointTool::move(ToolContext&, const ToolPointer& pointer) { pointer_ = pointer; }

void JointTool::release(ToolContext& context, const ToolPointer& pointer)
{
    pointer_ = pointer;
    dropIfBodyIsGone(context.world());
    if (!held_) return;
    const std::optional<Gesture> gesture = gestureAt(pointer);
    held_ = false;
    if (!gesture) return; // begun with a click
    make(context, pointer, *gesture);
    places_.clear();
}

bool JointTool::cancel(ToolContext&)
{
    const bool had = !places_.empty();
    places_.clear();
    held_ = false;
    return had;
}

void JointTool::dropIfBodyIsGone(const World& world)
{
    const auto isGone = [&](const Place& place) {
        return !place.body.isNull() && !world.isValid(place.body);
    };
    if (std::ranges::none_of(places_, isGone)) return;
    places_.clear();
    held_ = false;
}

void JointTool::update(ToolContext& context, const ToolPointer& pointer, double)
{
    pointer_ = pointer;
    dropIfBodyIsGone(context.world());
    isShown_ = !places_.empty() || context.tool.cursorOverWorld;
    refusal_.clear();
    if (const std::optional<Gesture> gesture = gestureAt(pointer); gesture && !places_.empty())
        refusal_ = refusalOf(context.world(), jointAt(context.world(), pointer, *gesture));
}

// The bodies that would be joined, and what would hold them.
void JointTool::draw(const ViewContext& context, DrawList& out) const
{
    const World& world = context.world;
    const auto isHere = [&](const Place& place) { return place.body.isNull() || world.isValid(place.body); };
    if (!context.isFirstView || !isShown_ || !std::ranges::all_of(places_, isHere)) return;
    std::vector<Position> points;
    for (const Place& place : places_) points.push_back(positionOf(world, place));
    const std::optional<Gesture> gesture = gestureAt(pointer_);
    if (!gesture) {
        drawBody(context, points.empty() ? placeAt(world, pointer_).body : places_.front().body,
                 context.palette.accent, out);
        if (points.empty()) return;
        points.push_back(pointer_.world);
        out.addPolyline(points, context.line(context.palette.accent));
        for (const Position point : points) out.addDisc(point, kPlacePx, context.palette.accent);
        return;
    }
    const NewJoint joint = jointAt(world, pointer_, *gesture);
    const bool isRefused = !refusalOf(world, joint).empty();
    if (isRefused && points.empty()) return;
    drawPreview(context, joint, isRefused ? context.palette.error : context.palette.accent, out);
    if (isRefused) return;
    std::string text = describeBothBodies(world, joint.def.bodyA, joint.def.bodyB);
    if (kRows[def_.kind.index()].placement == Placement::Line)
        text = fmt::format("{}: {}", describeLine(joint.anchorA, joint.anchorB), text);
    addToolLabel(context, out, pointer_.world, std::move(text));
}

} // namespace satbox::app
