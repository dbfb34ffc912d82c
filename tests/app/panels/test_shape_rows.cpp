#include "app/panels/shape_rows.h"

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
            drawInspectPanel(context, state().world(), state().selection, state().history, requests,
                             inspector);
            CHECK(state().history.applyPending() == "");
            state().history.closeGesture();
        };
    }
};

} // namespace

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
