// The machines and the scenes of each kind of joint: they do what their descriptions say, whatever the number
// of substeps.

#include "tests/support/physics_fixture.h"
#include <satbox/scene/builders.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <string_view>
#include <vector>

using namespace satbox;

namespace {

constexpr int kSubsteps[] = {1, 2, 4, 8};

World worldOf(std::string_view name, int substeps = 4)
{
    const BuiltinScene* scene = findBuiltinScene(name);
    REQUIRE(scene != nullptr);
    World world = scene->build().world;
    WorldSettings settings = world.settings();
    settings.substeps = substeps;
    REQUIRE(world.setSettings(settings));
    return world;
}

std::vector<BodyId> bodiesNamed(const World& world, std::string_view name)
{
    std::vector<BodyId> found;
    world.forEachBody([&](BodyId id, const Body& body, const BodyMotion&) {
        if (body.name == name) found.push_back(id);
    });
    return found;
}
BodyId bodyNamed(const World& world, std::string_view name)
{
    const auto found = bodiesNamed(world, name);
    REQUIRE(found.size() == 1);
    return found.front();
}
JointId jointNamed(const World& world, std::string_view name)
{
    for (const JointId id : world.joints())
        if (world.jointDef(id).name == name) return id;
    FAIL("no such joint");
    return {};
}

float beyond(const JointLimit& limit, float value)
{
    return limit.enabled ? std::max({0.0f, limit.lower - value, value - limit.upper}) : 0.0f;
}

// How far a joint is from what it holds rigidly, m. Angles of hinges are not measured.
struct JointError {
    const JointView& view;

    float gap() const { return length(view.anchorB - view.anchorA); }
    float fromAxis() const
    {
        return std::sqrt(std::max(0.0f, gap() * gap() - view.translation * view.translation));
    }
    float operator()(const DistanceJoint& kind) const
    {
        return kind.rigid ? std::fabs(view.length - kind.length) : beyond(kind.limit, view.length);
    }
    float operator()(const RevoluteJoint&) const { return gap(); }
    float operator()(const PrismaticJoint& kind) const
    {
        return std::max(fromAxis(), beyond(kind.limit, view.translation));
    }
    float operator()(const WeldJoint& kind) const { return kind.linearFrequency == 0.0f ? gap() : 0.0f; }
    float operator()(const WheelJoint& kind) const
    {
        return std::max(fromAxis(), beyond(kind.limit, view.translation));
    }
    float operator()(const PulleyJoint& kind) const
    {
        return std::fabs(length(view.anchorA - Position(kind.groundA)) +
                         kind.ratio * length(view.anchorB - Position(kind.groundB)) - kind.length);
    }
    float operator()(const MotorJoint&) const { return 0.0f; }
    float operator()(const FilterJoint&) const { return 0.0f; }
    float operator()(const GearJoint&) const { return 0.0f; } // see tests/physics/test_gears.cpp
};

} // namespace

TEST_CASE("no_joint_of_a_scene_with_joints_is_torn_after_600_steps")
{
    int joints = 0;
    for (const BuiltinScene& scene : builtinScenes()) {
        if (!scene.shipped) continue;
        World world = scene.build().world;
        if (world.joints().empty()) continue;
        CAPTURE(std::string(scene.name));
        for (int i = 0; i < 600; ++i) world.step(test::kStep);
        for (const JointId id : world.joints()) {
            CAPTURE(id.index);
            const JointView view = world.jointView(id);
            CHECK(std::visit(JointError{view}, world.jointDef(id).kind) < 0.005f);
            ++joints;
        }
    }
    CHECK(joints > 200);
}

TEST_CASE("joints_of_the_gallery_break_where_they_should_and_nowhere_else")
{
    struct Case {
        const char* scene;
        bool breaks;
    };
    for (const Case& expected :
         {Case{"joint_distance", true}, Case{"joint_revolute", true}, Case{"joint_prismatic", false},
          Case{"joint_weld", true}, Case{"joint_wheel", false}, Case{"joint_motor", false},
          Case{"joint_pulley", false}, Case{"joint_filter", false}, Case{"joint_gear", false},
          Case{"trebuchet", true}, Case{"walker", false}, Case{"loader", false},
          Case{"suspension_bridge", false}}) {
        for (const int substeps : kSubsteps) {
            CAPTURE(expected.scene);
            CAPTURE(substeps);
            World world = worldOf(expected.scene, substeps);
            const size_t before = world.joints().size();
            test::run(world, 0.25f);
            CHECK(world.joints().size() == before); // not at once
            test::run(world, 10.0f);
            CHECK((world.joints().size() < before) == expected.breaks);
        }
    }
}

TEST_CASE("walker_walks_upright_to_the_wall")
{
    for (const int substeps : kSubsteps) {
        CAPTURE(substeps);
        World world = worldOf("walker", substeps);
        const BodyId chassis = bodyNamed(world, "walker");
        const BodyMotion& motion = world.motion(chassis);
        const double from = motion.center.x;
        float tilt = 0.0f;
        double lowest = motion.center.y;
        for (int i = 0; i < 1200; ++i) {
            world.step(test::kStep);
            tilt = std::max(tilt, std::fabs(angleOf(motion.q)));
            lowest = std::min(lowest, motion.center.y);
        }
        CHECK(motion.center.x - from > 15.0);
        CHECK(tilt < 0.2f);
        CHECK(lowest > 4.5); // on its feet
    }
}

TEST_CASE("clock_keeps_the_time_of_its_pendulum_and_lets_one_tooth_pass_per_swing")
{
    constexpr int kMinutes = 3, kTeeth = 15;
    for (const int substeps : kSubsteps) {
        CAPTURE(substeps);
        World world = worldOf("escapement", substeps);
        const BodyId pendulum = bodyNamed(world, "pendulum");
        const JointId pivot = jointNamed(world, "pendulum"), arbor = jointNamed(world, "escape wheel");
        // T = 2 pi sqrt(I / (m g d)) (1 + a^2 / 16), about the pivot.
        const BodyMotion& motion = world.motion(pendulum);
        const double mass = 1.0 / static_cast<double>(motion.invMass);
        const auto lever = static_cast<double>(length(motion.center - world.jointView(pivot).anchorA));
        const double inertia = 1.0 / static_cast<double>(motion.invInertia) + mass * lever * lever;
        const double smallSwings = 2.0 * std::numbers::pi * std::sqrt(inertia / (mass * 9.81 * lever));

        std::vector<double> passes; // s, through the middle, to one side
        float before = world.jointView(pivot).angle, largest = 0.0f, smallestOfMinute = 1.0f;
        for (int i = 1; i <= kMinutes * 3600; ++i) {
            world.step(test::kStep);
            const float angle = world.jointView(pivot).angle;
            if (before < 0.0f && angle >= 0.0f)
                passes.push_back((i - 1 + static_cast<double>(before / (before - angle))) / 60.0);
            before = angle;
            largest = std::max(largest, angle);
            if (i % 600 != 0) continue; // two and a half swings
            smallestOfMinute = std::min(smallestOfMinute, largest);
            if (i < kMinutes * 3600) largest = 0.0f;
        }
        CHECK(smallestOfMinute > 0.1f); // 5.7 degrees: it does not stop
        CHECK(largest < 0.2f);
        REQUIRE(passes.size() > 40);
        const double period = (passes.back() - passes.front()) / static_cast<double>(passes.size() - 1);
        const double amplitude = static_cast<double>(largest);
        CHECK(period == doctest::Approx(smallSwings * (1.0 + amplitude * amplitude / 16.0)).epsilon(0.002));
        const double teeth =
            -static_cast<double>(world.jointView(arbor).angle) * kTeeth / (2.0 * std::numbers::pi);
        CHECK(teeth == doctest::Approx(60.0 * kMinutes / period).epsilon(0.01));
    }
}

TEST_CASE("trebuchet_throws_its_stone_at_the_castle")
{
    for (const int substeps : kSubsteps) {
        CAPTURE(substeps);
        World world = worldOf("trebuchet", substeps);
        const BodyMotion& stone = world.motion(bodyNamed(world, "stone"));
        double highest = 0.0, farthest = stone.center.x;
        for (int i = 0; i < 360; ++i) {
            world.step(test::kStep);
            highest = std::max(highest, stone.center.y);
            farthest = std::max(farthest, stone.center.x);
        }
        CHECK(highest > 7.0);
        CHECK(farthest > 2.5); // the castle's wall; it started at -6.5 m
    }
}

TEST_CASE("truck_crosses_the_suspension_bridge")
{
    for (const int substeps : kSubsteps) {
        CAPTURE(substeps);
        World world = worldOf("suspension_bridge", substeps);
        const BodyMotion& truck = world.motion(bodyNamed(world, "truck"));
        double lowest = truck.center.y;
        for (int i = 0; i < 900; ++i) {
            world.step(test::kStep);
            lowest = std::min(lowest, truck.center.y);
        }
        CHECK(truck.center.x > 14.0);
        CHECK(lowest > 0.3);
        CHECK(std::fabs(angleOf(truck.q)) < 0.1f);
    }
}

TEST_CASE("car_gets_over_the_bumps_without_falling_over")
{
    for (const int substeps : kSubsteps) {
        CAPTURE(substeps);
        World world = worldOf("car", substeps);
        const BodyMotion& car = world.motion(bodyNamed(world, "car"));
        float tilt = 0.0f;
        for (int i = 0; i < 900; ++i) {
            world.step(test::kStep);
            tilt = std::max(tilt, std::fabs(angleOf(car.q)));
        }
        CHECK(car.center.x > 11.0);
        CHECK(tilt < 1.0f);
    }
}

TEST_CASE("loader_lifts_balls_onto_the_chute_again_and_again")
{
    for (const int substeps : kSubsteps) {
        CAPTURE(substeps);
        World world = worldOf("loader", substeps);
        const std::vector<BodyId> balls = bodiesNamed(world, "ball");
        REQUIRE(balls.size() == 6);
        constexpr int kCycle = 943; // steps: 2 pi / 0.4 rad/s
        std::ptrdiff_t lifts = 0;
        for (int cycle = 0; cycle < 4; ++cycle) {
            CAPTURE(cycle);
            std::vector<bool> lifted(balls.size());
            for (int i = 0; i < kCycle; ++i) {
                world.step(test::kStep);
                for (size_t k = 0; k < balls.size(); ++k)
                    if (world.motion(balls[k]).center.y > 3.3) lifted[k] = true; // higher than the chute
            }
            const std::ptrdiff_t count = std::ranges::count(lifted, true);
            CHECK(count >= 1);
            lifts += count;
        }
        CHECK(lifts >= 9);
    }
}
