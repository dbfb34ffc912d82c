// Settings as parameters of the stages.

#include "engine/step/step_settings.h"

#include <doctest/doctest.h>

using namespace satbox;
using doctest::Approx;

TEST_CASE("only_solvers_with_substeps_divide_the_step")
{
    WorldSettings settings;
    settings.substeps = 4;
    const StepContext soft = makeStepContext(settings, 0.1f);
    CHECK(soft.substeps == 4);
    CHECK(soft.dt == 0.1f);
    CHECK(soft.h == Approx(0.025f));
    CHECK(soft.invH == Approx(40.0f));
    settings.solver = SolverType::SequentialImpulse;
    CHECK(makeStepContext(settings, 0.1f).h == 0.1f);
}

TEST_CASE("lengths_scale_with_the_length_unit_and_speeds_with_its_square_root")
{
    WorldSettings settings;
    const StepContext one = makeStepContext(settings, 1.0f / 60.0f);
    settings.lengthUnit = 4.0f;
    const StepContext four = makeStepContext(settings, 1.0f / 60.0f);
    CHECK(four.linearSlop == Approx(4.0f * one.linearSlop));
    CHECK(four.correction.minOverlap == Approx(4.0f * one.correction.minOverlap));
    CHECK(four.pushSpeed == Approx(2.0f * one.pushSpeed));
    CHECK(four.restitutionThreshold == Approx(2.0f * one.restitutionThreshold));
    CHECK(four.contactSpring.omega == Approx(0.5f * one.contactSpring.omega));
}

TEST_CASE("contacts_are_never_stiffer_than_is_stable")
{
    WorldSettings settings;
    settings.contactFrequency = 1000.0f;
    const StepContext c = makeStepContext(settings, 1.0f / 60.0f);
    CHECK(c.h * c.contactSpring.omega * c.h * c.contactSpring.omega == Approx(kMaxContactStiffness));
    CHECK(c.contactSpring.stiffeningLimit.low == Approx(1.0f));
}

TEST_CASE("without_a_known_load_every_contact_is_damped_like_a_heavily_loaded_one")
{
    WorldSettings settings;
    CHECK(makeStepContext(settings, 0.01f).contactSpring.damping.low == Approx(2.0f * 2.0f));
    CHECK(makeStepContext(settings, 0.01f).contactSpring.damping.high == Approx(2.0f * 10.0f));
    settings.warmStarting = false;
    CHECK(makeStepContext(settings, 0.01f).contactSpring.damping.low == Approx(2.0f * 10.0f));
    settings.warmStarting = true;
    settings.gravity = {0.0f, 0.0f};
    CHECK(makeStepContext(settings, 0.01f).contactSpring.damping.low == Approx(2.0f * 10.0f));
}

TEST_CASE("sequential_impulses_correct_all_overlap_and_the_soft_step_only_deep_overlap")
{
    WorldSettings settings;
    CHECK(makeStepContext(settings, 0.01f).correction.minOverlap == Approx(0.025f));
    settings.solver = SolverType::SequentialImpulse;
    const PositionCorrection all = makeStepContext(settings, 0.01f).correction;
    CHECK(all.minOverlap < -1e17f);
    CHECK(all.remainingOverlap == Approx(settings.linearSlop));
    CHECK(all.share == Approx(settings.baumgarte));
}

TEST_CASE("vertex_contacts_end_at_the_gap_of_the_default_slop")
{
    WorldSettings settings;
    settings.linearSlop = 0.05f;
    settings.lengthUnit = 2.0f;
    CHECK(contactSettings(settings).linearSlop == Approx(0.1f));
    CHECK(contactSettings(settings).predictionTime == 0.0f);
    settings.solver = SolverType::VertexContact;
    CHECK(contactSettings(settings).linearSlop == Approx(0.01f));
}

TEST_CASE("the_sleep_speed_scales_like_a_speed")
{
    WorldSettings settings;
    settings.lengthUnit = 4.0f;
    settings.sleeping = false;
    const SleepSettings sleep = sleepSettings(settings, 0.02f);
    CHECK(sleep.speed == Approx(2.0f * settings.sleepSpeed));
    CHECK(sleep.time == settings.timeToSleep);
    CHECK(sleep.dt == 0.02f);
    CHECK_FALSE(sleep.enabled);
}
