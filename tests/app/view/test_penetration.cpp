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
    CHECK(picture.hasLegend("depth, x100 with ticks"));
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

TEST_CASE("all_magnified_bars_of_a_view_have_one_factor_and_the_deepest_are_cut")
{
    BoxPicture picture = sunkBy(0.01f); // 1 px; 100 times would be 100 px
    picture.add({.position = {-2.0f, 0.25f - 0.002f}}, makeBox(0.25f, 0.25f));
    picture.world().refreshContacts();
    picture.draw(&ViewSettings::penetration);
    CHECK(picture.hasLabel("10.0 mm"));
    CHECK(picture.hasLabel("2.00 mm"));
    CHECK(picture.hasLegend("depth, x100 with ticks"));
    size_t cut = 0, whole = 0;
    for (const Primitive& bar : picture.all(PrimitiveKind::Bar, picture.palette.penetration)) {
        const float drawn = length(bar.b - bar.a);
        CHECK(drawn <= Approx(60.0f * picture.pixel).epsilon(1e-3));
        if (drawn == Approx(60.0f * picture.pixel).epsilon(1e-3)) ++cut;
        if (drawn == Approx(0.2f).epsilon(1e-2)) ++whole;
    }
    CHECK(cut == 2);                                // both points of the deeper box
    CHECK(whole == 2);                              // both of the other one
    CHECK(picture.count(PrimitiveKind::Line) == 4); // two ticks at each whole bar
}

TEST_CASE("magnification_follows_the_zoom_and_the_slop")
{
    BoxPicture picture = sunkBy(0.002f);
    picture.lookAtCorner(1.0f); // the slop has more than a pixel
    picture.draw(&ViewSettings::penetration);
    CHECK(picture.hasLegend("depth, x10 with ticks"));
    WorldSettings settings = picture.world().settings();
    settings.linearSlop = 1e-4f;
    picture.world().setSettings(settings);
    picture.draw();
    CHECK(picture.hasLegend("depth, x100 with ticks"));
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
