// Checks by simulation which solvers use which setting, as the settings table says
// (satbox/settings_table.h).

#include "tests/support/physics_fixture.h"
#include <satbox/scene/builders.h>
#include <satbox/settings_table.h>

#include <doctest/doctest.h>
#include <string>

using namespace satbox;
using namespace satbox::test;

namespace {

// Boxes and pentagons that fall, slide and bounce on each other and on a floor, and one body that could
// tunnel.
World restless(const WorldSettings& settings)
{
    World world(settings);
    const Material rough{.staticFriction = 0.5f, .dynamicFriction = 0.3f, .restitution = 0.4f};
    addGround(world, 0.05f, {.staticFriction = 0.9f, .dynamicFriction = 0.6f, .restitution = 0.7f});
    for (int i = 0; i < 12; ++i) {
        const auto column = static_cast<float>(i % 3), row = static_cast<float>(i / 3);
        const Shape shape = i % 2 == 0 ? Shape(makeBox(0.4f, 0.3f)) : Shape(makeRegularPolygon(5, 0.4f));
        addBody(world, shape,
                {.position = {column - 1.0f, 0.5f + 0.7f * row},
                 .rotation = makeRot(0.1f * static_cast<float>(i)),
                 .linearVelocity = {0.5f, -0.5f}},
                rough);
    }
    addBody(world, makeBox(0.1f, 0.1f), {.position = {3.0f, 2.0f}, .linearVelocity = {0.0f, -200.0f}}, rough);
    // A body without restitution, which only continuous collision can stop.
    addBody(world, makeBox(0.5f, 0.02f), {.type = BodyType::Static, .position = {6.0f, 2.5f}});
    addBody(world, makeBox(0.1f, 0.1f), {.position = {6.0f, 4.0f}, .linearVelocity = {0.0f, -200.0f}});
    return world;
}

struct Outcome {
    std::vector<double> motion;
    int asleep = 0;
};

// The exact motion of all bodies after 5 s, when some of them sleep.
Outcome motionOf(const WorldSettings& settings)
{
    World world = restless(settings);
    run(world, 5.0f);
    std::vector<double> motion;
    int asleep = 0;
    world.forEachBody([&](BodyId, const Body& body, const BodyMotion& m) {
        asleep += body.type == BodyType::Dynamic && !body.awake;
        motion.insert(motion.end(),
                      {m.center.x, m.center.y, double{m.q.c}, double{m.v.x}, double{m.v.y}, double{m.w}});
    });
    return {motion, asleep};
}

// Sets a value other than the default.
struct Changed {
    const SettingField& field;
    WorldSettings& settings;

    void operator()(float WorldSettings::*m) const
    {
        const auto high = static_cast<float>(field.usualMaximum);
        settings.*m = settings.*m == high ? static_cast<float>(field.usualMinimum) : high;
    }
    void operator()(int WorldSettings::*m) const { settings.*m += 3; }
    void operator()(bool WorldSettings::*m) const { settings.*m = !(settings.*m); }
    void operator()(Vec2 WorldSettings::*m) const { (settings.*m).x += 1.0f; }
    void operator()(SolverType WorldSettings::*) const {}
    void operator()(CombineRule WorldSettings::*m) const { settings.*m = CombineRule::Minimum; }
};

} // namespace

TEST_CASE("a_setting_changes_the_motion_exactly_with_the_solvers_that_use_it")
{
    for (const SolverType solver : {SolverType::SoftStep, SolverType::SequentialImpulse,
                                    SolverType::ManifoldImpulse, SolverType::VertexContact}) {
        WorldSettings settings = settingsFor(solver);
        settings.sleepSpeed = 0.3f; // bodies shake with the reference solvers, and some must sleep as well
        settings.timeToSleep = 0.3f;
        const Outcome usual = motionOf(settings);
        CHECK(usual.asleep > 0);
        for (const SettingField& field : settingFields()) {
            if (field.solvers == kEverySolver) continue;
            CAPTURE(std::string(toString(solver)));
            CAPTURE(std::string(field.key));
            WorldSettings changed = settings;
            std::visit(Changed{field, changed}, field.member);
            CHECK((motionOf(changed).motion == usual.motion) == !isUsedBy(field, solver));
        }
    }
}
