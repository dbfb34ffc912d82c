#include "engine/model/gear_mesh.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>

using namespace satbox;
using doctest::Approx;

namespace {

// Bodies with their anchors at their origins.
struct Pose {
    Vec2 p{0.0f, 0.0f};
    float angle = 0.0f;
};
GearMesh meshAt(const GearJoint& gear, const Pose& a, const Pose& b)
{
    const Rot q = makeRot(a.angle);
    return meshOf(gear, b.p - a.p, {q.c, q.s}, b.angle - a.angle);
}

constexpr std::array kGears{GearJoint{.teethA = 12, .teethB = 30},
                            GearJoint{.teethA = 12, .teethB = 30, .ring = true},
                            GearJoint{.teethA = 30, .teethB = 12, .ring = true},
                            GearJoint{.teethB = 14, .rack = true, .pitch = 0.25f}};

} // namespace

TEST_CASE("the_error_of_a_mesh_grows_as_its_direction_and_pitch_point_say")
{
    for (const GearJoint& gear : kGears) {
        CAPTURE(gear.teethA);
        CAPTURE(gear.ring);
        CAPTURE(gear.rack);
        const Pose a{{0.3f, -0.2f}, 0.4f}, b{{1.1f, 0.7f}, 1.3f};
        const GearMesh mesh = meshAt(gear, a, b);
        const Vec2 onB = a.p + mesh.pitchPoint - b.p; // from the centre of B
        constexpr float kStep = 2e-3f;
        // The central difference of the error, per unit.
        const auto rate = [&](Vec2 moveA, float turnA, Vec2 moveB, float turnB) {
            const auto at = [&](float t) {
                return meshAt(gear, {a.p + t * moveA, a.angle + t * turnA},
                              {b.p + t * moveB, b.angle + t * turnB})
                    .error;
            };
            return (at(kStep) - at(-kStep)) / (2.0f * kStep);
        };
        const float tolerance = 2e-3f;
        const Vec2 t = mesh.direction;
        CHECK(length(t) == Approx(1.0f));
        CHECK(std::fabs(rate({}, 0.0f, t, 0.0f) - 1.0f) < tolerance);
        CHECK(std::fabs(rate({}, 0.0f, {}, 1.0f) - cross(onB, t)) < tolerance);
        CHECK(std::fabs(rate({}, 1.0f, {}, 0.0f) + cross(mesh.pitchPoint, t)) < tolerance);
        CHECK(std::fabs(rate({}, 0.0f, {}, 1.0f) - mesh.radiusB) < tolerance);
        if (!gear.rack) CHECK(std::fabs(rate({}, 1.0f, {}, 0.0f) - mesh.radiusA) < tolerance);
    }
}

TEST_CASE("a_tooth_further_is_the_same_mesh")
{
    for (const GearJoint& gear : kGears) {
        const Pose a{{0.0f, 0.0f}, 0.2f};
        Pose b{{1.4f, 0.3f}, 0.5f};
        const GearMesh mesh = meshAt(gear, a, b);
        const float pitchB = 2.0f * kPi / static_cast<float>(gear.teethB); // rad
        CHECK(std::fabs(mesh.error) <= std::fabs(mesh.radiusB) * 0.5f * pitchB * 1.0001f);
        for (int teeth = -40; teeth <= 40; ++teeth) {
            Pose turned = b;
            turned.angle += pitchB * static_cast<float>(teeth);
            CHECK(std::fabs(meshAt(gear, a, turned).error - mesh.error) < 1e-5f);
        }
    }
}

TEST_CASE("the_pitch_point_divides_the_line_of_centres_as_the_teeth_do")
{
    const Pose a{}, b{{2.0f, 0.0f}, 0.0f};
    const GearMesh outside = meshAt({.teethA = 10, .teethB = 30}, a, b);
    CHECK(outside.pitchPoint.x == Approx(0.5f)); // radii 0.5 m and 1.5 m
    const GearMesh inside = meshAt({.teethA = 10, .teethB = 30, .ring = true}, a, b);
    CHECK(inside.pitchPoint.x == Approx(-1.0f)); // radii 1 m and 3 m
    const GearMesh around = meshAt({.teethA = 30, .teethB = 10, .ring = true}, a, b);
    CHECK(around.pitchPoint.x == Approx(3.0f));
    // A wheel of 16 teeth with a pitch of 0.1 m has a circumference of 1.6 m.
    const GearMesh rack = meshAt({.teethB = 16, .rack = true, .pitch = 0.1f}, a, {{2.0f, 0.5f}, 0.0f});
    CHECK(rack.pitchPoint.x == Approx(2.0f));
    CHECK(rack.pitchPoint.y == Approx(0.5f - 1.6f / (2.0f * kPi)));
}

TEST_CASE("frames_say_where_teeth_and_gaps_are")
{
    // A gap of A at 0 degrees faces B; the tooth of B that meets it points back.
    CHECK(meshAt({.teethA = 10, .teethB = 15}, {}, {{2.0f, 0.0f}, kPi}).error == Approx(0.0f));
    // In a ring, both teeth point away from the other centre.
    CHECK(meshAt({.teethA = 15, .teethB = 10, .ring = true}, {}, {{1.0f, 0.0f}, 0.0f}).error == Approx(0.0f));
    // A wheel on a rack has its tooth below it, at a multiple of the pitch from the anchor.
    const GearJoint rack{.teethB = 16, .rack = true, .pitch = 0.1f};
    CHECK(std::fabs(meshAt(rack, {}, {{0.3f, 0.5f}, -0.5f * kPi}).error) < 1e-6f);
    CHECK(std::fabs(meshAt(rack, {}, {{0.32f, 0.5f}, -0.5f * kPi}).error - 0.02f) < 1e-6f);
}

TEST_CASE("wheels_with_one_centre_do_not_mesh")
{
    const GearMesh mesh = meshAt({.teethA = 12, .teethB = 30}, {}, {});
    CHECK(mesh.error == 0.0f);
    CHECK((mesh.direction == Vec2{0.0f, 0.0f}));
    CHECK(mesh.radiusB == 0.0f);
}
