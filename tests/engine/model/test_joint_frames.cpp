#include "engine/model/joint_frames.h"
#include "engine/world/world_access.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

using namespace satbox;
using doctest::Approx;

TEST_CASE("frames_are_those_of_the_bodies_far_from_the_origin_too")
{
    World world;
    const Position far{1e6, -1e6};
    const BodyId a = world.createBody({.position = far, .rotation = makeRot(0.5f)});
    const BodyId b = world.createBody({.position = far + Vec2{2.0f, 1.0f}, .rotation = makeRot(-0.25f)});
    for (const BodyId body : {a, b})
        world.addShape(body, {.geometry = makeBox(0.5f, 0.5f, {0.3f, 0.0f}, {})});
    const JointId id = world.createJoint({.bodyA = a,
                                          .bodyB = b,
                                          .anchorA = {1.0f, 0.0f},
                                          .anchorB = {0.0f, 1.0f},
                                          .angleA = 0.25f,
                                          .angleB = -0.5f});
    const JointFrames frames =
        framesOf(stateOf(world).joints.of<Joint>().at(id.index), stateOf(world).bodies);
    const Position anchorA = transformPoint(world.motion(a).transform(), {1.0f, 0.0f});
    const Position anchorB = transformPoint(world.motion(b).transform(), {0.0f, 1.0f});
    CHECK(length(frames.anchorA - anchorA) < 1e-6f);
    CHECK(length(frames.anchorB - anchorB) < 1e-6f);
    CHECK(length(frames.d - (anchorB - anchorA)) < 1e-6f);
    CHECK(angleOf({frames.axis.x, frames.axis.y}) == Approx(0.75f));
    CHECK(frames.angle == Approx(-0.75f - 0.75f));
}

TEST_CASE("the_angle_is_the_one_nearest_to_that_of_the_last_step")
{
    World world;
    const BodyId a = world.createBody({}), b = world.createBody({.rotation = makeRot(0.1f)});
    for (const BodyId body : {a, b}) world.addShape(body, {.geometry = makeBox(0.5f, 0.5f)});
    const JointId id = world.createJoint({.bodyA = a, .bodyB = b});
    Joint joint = stateOf(world).joints.of<Joint>().at(id.index);
    const auto angle = [&](float before) {
        joint.angle = before;
        return framesOf(joint, stateOf(world).bodies).angle;
    };
    CHECK(angle(0.0f) == Approx(0.1f));
    CHECK(angle(6.0f) == Approx(0.1f + 2.0f * kPi));
    CHECK(angle(-12.0f) == Approx(0.1f - 4.0f * kPi));
}
