#include "app/tools/nail_tool.h"

#include "app/text/names.h"
#include "app/tools/play_marks.h"
#include "app/view/shape_drawing.h"

#include <fmt/format.h>

namespace satbox::app {

namespace {

constexpr ToolText kText{
    .key = "pin",
    .label = "Pin",
    .group = ToolGroup::Play,
    .icon = Icon::Nail,
    .chord = {Key::Num8, {.shift = true}},
    .help = "A click pins a dynamic body to the world: it becomes static where it is. Shift+click releases a "
            "static body.",
};

constexpr float kReachPoints = 6.0f; // window points, for segments and tiny shapes

BodyId bodyAt(const World& world, const ToolPointer& pointer)
{
    const ShapeId shape = pickShape(world, pointer.world, kReachPoints * pointer.metersPerPoint);
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

void run(ToolContext& context, Command command, std::string done)
{
    cancelReplay(context.playback);
    const std::string refusal = context.history.execute(std::move(command));
    context.history.closeGesture();
    context.status.show(refusal.empty() ? Severity::Info : Severity::Warning,
                        refusal.empty() ? std::move(done) : refusal);
}

} // namespace

const ToolText& NailTool::text() const { return kText; }

std::string NailTool::hint() const
{
    return "Pin: click a dynamic body to make it static where it is, Shift+click a static one to release it. "
           "Esc ends.";
}

void NailTool::press(ToolContext& context, const ToolPointer& pointer)
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

void NailTool::pin(ToolContext& context, BodyId body)
{
    const World& world = context.world();
    const std::string name = describeBody(world, body);
    if (world.body(body).type == BodyType::Dynamic)
        run(context, pinCommand(world, body),
            fmt::format("Pinned {}: it is static now. Shift+click releases it.", name));
    else
        context.status.show(Severity::Info,
                            fmt::format("Not pinned: {} is {} already. Shift+click makes it dynamic.", name,
                                        toString(world.body(body).type)));
}

// Static bodies only: a kinematic one moves as it is told.
void NailTool::unpin(ToolContext& context, BodyId body)
{
    const World& world = context.world();
    const std::string name = describeBody(world, body);
    if (world.body(body).type == BodyType::Static)
        run(context, unpinCommand(world, body), fmt::format("Released {}: it is dynamic now.", name));
    else
        context.status.show(Severity::Info,
                            fmt::format("Not released: {} is {}.", name, toString(world.body(body).type)));
}

void NailTool::update(ToolContext& context, const ToolPointer& pointer, double)
{
    pointer_ = pointer.world;
    releases_ = pointer.modifiers.shift;
    hovered_ = context.tool.cursorOverWorld ? bodyAt(context.world(), pointer) : BodyId{};
}

// The outline of the body that a click would change.
void NailTool::draw(const ViewContext& context, DrawList& out) const
{
    if (!context.world.isValid(hovered_)) return;
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
