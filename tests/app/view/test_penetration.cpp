#include "tests/app/view/view_fixture.h"

#include <satbox/shapes.h>

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;
using satbox::test::BoxPicture;
using satbox::test::PressedPicture;

namespace {

BoxPicture sunkBy(float depth)
{
    BoxPicture picture;
    picture.world().setTransform(picture.box, {{0.0f, 0.5f - depth}, {}});
    picture.world().refreshContacts();
    return picture;
}

} // namespace

TEST_CASE("penetration_is_drawn_to_scale_and_magnified")
{
    BoxPicture picture = sunkBy(0.002f);
    picture.draw(&ViewSettings::penetration);
    const auto bars = picture.all(PrimitiveKind::Bar, picture.palette.penetration);
    REQUIRE(bars.size() == 4); // two points, each with a true and a magnified bar
    CHECK(bars[0].b.y - bars[0].a.y == Approx(0.002).epsilon(1e-3));
    CHECK(bars[1].b.y - bars[1].a.y == Approx(0.2).epsilon(1e-3));
    REQUIRE(picture.list.labels.size() == 2);
    CHECK(picture.list.labels[0].text == "2.00 mm");
    CHECK(picture.hasLegend("depth; bar with ticks: x100"));
    picture.view().magnify = false;
    picture.draw();
    CHECK(picture.count(PrimitiveKind::Bar) == 2);
    CHECK(picture.list.labels[0].text == "2.00 mm");
    REQUIRE(picture.legend.size() == 1);
    CHECK(picture.legend[0].text == "depth");
    picture.view().labels = false;
    picture.draw();
    CHECK(picture.list.labels.empty());
    CHECK(picture.count(PrimitiveKind::Bar) == 2);
}

TEST_CASE("the_bar_reaches_from_one_surface_to_the_other")
{
    BoxPicture picture = sunkBy(0.1f);
    picture.draw(&ViewSettings::penetration);
    const auto bars = picture.all(PrimitiveKind::Bar);
    REQUIRE(bars.size() == 2); // long enough without magnification
    for (const Primitive& bar : bars) {
        CHECK(std::min(bar.a.y, bar.b.y) == Approx(-0.1).epsilon(1e-3));
        CHECK(std::max(bar.a.y, bar.b.y) < 1e-4);
    }
    CHECK(picture.list.labels.at(0).text == "100 mm");
}

TEST_CASE("depths_too_long_at_100_times_are_magnified_10_times")
{
    BoxPicture picture = sunkBy(0.01f); // 1 px; 100 times would be 100 px
    picture.draw(&ViewSettings::penetration);
    CHECK(picture.list.labels.at(0).text == "10.0 mm");
    for (const Primitive& bar : picture.all(PrimitiveKind::Bar))
        CHECK(length(bar.b - bar.a) <= 60.0f * picture.pixel);
}

TEST_CASE("all_magnified_bars_of_a_view_have_one_factor_and_the_deepest_are_cut")
{
    BoxPicture picture = sunkBy(0.02f); // alone: 2 px, magnified 10 times
    picture.draw(&ViewSettings::penetration);
    CHECK(picture.hasLegend("depth; bar with ticks: x10"));
    CHECK_FALSE(picture.hasLegend("depth; bar with ticks: x100"));
    // Ten more boxes, sunk little.
    for (const float x : {-3.5f, -2.9f, 3.5f, -2.3f, -1.7f, -1.1f, 1.1f, 1.7f, 2.3f, 2.9f}) {
        picture.add({.position = {x, 0.25f - 0.002f}}, makeBox(0.25f, 0.25f));
    }
    picture.world().refreshContacts();
    picture.draw();
    CHECK(picture.hasLegend("depth; bar with ticks: x100"));
    float longest = 0.0f;
    size_t cut = 0;
    for (const Primitive& bar : picture.all(PrimitiveKind::Bar, picture.palette.penetration)) {
        longest = std::max(longest, length(bar.b - bar.a));
        if (length(bar.b - bar.a) == Approx(60.0f * picture.pixel).epsilon(1e-3)) ++cut;
    }
    CHECK(longest <= Approx(60.0f * picture.pixel).epsilon(1e-3));
    CHECK(cut == 2); // both points of the deep box
}

TEST_CASE("magnified_bars_of_one_contact_are_on_opposite_sides")
{
    BoxPicture picture = sunkBy(0.002f);
    picture.draw(&ViewSettings::penetration);
    for (const Primitive& bar : picture.all(PrimitiveKind::Bar))
        if (bar.b.y - bar.a.y > 0.1)
            CHECK(std::abs(bar.a.x) == Approx(0.5 + 12.0 * picture.pixel).epsilon(1e-3));
}

TEST_CASE("touching_or_separate_shapes_have_no_depth_bar")
{
    for (const float depth : {0.0f, 5e-6f, -0.01f}) {
        BoxPicture picture = sunkBy(depth);
        picture.draw(&ViewSettings::penetration);
        CHECK(picture.empty());
    }
}

TEST_CASE("the_depth_bar_of_a_vertex_begins_at_the_vertex")
{
    PressedPicture picture(SolverType::VertexContact);
    picture.view().magnify = false;
    picture.draw(&ViewSettings::penetration);
    const float depth = -picture.solved().points[0].separation;
    CHECK(depth == Approx(0.05f + 0.5f / 60.0f).epsilon(1e-3));
    const BodyMotion& box = picture.world().motion(picture.box);
    const auto bars = picture.all(PrimitiveKind::Bar);
    CHECK(bars.size() == 2);
    for (const Primitive& p : bars) {
        CHECK(length(p.b - p.a) == Approx(depth).epsilon(1e-3));
        CHECK(std::min(p.a.y, p.b.y) == Approx(box.center.y - 0.5).epsilon(0.02)); // up to the surface
    }
}
