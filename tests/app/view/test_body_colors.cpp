#include "app/view/body_colors.h"

#include "app/document/material_presets.h"
#include "app/view/heat_map.h"
#include "app/view/overlay_colors.h"
#include "engine/world/world_access.h"
#include "tests/app/view/view_fixture.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <vector>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;
using satbox::test::BoxPicture;
using satbox::test::Picture;

namespace {

const Shape kBox = makeBox(0.5f, 0.5f);

bool haveSameHue(const Color& a, const Color& b) { return a.withAlpha(1.0f) == b.withAlpha(1.0f); }

// A picture that draws only shapes.
struct Colored : Picture {
    explicit Colored(BodyColoring coloring) { view().bodyColoring = coloring; }
    BodyId addMaterial(Vec2 position, const Material& material, BodyType type = BodyType::Dynamic)
    {
        const BodyId body = world().createBody({.type = type, .position = position});
        world().addShape(body, {.geometry = kBox, .material = material});
        return body;
    }
    void show()
    {
        view().shapes = true;
        draw();
    }
    Color fill(size_t i) const { return list.polygons[i].style.fill; }
};

} // namespace

TEST_CASE("by_state_is_the_default_and_static_and_kinematic_bodies_keep_their_colours_for_every_choice")
{
    CHECK((ViewSettings{}.bodyColoring == BodyColoring::State));
    for (const BodyColoring coloring : {BodyColoring::State, BodyColoring::Material, BodyColoring::Body,
                                        BodyColoring::Island, BodyColoring::Speed}) {
        Colored picture(coloring);
        picture.add({.type = BodyType::Static}, kBox);
        picture.add({.type = BodyType::Kinematic, .position = {2.0f, 0.0f}}, kBox);
        picture.add({.position = {-2.0f, 0.0f}}, kBox);
        picture.show();
        CHECK(picture.fill(0) == picture.palette.staticFill);
        CHECK(picture.fill(1) == picture.palette.kinematicFill);
        CHECK((picture.fill(2) == picture.palette.dynamicFill) == (coloring == BodyColoring::State));
        CHECK(picture.hasLegend("static body"));
        CHECK(picture.hasLegend("kinematic body"));
        CHECK(picture.hasLegend("dynamic body") ==
              (coloring == BodyColoring::State || coloring == BodyColoring::Speed));
    }
}

TEST_CASE("each_of_the_seven_most_frequent_materials_has_a_colour_and_a_row_and_the_others_share_one")
{
    Colored picture(BodyColoring::Material);
    const auto addAt = [&](float x, float density) { picture.addMaterial({x, 0.0f}, {.density = density}); };
    addAt(-3.5f, 1.0f); // seldom, but first
    addAt(-3.5f, 2.0f);
    for (int i = 0; i < 14; ++i) addAt(0.5f * static_cast<float>(i - 6), 3.0f + static_cast<float>(i % 7));
    picture.addMaterial({0.0f, -2.0f}, {.density = 77.0f}, BodyType::Static);
    picture.show();
    CHECK(picture.fill(0) == picture.fill(1));
    std::set<uint32_t> colours{picture.fill(0).packed()};
    for (size_t i = 2; i < 9; ++i) {
        CHECK(picture.fill(i) == picture.fill(i + 7));
        colours.insert(picture.fill(i).packed());
    }
    CHECK(colours.size() == 8);
    CHECK(picture.hasLegend(" 3 kg/m²"));
    CHECK(picture.hasLegend(" 9 kg/m²"));
    CHECK_FALSE(picture.hasLegend(" 2 kg/m²"));
    CHECK_FALSE(picture.hasLegend(" 77 kg/m²"));
    const LegendRow* others = picture.row("other materials");
    REQUIRE(others);
    CHECK(others->secondColor == picture.fill(0));
}

TEST_CASE("materials_of_all_views_are_in_the_legend_and_have_one_colour_in_all_of_them")
{
    Colored picture(BodyColoring::Material);
    picture.addMaterial({0.0f, 0.0f}, {.density = 3.0f});
    Colored other(BodyColoring::Material);
    other.addMaterial({0.0f, 0.0f}, {.density = 4.0f});
    other.addMaterial({0.0f, 2.0f}, {.density = 3.0f});
    picture.otherWorlds.push_back(other.world());
    picture.show();
    CHECK(picture.hasLegend("3 kg/m²"));
    CHECK(picture.hasLegend("4 kg/m²"));
}

TEST_CASE("a_material_is_described_by_its_preset_or_its_values")
{
    CHECK(describeMaterial(kMaterialPresets[0].material) == "ice");
    CHECK(describeMaterial({}) == "friction 0.6, restitution 0, 1 kg/m²");
    CHECK(describeMaterial({2.5f, 0.5f, 0.4f, 0.25f}) == "friction 0.5 / 0.4, restitution 0.25, 2.5 kg/m²");
}

TEST_CASE("bodies_that_follow_each_other_and_most_of_adjacent_rows_have_different_hues")
{
    std::vector<int> uses(kCategoryCount, 0);
    for (uint32_t slot = 0; slot < 700; ++slot) {
        CHECK(hueOfBody(slot) != hueOfBody(slot + 1));
        REQUIRE(hueOfBody(slot) < kCategoryCount);
        ++uses[hueOfBody(slot)];
    }
    CHECK(*std::min_element(uses.begin(), uses.end()) > 50);
    for (uint32_t row = 2; row <= 100; ++row) {
        int same = 0;
        for (uint32_t slot = 0; slot < 700; ++slot) same += hueOfBody(slot) == hueOfBody(slot + row) ? 1 : 0;
        CAPTURE(row);
        CHECK(same < 280); // 40 %
    }
}

TEST_CASE("bodies_of_one_island_have_the_colour_of_its_lowest_slot")
{
    Colored picture(BodyColoring::Island);
    for (const float x : {-2.0f, 2.0f})
        for (const float y : {0.0f, 0.99f}) picture.add({.position = {x, y}}, kBox);
    picture.step();
    picture.show();
    CHECK(picture.fill(0) == picture.fill(1));
    CHECK(picture.fill(2) == picture.fill(3));
    CHECK(picture.fill(0) != picture.fill(2));
    CHECK(haveSameHue(picture.fill(2), categoryColor(picture.palette, 2)));
    CHECK(picture.hasLegend("island"));
}

TEST_CASE("the_faster_a_body_the_further_its_colour_is_along_the_ramp_up_to_a_round_speed")
{
    Colored picture(BodyColoring::Speed);
    for (const float speed : {0.0f, 2.0f, 4.0f})
        picture.add({.position = {speed, 0.0f}, .linearVelocity = {speed, 0.0f}}, kBox);
    picture.show();
    CHECK(picture.fillScales.topSpeed == Approx(5.0f));
    for (size_t i = 0; i < 3; ++i)
        CHECK(haveSameHue(picture.fill(i), speedColor(picture.palette, 0.4f * static_cast<float>(i))));
    const LegendRow* row = picture.row("speed");
    REQUIRE(row);
    CHECK((row->mark == LegendMark::ColorBar));
    CHECK(row->numbers == std::vector<std::string>{"0", "2.50 m/s", "≥ 5.00 m/s"});
    CHECK(row->stops.front() == picture.fill(0));
}

TEST_CASE("bodies_at_rest_are_slow_on_the_scale_of_speeds")
{
    Colored picture(BodyColoring::Speed);
    picture.add({.linearVelocity = {0.002f, 0.0f}}, kBox);
    picture.show();
    CHECK(picture.fillScales.topSpeed == Approx(kMinTopSpeed));
}

TEST_CASE("sleeping_bodies_are_paler_and_the_legend_says_so")
{
    for (const BodyColoring coloring : {BodyColoring::Material, BodyColoring::Body, BodyColoring::Island}) {
        Colored picture(coloring);
        const BodyId body = picture.add({}, kBox);
        picture.show();
        const Color awake = picture.fill(0);
        editState(picture.world(),
                  [&](WorldState& state) { state.bodies.slots.at(body.index).awake = false; });
        picture.draw();
        CHECK(picture.fill(0) == awake.saturated(0.5f));
        CHECK(picture.hasLegend("asleep: paler"));
    }
}

TEST_CASE("the_heat_map_takes_the_place_of_all_these_colours")
{
    BoxPicture picture(30);
    picture.view().bodyColoring = BodyColoring::Body;
    picture.view().heatMap = HeatMapUse::Always;
    picture.draw(&ViewSettings::shapes);
    CHECK(picture.hasLegend("deepest overlap"));
    CHECK_FALSE(picture.hasLegend("colours repeat"));
    const float depth = heatOfBodies(picture.world(), HeatQuantity::Depth)[picture.box.index];
    const Color hot = heatColor(picture.palette, depth / picture.fillScales.topHeat);
    CHECK(std::any_of(picture.list.polygons.begin(), picture.list.polygons.end(),
                      [&](const PolygonShape& polygon) { return polygon.style.fill == hot; }));
}

TEST_CASE("a_body_keeps_its_own_colour_wherever_colours_do_not_stand_for_numbers")
{
    for (const BodyColoring coloring : {BodyColoring::State, BodyColoring::Material, BodyColoring::Body,
                                        BodyColoring::Island, BodyColoring::Speed}) {
        CAPTURE(static_cast<int>(coloring));
        Colored picture(coloring);
        for (const BodyType type : {BodyType::Dynamic, BodyType::Kinematic, BodyType::Static})
            picture.addMaterial({2.0f * static_cast<float>(type), 0.0f}, {}, type);
        picture.show();
        CHECK_FALSE(picture.hasLegend("own colour"));
        std::vector<Color> before;
        for (size_t i = 0; i < 3; ++i) before.push_back(picture.fill(i));
        for (uint32_t slot = 0; slot < 3; ++slot) {
            BodyDef def = picture.world().bodyDef(picture.world().bodyAt(slot));
            def.color = 0x804020;
            REQUIRE(picture.world().setBodyDef(picture.world().bodyAt(slot), def));
        }
        picture.show();
        const bool shown = coloring != BodyColoring::Speed;
        CHECK(picture.hasLegend("own colour") == shown);
        for (size_t i = 0; i < 3; ++i)
            CHECK(haveSameHue(picture.fill(i), shown ? Color::fromHex(0x804020) : before[i]));
    }
}

TEST_CASE("a_sleeping_body_is_paler_in_its_own_colour_too_and_the_heat_map_hides_it")
{
    Colored picture(BodyColoring::State);
    const BodyId ball = picture.addMaterial({0.0f, 0.0f}, {});
    BodyDef def = picture.world().bodyDef(ball);
    def.color = 0xE69F00;
    def.awake = false;
    REQUIRE(picture.world().setBodyDef(ball, def));
    picture.show();
    CHECK(haveSameHue(picture.fill(0), Color::fromHex(0xE69F00).saturated(0.5f)));
    picture.view().heatMap = HeatMapUse::Always;
    picture.show();
    REQUIRE(picture.fillScales.showsHeat);
    CHECK_FALSE(picture.hasLegend("own colour"));
}
