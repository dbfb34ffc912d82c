// How a step is divided, as a function of the solver, the observer and the state of the graph.

#include "engine/step/step_plan.h"

#include <doctest/doctest.h>

using namespace satbox;

TEST_CASE("only_an_observer_or_one_dominant_island_makes_a_single_group")
{
    StepWorkspace work;
    CHECK_FALSE(needsSingleGroup(false, work));
    CHECK(needsSingleGroup(true, work));
    work.regroupCountdown = 1;
    CHECK(needsSingleGroup(false, work));
}

TEST_CASE("without_an_observer_rows_and_remaining_contacts_are_processed_per_group")
{
    for (const SolverType solver : {SolverType::SoftStep, SolverType::SequentialImpulse}) {
        for (const Granularity left : {Granularity::Whole, Granularity::PerGroup}) {
            const StepPlan plan = makeStepPlan(solver, false, false, left);
            CHECK_FALSE(plan.singleGroup);
            CHECK((plan.contactUpdate == left));
            CHECK((plan.gathering == Granularity::PerGroup));
            CHECK((plan.solving == Granularity::PerPartition));
        }
        CHECK(makeStepPlan(solver, false, true, Granularity::Whole).singleGroup);
    }
}

TEST_CASE("observers_and_reference_solvers_have_every_stage_complete")
{
    for (const SolverType solver : {SolverType::SoftStep, SolverType::SequentialImpulse,
                                    SolverType::ManifoldImpulse, SolverType::VertexContact}) {
        for (const bool isObserved : {false, true}) {
            if (!isObserved && !isReferenceSolver(solver)) continue;
            const StepPlan plan = makeStepPlan(solver, isObserved, isObserved, Granularity::Whole);
            CHECK(plan.singleGroup == isObserved);
            CHECK((plan.contactUpdate == Granularity::Whole));
            CHECK((plan.gathering == Granularity::Whole));
            CHECK((plan.solving == Granularity::Whole));
        }
    }
}
