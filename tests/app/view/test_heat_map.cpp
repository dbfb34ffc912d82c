#include "app/view/heat_map.h"

#include "app/view/overlay_colors.h"
#include "app/view/world_view.h"
#include "tests/app/view/view_fixture.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;
using satbox::test::Picture;
using satbox::test::PressedPicture;

namespace {

// `side` x `side` points, `spacing` m apart.
std::vector<VisiblePoint> grid(int side, float spacing, Vec2 corner = {0.0f, 0.0f})
{
    std::vector<VisiblePoint> points;
    for (int i = 0; i < side * side; ++i)
        points.push_back({.position = corner + spacing * Vec2{static_cast<float>(i % side),
                                                              static_cast<float>(i / side)}});
    return points;
}

// A block of 10 x 10 boxes of 1 m, 10 mm deep in one another.
struct BlockPicture : Picture {
    BlockPicture()
    {
        WorldSettings settings = world().settings();
        settings.gravity = {0.0f, 0.0f};
        REQUIRE(world().setSettings(settings));
        for (int i = 0; i < 100; ++i)
            add({.position = {0.99f * static_cast<float>(i % 10 - 5),
                              0.99f * static_cast<float>(i / 10 - 5)}},
                makeBox(0.5f, 0.5f));
        step();
        REQUIRE(setOverlays(view(), "contact-points,normals,penetration").empty());
    }
    bool showsHeat() const { return hasLegend("deepest overlap"); }
    void drawAt(float pixelsPerMeter)
    {
        state.camera.set({0.0f, 0.0f}, pixelsPerMeter);
        draw();
    }
};

} // namespace

TEST_CASE("the_density_of_contacts_is_that_around_them_not_that_of_the_whole_screen")
{
    constexpr float kPixel = 0.01f;
    CHECK(contactDensity({}, kPixel) == 0.0f);
    // 64 x 64 points, 2 px apart, in four full cells.
    std::vector<VisiblePoint> points = grid(64, 0.02f);
    CHECK(contactDensity(points, kPixel) == Approx(0.25f).epsilon(0.1));
    const std::vector<VisiblePoint> far = grid(64, 0.02f, {96.0f, 0.0f});
    points.insert(points.end(), far.begin(), far.end());
    CHECK(contactDensity(points, kPixel) == Approx(0.25f).epsilon(0.1));
    CHECK(contactDensity(points, 0.1f * kPixel) < 0.02f);
    CHECK(isDense(contactDensity(grid(64, 0.07f), kPixel), false)); // 7 px apart
    CHECK_FALSE(isDense(contactDensity(grid(64, 0.20f), kPixel), true));
}

TEST_CASE("between_two_densities_the_answer_stays_as_it_was")
{
    for (const bool before : {false, true}) {
        CHECK(isDense(0.02f, before));
        CHECK_FALSE(isDense(0.002f, before));
        CHECK(isDense(0.012f, before) == before);
    }
}

TEST_CASE("the_heat_map_needs_shapes_and_takes_the_place_of_marks_only_if_they_are_on")
{
    ViewSettings view;
    CHECK(showsHeatMap(view, true));
    CHECK_FALSE(showsHeatMap(view, false));
    view.heatMap = HeatMapUse::Never;
    CHECK_FALSE(showsHeatMap(view, true));
    view.heatMap = HeatMapUse::Always;
    CHECK(showsHeatMap(view, false));
    view.shapes = false;
    CHECK_FALSE(showsHeatMap(view, true));
    view = {};
    view.contactPoints = view.normals = view.penetration = false;
    CHECK_FALSE(showsHeatMap(view, true));
    view.penetration = true;
    CHECK(showsHeatMap(view, true));
    view.bodyColoring = BodyColoring::Island; // chosen by the user
    CHECK_FALSE(showsHeatMap(view, true));
    view.heatMap = HeatMapUse::Always;
    CHECK(showsHeatMap(view, true));
}

TEST_CASE("a_body_has_the_deepest_overlap_or_the_largest_impulse_of_its_contacts")
{
    for (const SolverType solver : {SolverType::SoftStep, SolverType::VertexContact}) {
        const PressedPicture picture(solver);
        float depth = 0.0f, impulse = 0.0f;
        for (const ContactPoint& point : picture.solved().points) {
            depth = std::max(depth, -point.separation);
            impulse = std::max(impulse, point.totalImpulse);
        }
        REQUIRE(depth > 0.0f);
        REQUIRE(impulse > 0.0f);
        const std::vector<float> depths = heatOfBodies(picture.world(), HeatQuantity::Depth);
        CHECK(depths[picture.box.index] == depth);
        CHECK(depths[picture.floor.index] == 0.0f); // static
        CHECK(heatOfBodies(picture.world(), HeatQuantity::Impulse)[picture.box.index] == impulse);
    }
}

TEST_CASE("the_scale_is_round_leaves_out_the_largest_values_and_changes_rarely")
{
    std::vector<float> heat(200, 0.003f);
    CHECK(fillScale(heat, 0.0f) == Approx(0.005f));
    heat[7] = heat[8] = 1.0f; // 1 %
    CHECK(fillScale(heat, 0.0f) == Approx(0.005f));
    CHECK(fillScale(heat, 0.010f) == 0.010f);         // more than a quarter is used
    CHECK(fillScale(heat, 0.020f) == Approx(0.005f)); // less
    CHECK(fillScale(heat, 0.002f) == Approx(0.005f)); // too small
    heat.resize(100'000, 0.0f);                       // bodies without a contact do not count
    CHECK(fillScale(heat, 0.0f) == Approx(0.005f));
    CHECK(fillScale({}, 0.0f) > 0.0f);
    CHECK(fillScale(std::vector<float>{3.0f, 70.0f}, 0.0f) == Approx(100.0f));
}

TEST_CASE("marks_that_cover_one_another_give_way_to_the_heat_map_until_the_camera_is_clearly_nearer")
{
    BlockPicture picture;
    picture.drawAt(100.0f);
    CHECK_FALSE(picture.showsHeat());
    CHECK(picture.count(PrimitiveKind::Disc) > 0);
    CHECK(picture.hasLabel("mm"));

    // Find the zoom at which the heat map appears.
    float zoom = 100.0f;
    while (!picture.showsHeat() && zoom > 1.0f) picture.drawAt(zoom *= 0.98f);
    REQUIRE(picture.showsHeat());
    CHECK(picture.list.primitives.empty());
    CHECK(picture.list.labels.empty());
    CHECK_FALSE(picture.hasLegend("normal"));
    CHECK_FALSE(picture.hasLegend("contact point"));
    picture.drawAt(1.1f * zoom);
    CHECK(picture.showsHeat());
    picture.drawAt(2.0f * zoom);
    CHECK_FALSE(picture.showsHeat());
    picture.drawAt(1.1f * zoom);
    CHECK_FALSE(picture.showsHeat());
}

TEST_CASE("dynamic_bodies_have_the_colour_of_their_value_and_static_ones_stay_neutral")
{
    for (const Theme theme : {Theme::Dark, Theme::Light}) {
        PressedPicture picture(SolverType::SoftStep);
        picture.palette = makePalette(theme);
        picture.view().heatMap = HeatMapUse::Always;
        picture.draw(&ViewSettings::shapes);
        const float depth = heatOfBodies(picture.world(), HeatQuantity::Depth)[picture.box.index];
        const Color hot = heatColor(picture.palette, depth / picture.fillScales.topHeat);
        std::vector<Color> fills;
        for (const PolygonShape& polygon : picture.list.polygons) fills.push_back(polygon.style.fill);
        CHECK(std::count(fills.begin(), fills.end(), hot) == 1);
        CHECK(std::count(fills.begin(), fills.end(), picture.palette.staticFill) == 1);
    }
}

TEST_CASE("the_legend_has_a_colour_bar_with_numbers_and_unit")
{
    PressedPicture picture(SolverType::SoftStep);
    picture.view().heatMap = HeatMapUse::Always;
    picture.fillScales.topHeat = 0.1f;
    picture.draw(&ViewSettings::shapes);
    const LegendRow* row = picture.row("deepest overlap");
    REQUIRE(row);
    CHECK((row->mark == LegendMark::ColorBar));
    CHECK(row->stops.front() == heatColor(picture.palette, 0.0f));
    CHECK(row->stops.back() == heatColor(picture.palette, 1.0f));
    CHECK(row->numbers == std::vector<std::string>{"0", "50.0 mm", "≥ 100 mm"});
    picture.view().heatQuantity = HeatQuantity::Impulse;
    picture.draw(&ViewSettings::shapes);
    row = picture.row("largest normal impulse");
    REQUIRE(row);
    CHECK(row->numbers.back().ends_with("N s"));
}

TEST_CASE("a_hovered_or_selected_contact_keeps_its_marks_and_the_colours_of_its_bodies")
{
    BlockPicture picture;
    picture.view().heatMap = HeatMapUse::Always;
    picture.drawAt(40.0f); // all in view
    CHECK(picture.count(PrimitiveKind::Arrow) == 0);
    std::vector<ContactKey> keys;
    picture.world().forEachContactView([&](const ContactView& v) {
        if (!v.points.empty()) keys.push_back(keyOf(picture.world(), *v.contact));
    });
    REQUIRE(keys.size() > 1);
    for (std::optional<ContactKey> Selection::*member : {&Selection::hoveredContact, &Selection::contact}) {
        picture.state.selection = {};
        picture.state.selection.*member = keys[1];
        picture.draw();
        const size_t arrows = picture.count(PrimitiveKind::Arrow);
        CHECK(arrows >= 1);
        CHECK(arrows <= 2);
        CHECK(picture.count(PrimitiveKind::Disc) == arrows);
        CHECK(picture.hasLabel("mm"));
        const auto hasOwnColour = [&](const PolygonShape& p) {
            return p.style.fill == picture.palette.dynamicFill;
        };
        CHECK(std::count_if(picture.list.polygons.begin(), picture.list.polygons.end(), hasOwnColour) == 2);
    }
}

TEST_CASE("further_views_follow_the_first_in_heat_map_and_scale")
{
    BlockPicture picture;
    ViewContext other = picture.context();
    other.isFirstView = false;
    other.fillScales = {.showsHeat = true, .topHeat = 5.0f};
    other.prepare();
    CHECK((other.fillScales == FillScales{.showsHeat = true, .topHeat = 5.0f}));
    CHECK(other.heat == heatOfBodies(picture.world(), HeatQuantity::Depth));
    other.fillScales.showsHeat = false;
    other.prepare();
    CHECK_FALSE(other.fillScales.showsHeat);
}
