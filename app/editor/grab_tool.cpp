#include "app/editor/grab_tool.h"

#include "app/editor/commands.h"
#include "app/editor/compare_tool.h"

namespace satbox::app {

void beginGrab(AppState& state, ShapeId shape, Position worldPoint)
{
    World& world = state.document.world;
    const BodyId body = world.bodyOf(shape);
    if (!world.isValid(body)) return;
    if (world.body(body).type != BodyType::Dynamic) return;

    GrabGesture gesture{
        .body = body, .joint = {}, .before = world, .label = "Throw " + describeBody(world, body)};
    // Where the pointer is in another world's view, the same point of the body is held here.
    const World& pointed = state.pointed();
    const Vec2 anchor = pointed.isValid(body)
                            ? invTransformPoint(pointed.motion(body).transform(), worldPoint)
                            : invTransformPoint(world.motion(body).transform(), worldPoint);
    const Position held =
        &pointed == &world ? worldPoint : transformPoint(world.motion(body).transform(), anchor);
    gesture.joint = world.createMouseJoint(body, held);
    if (!world.isValid(gesture.joint)) return;
    pullInOthers(state, body, anchor);
    state.tool.grab = std::move(gesture);
}

void updateGrab(AppState& state)
{
    if (!state.tool.grab) return;
    GrabGesture& grab = *state.tool.grab;
    World& world = state.document.world;
    if (!world.isValid(grab.joint)) { // its body was deleted, or the world replaced
        state.tool.grab.reset();
        releaseInOthers(state);
        return;
    }
    aimInOthers(state, state.tool.cursorWorld);
    world.setMouseTarget(grab.joint, state.tool.cursorWorld);
    grab.force = world.mouseJoint(grab.joint).force;
}

void endGrab(AppState& state)
{
    if (!state.tool.grab) return;
    GrabGesture grab = std::move(*state.tool.grab);
    state.tool.grab.reset();
    state.document.world.destroyMouseJoint(grab.joint);
    releaseInOthers(state);
    if (state.tool.press && state.tool.press->dragged)
        state.commands.record(state.document, std::move(grab.before), std::move(grab.label));
}

} // namespace satbox::app
