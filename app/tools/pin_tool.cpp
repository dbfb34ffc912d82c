#include "app/tools/pin_tool.h"

#include "app/text/names.h"
#include "app/tools/play_marks.h"
#include "app/view/shape_drawing.h"

#include <fmt/format.h>

#include <algorithm>

namespace satbox::app {

namespace {

constexpr ToolText kText{
    .key = "pin",
    .label = "Pin",
    .group = ToolGroup::Play,
    .icon = Icon::Pin,
    .chord = {Key::Num8, {.shift = true}},
    .help = "A click pins a dynamic body to the world: it becomes static where it is. Shift+click releases a "
            "static body.",
};

BodyId bodyAt(const World& world, const ToolPointer& pointer)
{
    const ShapeId shape = pickShape(world, pointer.world, kPickReach * pointer.metersPerPoint);
    return shape.isNull() ? BodyId{} : world.bodyOf(shape);
}

EditBody typeEdit(const World& world, BodyId body, BodyType type)
{
    EditBody edit{.body = body, .before = world.bodyDef(body), .after = world.bodyDef(body)};
    edit.after.type = type;
    edit.after.linearVelocity = {0.0f, 0.0f};
    edit.after.angularVelocity = 0.0f;
    return edit;
}

Command pinCommand(const World& world, BodyId body)
{
    return {.label = "Pin " + describeBody(world, body),
            .ops = {typeEdit(world, body, BodyType::Static),
                    SceneOp{op::SetTransform{body, world.motion(body).transform()}},
                    WorldOp{op::RefreshContacts{}}}};
}

Command unpinCommand(const World& world, BodyId body)
{
    return {.label = "Release " + describeBody(world, body),
            .ops = {typeEdit(world, body, BodyType::Dynamic), WorldOp{op::RefreshContacts{}}}};
}

// Returns false if the command was refused.
bool run(ToolContext& context, Command command, std::string done)
{
    cancelReplay(context.playback);
    const std::string refusal = context.history.execute(std::move(command));
    context.history.closeGesture();
    context.status.show(refusal.empty() ? Severity::Info : Severity::Warning,
                        refusal.empty() ? std::move(done) : refusal);
    return refusal.empty();
}

// A pin with its tip at the point, which does not scale with the view.
void drawPin(const ViewContext& context, Position point, DrawList& out)
{
    const Vec2 up{0.0f, context.pixel};
    const Color color = context.palette.accent;
    out.addLine(point, point + 9.0f * up, context.line(color));
    out.addDisc(point + 13.0f * up, 4.5f, color);
    out.addRing(point + 13.0f * up, 6.0f, context.palette.background, 1.5f);
}

} // namespace

const ToolText& PinTool::text() const { return kText; }

std::string PinTool::hint() const
{
    if (isShown(hovered_) && !releases_) return "This body is pinned. Shift+click releases it.";
    return "Pin: click a dynamic body to make it static where it is, Shift+click a static one to release it. "
           "Esc ends.";
}

void PinTool::press(ToolContext& context, const ToolPointer& pointer)
{
    const World& world = context.world();
    const BodyId body = bodyAt(world, pointer);
    if (body.isNull()) {
        context.status.show(Severity::Info, "There is no body here to pin.");
        return;
    }
    if (pointer.modifiers.shift)
        unpin(context, body);
    else
        pin(context, body);
}

void PinTool::pin(ToolContext& context, BodyId body)
{
    const World& world = context.world();
    const std::string name = describeBody(world, body);
    if (world.body(body).type != BodyType::Dynamic)
        return context.status.show(Severity::Info,
                                   fmt::format("Not pinned: {} is {} already. Shift+click makes it dynamic.",
                                               name, toString(world.body(body).type)));
    if (run(context, pinCommand(world, body),
            fmt::format("Pinned {}: it is static now. Shift+click releases it.", name)))
        pinned_.push_back({body, context.history.documentIndex()});
}

// Static bodies only: the velocity of a kinematic body is prescribed, which is not what Pin undoes.
void PinTool::unpin(ToolContext& context, BodyId body)
{
    const World& world = context.world();
    const std::string name = describeBody(world, body);
    if (world.body(body).type == BodyType::Static)
        run(context, unpinCommand(world, body), fmt::format("Released {}: it is dynamic now.", name));
    else
        context.status.show(Severity::Info,
                            fmt::format("Not released: {} is {}.", name, toString(world.body(body).type)));
}

void PinTool::findShown(const ToolContext& context)
{
    const World& world = context.world();
    const size_t document = context.history.documentIndex();
    shown_.clear();
    for (const PinnedBody& pinned : pinned_)
        if (pinned.document == document && world.isValid(pinned.body) && !isShown(pinned.body) &&
            world.body(pinned.body).type == BodyType::Static)
            shown_.push_back(pinned.body);
}

bool PinTool::isShown(BodyId body) const
{
    return std::find(shown_.begin(), shown_.end(), body) != shown_.end();
}

void PinTool::update(ToolContext& context, const ToolPointer& pointer, double)
{
    pointer_ = pointer.world;
    releases_ = pointer.modifiers.shift;
    hovered_ = context.tool.cursorOverWorld ? bodyAt(context.world(), pointer) : BodyId{};
    findShown(context);
}

// The pins, and the outline of the body that a click would change.
void PinTool::draw(const ViewContext& context, DrawList& out) const
{
    for (const BodyId body : shown_)
        if (context.world.isValid(body) && contains(context.visible, context.world.motion(body).center))
            drawPin(context, context.world.motion(body).center, out);
    if (!context.world.isValid(hovered_)) return;
    if (isShown(hovered_) && !releases_)
        addToolLabel(context, out, pointer_, "pinned, Shift+click releases it");
    const BodyType wanted = releases_ ? BodyType::Static : BodyType::Dynamic;
    if (context.world.body(hovered_).type != wanted) return;
    const WorldTransform pose = context.world.motion(hovered_).transform();
    if (!isFinite(pose)) return;
    for (const ShapeId shape : context.world.shapesOf(hovered_))
        addOutline(out, context.world.shape(shape).shape, pose, context.line(context.palette.accent, 2.5f));
    out.addDisc(pointer_, 4.0f, context.palette.accent);
    addToolLabel(context, out, pointer_, releases_ ? "release" : "pin");
}

} // namespace satbox::app
