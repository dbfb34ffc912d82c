#include "app/view/overlay_colors.h"
#include "engine/world/world_access.h"
#include "tests/app/view/view_fixture.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;
using satbox::test::BoxPicture;
using satbox::test::Picture;

namespace {

const Shape kBox = makeBox(0.5f, 0.5f);

// Equal within rounding.
void fallAsleep(Picture& picture, BodyId body)
{
    editState(picture.world(), [&](WorldState& state) { state.bodies.slots.at(body.index).awake = false; });
}

} // namespace

TEST_CASE("fill_and_outline_show_the_type_of_a_body_and_whether_it_sleeps")
{
    Picture picture;
    picture.add({.type = BodyType::Static}, kBox);
    picture.add({.type = BodyType::Kinematic, .position = {2.0f, 0.0f}}, kBox);
    picture.add({.position = {-2.0f, 0.0f}}, kBox);
    fallAsleep(picture, picture.add({.position = {0.0f, 2.0f}}, kBox));
    picture.draw(&ViewSettings::shapes);
    const Palette& p = picture.palette;
    REQUIRE(picture.list.polygons.size() == 4);
    const auto has = [&](size_t i, const Color& fill, const Color& outline) {
        const ShapeStyle& style = picture.list.polygons[i].style;
        return style.fill == fill && style.outline == outline && !style.dashed && !style.hatched;
    };
    CHECK(has(0, p.staticFill, p.staticOutline));
    CHECK(has(1, p.kinematicFill, p.kinematicOutline));
    CHECK(has(2, p.dynamicFill, p.dynamicOutline));
    CHECK(has(3, p.asleepFill, p.asleepOutline));
    CHECK(picture.list.polygons[1].transform.p == Position{2.0f, 0.0f});
}

TEST_CASE("sensors_and_disabled_bodies_are_dashed_and_fainter")
{
    Picture picture;
    const BodyId sensor = picture.world().createBody({});
    picture.world().addShape(sensor, {.geometry = kBox, .sensor = true});
    picture.add({.position = {2.0f, 0.0f}, .enabled = false}, kBox);
    picture.draw(&ViewSettings::shapes);
    REQUIRE(picture.list.polygons.size() == 2);
    const ShapeStyle& ofSensor = picture.list.polygons[0].style;
    CHECK(ofSensor.dashed);
    CHECK(ofSensor.fill.a == Approx(0.3f * picture.palette.dynamicFill.a));
    CHECK(ofSensor.outline == picture.palette.dynamicOutline);
    const ShapeStyle& disabled = picture.list.polygons[1].style;
    CHECK(disabled.dashed);
    CHECK(disabled.outline.a == Approx(kDimmedAlpha));
}

TEST_CASE("bodies_have_soft_edges_and_shadows_unless_the_option_is_off_or_they_are_dashed")
{
    Picture picture;
    picture.add({}, kBox);
    picture.add({.position = {2.0f, 0.0f}, .enabled = false}, kBox);
    const auto style = [&](size_t i) {
        picture.draw(&ViewSettings::shapes);
        return picture.list.polygons[i].style;
    };
    CHECK(style(0).edgeAlpha == picture.palette.edgeAlpha);
    CHECK(style(0).shadowAlpha == picture.palette.shadowAlpha);
    CHECK(style(1).edgeAlpha == 0.0f);
    CHECK(style(1).shadowAlpha == 0.0f);
    picture.view().shading = false;
    CHECK(style(0).edgeAlpha == 0.0f);
    CHECK(style(0).shadowAlpha == 0.0f);
}

TEST_CASE("fills_that_stand_for_numbers_have_no_gradient")
{
    Picture picture;
    picture.add({}, kBox);
    picture.view().bodyColoring = BodyColoring::Speed;
    picture.draw(&ViewSettings::shapes);
    CHECK(picture.list.polygons[0].style.edgeAlpha == 0.0f);
    CHECK(picture.list.polygons[0].style.shadowAlpha > 0.0f);
    picture.view().bodyColoring = BodyColoring::State;
    picture.view().heatMap = HeatMapUse::Always;
    picture.draw(&ViewSettings::shapes);
    CHECK(picture.list.polygons[0].style.edgeAlpha > 0.0f); // it touches nothing, so it has no value
    picture.add({.position = {0.0f, 0.9f}}, kBox);
    picture.step();
    picture.draw(&ViewSettings::shapes);
    CHECK(picture.list.polygons[0].style.edgeAlpha == 0.0f);
}

TEST_CASE("a_circle_has_a_radius_that_turns_with_it")
{
    Picture picture;
    picture.add({.position = {1.0f, 0.0f}, .rotation = makeRot(0.5f * kPi)}, Circle{.radius = 0.5f});
    picture.draw(&ViewSettings::shapes);
    CHECK(picture.list.rounds.size() == 1);
    const auto lines = picture.all(PrimitiveKind::Line);
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].a == Position{1.0f, 0.0f});
    CHECK(length(lines[0].b - Position{1.0f, 0.5f}) < 1e-5f);
}

TEST_CASE("a_hovered_body_is_lighter_and_named_unless_a_contact_is_hovered_or_numbers_are_off")
{
    Picture picture;
    const BodyId crate = picture.add({.name = "crate"}, kBox);
    picture.draw(&ViewSettings::shapes);
    CHECK(picture.list.labels.empty());
    picture.state.selection.hoveredBody = crate;
    picture.draw();
    REQUIRE(picture.list.polygons.size() == 1);
    CHECK(picture.list.polygons[0].style.outline ==
          hoverColor(picture.palette, picture.palette.dynamicOutline));
    REQUIRE(picture.list.labels.size() == 1);
    CHECK(picture.list.labels[0].text == "crate");
    CHECK(picture.list.labels[0].required);
    CHECK(picture.list.labels[0].point.y == Approx(0.5)); // at its top
    picture.view().labels = false;
    picture.draw();
    CHECK(picture.list.labels.empty());
    picture.view().labels = true;
    picture.state.selection.hoveredContact = ContactKey{};
    picture.draw();
    CHECK(picture.list.labels.empty());
}

TEST_CASE("the_name_of_a_large_body_is_where_it_can_be_seen")
{
    Picture picture;
    picture.state.selection.hoveredBody =
        picture.add({.type = BodyType::Static, .position = {50.0f, 0.0f}, .name = "floor"},
                    makeBox(50.0f, 0.5f)); // from x = 0 on
    picture.draw(&ViewSettings::shapes);
    const WorldLabel* name = picture.label("floor");
    REQUIRE(name);
    CHECK(name->point.x > 0.0);
    CHECK(name->point.x < 4.0);
}

TEST_CASE("the_selected_body_has_a_wide_outline_of_its_own_colour")
{
    Picture picture;
    const BodyId body = picture.add({}, kBox);
    picture.state.selection.select(picture.world(), body);
    picture.view().lineScale = 2.0f;
    picture.draw(&ViewSettings::shapes);
    REQUIRE(picture.list.polygons.size() == 1);
    CHECK(picture.list.polygons[0].style.outline == picture.palette.selected);
    CHECK(picture.list.polygons[0].style.outlineWidthPx == 2.0f * kSelectedOutlinePx);
}

TEST_CASE("a_frozen_body_is_hatched_and_labelled")
{
    Picture picture;
    const BodyId body = picture.add({}, kBox);
    editState(picture.world(),
              [&](WorldState& state) { state.bodies.slots.at(body.index).quarantined = true; });
    picture.draw(&ViewSettings::shapes);
    REQUIRE(picture.list.polygons.size() == 1);
    CHECK(picture.list.polygons[0].style.hatched);
    CHECK(picture.list.polygons[0].style.outline == picture.palette.quarantined);
    CHECK(picture.hasLabel("frozen"));
}

TEST_CASE("bodies_out_of_view_are_not_drawn")
{
    Picture picture;
    picture.add({.position = {10.0f, 0.0f}}, kBox);
    picture.draw(&ViewSettings::shapes);
    CHECK(picture.empty());
    picture.state.camera.set({10.0f, 0.0f}, 100.0f);
    picture.draw();
    CHECK(picture.list.polygons.size() == 1);
}

TEST_CASE("the_legend_lists_only_the_kinds_of_bodies_in_some_view")
{
    Picture picture;
    picture.draw(&ViewSettings::shapes);
    CHECK(picture.legend.empty());
    picture.add({}, kBox);
    picture.draw();
    REQUIRE(picture.legend.size() == 2);
    CHECK(picture.legend[0].text == "dynamic body");
    CHECK(picture.legend[1].text == "asleep");
    CHECK(picture.legend[0].color == picture.palette.dynamicOutline);

    Picture other;
    other.add({.type = BodyType::Static}, kBox);
    other.add({.type = BodyType::Kinematic}, kBox);
    const BodyId sleeper = other.world().createBody({});
    other.world().addShape(sleeper, {.geometry = kBox, .sensor = true});
    fallAsleep(other, sleeper);
    picture.otherWorlds.push_back(other.world());
    picture.draw();
    CHECK(picture.legend.size() == 5);
    for (const char* text : {"dynamic body", "asleep", "kinematic body", "static body", "sensor"}) {
        CAPTURE(text);
        CHECK(picture.hasLegend(text));
    }
}

TEST_CASE("the_legend_names_sleep_before_the_first_body_sleeps_so_that_no_row_moves_then")
{
    Picture picture;
    const BodyId body = picture.add({}, kBox);
    picture.draw(&ViewSettings::shapes);
    const size_t rows = picture.legend.size();
    CHECK(picture.hasLegend("asleep"));
    fallAsleep(picture, body);
    picture.draw();
    CHECK(picture.legend.size() == rows);
    WorldSettings settings = picture.world().settings();
    settings.sleeping = false;
    picture.world().setSettings(settings);
    picture.draw();
    CHECK_FALSE(picture.hasLegend("asleep"));
}
