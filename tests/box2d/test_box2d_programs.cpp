// Programs that satbox-run has written for Box2D, against the scenes that they are of.
#include <satbox/scene/scene.h>

#include <box2d/box2d.h>
#include <cmath>
#include <cstdio>
#include <doctest/doctest.h>
#include <string>
#include <vector>

// Each program in a namespace of its own. The headers that it includes are here already.
#define main box2dMain
namespace welcome {
#include <welcome.cpp>
}
namespace compound {
#include <compound.cpp>
}
namespace mixed_rain {
#include <mixed_rain.cpp>
}
namespace joint_kinds {
#include <joint_kinds.cpp>
}
namespace car {
#include <car.cpp>
}
#undef main

namespace satbox {
namespace {

using BuildScene = void (*)(b2World&, std::vector<b2Body*>&);

struct Box2dScene {
    const char* name;
    BuildScene build;
    int joints; // at least, that Box2D has
};

} // namespace

TEST_CASE("programs_for_box2d_have_the_masses_and_poses_of_their_scenes")
{
    for (const Box2dScene& each :
         {Box2dScene{"welcome", welcome::buildScene, 0}, Box2dScene{"compound", compound::buildScene, 0},
          Box2dScene{"mixed_rain", mixed_rain::buildScene, 0},
          Box2dScene{"joint_kinds", joint_kinds::buildScene, 7}, Box2dScene{"car", car::buildScene, 2}}) {
        CAPTURE(each.name);
        const SceneResult opened = openScene(each.name);
        REQUIRE(opened.error == "");
        const World& world = opened.scene.world;
        b2World copy({0.0f, 0.0f});
        std::vector<b2Body*> bodies;
        each.build(copy, bodies);
        CHECK(copy.GetJointCount() >= each.joints);
        size_t index = 0;
        world.forEachBody([&](BodyId, const Body& body, const BodyMotion& motion) {
            CAPTURE(index);
            REQUIRE(index < bodies.size());
            const b2Body& other = *bodies[index++];
            const auto near = [](float a, float b, float share) {
                return std::abs(a - b) <= share * (1e-3f + std::abs(b));
            };
            const Position origin = motion.origin();
            CHECK(near(other.GetPosition().x, static_cast<float>(origin.x), 1e-4f));
            CHECK(near(other.GetPosition().y, static_cast<float>(origin.y), 1e-4f));
            CHECK(near(other.GetTransform().q.c, motion.q.c, 1e-3f));
            CHECK(near(other.GetTransform().q.s, motion.q.s, 1e-3f));
            CHECK(near(other.GetLinearVelocity().x, motion.v.x, 1e-4f));
            CHECK(near(other.GetLinearVelocity().y, motion.v.y, 1e-4f));
            if (body.type != BodyType::Dynamic) return;
            CHECK(near(other.GetMass(), body.massData.mass, 1e-3f));
            CHECK(near(other.GetLocalCenter().x, body.massData.center.x, 1e-3f));
            CHECK(near(other.GetLocalCenter().y, body.massData.center.y, 1e-3f));
            if (body.fixedRotation) return;
            const float aboutCenter =
                other.GetInertia() - other.GetMass() * other.GetLocalCenter().LengthSquared();
            CHECK(near(aboutCenter, body.massData.inertia, 2e-3f));
        });
        CHECK(index == bodies.size());
    }
}

TEST_CASE("a_program_for_box2d_runs")
{
    b2World world({0.0f, -9.81f});
    std::vector<b2Body*> bodies;
    joint_kinds::buildScene(world, bodies);
    for (int i = 0; i < 60; ++i) world.Step(1.0f / 60.0f, 8, 3);
    for (const b2Body* body : bodies) CHECK(std::isfinite(body->GetPosition().y));
}

} // namespace satbox
