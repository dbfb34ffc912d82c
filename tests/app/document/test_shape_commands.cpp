#include "app/document/shape_commands.h"

#include "app/document/commands.h"
#include "app/document/history.h"
#include "tests/support/lcg.h"
#include <satbox/outlines.h>
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <vector>

using namespace satbox;
using namespace satbox::app;
using satbox::test::Lcg;

namespace {

const std::vector<Position> kStar{{0.0, 2.0},   {-0.5, 0.6}, {-1.9, 0.6},  {-0.8, -0.25}, {-1.2, -1.6},
                                  {0.0, -0.75}, {1.2, -1.6}, {0.8, -0.25}, {1.9, 0.6},    {0.5, 0.6}};

std::vector<BodyId> bodiesOf(const World& world)
{
    std::vector<BodyId> bodies;
    world.forEachBody([&](BodyId id, const Body&, const BodyMotion&) { bodies.push_back(id); });
    return bodies;
}

// Mass and momenta of all dynamic bodies, about the world's origin.
struct Totals {
    double mass = 0.0, momentumX = 0.0, momentumY = 0.0, angular = 0.0;
};
Totals totalsOf(const World& world)
{
    Totals totals;
    world.forEachBody([&](BodyId id, const Body& body, const BodyMotion& motion) {
        const BodyDef def = world.bodyDef(id);
        const double m = static_cast<double>(body.massData.mass);
        const double vx = static_cast<double>(def.linearVelocity.x);
        const double vy = static_cast<double>(def.linearVelocity.y);
        totals.mass += m;
        totals.momentumX += m * vx;
        totals.momentumY += m * vy;
        totals.angular +=
            m * (motion.center.x * vy - motion.center.y * vx) +
            static_cast<double>(body.massData.inertia) * static_cast<double>(def.angularVelocity);
    });
    return totals;
}

void checkEqual(const Totals& a, const Totals& b, double error = 1e-4)
{
    CHECK(a.mass == doctest::Approx(b.mass).epsilon(error));
    CHECK(a.momentumX == doctest::Approx(b.momentumX).epsilon(error));
    CHECK(a.momentumY == doctest::Approx(b.momentumY).epsilon(error));
    CHECK(a.angular == doctest::Approx(b.angular).epsilon(error));
}

struct Bench {
    History history;

    Bench()
    {
        Document document;
        document.world.setSettings({.gravity = {0.0f, 0.0f}});
        document.scene.world = document.world;
        history.reset(std::move(document));
    }
    const World& world() const { return history.world(); }
    const World& start() const { return history.document().scene.world; }
    std::vector<BodyId> execute(const DraftedCommand& draft)
    {
        REQUIRE(draft.refusal == "");
        REQUIRE(history.execute(draft.command) == "");
        history.closeGesture();
        return {history.createdBodies().begin(), history.createdBodies().end()};
    }
    BodyId addStar(BodyDef body = {})
    {
        return execute(drawnBodyCommand(kStar, std::move(body), {}, "star")).front();
    }
    void run(int steps)
    {
        for (int i = 0; i < steps; ++i) history.play(op::Step{1.0f / 60.0f});
    }
};

} // namespace

TEST_CASE("a_drawn_concave_body_has_its_origin_at_its_centre_of_mass_and_covers_the_outline")
{
    Bench bench;
    const BodyId star = bench.addStar();
    CHECK(bench.world().shapesOf(star).size() > 2);
    const MassData& mass = bench.world().body(star).massData;
    CHECK(length(mass.center) < 1e-5f);
    CHECK(mass.mass == doctest::Approx(bench.start().body(star).massData.mass));
    for (const ShapeId shape : bench.world().shapesOf(star)) {
        const WorldBox& box = bench.world().boxes(shape).tight;
        CHECK(box.lower.y > -1.61);
        CHECK(box.upper.y < 2.01);
    }
}

TEST_CASE("an_outline_that_crosses_itself_is_refused_with_a_sentence")
{
    const std::vector<Position> bowTie{{10, 0}, {12, 2}, {12, 0}, {10, 2}};
    const DraftedCommand draft = drawnBodyCommand(bowTie, {}, {}, "polygon");
    CHECK(draft.refusal ==
          "The outline crosses itself at (11.0, 1.00): its edge from corner 1 to 2 meets that from 3 to 4.");
}

TEST_CASE("a_ground_line_has_a_static_segment_between_different_points")
{
    Bench bench;
    const std::vector<Position> points{{5, 1}, {6, 1}, {6, 1}, {8, 2}};
    const BodyId ground = bench.execute(chainCommand(points, {})).front();
    CHECK((bench.world().body(ground).type == BodyType::Static));
    REQUIRE(bench.world().shapesOf(ground).size() == 2);
    CHECK((bench.world().shape(bench.world().shapesOf(ground)[1]).shape == Shape(Segment{{1, 0}, {3, 1}})));
    CHECK_FALSE(chainCommand(std::vector<Position>{{1, 1}}, {}).ok());
}

TEST_CASE("a_cut_keeps_mass_momenta_material_and_the_velocity_of_every_point")
{
    Bench bench;
    ShapeDef shape;
    shape.material.dynamicFriction = 0.125f;
    shape.filter.category = 2;
    BodyDef body{.linearVelocity = {3.0f, -1.0f}, .angularVelocity = 4.0f, .name = "star"};
    const BodyId star = bench.execute(drawnBodyCommand(kStar, body, shape, "star")).front();
    const Totals before = totalsOf(bench.world());
    const Position center = bench.world().motion(star).center;
    const std::vector<BodyId> parts =
        bench.execute(knifeCommand(bench.world(), std::array{star}, {-5.0, 0.2}, {5.0, 0.3}));
    CHECK(parts.size() == 2); // an upper and a lower one
    CHECK_FALSE(bench.world().isValid(star));
    checkEqual(totalsOf(bench.world()), before);
    for (const BodyId part : parts) {
        const BodyDef def = bench.world().bodyDef(part);
        CHECK(def.name == "star");
        CHECK(def.angularVelocity == 4.0f);
        const Vec2 expected = Vec2{3.0f, -1.0f} + cross(4.0f, bench.world().motion(part).center - center);
        CHECK(length(def.linearVelocity - expected) < 1e-4f);
        for (const ShapeId id : bench.world().shapesOf(part)) {
            CHECK(bench.world().shapeDef(id).material.dynamicFriction == 0.125f);
            CHECK(bench.world().shapeDef(id).filter.category == 2);
        }
    }
}

TEST_CASE("the_parts_of_a_body_that_has_moved_start_where_it_started")
{
    Bench bench;
    const BodyId star = bench.addStar({.linearVelocity = {6.0f, 0.0f}, .angularVelocity = 2.0f});
    bench.run(60);
    const Position here = bench.world().motion(star).center;
    CHECK(here.x > 5.0);
    const Totals now = totalsOf(bench.world()), atStart = totalsOf(bench.start());
    bench.execute(
        knifeCommand(bench.world(), std::array{star}, here + Vec2{-5.0f, 0.1f}, here + Vec2{5.0f, 0.1f}));
    checkEqual(totalsOf(bench.world()), now);
    checkEqual(totalsOf(bench.start()), atStart);
    REQUIRE(bodiesOf(bench.world()).size() >= 2);
    // Same places in the frame of the cut body: the distance between two parts is the same in both.
    const std::vector<BodyId> parts = bodiesOf(bench.world());
    const auto apart = [&](const World& world) {
        return length(world.motion(parts[0]).center - world.motion(parts[1]).center);
    };
    CHECK(apart(bench.world()) == doctest::Approx(apart(bench.start())).epsilon(1e-5));
    CHECK(bench.start().motion(parts[0]).center.x < 3.0);
}

TEST_CASE("many_cuts_of_many_bodies_keep_mass_and_momenta_and_are_undone_and_redone_to_the_same_bits")
{
    Bench bench;
    Lcg random(77);
    std::vector<uint64_t> hashes{bench.world().hash()};
    bench.addStar({.linearVelocity = {1.0f, 2.0f}, .angularVelocity = 3.0f});
    int cuts = 0;
    while (cuts < 40) {
        hashes.push_back(bench.world().hash());
        const float angle = random.between(0.0f, 6.28f);
        const Vec2 direction = rotate(makeRot(angle), {20.0f, 0.0f});
        const Position center = Vec2{random.between(-1.0f, 1.0f), random.between(-1.0f, 1.0f)};
        const Totals before = totalsOf(bench.world());
        const DraftedCommand draft =
            knifeCommand(bench.world(), bodiesOf(bench.world()), center - direction, center + direction);
        if (!draft.ok()) {
            hashes.pop_back();
            continue;
        }
        bench.execute(draft);
        checkEqual(totalsOf(bench.world()), before, 1e-3);
        ++cuts;
    }
    CHECK(bodiesOf(bench.world()).size() > 40);
    const uint64_t last = bench.world().hash();
    for (size_t i = hashes.size(); i-- > 0;) {
        REQUIRE(bench.history.undo());
        REQUIRE(bench.world().hash() == hashes[i]);
    }
    while (bench.history.redo()) {
    }
    CHECK(bench.world().hash() == last);
}

TEST_CASE("a_body_is_split_into_its_shapes_and_combined_again_with_the_same_mass_and_momenta")
{
    Bench bench;
    const BodyId star = bench.addStar({.linearVelocity = {1.0f, 2.0f}, .angularVelocity = 3.0f});
    const size_t shapes = bench.world().shapesOf(star).size();
    const Totals before = totalsOf(bench.world());
    const float inertia = bench.world().body(star).massData.inertia;
    const std::vector<BodyId> parts = bench.execute(splitCommand(bench.world(), std::array{star}));
    CHECK(parts.size() == shapes);
    checkEqual(totalsOf(bench.world()), before);
    const BodyId whole = bench.execute(combineCommand(bench.world(), parts)).front();
    CHECK(bodiesOf(bench.world()).size() == 1);
    CHECK(bench.world().shapesOf(whole).size() == shapes);
    checkEqual(totalsOf(bench.world()), before);
    CHECK(bench.world().body(whole).massData.inertia == doctest::Approx(inertia).epsilon(1e-4));
    CHECK(bench.world().bodyDef(whole).angularVelocity == doctest::Approx(3.0).epsilon(1e-4));
    CHECK_FALSE(combineCommand(bench.world(), std::array{whole}).ok());
}

TEST_CASE("bodies_that_move_against_each_other_keep_their_momenta_when_combined")
{
    Bench bench;
    const std::array bodies{bench.addStar({.linearVelocity = {2.0f, 0.0f}}),
                            bench.addStar({.linearVelocity = {-1.0f, 5.0f}, .angularVelocity = -2.0f})};
    bench.run(30);
    const Totals before = totalsOf(bench.world());
    bench.execute(combineCommand(bench.world(), bodies));
    checkEqual(totalsOf(bench.world()), before, 1e-3);
}

TEST_CASE("bodies_of_different_types_are_not_combined")
{
    Bench bench;
    const std::array bodies{bench.addStar(), bench.addStar({.type = BodyType::Static})};
    CHECK(combineCommand(bench.world(), bodies).refusal.starts_with("Bodies of different types"));
}

TEST_CASE("an_array_has_columns_times_rows_of_the_bodies")
{
    Bench bench;
    const BodyId star = bench.addStar();
    bench.execute(arrayCopyCommand(bench.world(), std::array{star}, 4, 3, {5.0f, 6.0f}));
    const std::vector<BodyId> bodies = bodiesOf(bench.world());
    REQUIRE(bodies.size() == 12);
    const Vec2 across = bench.world().motion(bodies.back()).center - bench.world().motion(star).center;
    CHECK(length(across - Vec2{15.0f, 12.0f}) < 1e-3f);
    REQUIRE(bench.history.undo());
    CHECK(bodiesOf(bench.world()).size() == 1);
    CHECK_FALSE(arrayCopyCommand(bench.world(), std::array{star}, 1, 1, {}).ok());
    CHECK(arrayCopyCommand(bench.world(), {}, 2, 1, {}).refusal == "Select the bodies to copy.");
    CHECK(arrayCopyRefusal(1, 2001, 1).empty());
    CHECK(arrayCopyCommand(bench.world(), std::array{star}, 2002, 1, {}).refusal ==
          "The array would have 2001 copies. Choose fewer columns or rows: at most 2000 copies are allowed.");
    CHECK_FALSE(arrayCopyCommand(bench.world(), std::array{star}, 50'000, 50'000, {}).ok());
}

TEST_CASE("a_mirrored_world_runs_as_the_mirror_image")
{
    Bench bench;
    const BodyId star = bench.addStar({.linearVelocity = {3.0f, 1.0f}, .angularVelocity = 2.0f});
    const Position center = bench.world().motion(star).center;
    bench.execute(mirrorCommand(bench.world(), std::array{star}, MirrorAxis::Vertical));
    CHECK(length(bench.world().bodyDef(star).linearVelocity - Vec2{-3.0f, 1.0f}) < 1e-4f);
    bench.run(60);
    const Vec2 moved = bench.world().motion(star).center - center;
    CHECK(moved.x == doctest::Approx(-3.0).epsilon(1e-3));
    CHECK(moved.y == doctest::Approx(1.0).epsilon(1e-3));
    CHECK(bench.world().motion(star).w == -2.0f);
}

TEST_CASE("a_mirrored_body_keeps_its_speed_if_its_origin_is_not_its_centre_of_mass")
{
    Bench bench;
    Command command = createBodyCommand("Add", {.linearVelocity = {3.0f, 1.0f}, .angularVelocity = 2.0f},
                                        {{.geometry = Circle{{1.0f, 0.5f}, 0.5f}}});
    const BodyId body = bench.execute({.command = std::move(command)}).front();
    const Vec2 before = bench.world().bodyDef(body).linearVelocity;
    bench.execute(mirrorCommand(bench.world(), std::array{body}, MirrorAxis::Vertical));
    CHECK((bench.world().bodyDef(body).linearVelocity == Vec2{-before.x, before.y}));
    CHECK(length(bench.world().motion(body).center - Position{1.0, 0.5}) < 1e-5f);
}

TEST_CASE("a_mirrored_belt_runs_the_other_way_and_an_own_centre_of_mass_moves_to_the_other_side")
{
    Bench bench;
    Command command = createBodyCommand("Add", {.ownCenter = true, .center = {0.3f, 0.1f}},
                                        {{.material = {.surfaceSpeed = 2.0f}}});
    const BodyId body = bench.execute({.command = std::move(command)}).front();
    bench.execute(mirrorCommand(bench.world(), std::array{body}, MirrorAxis::Vertical));
    CHECK((bench.world().bodyDef(body).center == Vec2{-0.3f, 0.1f}));
    CHECK(bench.world().shapeDef(bench.world().shapesOf(body)[0]).material.surfaceSpeed == -2.0f);
}

TEST_CASE("parts_and_compounds_weigh_what_their_shapes_weigh")
{
    Bench bench;
    const BodyId star = bench.addStar({.mass = 40.0f, .ownCenter = true, .center = {0.1f, 0.0f}});
    bench.execute(splitCommand(bench.world(), std::array{star}));
    for (const BodyId part : bodiesOf(bench.world())) {
        const BodyDef def = bench.world().bodyDef(part);
        CHECK(def.mass == 0.0f);
        CHECK_FALSE(def.ownCenter);
    }
}

TEST_CASE("mirrored_twice_a_body_is_the_same_to_rounding_and_a_moved_one_keeps_its_own_start")
{
    Bench bench;
    const BodyId star = bench.addStar({.linearVelocity = {3.0f, 1.0f}, .angularVelocity = 2.0f});
    bench.run(30);
    const BodyDef before = bench.world().bodyDef(star), startBefore = bench.start().bodyDef(star);
    for (const MirrorAxis axis : {MirrorAxis::Horizontal, MirrorAxis::Horizontal})
        bench.execute(mirrorCommand(bench.world(), std::array{star}, axis));
    CHECK(length(bench.world().bodyDef(star).position - before.position) < 1e-4f);
    CHECK((bench.world().bodyDef(star).linearVelocity == before.linearVelocity));
    CHECK(length(bench.start().bodyDef(star).position - startBefore.position) < 1e-4f);
    CHECK((bench.start().bodyDef(star).linearVelocity == startBefore.linearVelocity));
}
