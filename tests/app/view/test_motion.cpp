#include "engine/world/world_access.h"
#include "tests/app/view/view_fixture.h"
#include <satbox/shapes.h>

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;
using satbox::test::BoxPicture;
using satbox::test::Picture;

namespace {

Picture weightless()
{
    Picture picture;
    WorldSettings settings = picture.world().settings();
    settings.gravity = {0.0f, 0.0f};
    picture.world().setSettings(settings);
    return picture;
}

} // namespace

TEST_CASE("a_cross_marks_the_centre_of_mass_and_not_the_origin")
{
    Picture picture;
    picture.add({.position = {1.0f, 0.0f}}, makeBox(0.5f, 0.5f, {0.4f, 0.3f}, {}));
    picture.add({.type = BodyType::Static}, makeBox(0.5f, 0.5f));
    picture.draw(&ViewSettings::centers);
    const auto crosses = picture.all(PrimitiveKind::Cross);
    REQUIRE(crosses.size() == 1); // static bodies do not turn
    CHECK(length(crosses[0].a - Position{1.4f, 0.3f}) < 1e-5f);
    CHECK(crosses[0].color == picture.palette.text);
    CHECK(picture.hasLegend("centre of mass"));
}

TEST_CASE("the_arrow_of_a_velocity_has_its_direction_and_length_and_its_number")
{
    Picture picture;
    picture.add({.linearVelocity = {3.0f, 4.0f}}, makeBox(0.5f, 0.5f));
    picture.view().velocityLength = 0.2f;
    picture.draw(&ViewSettings::velocities);
    const auto arrows = picture.all(PrimitiveKind::Arrow);
    REQUIRE(arrows.size() == 1);
    CHECK(length(arrows[0].b - Position{0.6f, 0.8f}) < 1e-5f);
    REQUIRE(picture.list.labels.size() == 1);
    CHECK(picture.list.labels[0].text == "5.00 m/s");
    CHECK(picture.list.labels[0].point == arrows[0].b);
    picture.view().labels = false;
    picture.draw();
    CHECK(picture.list.labels.empty());
}

TEST_CASE("bodies_at_rest_or_asleep_have_no_velocity_arrow")
{
    Picture picture;
    picture.add({}, makeBox(0.5f, 0.5f));
    const BodyId sleeper =
        picture.add({.position = {2.0f, 0.0f}, .linearVelocity = {1.0f, 0.0f}}, makeBox(0.5f, 0.5f));
    editState(picture.world(),
              [&](WorldState& state) { state.bodies.slots.at(sleeper.index).awake = false; });
    picture.draw(&ViewSettings::velocities);
    CHECK(picture.empty());
}

TEST_CASE("spin_is_an_arc_with_its_head_in_the_sense_of_turning")
{
    for (const float spin : {2.0f, -2.0f}) {
        Picture picture;
        picture.add({.angularVelocity = spin}, makeBox(0.5f, 0.5f));
        picture.draw(&ViewSettings::velocities);
        const auto lines = picture.all(PrimitiveKind::Line);
        REQUIRE(lines.size() >= 2);
        CHECK((lines.front().b.y - lines.front().a.y) * static_cast<double>(spin) > 0.0); // from angle 0
        CHECK(std::atan2(lines.back().b.y, lines.back().b.x) == Approx(0.5f * spin)); // 0.5 rad for 1 rad/s
        CHECK(picture.count(PrimitiveKind::Triangle) == 1);
    }
    Picture slow;
    slow.add({.angularVelocity = 0.2f}, makeBox(0.5f, 0.5f));
    slow.draw(&ViewSettings::velocities);
    CHECK(slow.empty());
}

TEST_CASE("a_trail_passes_through_the_positions_of_the_last_steps_and_fades")
{
    Picture picture = weightless();
    const BodyId body = picture.add({.linearVelocity = {3.0f, 0.0f}}, Circle{.radius = 0.2f});
    picture.draw(&ViewSettings::trails);
    CHECK(picture.empty());
    picture.step(11);
    picture.draw();
    const auto pieces = picture.all(PrimitiveKind::Line);
    REQUIRE(pieces.size() == 10); // 50 mm each
    CHECK(pieces.front().a == picture.world().motion(body).center);
    for (size_t i = 0; i < pieces.size(); ++i) {
        CHECK(pieces[i].a.x - pieces[i].b.x == Approx(0.05).epsilon(1e-3));
        if (i > 0) CHECK(pieces[i].color.a < pieces[i - 1].color.a);
    }
    CHECK(picture.hasLegend("trail of the last 2.00 s"));
    picture.view().trailSeconds = 0.1f; // 6 steps
    picture.draw();
    CHECK(picture.count(PrimitiveKind::Line) == 5);
    CHECK(picture.hasLegend("trail of the last 100 ms"));
}

TEST_CASE("a_trail_of_a_body_at_rest_or_gone_is_not_drawn")
{
    Picture picture = weightless();
    const BodyId body = picture.add({}, Circle{.radius = 0.2f});
    picture.step(50);
    picture.draw(&ViewSettings::trails);
    CHECK(picture.count(PrimitiveKind::Line) == 1); // one piece of zero length for the whole time
    picture.world().destroyBody(body);
    picture.draw();
    CHECK(picture.empty());
}

TEST_CASE("the_legend_states_no_longer_trails_than_are_kept")
{
    BoxPicture picture(2);
    picture.view().trailSeconds = 20.0f;
    picture.draw(&ViewSettings::trails);
    CHECK(picture.hasLegend("trail of the last 10.0 s")); // 600 steps
    picture.state.trailHistory.stepSeconds = 1.0 / 240.0;
    picture.draw();
    CHECK(picture.hasLegend("trail of the last 2.50 s"));
}

TEST_CASE("a_sleeping_body_has_a_z_and_a_body_at_rest_a_ring_that_fills")
{
    BoxPicture picture(5);
    const auto turned = [&] {
        picture.draw(&ViewSettings::sleep);
        const auto arc = picture.all(PrimitiveKind::Line);
        if (arc.empty()) return 0.0;
        const Position middle = picture.world().motion(picture.box).center;
        CHECK(std::fabs(arc.front().a.x - middle.x) < 1e-4); // from the top
        CHECK(arc.front().a.y > middle.y);
        double sum = 0.0;
        for (const Primitive& piece : arc) {
            const Vec2 from = piece.a - middle, to = piece.b - middle;
            sum -= static_cast<double>(std::atan2(cross(from, to), dot(from, to))); // clockwise
        }
        return sum;
    };
    const float before = picture.world().body(picture.box).sleepTime;
    CHECK(turned() == Approx(2.0 * 3.14159265 * static_cast<double>(before) / 0.5).epsilon(1e-3));
    picture.step(10);
    const float later = picture.world().body(picture.box).sleepTime;
    CHECK(later > before);
    CHECK(turned() == Approx(2.0 * 3.14159265 * static_cast<double>(later) / 0.5).epsilon(1e-3));
    CHECK(picture.hasLegend("time at rest; full after 500 ms"));
    picture.step(100);
    picture.draw();
    CHECK(picture.count(PrimitiveKind::Line) == 0);
    REQUIRE(picture.list.labels.size() == 1);
    CHECK(picture.list.labels[0].text == "z");
    picture.view().labels = false;
    picture.draw();
    CHECK(picture.empty());
}

TEST_CASE("with_sleeping_off_there_is_neither_ring_nor_legend")
{
    BoxPicture picture;
    BodyDef def = picture.world().bodyDef(picture.box);
    def.sleepAllowed = false;
    picture.world().setBodyDef(picture.box, def);
    picture.step(20);
    picture.draw(&ViewSettings::sleep);
    CHECK(picture.empty());

    BoxPicture awake;
    WorldSettings settings = awake.world().settings();
    settings.sleeping = false;
    awake.world().setSettings(settings);
    awake.step(20);
    awake.draw(&ViewSettings::sleep);
    CHECK(awake.empty());
    CHECK(awake.legend.empty());
}
