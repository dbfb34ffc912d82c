// Impulses between two bodies: momentum and effective mass.

#include "engine/constraints/body_pair.h"

#include <doctest/doctest.h>

#include <initializer_list>

using namespace satbox;

namespace {

struct Two {
    BodyState a{.v = {1.0f, -0.5f}, .w = 2.0f, .invMass = 0.5f};
    BodyState b{.v = {-2.0f, 0.25f}, .w = -3.0f, .invMass = 2.0f};
    BodyPair pair() { return {&a, &b, 4.0f, 0.8f}; }
};
constexpr Vec2 kAnchorA{0.3f, 0.7f}, kAnchorB{-0.4f, 0.1f};

} // namespace

TEST_CASE("the_relative_velocity_is_that_of_the_point_on_b_minus_that_of_the_point_on_a")
{
    Two two;
    const Vec2 v = relativeVelocity(two.pair(), kAnchorA, kAnchorB);
    const Vec2 ofA = two.a.v + Vec2{-2.0f * kAnchorA.y, 2.0f * kAnchorA.x};
    const Vec2 ofB = two.b.v + Vec2{3.0f * kAnchorB.y, -3.0f * kAnchorB.x};
    CHECK(length(v - (ofB - ofA)) < 1e-6f);
}

TEST_CASE("an_impulse_of_the_effective_mass_times_the_speed_stops_the_points_along_its_direction")
{
    for (const Vec2 direction : {Vec2{1.0f, 0.0f}, Vec2{0.0f, 1.0f}, Vec2{0.6f, -0.8f}}) {
        Two two;
        const BodyPair pair = two.pair();
        const float speed = dot(relativeVelocity(pair, kAnchorA, kAnchorB), direction);
        applyImpulse(pair, kAnchorA, kAnchorB,
                     (-speed / inverseMassAlong(pair, kAnchorA, kAnchorB, direction)) * direction);
        CHECK(dot(relativeVelocity(pair, kAnchorA, kAnchorB), direction) == doctest::Approx(0.0f));
    }
}

TEST_CASE("an_impulse_conserves_momentum_and_at_a_common_point_angular_momentum")
{
    Two two;
    const Vec2 apart = kAnchorA - kAnchorB; // from A's centre to B's: the anchors are the same point
    const auto momentum = [&] { return 2.0f * two.a.v + 0.5f * two.b.v; };
    const auto angular = [&] { // about A's centre
        return two.a.w / 4.0f + two.b.w / 0.8f + 0.5f * cross(apart, two.b.v);
    };
    const Vec2 p = momentum();
    const float l = angular();
    applyImpulse(two.pair(), kAnchorA, kAnchorB, {0.7f, -1.3f});
    CHECK(length(momentum() - p) < 1e-6f);
    CHECK(angular() == doctest::Approx(l));
}
