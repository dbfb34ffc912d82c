#include "app/view/contact_facts.h"
#include "app/view/world_view.h"
#include "engine/geometry/polygon.h"
#include "tests/support/app_worlds.h"
#include "tests/support/view_fixture.h"

#include <algorithm>
#include <doctest/doctest.h>

namespace satbox::app {

namespace {

// A box on a floor, seen by a camera, with what an overlay needs.
struct Fixture {
    test::BoxOnFloor made = test::makeBoxOnFloor();
    Palette palette = makePalette(ThemeKind::Dark);
    DrawList list;

    explicit Fixture(std::string_view overlays, int steps = 3)
    {
        CHECK(setOverlays(made.state.view, overlays).empty());
        for (int i = 0; i < steps; ++i) {
            made.state.document.world.step(1.0f / 60.0f);
            made.state.memory.record(made.state.world());
        }
    }
    World& world() { return made.state.document.world; }
    void draw()
    {
        AppState& s = made.state;
        ViewContext context = test::viewOf(s, palette);
        list.clear();
        drawWorld(context, list);
        rows = legendRows(context);
        impulseLength = context.impulseLength;
    }
    size_t count(PrimitiveKind kind) const
    {
        return static_cast<size_t>(std::count_if(list.primitives.begin(), list.primitives.end(),
                                                 [&](const Primitive& p) { return p.kind == kind; }));
    }
    LegendRows rows;
    float impulseLength = 0.0f; // m for each N s
};

} // namespace

TEST_CASE("every_overlay_switch_has_an_overlay_and_every_overlay_a_switch")
{
    for (const ViewSwitch& row : viewSwitches()) {
        if (row.group != ViewGroup::Overlay || row.key == "grid") continue; // the backdrop draws the grid
        CAPTURE(row.key);
        const auto found =
            std::ranges::find_if(overlays(), [&](const Overlay& o) { return o.key == row.key; });
        REQUIRE(found != overlays().end());
        CHECK(found->on == row.member);
    }
    for (const Overlay& overlay : overlays()) CHECK(findViewSwitch(overlay.key) != nullptr);
}

TEST_CASE("normals_point_from_a_to_b_and_have_their_length_in_pixels")
{
    Fixture f("normals");
    f.draw();
    REQUIRE(f.count(PrimitiveKind::Arrow) == 2);
    for (const Primitive& p : f.list.primitives) {
        if (p.kind != PrimitiveKind::Arrow) continue;
        const float sign = f.world().state().contacts.awake.front().normal.y;
        CHECK(p.b.y - p.a.y ==
              doctest::Approx(sign * f.made.state.view.normalLength * f.made.state.camera.metersPerPixel()));
        CHECK(p.color == f.palette.normal);
    }
}

TEST_CASE("normal_impulse_arrows_add_up_to_the_weight_over_a_step")
{
    Fixture f("impulses", 120);
    f.draw();
    float total = 0.0f;
    for (const Primitive& p : f.list.primitives)
        if (p.kind == PrimitiveKind::Arrow && p.color == f.palette.normalImpulse)
            total += std::abs((p.b - p.a).y) / f.impulseLength;
    const float weight = f.world().totalMass() * 9.81f / 60.0f;
    CHECK(total == doctest::Approx(weight).epsilon(0.02));
}

TEST_CASE("marks_shrink_and_lose_their_numbers_on_small_bodies")
{
    Fixture f("penetration,contact-points", 0);
    World& world = f.world();
    for (int i = 1; i < 8; ++i) {
        const BodyId box = world.createBody({.position = {-8.0f + 2.0f * static_cast<float>(i), 0.497f}});
        world.addShape(box, {.geometry = makeBox(0.5f, 0.5f)});
    }
    world.refreshContacts();
    const auto discRadius = [&] {
        const auto disc = std::ranges::find_if(
            f.list.primitives, [](const Primitive& p) { return p.kind == PrimitiveKind::Disc; });
        REQUIRE(disc != f.list.primitives.end());
        return disc->sizePx;
    };
    f.made.state.camera.set({0.0f, 0.0f}, 60.0f);
    f.draw();
    const size_t labelsNear = f.list.labels.size();
    const float radiusNear = discRadius();
    f.made.state.camera.set({0.0f, 0.0f}, 10.0f);
    f.draw();
    CHECK(f.list.labels.size() == 3); // the deepest ones
    CHECK(labelsNear > 3);
    CHECK(discRadius() < radiusNear);
}

TEST_CASE("arrows_are_cut_so_that_one_hit_does_not_cross_the_picture")
{
    Fixture f("velocities", 0);
    f.world().setVelocity(f.made.box, {0.0f, 390.0f}, 0.0f);
    f.draw();
    REQUIRE(f.count(PrimitiveKind::Arrow) == 1);
    const auto arrow = std::ranges::find_if(
        f.list.primitives, [](const Primitive& p) { return p.kind == PrimitiveKind::Arrow; });
    CHECK((arrow->b.y - arrow->a.y) / f.made.state.camera.metersPerPixel() == doctest::Approx(180.0f));
}

TEST_CASE("penetration_is_drawn_to_scale_and_magnified_with_a_tag")
{
    Fixture f("penetration", 0);
    f.world().setTransform(f.made.box, {{0.0f, 0.498f}, {}});
    f.world().refreshContacts();
    f.draw();
    CHECK(f.count(PrimitiveKind::Bar) == 4); // two points, each true and magnified
    REQUIRE(f.list.labels.size() == 2);
    CHECK(f.list.labels[0].text == "2.00 mm  x100");
    f.made.state.view.magnify = false;
    f.draw();
    CHECK(f.count(PrimitiveKind::Bar) == 2);
    CHECK(f.list.labels[0].text == "2.00 mm");
}

TEST_CASE("selected_body_is_outlined_over_everything_else")
{
    Fixture f("shapes,impulses", 60);
    f.made.state.selection.select(f.world(), f.made.box);
    f.draw();
    REQUIRE(f.list.primitives.size() >= 4);
    for (size_t i = f.list.primitives.size() - 4; i < f.list.primitives.size(); ++i) {
        CHECK(f.list.primitives[i].kind == PrimitiveKind::Line);
        CHECK(f.list.primitives[i].color == f.palette.selected);
    }
}

TEST_CASE("line_in_the_friction_cone_stays_within_it_and_reaches_its_side_when_sliding")
{
    Fixture f("friction-cone", 0);
    f.world().setVelocity(f.made.box, {3.0f, 0.0f}, 0.0f);
    for (int i = 0; i < 5; ++i) f.world().step(1.0f / 60.0f);
    f.draw();
    // For each point: fill, left side, right side, impulse.
    REQUIRE(f.count(PrimitiveKind::Triangle) == 2);
    REQUIRE(f.list.primitives.size() == 8);
    for (size_t i = 0; i < 8; i += 4) {
        const auto slope = [&](const Primitive& p) { return (p.b - p.a).x / (p.b - p.a).y; };
        const float side = std::abs(slope(f.list.primitives[i + 1]));
        CHECK(side == doctest::Approx(0.6f).epsilon(0.01));
        CHECK(std::abs(slope(f.list.primitives[i + 3])) == doctest::Approx(side).epsilon(0.05));
    }
}

TEST_CASE("unrelated_things_step_back_when_a_contact_is_chosen")
{
    Fixture f("shapes,contact-points");
    const BodyId other = f.world().createBody({.position = {2.0f, 2.0f}});
    f.world().addShape(other, {.geometry = makeBox(0.5f, 0.5f)});
    f.draw();
    const size_t polygons = f.list.polygons.size();
    CHECK(f.list.polygons.back().style.outline.a == 1.0f);
    f.made.state.selection.contact = keyOf(f.world(), f.world().state().contacts.awake.front(), 0);
    f.draw();
    CHECK(f.list.polygons.size() == polygons);
    CHECK(f.list.polygons.back().style.outline.a == doctest::Approx(kDimmed));
    f.made.state.view.dimUnrelated = false;
    f.draw();
    CHECK(f.list.polygons.back().style.outline.a == 1.0f);
}

TEST_CASE("nothing_is_drawn_with_all_overlays_off_and_all_of_them_draw_something")
{
    Fixture f("none");
    f.draw();
    CHECK(f.list.polygons.empty());
    CHECK(f.list.primitives.empty());
    CHECK(f.rows.empty());
    for (const Overlay& overlay : overlays()) {
        CAPTURE(overlay.key);
        Fixture one(overlay.key, 12);
        // A second body gives the tree an inner node, and something that moves.
        const BodyId ball =
            one.world().createBody({.position = {2.0f, 3.0f}, .linearVelocity = {1.0f, 0.0f}});
        one.world().addShape(ball, {.geometry = Circle{.radius = 0.3f}});
        one.draw();
        const size_t drawn = one.list.polygons.size() + one.list.primitives.size() + one.list.labels.size();
        CHECK(drawn > 0);
        CHECK(!one.rows.empty());
    }
}

TEST_CASE("drawing_does_not_change_the_world")
{
    Fixture f("all", 30);
    const uint64_t before = f.world().hash();
    f.draw();
    CHECK(f.world().hash() == before);
}

TEST_CASE("trails_are_forgotten_when_time_goes_back")
{
    ViewMemory memory;
    World world = test::makeBoxOnFloor().state.document.world;
    const World start = world;
    for (int i = 0; i < 5; ++i) {
        world.step(1.0f / 60.0f);
        memory.record(world);
        memory.record(world); // the same step twice counts once
    }
    const auto points = [&] {
        size_t most = 0;
        for (const ViewMemory::Trail& trail : memory.trails) most = std::max(most, trail.points.size());
        return most;
    };
    CHECK(points() == 5);
    memory.record(start);
    CHECK(points() == 0);
}

TEST_CASE("a_full_trail_gives_the_newest_point_first")
{
    ViewMemory::Trail trail;
    trail.points.resize(ViewMemory::kMaxPoints);
    for (size_t i = 0; i < trail.points.size(); ++i) trail.points[i] = {static_cast<float>(i), 0.0f};
    trail.next = 10; // point 9 was written last, 10 is the oldest
    CHECK(trailPoint(trail, 0).x == 9.0f);
    CHECK(trailPoint(trail, ViewMemory::kMaxPoints - 1).x == 10.0f);
}

TEST_CASE("contact_facts_name_both_shapes_and_the_depth")
{
    Fixture f("none");
    const ContactKey key = keyOf(f.world(), f.world().state().contacts.awake.front(), 0);
    const auto facts = contactFacts(f.world(), key);
    REQUIRE(facts);
    CHECK(facts->nameA.find("polygon") != std::string::npos);
    CHECK(std::ranges::any_of(facts->facts, [](const ContactFact& x) { return x.name == "Normal impulse"; }));
    f.world().destroyBody(f.made.box);
    CHECK(!contactFacts(f.world(), key));
}

} // namespace satbox::app
