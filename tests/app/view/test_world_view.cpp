#include "app/view/world_view.h"

#include "tests/app/view/view_fixture.h"
#include <satbox/shapes.h>

#include <algorithm>
#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using satbox::test::BoxPicture;
using satbox::test::PairPicture;
using satbox::test::Picture;

TEST_CASE("every_overlay_switch_has_an_overlay_and_every_overlay_a_switch")
{
    for (const ViewSwitch& row : viewSwitches()) {
        if (row.group != ViewGroup::Overlay || row.key == "grid") continue; // the backdrop draws the grid
        CAPTURE(row.key);
        const auto found =
            std::ranges::find_if(kOverlays, [&](const Overlay& o) { return o.toggle.key == row.key; });
        REQUIRE(found != kOverlays.end());
        CHECK(found->toggle.member == row.member);
        CHECK((found->draw != nullptr && found->legend != nullptr));
    }
    for (const Overlay& overlay : kOverlays) CHECK(findViewSwitch(overlay.toggle.key) != nullptr);
    CHECK(overlaysInDrawOrder().size() + 1 == kOverlays.size());
    for (size_t i = 1; i < overlaysInDrawOrder().size(); ++i)
        CHECK(overlaysInDrawOrder()[i - 1].drawOrder < overlaysInDrawOrder()[i].drawOrder);
}

TEST_CASE("nothing_is_drawn_with_all_overlays_off_and_all_of_them_draw_something")
{
    BoxPicture picture(3);
    picture.draw();
    CHECK(picture.empty());
    CHECK(picture.legend.empty());
    for (const Overlay& overlay : overlaysInDrawOrder()) {
        CAPTURE(overlay.toggle.key);
        BoxPicture one(12);
        // A second body: an inner node in the tree, motion, and a joint.
        const BodyId ball =
            one.add({.position = {2.0f, 3.0f}, .linearVelocity = {1.0f, 0.0f}}, Circle{.radius = 0.3f});
        one.world().createJoint({.bodyA = one.floor, .bodyB = ball, .kind = MotorJoint{.maxForce = 0.1f}});
        one.step(2);
        one.draw(overlay.toggle.member);
        CHECK_FALSE(one.empty());
        CHECK_FALSE(one.legend.empty());
    }
}

TEST_CASE("an_empty_world_is_an_empty_picture_with_every_overlay_on")
{
    Picture picture;
    CHECK(setOverlays(picture.view(), "all").empty());
    picture.draw();
    CHECK(picture.empty());
}

TEST_CASE("drawing_does_not_change_the_world")
{
    BoxPicture picture(30);
    CHECK(setOverlays(picture.view(), "all").empty());
    const uint64_t before = picture.world().hash();
    picture.draw();
    CHECK(picture.world().hash() == before);
}

TEST_CASE("contact_points_are_drawn_over_the_tree_in_any_order_of_switching_on")
{
    BoxPicture picture(3);
    picture.add({.position = {2.0f, 3.0f}}, Circle{.radius = 0.3f}); // for an inner node
    picture.view().contactPoints = picture.view().tree = true;
    picture.draw();
    const std::vector<Primitive>& drawn = picture.list.primitives;
    REQUIRE(drawn.size() == 6);
    for (size_t i = 0; i < 4; ++i) CHECK(drawn[i].kind == PrimitiveKind::Line);
    for (size_t i = 4; i < 6; ++i) CHECK(drawn[i].kind == PrimitiveKind::Disc);
}

TEST_CASE("the_pair_that_is_open_comes_first_in_the_legend")
{
    PairPicture picture(makeBox(0.5f, 0.5f), makeBox(0.5f, 0.5f), {0.3f, 0.95f});
    picture.view().shapes = true;
    picture.draw();
    REQUIRE(picture.legend.size() > 2);
    CHECK(picture.legend.front().text.starts_with("A: "));
    CHECK(picture.legend.back().text == "asleep"); // of the bodies
}

TEST_CASE("of_many_labels_the_required_and_the_most_important_remain")
{
    Picture picture;
    picture.view().velocityLength = 0.3f;
    picture.view().shapes = picture.view().velocities = true;
    std::vector<BodyId> bodies;
    for (int i = 0; i < 300; ++i) { // in 20 columns, with increasing speed
        const float x = -3.8f + 0.4f * static_cast<float>(i % 20),
                    y = -2.8f + 0.4f * static_cast<float>(i / 20);
        const float speed = 1.0f + 0.01f * static_cast<float>(i);
        bodies.push_back(
            picture.add({.position = {x, y}, .linearVelocity = {speed, 0.0f}}, Circle{.radius = 0.16f}));
    }
    picture.draw();
    CHECK(picture.list.labels.size() == 250);
    CHECK_FALSE(picture.hasLabel("1.00 m/s"));
    CHECK(picture.hasLabel("3.99 m/s"));
    picture.view().velocities = true;
    picture.state.selection.hoveredBody = bodies.front();
    picture.draw();
    CHECK(picture.list.labels.size() == 250);
    CHECK(picture.list.labels.front().required); // the name of what is hovered
    CHECK(picture.hasLabel("circle 0"));
    CHECK(picture.hasLabel("1.00 m/s")); // of the hovered body
    CHECK_FALSE(picture.hasLabel("1.50 m/s"));
}
