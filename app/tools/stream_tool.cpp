#include "app/tools/stream_tool.h"

#include "app/text/format.h"
#include "app/tools/play_marks.h"
#include "app/tools/toolbox.h"
#include "app/view/shape_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace satbox::app {

namespace {

constexpr ToolText kText{
    .key = "stream",
    .label = "Stream",
    .group = ToolGroup::Play,
    .icon = Icon::Stream,
    .chord = {Key::Num0, {.shift = true}},
    .help = "While the left button is held, bodies come out at the pointer.",
};

constexpr std::array kShapes{ToolboxShape::Box, ToolboxShape::Circle, ToolboxShape::Capsule,
                             ToolboxShape::Ngon};
constexpr std::array kShapeNames{"Box", "Circle", "Capsule", "Polygon", "Mixed"};
constexpr float kMaxAngle = 180.0f; // degrees
constexpr float kWheelTurn = 15.0f; // degrees per notch
constexpr float kFreeHalfSideShare =
    0.6f;                       // half side of the square that must be empty for a body, of its size
constexpr float kMaxDue = 2.0f; // bodies; more are not made up for when a place becomes free

constexpr float radians(float degrees) { return degrees * (kPi / 180.0f); }

Vec2 directionAt(float degrees)
{
    const Rot q = makeRot(radians(degrees));
    return {q.c, q.s};
}

// Not yet in play, see StreamTool.
BodyDef waitingBody(BodyDef def)
{
    def.enabled = false;
    return def;
}

// The same operations in a world of the comparison, which has the same ids.
void addTo(World& world, const ToolboxBody& made)
{
    const BodyId body = world.createBody(waitingBody(made.body));
    for (const ShapeDef& shape : made.shapes) world.addShape(body, shape);
    world.setBodyDef(body, made.body);
}

} // namespace

const ToolText& StreamTool::text() const { return kText; }

std::string StreamTool::hint() const
{
    if (!hold_)
        return "Stream: hold the left button to let bodies out. Shift+wheel turns the stream, Esc ends.";
    if (isPaused_) return "The stream flows as soon as the simulation runs (Space).";
    if (hold_->isBlocked) return "The stream waits until there is room at the pointer.";
    return fmt::format("{}. Release to stop.", bodyCountText(static_cast<uint64_t>(hold_->made)));
}

std::vector<ToolOption> StreamTool::options()
{
    return {
        {.label = "Rate",
         .unit = "1/s",
         .value = &rate_,
         .minimum = 1.0f,
         .maximum = 60.0f,
         .defaultValue = 10.0f,
         .logarithmic = true,
         .help = "Bodies per second of simulated time. In 1/s, 1 to 60, at most one per step; fewer come if "
                 "they leave the pointer slowly, since each waits for room."},
        {.label = "Shape",
         .choice = &shape_,
         .choices = kShapeNames,
         .help = "Shape of the bodies; polygons have 3 to 8 sides."},
        {.label = "Size",
         .unit = "m",
         .value = &size_,
         .minimum = NewShapeSpec::kMinSize,
         .maximum = 2.0f,
         .defaultValue = 0.3f,
         .logarithmic = true,
         .help = "Width of a box, diameter of a circle. In m, usually 0.1 to 1."},
        {.label = "Speed",
         .unit = "m/s",
         .value = &speed_,
         .minimum = 0.0f,
         .maximum = 30.0f,
         .defaultValue = 4.0f,
         .help = "Speed at which the bodies come out. In m/s, usually 0 to 10."},
        {.label = "Direction",
         .unit = "°",
         .value = &direction_,
         .minimum = -kMaxAngle,
         .maximum = kMaxAngle,
         .defaultValue = -90.0f,
         .help = "Direction of the stream, counter-clockwise from the right. In degrees, -180 to 180; "
                 "Shift+wheel turns it."},
        {.label = "Spread",
         .unit = "°",
         .value = &spread_,
         .minimum = 0.0f,
         .maximum = 2.0f * kMaxAngle,
         .defaultValue = 20.0f,
         .help = "Angle of the fan within which the bodies come out. In degrees, 0 to 360."},
    };
}

void StreamTool::press(ToolContext& context, const ToolPointer& pointer)
{
    pointer_ = pointer.world;
    hold_ = Hold{.begin = context.history.mark(), .random = Random(context.world().stepCount())};
}

void StreamTool::move(ToolContext&, const ToolPointer& pointer) { pointer_ = pointer.world; }

void StreamTool::release(ToolContext& context, const ToolPointer&) { interrupt(context); }

bool StreamTool::wheel(ToolContext&, float notches, Modifiers modifiers)
{
    if (!modifiers.shift) return false; // zooms
    direction_ = std::remainder(direction_ + kWheelTurn * notches, 2.0f * kMaxAngle);
    return true;
}

bool StreamTool::cancel(ToolContext& context)
{
    if (!hold_) return false;
    interrupt(context);
    return true;
}

void StreamTool::interrupt(ToolContext& context)
{
    if (hold_ && hold_->made > 0)
        context.history.recordPlayed(hold_->begin,
                                     "Stream of " + bodyCountText(static_cast<uint64_t>(hold_->made)),
                                     CommandKind::Build);
    hold_.reset();
}

void StreamTool::update(ToolContext& context, const ToolPointer& pointer, double)
{
    pointer_ = pointer.world;
    isShown_ = hold_ || context.tool.cursorOverWorld;
    isPaused_ = context.playback.paused;
}

bool StreamTool::hasRoom(const World& world) const
{
    const float half = kFreeHalfSideShare * size_;
    return world.queryBox({pointer_ - Vec2{half, half}, pointer_ + Vec2{half, half}}).empty();
}

void StreamTool::beforeStep(ToolContext& context)
{
    if (!hold_) return;
    hold_->due = std::min(hold_->due + rate_ * stepSeconds(context.world()), kMaxDue);
    if (hold_->due < 1.0f) return;
    if (context.world().counters().bodies >= kMaxBodies) {
        context.status.show(
            Severity::Warning,
            fmt::format("The stream has stopped: the world has {} bodies. Delete some (eraser: "
                        "Shift+9) or restart.",
                        formatCount(kMaxBodies)));
        interrupt(context);
        return;
    }
    const bool isFree = hasRoom(context.world());
    hold_->isBlocked = !isFree && hold_->due >= kMaxDue;
    if (!isFree) return;
    hold_->due -= 1.0f;
    addBody(context);
}

void StreamTool::addBody(ToolContext& context)
{
    Random& random = hold_->random;
    const auto mixed = static_cast<size_t>(random.below(static_cast<int>(kShapes.size())));
    const auto chosen = static_cast<size_t>(shape_);
    ToolboxBody made = makeToolboxBody(kShapes[chosen < kShapes.size() ? chosen : mixed],
                                       {.sides = 3 + random.below(kMaxPolygonVertices - 2), .size = size_});
    made.body.position = pointer_;
    made.body.rotation = makeRot(random.between(-kPi, kPi));
    made.body.linearVelocity = speed_ * directionAt(direction_ + spread_ * random.between(-0.5f, 0.5f));

    const OpResult created = context.history.play(SceneOp{op::CreateBody{waitingBody(made.body)}});
    for (const ShapeDef& shape : made.shapes)
        context.history.play(SceneOp{op::AddShape{created.body, shape}});
    context.history.play(op::SetBody{created.body, made.body});
    for (World& world : context.otherWorlds) addTo(world, made);
    ++hold_->made;
}

// The next body, and the fan in which bodies come out, as long as they fly in 0.25 s.
void StreamTool::draw(const ViewContext& context, DrawList& out) const
{
    if (!isShown_) return;
    const Color color = context.palette.accent;
    const bool isBlocked = hold_ && hold_->isBlocked;
    addArc(out, pointer_, 0.5f * size_, 0.0f, 2.0f * kPi,
           context.line(isBlocked ? context.palette.warning : color));
    const float reach = std::max(0.25f * speed_ + size_, 24.0f * context.pixel);
    out.addArrow(pointer_, pointer_ + reach * directionAt(direction_), context.line(color));
    for (const float side : {-0.5f, 0.5f})
        out.addDashedLine(pointer_, pointer_ + reach * directionAt(direction_ + side * spread_),
                          context.line(color, 1.5f));
    if (hold_) addToolLabel(context, out, pointer_, bodyCountText(static_cast<uint64_t>(hold_->made)));
}

} // namespace satbox::app
