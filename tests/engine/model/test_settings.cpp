// Properties of solvers, and the lengths and speeds of a length unit. The fields: test_settings_table.cpp.

#include "engine/model/settings.h"
#include <satbox/settings.h>

#include <doctest/doctest.h>

#include <string>

using namespace satbox;
using doctest::Approx;

TEST_CASE("each_solver_has_a_name_and_divides_a_step_or_iterates")
{
    CHECK(std::string(toString(SolverType::SoftStep)) == "soft-step");
    CHECK(std::string(toString(SolverType::SequentialImpulse)) == "sequential-impulse");
    CHECK(std::string(toString(SolverType::ManifoldImpulse)) == "manifold-impulse");
    CHECK(std::string(toString(SolverType::VertexContact)) == "vertex-contact");
    CHECK(hasSubsteps(SolverType::SoftStep));
    CHECK(hasSubsteps(SolverType::VertexContact));
    CHECK_FALSE(hasSubsteps(SolverType::SequentialImpulse));
    CHECK_FALSE(hasSubsteps(SolverType::ManifoldImpulse));
}

TEST_CASE("reference_solvers_have_neither_a_speculative_margin_nor_continuous_collision")
{
    for (const SolverType solver : {SolverType::SoftStep, SolverType::SequentialImpulse,
                                    SolverType::ManifoldImpulse, SolverType::VertexContact}) {
        WorldSettings settings;
        settings.solver = solver;
        settings.lengthUnit = 2.0f;
        const bool isReference = isReferenceSolver(solver);
        CHECK(collisionRangeOf(settings).speculative == Approx(isReference ? 0.0f : 0.04f));
        CHECK(collisionRangeOf(settings).lengthUnit == 2.0f);
        CHECK(hasContinuousCollision(settings) == !isReference);
        settings.continuous = false;
        CHECK_FALSE(hasContinuousCollision(settings));
    }
}

TEST_CASE("tolerances_scale_as_lengths_or_as_speeds")
{
    WorldSettings settings;
    settings.lengthUnit = 4.0f;
    const Tolerances t = tolerancesOf(settings);
    CHECK(t.linearSlop == Approx(4.0f * settings.linearSlop));
    CHECK(t.speculativeMargin == Approx(4.0f * settings.speculativeMargin));
    CHECK(t.fatMargin == Approx(4.0f * settings.fatMargin));
    CHECK(t.pushSpeed == Approx(2.0f * settings.pushSpeed));
    CHECK(t.restitutionThreshold == Approx(2.0f * settings.restitutionThreshold));
    CHECK(t.hitThreshold == Approx(2.0f * settings.hitThreshold));
    CHECK(t.sleepSpeed == Approx(2.0f * settings.sleepSpeed));
}
