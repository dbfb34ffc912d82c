#include "app/lenses/step/step_analysis.h"

#include "engine/world/world_access.h"
#include "tests/app/view/view_fixture.h"
#include <satbox/lab/metrics.h>

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

TEST_CASE("point_states_match_the_values_that_the_solver_used")
{
    FallingBoxes boxes;
    int compared = 0;
    float change = 0.0f;           // of a separation within a step
    for (int i = 0; i < 40; ++i) { // the upper box lands within these
        const auto a = boxes.step();
        if (!a) continue;
        const Contact* contact = findContact(boxes.world, a->contact).contact;
        for (int k = 0; contact && k < a->pointCount(); ++k)
            CHECK(a->pointStates[0][static_cast<size_t>(k)].normalSpeed ==
                  Approx(static_cast<double>(contact->points[k].normalVelocity)).epsilon(1e-4));
        for (size_t t = 0; t < a->record.ticks.size(); ++t) {
            if (a->record.ticks[t].stage != Stage::Relax) continue;
            for (const PointRecord& visit : a->record.ticks[t].visits) {
                const float said = a->pointStates[t][visit.point].separation;
                CHECK(std::fabs(said - visit.separation) < 1e-6f);
                change = std::max(change, std::fabs(said - a->pointStates[0][visit.point].separation));
                ++compared;
            }
        }
    }
    CHECK(compared > 100);
    CHECK(change > 1e-5f);
}

TEST_CASE("impulses_of_a_point_start_from_zero_without_warm_starting")
{
    for (const SolverType solver : {SolverType::ManifoldImpulse, SolverType::VertexContact}) {
        CAPTURE(std::string(toString(solver)));
        FallingBoxes boxes(solver);
        int told = 0;
        for (int i = 0; i < 60; ++i) {
            const auto a = boxes.step();
            if (!a) continue;
            CHECK(a->pointStates[0][0].normalImpulse == 0.0f);
            const ContactView view = findContact(boxes.world, a->contact);
            REQUIRE(static_cast<int>(view.points.size()) == a->pointCount());
            for (size_t k = 0; k < view.points.size(); ++k) {
                ++told;
                // Impulses of the manifold-impulse solver add up over iterations; those of vertex contacts
                // start from 0 in each substep.
                double sum = 0.0;
                for (size_t t = 0; t < a->pointStates.size(); ++t)
                    if (a->record.ticks[t].stage == Stage::Solve)
                        sum = static_cast<double>(a->pointStates[t][k].normalImpulse) +
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
    CHECK(a.pointCount() == 2);
    CHECK(a.pointStates.size() == a.record.ticks.size());
    CHECK(a.shownTick(3) == 3);
    CHECK(a.shownTick(1000) == a.record.ticks.size() - 1);
    CHECK(picture.world().hash() == hash);
}

TEST_CASE("a_contact_that_was_not_solved_has_a_reason")
{
    BoxPicture picture(120); // asleep
    std::optional<ContactKey> key;
    picture.world().forEachContact([&](const Contact& c) { key = keyOf(picture.world(), c); });
    REQUIRE(key.has_value());
    const StepAnalysis a = analyseStep(picture.world(), *key, false);
    CHECK_FALSE(a.solved());
    CHECK(std::string(a.record.unsolvedReason) != "");
    CHECK(a.pointStates.empty());
}

TEST_CASE("ghosts_move_as_the_body_magnified")
{
    StackPicture picture;
    const StepAnalysis& a = picture.analysis();
    const BodySample& sample = a.record.ticks.back().bodies.front();
    const WorldTransform then = stateOf(a.before).bodies.motions[sample.body].transform();
    const WorldTransform plain = a.ghostPose(sample, 1.0f);
    CHECK(length(plain.p - sample.transform.p) < 1e-5f);
    const WorldTransform far = a.ghostPose(sample, 100.0f);
    const float moved = length(sample.transform.p - then.p);
    CHECK(length(far.p - then.p) == Approx(static_cast<double>(100.0f * moved)).epsilon(0.05));
    // The scaled maxima stay within their limits.
    CHECK(a.motionScale(0.01f) * a.maxDisplacement <= 0.4001f);
    CHECK(a.velocityArrowScale(0.01f) * a.maxRelativeSpeed <= 0.8001f);
    CHECK(a.velocityArrowScale(0.01f) * a.maxRelativeSpeed > 0.8f / 2.6f);
}

TEST_CASE("a_point_is_drawn_at_its_anchor_on_the_ghost_of_b")
{
    StackPicture picture;
    const StepAnalysis& a = picture.analysis();
    const BodyMotion& b = stateOf(a.before).bodies.motions[a.record.contact->bodyB];
    const size_t last = a.record.ticks.size() - 1;
    for (const int point : {0, 1}) {
        const Position atStart = b.center + a.record.points[static_cast<size_t>(point)].anchorB;
        CHECK(length(a.pointOnB(0, point, 1.0f) - atStart) < 1e-5f);
        CHECK(length(a.pointOnB(last, point, 1.0f) - atStart) <= a.maxDisplacement + 1e-5f);
    }
}

TEST_CASE("the_energy_ledger_is_made_on_request_and_has_the_contact_s_island")
{
    FallingBoxes boxes;
    std::optional<StepAnalysis> a;
    for (int i = 0; i < 5; ++i) a = boxes.step();
    REQUIRE(a.has_value());
    CHECK(islandEnergy(*a) == nullptr);
    const float before = a->milliseconds;
    addEnergyLedger(*a);
    REQUIRE(a->energy.has_value());
    CHECK(a->energy->world.after.total() == Approx(measure(boxes.world).total).epsilon(1e-12));
    CHECK(a->milliseconds > before);
    const IslandEnergy* island = islandEnergy(*a);
    REQUIRE(island != nullptr);
    CHECK(island->bodies.size() == 1); // the upper box is still falling
}

TEST_CASE("points_are_numbered_from_one_and_vertices_named_by_polygon")
{
    StepRecord record;
    CHECK(pointName(record, 0) == "point 1");
    CHECK(pointName(record, 1) == "point 2");
    PressedPicture picture(SolverType::VertexContact);
    World before = picture.world();
    const StepAnalysis a = analyseStep(before, keyOf(before, *hardestContact(before)), true);
    REQUIRE(a.solved());
    CHECK(a.pointCount() == 2);
    CHECK((pointName(a.record, 0) == "B0" || pointName(a.record, 0) == "A0"));
}

TEST_CASE("stages_are_numbered_by_substep_or_iteration")
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
    CHECK(tickName(record, tick) == std::string(stageName(Stage::Solve)) + ", iteration 3");
    record.solver = SolverType::ManifoldImpulse;
    tick.stage = Stage::Relax; // once after all iterations
    CHECK(tickName(record, tick) == stageName(Stage::Relax));
    CHECK(std::string(stageName(Stage::IntegratePositions)) == "positions");
    CHECK(std::string(stageName(Stage::ApplyRestitution)) == "restitution");
}
