#include "tests/support/app_worlds.h"

#include "app/shell/pointer.h"
#include <satbox/shapes.h>

namespace satbox::test {

BoxOnFloor makeBoxOnFloor()
{
    BoxOnFloor made;
    World world;
    ShapeDef def;
    def.geometry = makeBox(10.0f, 0.5f);
    made.floor = world.createBody({.type = BodyType::Static, .position = {0.0f, -0.5f}, .name = "floor"});
    world.addShape(made.floor, def);
    def.geometry = makeBox(0.5f, 0.5f);
    made.box = world.createBody({.position = {0.0f, 0.5f}});
    made.boxShape = world.addShape(made.box, def);

    editDocument(made.state, [&](app::Document& document) {
        document.world = world;
        document.scene.name = "box_on_floor";
        document.scene.world = world;
    });
    made.state.ui.worldRect = {0.0f, 0.0f, 800.0f, 600.0f};
    made.state.camera.setViewport(made.state.ui.worldRect);
    made.state.camera.set({0.0f, 2.0f}, 100.0f);
    return made;
}

World& editableWorld(app::AppState& state) { return const_cast<World&>(state.world()); }

void dragPointer(app::AppState& state, Vec2 from, Vec2 to)
{
    app::PointerEvent event{.kind = app::PointerEvent::Kind::Press,
                            .screen = state.camera.worldToScreen(from),
                            .overWorld = true};
    app::handlePointer(state, event);
    event.kind = app::PointerEvent::Kind::Move;
    event.screen = state.camera.worldToScreen(to);
    app::handlePointer(state, event);
    event.kind = app::PointerEvent::Kind::Release;
    app::handlePointer(state, event);
}

} // namespace satbox::test
