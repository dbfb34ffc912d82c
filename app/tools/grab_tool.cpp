#include "app/tools/grab_tool.h"

#include "app/text/names.h"

namespace satbox::app {

namespace {

// A drag acts in all compared worlds: on the same body, at the same point of it, with the same target.
void releaseInOtherWorlds(ToolContext& context)
{
    for (size_t i = 0; i < context.otherJoints.size(); ++i)
        context.otherWorlds[i].destroyMouseJoint(context.otherJoints[i]);
    context.otherJoints.clear();
}

// `anchor`: m, in the body's frame.
void grabInOtherWorlds(ToolContext& context, BodyId body, Vec2 anchor)
{
    releaseInOtherWorlds(context);
    for (World& world : context.otherWorlds) {
        const bool exists = world.isValid(body);
        context.otherJoints.push_back(
            exists ? world.createMouseJoint(body, transformPoint(world.motion(body).transform(), anchor))
                   : MouseJointId{});
    }
}

void moveGrabInOtherWorlds(ToolContext& context, Position target)
{
    for (size_t i = 0; i < context.otherJoints.size(); ++i)
        context.otherWorlds[i].setMouseTarget(context.otherJoints[i], target);
}

} // namespace

void beginGrab(ToolContext& context, ShapeId shape, Position worldPoint)
{
    const World& world = context.world();
    const BodyId body = world.bodyOf(shape);
    if (!world.isValid(body)) return;
    if (world.body(body).type != BodyType::Dynamic) return;

    GrabGesture gesture{.body = body,
                        .joint = {},
                        .begin = context.history.mark(),
                        .label = "Throw " + describeBody(world, body)};
    // If the pointer is in another world's view, grab the same point of the body in this world.
    const World& pointed = context.pointedWorld();
    const Vec2 anchor = pointed.isValid(body)
                            ? invTransformPoint(pointed.motion(body).transform(), worldPoint)
                            : invTransformPoint(world.motion(body).transform(), worldPoint);
    const Position held =
        &pointed == &world ? worldPoint : transformPoint(world.motion(body).transform(), anchor);
    gesture.joint = context.history.play(op::CreateMouseJoint{body, held}).mouseJoint;
    if (!world.isValid(gesture.joint)) return;
    grabInOtherWorlds(context, body, anchor);
    context.tool.grab = std::move(gesture);
}

void updateGrab(ToolContext& context)
{
    if (!context.tool.grab) return;
    GrabGesture& grab = *context.tool.grab;
    const World& world = context.world();
    if (!world.isValid(grab.joint)) { // the body was deleted, or the world was replaced
        context.tool.grab.reset();
        releaseInOtherWorlds(context);
        return;
    }
    moveGrabInOtherWorlds(context, context.tool.cursorWorld);
    if (world.mouseJoint(grab.joint).target != context.tool.cursorWorld)
        context.history.play(op::SetMouseTarget{grab.joint, context.tool.cursorWorld});
    grab.force = world.mouseJoint(grab.joint).force;
}

void endGrab(ToolContext& context)
{
    if (!context.tool.grab) return;
    GrabGesture grab = std::move(*context.tool.grab);
    context.tool.grab.reset();
    context.history.play(op::DestroyMouseJoint{grab.joint});
    releaseInOtherWorlds(context);
    if (context.tool.press && context.tool.press->dragged)
        context.history.recordPlayed(grab.begin, std::move(grab.label));
}

} // namespace satbox::app
