#include "app/tools/grab_tool.h"

#include "app/document/commands.h"
#include "app/lenses/compare/compare_tool.h"

namespace satbox::app {

void beginGrab(AppState& state, ShapeId shape, Position worldPoint)
{
    const World& world = state.world();
    const BodyId body = world.bodyOf(shape);
    if (!world.isValid(body)) return;
    if (world.body(body).type != BodyType::Dynamic) return;

    GrabGesture gesture{.body = body,
                        .joint = {},
                        .begin = state.history.mark(),
                        .label = "Throw " + describeBody(world, body)};
    // If the pointer is in another world's view, grab the same point of the body in this world.
    const World& pointed = state.pointedWorld();
    const Vec2 anchor = pointed.isValid(body)
                            ? invTransformPoint(pointed.motion(body).transform(), worldPoint)
                            : invTransformPoint(world.motion(body).transform(), worldPoint);
    const Position held =
        &pointed == &world ? worldPoint : transformPoint(world.motion(body).transform(), anchor);
    gesture.joint = state.history.play(op::CreateMouseJoint{body, held}).mouseJoint;
    if (!world.isValid(gesture.joint)) return;
    grabInOtherWorlds(state, body, anchor);
    state.tool.grab = std::move(gesture);
}

void updateGrab(AppState& state)
{
    if (!state.tool.grab) return;
    GrabGesture& grab = *state.tool.grab;
    const World& world = state.world();
    if (!world.isValid(grab.joint)) { // the body was deleted, or the world was replaced
        state.tool.grab.reset();
        releaseInOtherWorlds(state);
        return;
    }
    moveGrabInOtherWorlds(state, state.tool.cursorWorld);
    if (world.mouseJoint(grab.joint).target != state.tool.cursorWorld)
        state.history.play(op::SetMouseTarget{grab.joint, state.tool.cursorWorld});
    grab.force = world.mouseJoint(grab.joint).force;
}

void endGrab(AppState& state)
{
    if (!state.tool.grab) return;
    GrabGesture grab = std::move(*state.tool.grab);
    state.tool.grab.reset();
    state.history.play(op::DestroyMouseJoint{grab.joint});
    releaseInOtherWorlds(state);
    if (state.tool.press && state.tool.press->dragged)
        state.history.recordPlayed(grab.begin, std::move(grab.label));
}

} // namespace satbox::app
