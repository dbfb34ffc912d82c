#include "app/view/step_analysis.h"

#include "engine/world/metrics.h"
#include "tests/app/view/view_fixture.h"

#include <algorithm>
#include <cmath>
#include <doctest/doctest.h>
#include <string>

using namespace satbox;
using namespace satbox::app;
using doctest::Approx;
using satbox::test::BoxPicture;
using satbox::test::FallingBoxes;
using satbox::test::PressedPicture;
using satbox::test::StackPicture;

TEST_CASE("what_is_said_of_a_point_is_what_the_solver_found_there")
{
    FallingBoxes boxes;
    int compared = 0;
    float change = 0.0f;           // of a separation within a step
    for (int i = 0; i < 40; ++i) { // the upper box lands meanwhile
        const auto a = boxes.step();
        if (!a) continue;
        const Contact* contact = findContact(boxes.world, a->contact).contact;
        for (int k = 0; contact && k < a->points(); ++k)
            CHECK(a->facts[0][static_cast<size_t>(k)].normalSpeed ==
                  Approx(static_cast<double>(contact->points[k].normalVelocity)).epsilon(1e-4));
        for (size_t t = 0; t < a->record.ticks.size(); ++t) {
            if (a->record.ticks[t].stage != Stage::Relax) continue;
            for (const PointRecord& visit : a->record.ticks[t].visits) {
                const float said = a->facts[t][visit.point].separation;
                CHECK(std::fabs(said - visit.separation) < 1e-6f);
                change = std::max(change, std::fabs(said - a->facts[0][visit.point].separation));
                ++compared;
            }
        }
    }
    CHECK(compared > 100);
    CHECK(change > 1e-5f);
}

TEST_CASE("impulses_of_a_point_start_from_zero_where_the_solver_remembers_nothing")
{
    for (const SolverType solver : {SolverType::ManifoldImpulse, SolverType::VertexContact}) {
        CAPTURE(std::string(toString(solver)));
        FallingBoxes boxes(solver);
        int told = 0;
        for (int i = 0; i < 60; ++i) {
            const auto a = boxes.step();
            if (!a) continue;
            CHECK(a->facts[0][0].normalImpulse == 0.0f);
            const ContactView view = findContact(boxes.world, a->contact);
            REQUIRE(static_cast<int>(view.points.size()) == a->points());
            for (size_t k = 0; k < view.points.size(); ++k) {
                ++told;
                // Manifold impulses add up over the iterations, those of vertices start from 0 in each
                // substep.
                double sum = 0.0;
                for (size_t t = 0; t < a->facts.size(); ++t)
                    if (a->record.ticks[t].stage == Stage::Solve)
                        sum = static_cast<double>(a->facts[t][k].normalImpulse) +
                              (solver == SolverType::VertexContact ? sum : 0.0);
                CHECK(sum == Approx(static_cast<double>(view.points[k].totalImpulse)).epsilon(1e-4));
            }
        }
        CHECK(told > 40);
    }
}

TEST_CASE("an_analysis_names_its_step_and_shapes_and_leaves_the_world_as_it_was")
{
    BoxPicture picture(9);
    const uint64_t hash = picture.world().hash();
    const StepAnalysis a = analyseStep(picture.world(), keyOf(picture.world(), picture.contact()), false);
    CHECK(a.solved());
    CHECK_FALSE(a.isLast);
    CHECK(a.number == 10);
    CHECK(a.nameA == "floor, polygon");
    CHECK(a.nameB == "box 1, polygon");
    CHECK(a.bodyB == picture.box.index);
    CHECK(a.points() == 2);
    CHECK(a.facts.size() == a.record.ticks.size());
    CHECK(a.shownTick(3) == 3);
    CHECK(a.shownTick(1000) == a.record.ticks.size() - 1);
    CHECK(picture.world().hash() == hash);
}

TEST_CASE("a_contact_that_nothing_was_solved_for_says_why")
{
    BoxPicture picture(120); // asleep by now
    std::optional<ContactKey> key;
    picture.world().forEachContact([&](const Contact& c) { key = keyOf(picture.world(), c); });
    REQUIRE(key.has_value());
    const StepAnalysis a = analyseStep(picture.world(), *key, false);
    CHECK_FALSE(a.solved());
    CHECK(std::string(a.record.why) != "");
    CHECK(a.facts.empty());
}

TEST_CASE("ghosts_move_as_the_body_did_only_farther")
{
    StackPicture picture;
    const StepAnalysis& a = picture.analysis();
    const BodySample& sample = a.record.ticks.back().bodies.front();
    const WorldTransform then = a.before.state().bodies.motions[sample.body].transform();
    const WorldTransform plain = a.ghost(sample, 1.0f);
    CHECK(length(plain.p - sample.transform.p) < 1e-5f);
    const WorldTransform far = a.ghost(sample, 100.0f);
    const float moved = length(sample.transform.p - then.p);
    CHECK(length(far.p - then.p) == Approx(static_cast<double>(100.0f * moved)).epsilon(0.05));
    // Scales are round numbers that keep the largest in sight.
    CHECK(a.enlargement(0.01f) * a.farthest <= 0.4001f);
    CHECK(a.velocityLength(0.01f) * a.fastest <= 0.8001f);
    CHECK(a.velocityLength(0.01f) * a.fastest > 0.8f / 2.6f);
}

TEST_CASE("a_point_is_drawn_where_its_anchor_on_b_goes_with_the_ghost")
{
    StackPicture picture;
    const StepAnalysis& a = picture.analysis();
    const BodyMotion& b = a.before.state().bodies.motions[a.record.contact->bodyB];
    const size_t last = a.record.ticks.size() - 1;
    for (const int point : {0, 1}) {
        const Position atStart = b.center + a.record.points[static_cast<size_t>(point)].anchorB;
        CHECK(length(a.pointOnB(0, point, 1.0f) - atStart) < 1e-5f);
        CHECK(length(a.pointOnB(last, point, 1.0f) - atStart) <= a.farthest + 1e-5f);
    }
}

TEST_CASE("energy_is_booked_on_request_and_of_the_island_of_the_contact")
{
    FallingBoxes boxes;
    std::optional<StepAnalysis> a;
    for (int i = 0; i < 5; ++i) a = boxes.step();
    REQUIRE(a.has_value());
    CHECK(islandEnergy(*a) == nullptr);
    const float before = a->milliseconds;
    addEnergy(*a);
    REQUIRE(a->energy.has_value());
    CHECK(a->energy->world.after.total() == Approx(measure(boxes.world).total).epsilon(1e-12));
    CHECK(a->milliseconds > before);
    const IslandEnergy* island = islandEnergy(*a);
    REQUIRE(island != nullptr);
    CHECK(island->bodies.size() == 1); // the upper box still falls
}

TEST_CASE("points_are_numbered_from_one_and_vertices_called_by_their_polygon")
{
    StepRecord record;
    CHECK(pointName(record, 0) == "point 1");
    CHECK(pointName(record, 1) == "point 2");
    PressedPicture picture(SolverType::VertexContact);
    World before = picture.world();
    const StepAnalysis a = analyseStep(before, keyOf(before, *hardestContact(before)), true);
    REQUIRE(a.solved());
    CHECK(a.points() == 2);
    CHECK((pointName(a.record, 0) == "B0" || pointName(a.record, 0) == "A0"));
}

TEST_CASE("stages_count_substeps_or_iterations_as_their_solver_has_them")
{
    StepRecord record;
    StepTick tick;
    tick.stage = Stage::PrepareConstraints;
    CHECK(tickName(record, tick) == "start");
    tick.stage = Stage::IntegrateVelocities;
    tick.substep = 0;
    record.solver = SolverType::SoftStep;
    CHECK(tickName(record, tick) == "velocities, substep 1");
    record.solver = SolverType::SequentialImpulse;
    CHECK(tickName(record, tick) == "velocities");
    tick.stage = Stage::Solve;
    tick.substep = 2;
    CHECK(tickName(record, tick) == std::string(shortName(Stage::Solve)) + ", iteration 3");
    record.solver = SolverType::ManifoldImpulse;
    tick.stage = Stage::Relax; // once, after all iterations
    CHECK(tickName(record, tick) == shortName(Stage::Relax));
    CHECK(std::string(shortName(Stage::IntegratePositions)) == "positions");
    CHECK(std::string(shortName(Stage::ApplyRestitution)) == "restitution");
}
