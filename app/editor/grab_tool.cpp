#include "app/editor/grab_tool.h"

#include "app/editor/commands.h"

namespace satbox::app {

void beginGrab(AppState& state, ShapeId shape, Vec2 worldPoint)
{
    World& world = state.document.world;
    const BodyId body = world.bodyOf(shape);
    if (!world.isValid(body)) return;
    if (world.body(body).type != BodyType::Dynamic) return;

    GrabGesture gesture{
        .body = body, .joint = {}, .before = world, .label = "Throw " + describeBody(world, body)};
    gesture.joint = world.createMouseJoint(body, worldPoint);
    if (world.isValid(gesture.joint)) state.tool.grab = std::move(gesture);
}

void updateGrab(AppState& state)
{
    if (!state.tool.grab) return;
    GrabGesture& grab = *state.tool.grab;
    World& world = state.document.world;
    if (!world.isValid(grab.joint)) { // its body was deleted, or the world replaced
        state.tool.grab.reset();
        return;
    }
    world.setMouseTarget(grab.joint, state.tool.cursorWorld);
    grab.force = world.mouseJoint(grab.joint).force;
}

void endGrab(AppState& state)
{
    if (!state.tool.grab) return;
    GrabGesture grab = std::move(*state.tool.grab);
    state.tool.grab.reset();
    state.document.world.destroyMouseJoint(grab.joint);
    if (state.tool.press && state.tool.press->dragged)
        state.commands.record(state.document, std::move(grab.before), std::move(grab.label));
}

} // namespace satbox::app
