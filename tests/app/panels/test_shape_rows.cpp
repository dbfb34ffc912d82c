#include "app/panels/shape_rows.h"

#include "app/document/commands.h"
#include "app/document/groups.h"
#include "app/document/layers.h"
#include "app/document/material_presets.h"
#include "app/panels/panels.h"
#include "app/widgets/panel_window.h"
#include "tests/app/widgets/ui_fixture.h"
#include "tests/support/app_worlds.h"
#include "tests/support/paths.h"

#include <doctest/doctest.h>

#include <array>

namespace satbox::app {

namespace {

// The Inspect panel alone.
struct InspectOffscreen {
    static constexpr IntSize kSize{360, 800};
    test::OffscreenUi ui{kSize};
    satbox::test::BoxOnFloor made = satbox::test::makeBoxOnFloor();
    Requests requests;
    InspectState inspector;

    AppState& state() { return made.state; }
    void frames(int count) { ui.frames(count, draw()); }
    void click(const char* label)
    {
        ui.click(ui.middleOf(label), draw());
        frames(3);
    }
    std::function<void(const UiContext&)> draw()
    {
        return [this](const UiContext& context) {
            const PanelWindow window(context, "Inspect", {0.0f, 0.0f, 360.0f, 800.0f}, {.scrolls = true});
            drawInspectPanel(context, state().world(), state().playback.paused, state().selection,
                             state().history, requests, inspector);
            CHECK(state().history.applyPending() == "");
            state().history.closeGesture();
        };
    }
};

} // namespace

TEST_CASE("the_list_of_contacts_keeps_its_room_while_time_runs_however_slowly")
{
    InspectOffscreen o;
    o.state().playback.paused = false;
    o.state().selection.select(o.state().world(), o.made.box);
    o.frames(3);
    const float room = o.inspector.contactRoom.height; // of the text that there are none
    for (int i = 0; i < 60; ++i) o.state().history.play(op::Step{1.0f / 60.0f});
    o.frames(100);
    CHECK(o.inspector.contactRoom.height == room);
    o.state().playback.paused = true;
    o.frames(1);
    CHECK(o.inspector.contactRoom.height < room);
}

TEST_CASE("a_swatch_colours_the_selected_bodies_and_different_colours_are_mixed")
{
    InspectOffscreen o;
    const auto colorOf = [&](BodyId body) { return o.state().world().body(body).color; };
    o.state().selection.select(o.state().world(), o.made.box);
    o.frames(3);
    CHECK(o.ui.widget("Automatic").value == "chosen");
    o.click("Sky blue");
    CHECK(colorOf(o.made.box) == 0x56B4E9u);
    CHECK(o.state().history.undoLabel() == "Change colour of box 1");
    CHECK(o.ui.widget("Sky blue").value == "chosen");
    o.state().selection.select(o.state().world(), std::array{o.made.box, o.made.floor});
    o.frames(3);
    for (const char* swatch : {"Automatic", "Sky blue", "Grey"}) CHECK(o.ui.widget(swatch).value == "");
    o.click("Grey");
    CHECK(colorOf(o.made.floor) == 0xAEB6C2u);
    o.click("Automatic");
    CHECK_FALSE(colorOf(o.made.box).isSet);
    BodyDef def = o.state().world().bodyDef(o.made.box);
    def.color = 0x123456;
    REQUIRE(o.state().history.execute(editBodyCommand(o.state().world(), o.made.box, def, "colour")) == "");
    o.state().selection.select(o.state().world(), o.made.box);
    o.frames(3);
    CHECK(o.ui.widget("#123456").value == "chosen"); // a colour of a file
    REQUIRE(o.state().history.undo());
    REQUIRE(o.state().history.undo());
    REQUIRE(o.state().history.undo());
    CHECK(colorOf(o.made.box) == 0x56B4E9u);
}

TEST_CASE("round_corners_have_a_row_and_sizes_are_then_those_of_the_core")
{
    InspectOffscreen o;
    const World& world = o.state().world();
    const ShapeId shape = world.shapesOf(o.made.box).front();
    o.state().selection.select(world, o.made.box);
    o.frames(3);
    o.click("Body"); // folded, the rows of the shape are in view
    CHECK(o.ui.widget("Corner radius").value == "0 m");
    CHECK(o.ui.recorder().find("Width") != nullptr);
    ShapeDef def = world.shapeDef(shape);
    def.geometry = makeRoundedBox(0.4f, 0.3f, 0.1f);
    REQUIRE(o.state().history.execute(editShapeCommand(world, shape, def, "geometry")) == "");
    o.frames(3);
    CHECK(o.ui.widget("Corner radius").value == "100 mm");
    CHECK(o.ui.widget("Width of the core").value == "800 mm");
    CHECK(o.ui.recorder().find("Width") == nullptr);
}

TEST_CASE("inspect_says_that_the_selection_is_a_group_and_requests_to_group_it")
{
    InspectOffscreen o;
    const std::array bodies{o.made.box, o.made.floor};
    o.state().selection.select(o.state().world(), bodies);
    o.frames(3);
    CHECK(o.ui.recorder().find("Ungroup") == nullptr);
    o.click("Group");
    REQUIRE(o.requests.actions.size() == 1);
    CHECK((o.requests.actions.front() == Action::GroupSelection));
    REQUIRE(o.state().history.execute(groupCommand(o.state().world(), bodies).command) == "");
    o.frames(3);
    CHECK(o.ui.recorder().find("Ungroup") != nullptr);
    o.state().selection.select(o.state().world(), o.made.box);
    o.frames(3);
    o.click("Select its group of 2");
    CHECK(o.state().selection.count() == 2);
}

TEST_CASE("several_bodies_are_edited_at_once_and_differing_values_are_mixed")
{
    InspectOffscreen o;
    const std::array bodies{o.made.box, o.made.floor};
    o.state().selection.select(o.state().world(), bodies);
    o.frames(3);
    CHECK(o.ui.widget("Type").value == "mixed");
    CHECK(o.ui.widget("Material").value == "own values");
    o.click("Material");
    o.click("Steel");
    for (const BodyId body : bodies) {
        const ShapeId shape = o.state().world().shapesOf(body).front();
        CHECK(o.state().world().shapeDef(shape).material == kMaterialPresets[2].material);
    }
    CHECK(o.ui.widget("Material").value == "Steel");
    CHECK(o.state().history.entries().size() == 1);
    REQUIRE(!writePng(satbox::test::artefactFolder("ui") / "several_bodies.png", o.ui.picture()));
}

TEST_CASE("a_click_on_the_matrix_of_layers_changes_what_collides")
{
    InspectOffscreen o;
    o.state().selection.select(o.state().world(), std::array{o.made.box, o.made.floor});
    o.frames(3);
    o.click("Layers");
    CHECK(o.ui.widget("Default and Default").value == "collide");
    o.click("Default and Default");
    CHECK(o.ui.widget("Default and Default").value == "ignore each other");
    CHECK((LayerMatrix(o.state().world()).rule(0, 0) == LayerRule::Ignore));
}

} // namespace satbox::app
