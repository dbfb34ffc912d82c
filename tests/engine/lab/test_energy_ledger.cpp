#include <satbox/lab/energy_ledger.h>

#include "tests/support/physics_fixture.h"
#include <satbox/lab/metrics.h>
#include <satbox/scene/builders.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <string_view>

using namespace satbox;
using namespace satbox::test;
using doctest::Approx;

namespace {

constexpr std::array kSolvers{SolverType::SoftStep, SolverType::SequentialImpulse,
                              SolverType::ManifoldImpulse, SolverType::VertexContact};
constexpr Vec2 kWeightless{0.0f, 0.0f};

// The account of the world over `steps` steps.
EnergyAccount accountOf(World& world, int steps)
{
    EnergyAccount sum;
    for (int i = 0; i < steps; ++i) {
        const EnergyAccount one = stepWithLedger(world, kStep).world;
        const Energy before = i == 0 ? one.before : sum.before;
        sum += one;
        sum.before = before;
        sum.after = one.after;
    }
    return sum;
}

double in(const EnergyAccount& account, EnergyEntry entry) { return account.of(entry).total(); }

// Sum of the absolute values of all entries except the named ones.
double others(const EnergyAccount& account, std::initializer_list<EnergyEntry> named)
{
    double sum = 0.0;
    for (size_t e = 0; e < account.entries.size(); ++e)
        if (std::find(named.begin(), named.end(), static_cast<EnergyEntry>(e)) == named.end())
            sum += std::fabs(account.entries[e].kinetic) + std::fabs(account.entries[e].potential);
    return sum;
}

double share(const EnergyAccount& account)
{
    const double rest = std::fabs(account.unaccounted().total());
    return rest == 0.0 ? 0.0 : rest / account.turnover();
}

double massOf(const World& world, BodyId id) { return 1.0 / static_cast<double>(world.motion(id).invMass); }

// Checks every step: the ledger closes, and the world has the same bits as when stepped without it.
// `ofIslands`: bound on the unaccounted share of an island.
void checkThatItCloses(World world, int steps, double ofIslands)
{
    World plain = world;
    double worst = 0.0, worstOfIslands = 0.0;
    for (int i = 0; i < steps; ++i) {
        const EnergyLedger ledger = stepWithLedger(world, kStep);
        worst = std::max(worst, share(ledger.world));
        for (const IslandEnergy& island : ledger.islands)
            worstOfIslands = std::max(worstOfIslands, share(island.account));
        plain.step(kStep);
    }
    CHECK(worst < 1e-5);
    CHECK(worstOfIslands < ofIslands);
    CHECK(world.hash() == plain.hash());
}

} // namespace

TEST_CASE("every_entry_of_the_ledger_has_a_name_of_its_own_in_small_letters")
{
    std::set<std::string> names;
    for (int i = 0; i < static_cast<int>(EnergyEntry::Count); ++i) {
        const std::string name = toString(static_cast<EnergyEntry>(i));
        CAPTURE(name);
        CHECK(name != toString(EnergyEntry::Count));
        CHECK(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz ") == std::string::npos);
        CHECK(names.insert(name).second);
    }
}

TEST_CASE(
    "falling_ball_gets_its_energy_from_gravity_and_loses_what_each_substep_of_semi_implicit_euler_costs")
{
    for (const SolverType solver : kSolvers) {
        CAPTURE(std::string(toString(solver)));
        World world(settingsFor(solver, {0.0f, -10.0f}));
        const BodyId ball = addBody(world, Circle{{}, 0.5f}, {.position = {0.0f, 3.0f}});
        const double mass = massOf(world, ball);
        const EnergyAccount sum = accountOf(world, 30);
        CHECK(sum.of(EnergyEntry::Gravity).kinetic == Approx(0.5 * mass * 25.0).epsilon(1e-5)); // 5 m/s
        const int substeps = hasSubsteps(solver) ? world.settings().substeps : 1;
        const double gain = 10.0 / 60.0 / substeps; // m/s in a substep
        CHECK(std::fabs(in(sum, EnergyEntry::Gravity)) < 1e-9);
        CHECK(in(sum, EnergyEntry::TimeStep) ==
              Approx(-30 * substeps * 0.5 * mass * gain * gain).epsilon(1e-3));
        CHECK(others(sum, {EnergyEntry::Gravity, EnergyEntry::TimeStep, EnergyEntry::Rounding}) <
              1e-9 * mass);
        CHECK(share(sum) < 1e-6);
    }
}

TEST_CASE("the_ledgers_energies_are_those_of_the_metrics")
{
    World world = findBuiltinScene("welcome")->build().world;
    run(world, 0.5f);
    const WorldMetrics before = measure(world);
    const EnergyLedger ledger = stepWithLedger(world, kStep);
    const WorldMetrics after = measure(world);
    CHECK(ledger.world.before.kinetic == Approx(before.kinetic).epsilon(1e-12));
    CHECK(ledger.world.before.potential == Approx(before.potential).epsilon(1e-12));
    CHECK(ledger.world.after.kinetic == Approx(after.kinetic).epsilon(1e-12));
    CHECK(ledger.world.after.potential == Approx(after.potential).epsilon(1e-12));
}

TEST_CASE("the_energy_loss_of_a_bounce_is_booked_as_restitution")
{
    for (const SolverType solver : kSolvers) {
        CAPTURE(std::string(toString(solver)));
        WorldSettings settings = settingsFor(solver, kWeightless);
        settings.overrideRestitution = true;
        settings.restitutionOverride = 0.8f;
        World world(settings);
        addGround(world);
        const BodyId ball =
            addBody(world, Circle{{}, 0.5f}, {.position = {0.0f, 1.0f}, .linearVelocity = {0.0f, -5.0f}});
        const double mass = massOf(world, ball);
        const EnergyAccount sum = accountOf(world, 30);
        CHECK(world.motion(ball).v.y == Approx(4.0f).epsilon(1e-4));
        CHECK(in(sum, EnergyEntry::Restitution) == Approx(-0.5 * (1.0 - 0.64) * mass * 25.0).epsilon(1e-4));
        CHECK(others(sum, {EnergyEntry::Restitution}) < 1e-4 * mass);
        CHECK(share(sum) < 1e-6);
    }
}

TEST_CASE("the_kinetic_energy_of_a_box_that_slides_to_rest_is_booked_as_friction")
{
    for (const SolverType solver : {SolverType::SoftStep, SolverType::SequentialImpulse}) {
        CAPTURE(std::string(toString(solver)));
        World world(settingsFor(solver));
        addGround(world, 0.0f, {.staticFriction = 0.5f, .dynamicFriction = 0.5f, .restitution = 0.0f});
        const BodyId box = addBody(world, makeBox(1.0f, 0.1f), {.position = {0.0f, 0.1f}},
                                   {.staticFriction = 0.5f, .dynamicFriction = 0.5f, .restitution = 0.0f});
        run(world, 0.2f); // it settles
        world.setVelocity(box, {3.0f, 0.0f}, 0.0f);
        const EnergyAccount sum = accountOf(world, 90);
        CHECK(length(world.motion(box).v) < 0.01f);
        CHECK(in(sum, EnergyEntry::Friction) == Approx(-0.5 * massOf(world, box) * 9.0).epsilon(0.01));
        CHECK(share(sum) < 1e-5);
    }
}

TEST_CASE("overlap_that_is_pushed_apart_softly_without_gravity_gets_no_energy")
{
    World world(settingsFor(SolverType::SoftStep, kWeightless));
    const BodyId one = addBody(world, Circle{{}, 0.5f}, {.position = {-0.45f, 0.0f}});
    addBody(world, Circle{{}, 0.5f}, {.position = {0.45f, 0.0f}});
    const EnergyAccount sum = accountOf(world, 30);
    CHECK(world.motion(one).center.x < -0.49f); // they were pushed, at up to 3 m/s
    CHECK(in(sum, EnergyEntry::Solve) + in(sum, EnergyEntry::Relax) + in(sum, EnergyEntry::WarmStart) ==
          Approx(sum.after.kinetic).epsilon(1e-5));
    CHECK(sum.after.kinetic < 1e-3 * massOf(world, one));
    CHECK(others(sum, {EnergyEntry::Solve, EnergyEntry::Relax, EnergyEntry::WarmStart}) < 1e-12);
}

TEST_CASE("soft_contacts_lift_what_is_pressed_in")
{
    World world(settingsFor(SolverType::SoftStep));
    addGround(world);
    const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.48f}});
    const double mass = massOf(world, box), height = static_cast<double>(world.motion(box).center.y);
    const EnergyAccount sum = accountOf(world, 60);
    const double rise = static_cast<double>(world.motion(box).center.y) - height;
    CHECK(rise > 0.018);
    const double lifting =
        in(sum, EnergyEntry::WarmStart) + in(sum, EnergyEntry::Solve) + in(sum, EnergyEntry::Relax);
    CHECK(lifting == Approx(mass * 9.81 * rise).epsilon(0.01));
    CHECK(sum.of(EnergyEntry::Solve).potential > 0.5 * lifting);
    CHECK(std::fabs(in(sum, EnergyEntry::TimeStep)) < 0.01 * mass * 9.81 * rise);
    CHECK(share(sum) < 1e-6);
}

TEST_CASE("the_energy_of_pushing_out_a_deep_box_is_booked_as_position_correction")
{
    for (const SolverType solver :
         {SolverType::SequentialImpulse, SolverType::ManifoldImpulse, SolverType::VertexContact}) {
        CAPTURE(std::string(toString(solver)));
        World world(settingsFor(solver));
        addGround(world);
        const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.4f}});
        const double mass = massOf(world, box), height = static_cast<double>(world.motion(box).center.y);
        const EnergyAccount sum = accountOf(world, 60);
        const double rise = static_cast<double>(world.motion(box).center.y) - height;
        CHECK(rise > 0.05);
        // With vertex contacts, bodies fall for a substep before they are stopped; that is corrected as well.
        const double fallen = -in(sum, EnergyEntry::TimeStep) - sum.of(EnergyEntry::Gravity).potential;
        CHECK(sum.of(EnergyEntry::PositionCorrection).potential ==
              Approx(mass * 9.81 * rise + fallen).epsilon(1e-4));
        if (solver != SolverType::VertexContact) CHECK(std::fabs(fallen) < 0.05 * mass * 9.81 * rise);
        CHECK(share(sum) < 1e-5);
    }
}

TEST_CASE("the_energy_of_a_body_moved_by_the_mouse_alone_is_booked_as_mouse")
{
    for (const SolverType solver : kSolvers) {
        CAPTURE(std::string(toString(solver)));
        World world(settingsFor(solver, kWeightless));
        const BodyId box = addBody(world, makeBox(0.5f, 0.5f), {});
        const MouseJointId mouse = world.createMouseJoint(box, {0.4f, 0.4f});
        world.setMouseTarget(mouse, {3.0f, 1.0f});
        const EnergyAccount sum = accountOf(world, 10);
        CHECK(in(sum, EnergyEntry::Mouse) > 0.1);
        CHECK(in(sum, EnergyEntry::Mouse) == Approx(sum.after.kinetic).epsilon(1e-5));
        CHECK(others(sum, {EnergyEntry::Mouse}) == 0.0);
    }
}

TEST_CASE("kinematic_paddle_does_impulse_times_its_speed_of_work")
{
    for (const SolverType solver : kSolvers) {
        for (const float restitution : {0.0f, 1.0f}) {
            for (const bool isFirst : {true, false}) { // the contact's body A
                CAPTURE(std::string(toString(solver)));
                CAPTURE(restitution);
                CAPTURE(isFirst);
                WorldSettings settings = settingsFor(solver, kWeightless);
                settings.overrideRestitution = true;
                settings.restitutionOverride = restitution;
                World world(settings);
                BodyId box;
                const auto addBox = [&] {
                    box = addBody(world, makeBox(0.25f, 0.25f), {.position = {1.0f, 0.0f}});
                };
                if (!isFirst) addBox();
                addBody(world, makeBox(0.5f, 0.5f),
                        {.type = BodyType::Kinematic, .linearVelocity = {2.0f, 0.0f}});
                if (isFirst) addBox();
                const EnergyAccount sum = accountOf(world, 30);
                const double impulse = massOf(world, box) * static_cast<double>(world.motion(box).v.x);
                CHECK(impulse > 0.4);
                CHECK(in(sum, EnergyEntry::Kinematic) == Approx(impulse * 2.0).epsilon(1e-5));
                CHECK(sum.accounted().total() == Approx(sum.after.kinetic).epsilon(1e-5));
                CHECK(share(sum) < 1e-6);
                if (solver != SolverType::SoftStep || restitution == 0.0f) continue;
                CHECK(sum.after.kinetic == Approx(impulse * 2.0).epsilon(1e-4)); // it leaves at 4 m/s
                CHECK(std::fabs(in(sum, EnergyEntry::Restitution)) < 1e-4 * impulse);
            }
        }
    }
}

TEST_CASE("user_forces_and_damping_have_entries_of_their_own")
{
    World world(settingsFor(SolverType::SoftStep, kWeightless));
    const BodyId pushed = addBody(world, Circle{{}, 0.5f}, {});
    const BodyId damped =
        addBody(world, Circle{{}, 0.5f},
                {.position = {5.0f, 0.0f}, .linearVelocity = {0.0f, 3.0f}, .linearDamping = 2.0f});
    world.applyForce(pushed, {60.0f, 0.0f}, {0.0f, 0.0f});
    world.applyTorque(pushed, 5.0f);
    const EnergyLedger ledger = stepWithLedger(world, kStep);
    REQUIRE(ledger.islands.size() == 2);
    const EnergyAccount& force = ledger.islands[0].account;
    CHECK(ledger.islands[0].bodies.front() == pushed.index);
    CHECK(in(force, EnergyEntry::Forces) > 0.1);
    CHECK(in(force, EnergyEntry::Forces) == Approx(force.after.kinetic).epsilon(1e-6));
    CHECK(others(force, {EnergyEntry::Forces}) == 0.0);
    const EnergyAccount& damping = ledger.islands[1].account;
    CHECK(ledger.islands[1].bodies.front() == damped.index);
    CHECK(in(damping, EnergyEntry::Damping) < 0.0);
    CHECK(in(damping, EnergyEntry::Damping) ==
          Approx(damping.after.kinetic - damping.before.kinetic).epsilon(1e-5));
    CHECK(others(damping, {EnergyEntry::Damping}) == 0.0);
}

TEST_CASE("the_energy_above_the_speed_limit_is_booked_as_speed_limit")
{
    WorldSettings settings = settingsFor(SolverType::SoftStep, kWeightless);
    settings.maxSpeed = 10.0f;
    World world(settings);
    const BodyId ball = addBody(world, Circle{{}, 0.5f}, {.linearVelocity = {20.0f, 0.0f}});
    const EnergyAccount one = stepWithLedger(world, kStep).world;
    CHECK(in(one, EnergyEntry::SpeedLimit) == Approx(-0.5 * massOf(world, ball) * 300.0).epsilon(1e-5));
    CHECK(share(one) < 1e-6);
}

TEST_CASE("continuous_collision_lifts_back_what_would_fall_through_a_plate")
{
    World world;
    const BodyId plate = world.createBody({.type = BodyType::Static});
    world.addShape(plate, {.geometry = makeBox(5.0f, 0.02f)});
    const BodyId ball =
        addBody(world, Circle{{}, 0.05f}, {.position = {0.0f, 3.0f}, .linearVelocity = {0.0f, -300.0f}},
                {.restitution = 0.0f});
    const EnergyAccount sum = accountOf(world, 3);
    CHECK(world.motion(ball).center.y > 0.0f);
    CHECK(share(sum) < 1e-6);
    CHECK(in(sum, EnergyEntry::Continuous) > 0.0);
}

TEST_CASE("what_falls_asleep_or_is_quarantined_leaves_the_ledger_by_an_entry")
{
    WorldSettings settings = settingsFor(SolverType::SoftStep, kWeightless);
    settings.timeToSleep = 0.1f;
    World world(settings);
    addBody(world, Circle{{}, 0.5f}, {.linearVelocity = {0.04f, 0.0f}});
    const double kinetic = measure(world).kinetic;
    const EnergyAccount slept = accountOf(world, 10);
    CHECK(in(slept, EnergyEntry::Sleep) == Approx(-kinetic).epsilon(1e-9));
    CHECK(slept.after.kinetic == 0.0);

    World far(settings);
    addBody(far, Circle{{}, 0.5f}, {.position = {1999999.0, 0.0}, .linearVelocity = {100.0f, 0.0f}});
    const double going = measure(far).kinetic;
    const EnergyAccount gone = accountOf(far, 5);
    CHECK(in(gone, EnergyEntry::Quarantine) == Approx(-going).epsilon(1e-6));
    CHECK(gone.after.kinetic == 0.0);
}

TEST_CASE("islands_have_accounts_of_their_own_whose_sum_is_the_worlds")
{
    World world;
    addGround(world);
    for (const float x : {-5.0f, 5.0f})
        for (int i = 0; i < 3; ++i)
            addBody(world, makeBox(0.5f, 0.5f), {.position = {x, 0.5f + static_cast<float>(i)}});
    addBody(world, Circle{{}, 0.5f}, {.position = {0.0f, 9.0f}});
    world.step(kStep); // contacts are known
    const EnergyLedger ledger = stepWithLedger(world, kStep);
    REQUIRE(ledger.islands.size() == 3);
    EnergyAccount sum;
    for (const IslandEnergy& island : ledger.islands) {
        sum += island.account;
        CHECK(share(island.account) < 1e-6);
    }
    CHECK(ledger.islands[0].bodies.size() == 3);
    CHECK(ledger.islands[2].bodies.size() == 1);
    CHECK(sum.after.total() == Approx(ledger.world.after.total()).epsilon(1e-12));
    CHECK(in(sum, EnergyEntry::Gravity) == Approx(in(ledger.world, EnergyEntry::Gravity)).epsilon(1e-9));
    CHECK(in(ledger.islands[2].account, EnergyEntry::WarmStart) == 0.0);
    CHECK(in(ledger.islands[0].account, EnergyEntry::WarmStart) < 0.0);
}

TEST_CASE("bodies_that_touch_are_one_island_of_the_ledger_even_where_nothing_is_pushed")
{
    World world(settingsFor(SolverType::ManifoldImpulse, kWeightless)); // ignores separating contacts
    addBody(world, Circle{{}, 0.5f}, {.position = {-0.4f, 0.0f}, .linearVelocity = {-1.0f, 0.0f}});
    addBody(world, Circle{{}, 0.5f}, {.position = {0.4f, 0.0f}, .linearVelocity = {1.0f, 0.0f}});
    const EnergyLedger ledger = stepWithLedger(world, kStep);
    REQUIRE(ledger.islands.size() == 1);
    CHECK(ledger.islands[0].bodies.size() == 2);
    CHECK(others(ledger.world, {}) == 0.0);
}

TEST_CASE("the_ledger_of_ten_scenes_closes_in_every_step_of_20_s_and_steps_to_the_same_bits")
{
    constexpr std::array<std::string_view, 10> kScenes{
        "welcome",         "box_stack",      "pyramid", "dominoes", "friction_ramp",
        "restitution_row", "newtons_cradle", "arch",    "tumbler",  "mixed_rain"};
    for (const std::string_view name : kScenes) {
        CAPTURE(std::string(name));
        checkThatItCloses(findBuiltinScene(name)->build().world, 1200, 1e-5);
    }
}

TEST_CASE("the_ledger_closes_for_all_solvers")
{
    for (const SolverType solver : kSolvers) {
        for (const std::string_view name : {"welcome", "tumbler", "heavy_on_light", "bullet_wall", "gas"}) {
            CAPTURE(std::string(toString(solver)));
            CAPTURE(std::string(name));
            World world = findBuiltinScene(name)->build().world;
            WorldSettings settings = world.settings();
            settings.solver = solver;
            REQUIRE(world.setSettings(settings));
            checkThatItCloses(world, 120, 1e-4); // small islands, for an instant between impacts
        }
    }
}

TEST_CASE("the_ledger_closes_with_locked_axes_surface_speeds_and_rolling_resistance")
{
    for (const SolverType solver : {SolverType::SoftStep, SolverType::SequentialImpulse}) {
        CAPTURE(std::string(toString(solver)));
        WorldSettings settings = settingsFor(solver);
        settings.sleeping = false;
        World world(settings);
        addGround(world, 0.1f, {.surfaceSpeed = 1.0f});
        for (int i = 0; i < 30; ++i)
            addBody(
                world, Circle{{0.0f, 0.0f}, 0.4f},
                {.position = {-4.0f + 0.9f * static_cast<float>(i % 10), 1.5f + static_cast<float>(i / 10)},
                 .lockX = i % 7 == 0,
                 .lockY = i % 11 == 5},
                {.rollingResistance = 0.1f * static_cast<float>(i % 3)});
        checkThatItCloses(world, 300, 1e-4);
    }
}

TEST_CASE("the_energy_that_rolling_resistance_takes_is_booked_as_friction")
{
    World world;
    addGround(world);
    addBody(world, Circle{},
            {.position = {0.0f, 0.5f}, .linearVelocity = {4.0f, 0.0f}, .angularVelocity = -8.0f},
            {.rollingResistance = 0.2f});
    const EnergyAccount account = accountOf(world, 60);
    const double lost = account.before.total() - account.after.total();
    CHECK(lost > 1.0);
    CHECK(in(account, EnergyEntry::Friction) == Approx(-lost).epsilon(0.02));
}

TEST_CASE("the_work_of_all_contacts_adds_up_to_the_entries_of_impulses")
{
    constexpr std::array kOfContacts{EnergyEntry::WarmStart, EnergyEntry::Restitution,
                                     EnergyEntry::Solve,     EnergyEntry::Relax,
                                     EnergyEntry::Friction,  EnergyEntry::Kinematic};
    for (const SolverType solver : kSolvers) {
        for (const std::string_view name : {"welcome", "tumbler", "restitution_row", "dominoes"}) {
            CAPTURE(std::string(toString(solver)));
            CAPTURE(std::string(name));
            World world = findBuiltinScene(name)->build().world;
            WorldSettings settings = world.settings();
            settings.solver = solver;
            REQUIRE(world.setSettings(settings));
            double worst = 0.0, most = 0.0;
            for (int i = 0; i < 120; ++i) {
                const EnergyLedger ledger = stepWithLedger(world, kStep);
                double work = 0.0, friction = 0.0, booked = 0.0;
                for (const ContactEnergy& contact : ledger.contacts) {
                    CHECK(world.shapeAt(contact.shapeA).index == contact.shapeA);
                    CHECK(world.bodyOf(world.shapeAt(contact.shapeB)).index == contact.bodyB);
                    work += contact.total();
                    friction += contact.friction;
                }
                for (const EnergyEntry entry : kOfContacts) booked += ledger.world.of(entry).kinetic;
                worst = std::max(worst, std::fabs(work - booked) / ledger.world.turnover());
                if (name == "dominoes") // without kinematic bodies
                    worst =
                        std::max(worst, std::fabs(friction - ledger.world.of(EnergyEntry::Friction).kinetic) /
                                            ledger.world.turnover());
                most = std::max(most, std::fabs(work));
            }
            CHECK(worst < 1e-12);
            CHECK(most > 0.01);
        }
    }
}
