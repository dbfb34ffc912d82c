#include <satbox/mover.h>

#include "tests/support/allocation_counter.h"
#include "tests/support/physics_fixture.h"
#include "tests/support/random_shapes.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace satbox;
using namespace satbox::test;
using doctest::Approx;

namespace {

constexpr float kSlop = 0.005f;                          // m, default of the world
const Capsule kPerson{{0.0f, 0.3f}, {0.0f, 1.5f}, 0.3f}; // stands on its origin

bool isNear(Vec2 a, Vec2 b, float tolerance = 1e-5f) { return length(a - b) <= tolerance; }

MoverPlane planeOf(Vec2 normal, float separation)
{
    MoverPlane plane;
    plane.normal = normal;
    plane.separation = separation;
    return plane;
}

void addStatic(World& world, const Shape& shape, Position position, Rot rotation = {})
{
    addBody(world, shape, {.type = BodyType::Static, .position = position, .rotation = rotation});
}

float deepestOverlap(const World& world, const Capsule& mover, Position position)
{
    float deepest = 0.0f;
    for (const MoverPlane& plane : collideMover(world, mover, position))
        deepest = std::max(deepest, -plane.separation);
    return deepest;
}

// A person that wants to walk at `speed` and falls.
struct Walker {
    Position position{};
    Vec2 velocity{0.0f, 0.0f};
    std::vector<MoverPlane> planes;

    void walk(const World& world, float speed, float seconds)
    {
        const int frames = static_cast<int>(seconds / kStep + 0.5f);
        for (int i = 0; i < frames; ++i) {
            velocity.x = speed;
            velocity.y -= 9.81f * kStep;
            const MoverMove move = moveMover(world, kPerson, position, velocity, kStep, {}, planes);
            position = move.position;
            velocity = move.velocity;
            CHECK(deepestOverlap(world, kPerson, position) <= kSlop + 1e-4f);
        }
    }
};

} // namespace

TEST_CASE("a_plane_lets_pass_what_stays_in_front_of_it_and_takes_off_only_what_leads_through")
{
    std::vector<MoverPlane> planes{planeOf({0.0f, 1.0f}, 0.25f)};
    CHECK(solvePlanes({3.0f, -0.25f}, planes) == Vec2{3.0f, -0.25f});
    CHECK(planes[0].push == 0.0f);
    CHECK(isNear(solvePlanes({3.0f, -1.0f}, planes), {3.0f, -0.25f}));
    CHECK(planes[0].push == Approx(0.75));
    CHECK(solvePlanes({3.0f, 0.0f}, planes) == Vec2{3.0f, 0.0f}); // pushes of earlier calls do not count
    CHECK(planes[0].push == 0.0f);
    planes = {planeOf({0.6f, 0.8f}, -0.5f)}; // an overlap is pushed out
    CHECK(isNear(solvePlanes({0.0f, 0.0f}, planes), {0.3f, 0.4f}));
}

TEST_CASE("a_plane_pushes_no_farther_than_its_limit")
{
    std::vector<MoverPlane> planes{planeOf({1.0f, 0.0f}, -0.5f), planeOf({0.0f, 1.0f}, 0.0f)};
    planes[0].pushLimit = 0.1f;
    CHECK(isNear(solvePlanes({-1.0f, -1.0f}, planes), {-0.9f, 0.0f}));
    CHECK(planes[0].push == Approx(0.1));
    CHECK(planes[1].push == Approx(1.0));
}

TEST_CASE("several_planes_leave_the_nearest_translation_that_satisfies_all")
{
    Lcg random(81);
    int pushed = 0;
    for (int i = 0; i < 300; ++i) {
        CAPTURE(i);
        // All face the point (0, 1), so that they do not contradict each other.
        std::vector<MoverPlane> planes;
        for (int k = 0; k < 3; ++k) {
            const Vec2 normal = rotate(makeRot(random.between(-2.2f, 2.2f)), {0.0f, 1.0f});
            planes.push_back(planeOf(normal, random.between(0.0f, 0.5f) - dot(normal, {0.0f, 1.0f})));
        }
        bool isNarrow = false; // a wedge of less than 10 degrees, see solvePlanes()
        for (const MoverPlane& a : planes)
            for (const MoverPlane& b : planes) isNarrow = isNarrow || dot(a.normal, b.normal) < -0.985f;
        if (isNarrow) continue;
        const Vec2 wanted = randomPoint(random, 2.0f);
        const Vec2 found = solvePlanes(wanted, planes);
        for (const MoverPlane& plane : planes) CHECK(plane.separation + dot(plane.normal, found) >= -1e-3f);
        // No point of a fine grid that satisfies the planes is nearer.
        const float distance = length(found - wanted);
        if (distance > 0.0f) ++pushed;
        for (int x = -40; x <= 40; ++x) {
            for (int y = -40; y <= 40; ++y) {
                const Vec2 p{0.1f * static_cast<float>(x), 0.1f * static_cast<float>(y)};
                const bool satisfies = std::ranges::all_of(planes, [&](const MoverPlane& plane) {
                    return plane.separation + dot(plane.normal, p) >= 0.0f;
                });
                if (satisfies) CHECK(length(p - wanted) >= distance - 2e-3f);
            }
        }
    }
    CHECK(pushed > 100);
}

TEST_CASE("a_clipped_velocity_is_tangential_at_a_wall_and_zero_in_a_wedge")
{
    std::vector<MoverPlane> planes{planeOf({-0.6f, 0.8f}, 0.0f), planeOf({0.6f, 0.8f}, 0.0f)};
    for (MoverPlane& plane : planes) plane.push = 1.0f;
    const Vec2 tangent{0.8f, 0.6f};
    CHECK(isNear(clipVelocity(3.0f * tangent - 2.0f * planes[0].normal, {planes.data(), 1}), 3.0f * tangent));
    CHECK(clipVelocity({0.0f, -5.0f}, planes) == Vec2{0.0f, 0.0f});
    CHECK(clipVelocity({1.0f, -5.0f}, planes) == Vec2{0.0f, 0.0f});
    // Along one side out of the wedge, and straight out.
    CHECK(isNear(clipVelocity({5.0f, 0.0f}, planes), dot(Vec2{5.0f, 0.0f}, tangent) * tangent));
    CHECK(clipVelocity({0.5f, 5.0f}, planes) == Vec2{0.5f, 5.0f});
    // Planes that did not push, or do not clip, leave the velocity alone.
    planes[0].push = 0.0f;
    planes[1].clipsVelocity = false;
    CHECK(clipVelocity({0.0f, -5.0f}, planes) == Vec2{0.0f, -5.0f});
}

TEST_CASE("a_mover_has_a_plane_for_each_shape_that_it_touches")
{
    World world;
    addGround(world);
    addStatic(world, makeBox(0.5f, 5.0f), {1.25, 5.0}); // overlaps by 0.05 m at x = 0.5
    addStatic(world, makeBox(0.5f, 0.5f), {-3.0, 0.5}); // not near
    const std::vector<MoverPlane> planes = collideMover(world, kPerson, Position{0.5, 0.0});
    REQUIRE(planes.size() == 2);
    CHECK(planes[0].shape == world.shapeAt(0));
    CHECK(isNear(planes[0].normal, {0.0f, 1.0f}));
    CHECK(planes[0].separation == Approx(0.0).epsilon(1e-6));
    CHECK(isNear(toVec2(planes[0].point), {0.5f, 0.0f}));
    CHECK(planes[1].shape == world.shapeAt(1));
    CHECK(isNear(planes[1].normal, {-1.0f, 0.0f}));
    CHECK(planes[1].separation == Approx(-0.05).epsilon(1e-4));
    CHECK(collideMover(world, kPerson, Position{0.5, 0.0}, {.mask = 2}).empty());
    CHECK(collideMover(world, kPerson, Position{0.5, 7.0}).size() == 1);
    int calls = 0;
    collideMover(world, kPerson, Position{0.5, 0.0}, {}, [&](const MoverPlane&) { return ++calls < 1; });
    CHECK(calls == 1);
}

TEST_CASE("a_mover_with_a_body_of_its_own_leaves_out_the_shapes_of_that_body")
{
    World world;
    addStatic(world, makeBox(0.5f, 5.0f), {3.0, 5.0});
    const BodyId own = addBody(world, kPerson, {.type = BodyType::Kinematic});
    const auto isObstacle = [&](ShapeId shape) { return world.bodyOf(shape) != own; };
    CHECK(castMover(world, kPerson, Position{-1.0, 0.0}, {4.0f, 0.0f}) < 0.12f); // at its own body
    const float fraction = castMover(world, kPerson, Position{-1.0, 0.0}, {4.0f, 0.0f}, {}, isObstacle);
    CHECK(fraction == Approx((3.2f + kSlop) / 4.0f).epsilon(1e-3));
    std::vector<MoverPlane> planes;
    const MoverMove move = moveMover(world, kPerson, Position{}, {4.0f, 1.0f}, 1.0f, {}, isObstacle, planes);
    CHECK(move.position.x == Approx(2.2).epsilon(1e-3));
    CHECK(move.position.y == Approx(1.0).epsilon(1e-3));
    CHECK(planes.size() == 1);
}

TEST_CASE("a_cast_mover_goes_up_to_the_slop_into_what_stops_it")
{
    World world;
    addStatic(world, makeBox(0.5f, 5.0f), {5.5, 0.0});
    CHECK(castMover(world, kPerson, Position{}, {8.0f, 0.0f}) == Approx((4.7f + kSlop) / 8.0f));
    CHECK(castMover(world, kPerson, Position{}, {4.7f, 0.0f}) == 1.0f);
    CHECK(castMover(world, kPerson, Position{}, {8.0f, 0.0f}, {.mask = 2}) == 1.0f);
    // Deeper in it than the slop, it can leave and slide, and go no farther in.
    const Position inside{4.8, 0.0};
    CHECK(castMover(world, kPerson, inside, {0.1f, 0.0f}) == 0.0f);
    CHECK(castMover(world, kPerson, inside, {0.1f, 1.0f}) == 0.0f);
    CHECK(castMover(world, kPerson, inside, {0.0f, 1.0f}) == 1.0f);
    CHECK(castMover(world, kPerson, inside, {-3.0f, 1.0f}) == 1.0f);
    // What is behind the shape that it leaves stops it.
    addStatic(world, makeBox(0.5f, 5.0f), {-5.5, 0.0});
    CHECK(castMover(world, kPerson, inside, {-20.0f, 0.0f}) == Approx((9.5f + kSlop) / 20.0f));
}

TEST_CASE("a_mover_slides_along_a_wall_with_its_tangential_velocity")
{
    for (const Position origin : {Position{}, Position{1.5e6, -9.25e5}}) {
        World world;
        addStatic(world, makeBox(0.5f, 50.0f), origin + Vec2{0.8f, 0.0f}); // touches at x = 0
        Position position = origin;
        std::vector<MoverPlane> planes;
        for (int i = 0; i < 60; ++i) {
            const MoverMove move = moveMover(world, kPerson, position, {4.0f, 3.0f}, kStep, {}, planes);
            CHECK(isNear(move.velocity, {0.0f, 3.0f}));
            CHECK(std::fabs(move.position.x - origin.x) <= 1e-5);
            position = move.position;
        }
        CHECK(position.y - origin.y == Approx(3.0).epsilon(1e-5));
    }
}

TEST_CASE("a_mover_slides_down_a_slope_along_its_surface")
{
    World world;
    const float angle = 0.5f;
    addGround(world, angle);
    const Rot slope = makeRot(angle);
    const Vec2 normal = rotate(slope, {0.0f, 1.0f}), tangent = rotate(slope, {1.0f, 0.0f});
    // The lower centre of the capsule is at its radius above the slope.
    const Vec2 lower = 0.3f * normal + 7.0f * tangent;
    const Position start = Position{} + (lower - kPerson.p1);
    std::vector<MoverPlane> planes;
    const MoverMove move = moveMover(world, kPerson, start, {0.0f, -6.0f}, 0.1f, {}, planes);
    const float along = dot(Vec2{0.0f, -6.0f}, tangent);
    CHECK(isNear(move.velocity, along * tangent, 1e-4f));
    CHECK(isNear(move.position - start, 0.1f * along * tangent, 1e-4f));
}

TEST_CASE("a_mover_stops_in_a_wedge")
{
    World world;
    addStatic(world, Segment{{0.0f, 0.0f}, {6.0f, 8.0f}}, {});
    addStatic(world, Segment{{0.0f, 0.0f}, {-6.0f, 8.0f}}, {});
    // The end of radius 0.3 m touches both sides, whose half angle has the sine 0.6, 0.5 m above the vertex.
    Position position{0.1, 3.0};
    std::vector<MoverPlane> planes;
    Vec2 velocity{0.0f, 0.0f};
    for (int i = 0; i < 120; ++i) {
        velocity.y -= 9.81f * kStep;
        const MoverMove move = moveMover(world, kPerson, position, velocity, kStep, {}, planes);
        position = move.position;
        velocity = move.velocity;
    }
    CHECK(velocity == Vec2{0.0f, 0.0f});
    CHECK(position.x == Approx(0.0).epsilon(1e-3));
    CHECK(position.y + 0.3 == Approx(0.5).epsilon(1e-3));
    CHECK(planes.size() == 2);
}

TEST_CASE("a_mover_that_rests_on_the_ground_does_not_move")
{
    World world;
    addGround(world);
    Walker walker;
    walker.position = {0.0, 0.5};
    walker.walk(world, 0.0f, 1.0f);
    const Position rest = walker.position;
    CHECK(std::fabs(rest.y) <= 1e-5);
    walker.walk(world, 0.0f, 2.0f);
    CHECK(length(walker.position - rest) <= 1e-6f);
    REQUIRE(walker.planes.size() == 1);
    CHECK(walker.planes[0].normal.y == Approx(1.0));
}

TEST_CASE("a_mover_walks_over_steps_and_up_a_slope_and_stops_at_a_wall")
{
    World world;
    addGround(world);
    for (int i = 0; i < 3; ++i) // steps of 0.08 m
        addStatic(world, makeBox(5.0f, 0.04f), {6.0 + i, 0.04 + 0.08 * i});
    const float angle = 0.5f;
    const Rot slope = makeRot(angle);
    addStatic(world, makeBox(4.0f, 0.5f), Position{12.0, 0.24} + rotate(slope, {4.0f, -0.5f}), slope);
    addStatic(world, makeBox(0.5f, 10.0f), {18.0, 5.0});
    Walker walker;
    walker.walk(world, 2.0f, 2.0f);
    CHECK(walker.position.x > 3.5);
    CHECK(walker.position.y == Approx(0.24).epsilon(0.02)); // on the third step
    walker.walk(world, 2.0f, 7.0f);
    // At the wall, on the slope, which touches the lower end beside its middle.
    CHECK(walker.position.x == Approx(17.2).epsilon(1e-4));
    CHECK(walker.velocity.x == Approx(0.0).epsilon(1e-4));
    const double centre = 0.24 + (17.2 - 12.0) * std::tan(0.5) + 0.3 / std::cos(0.5);
    CHECK(walker.position.y + 0.3 == Approx(centre).epsilon(2e-3));
    walker.walk(world, -3.0f, 9.0f);
    CHECK(walker.position.x < -6.0);
    CHECK(std::fabs(walker.position.y) <= 1e-4);
}

TEST_CASE("no_mover_is_fast_enough_to_pass_a_line")
{
    World world;
    addStatic(world, Segment{{0.0f, -50.0f}, {0.0f, 50.0f}}, {});
    std::vector<MoverPlane> planes;
    for (const float speed : {10.0f, 1e3f, 1e5f}) {
        CAPTURE(speed);
        Position position{-2.0, 0.0};
        for (int i = 0; i < 20; ++i)
            position = moveMover(world, kPerson, position, {speed, 0.0f}, kStep, {}, planes).position;
        CHECK(position.x == Approx(-0.3).epsilon(1e-4));
    }
}

TEST_CASE("movers_never_get_deeper_than_the_slop_into_a_crowd_of_shapes")
{
    Lcg random(82);
    World world;
    for (int i = 0; i < 120; ++i) {
        const Transform pose = randomPose(random, 12.0f);
        addStatic(world, randomShape(random, 1.5f), Position(pose.p), pose.q);
    }
    const Capsule mover{{0.0f, -0.2f}, {0.0f, 0.2f}, 0.25f};
    std::vector<MoverPlane> planes;
    int walks = 0, stopped = 0;
    for (int i = 0; i < 300; ++i) {
        CAPTURE(i);
        Position position = Position{} + randomPoint(random, 12.0f);
        if (!world.overlapShape(mover, position).empty()) continue;
        ++walks;
        const Vec2 velocity = randomPoint(random, 12.0f);
        for (int frame = 0; frame < 30; ++frame) {
            const MoverMove move = moveMover(world, mover, position, velocity, kStep, {}, planes);
            const Vec2 way = move.position - position;
            CHECK(length(way) <= 2.0f * kStep * length(velocity) + 4.0f * kSlop);
            position = move.position;
            CHECK(deepestOverlap(world, mover, position) <= kSlop + 1e-4f);
        }
        if (std::ranges::any_of(planes, [](const MoverPlane& plane) { return plane.push > 0.0f; })) ++stopped;
    }
    CHECK(walks > 50);
    CHECK(stopped > 20);
}

TEST_CASE("a_mover_with_arguments_that_are_not_usable_stays_where_it_is")
{
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    World world;
    addGround(world);
    std::vector<MoverPlane> planes(3);
    const auto stays = [&](const Capsule& mover, const WorldTransform& pose, Vec2 velocity, float dt) {
        const MoverMove move = moveMover(world, mover, pose, velocity, dt, {}, planes);
        return planes.empty() && (move.position == pose.p || !isFinite(pose.p));
    };
    CHECK(stays(kPerson, Position{}, {kNan, 0.0f}, kStep));
    CHECK(stays(kPerson, Position{}, {1.0f, 0.0f}, kNan));
    CHECK(stays(kPerson, Position{}, {1e9f, 0.0f}, 1.0f));
    CHECK(stays(kPerson, Position{static_cast<double>(kNan), 0.0}, {1.0f, 0.0f}, kStep));
    CHECK(stays(Capsule{{0.0f, 0.0f}, {0.0f, 0.0f}, 0.3f}, Position{}, {1.0f, 0.0f}, kStep));
    CHECK(stays(Capsule{{0.0f, 0.0f}, {0.0f, 1.0f}, -0.3f}, Position{}, {1.0f, 0.0f}, kStep));
    CHECK(castMover(world, kPerson, Position{}, {kNan, 0.0f}) == 0.0f);
    CHECK(castMover(world, kPerson, Position{0.0, static_cast<double>(kNan)}, {1.0f, 0.0f}) == 0.0f);
    CHECK(collideMover(world, kPerson, {Position{}, Rot{kNan, 0.0f}}).empty());
}

TEST_CASE("moving_a_mover_again_allocates_nothing")
{
    World world;
    addGround(world);
    std::vector<MoverPlane> planes;
    planes.reserve(8);
    const size_t before = allocationCount();
    const MoverMove move = moveMover(world, kPerson, Position{}, {2.0f, -1.0f}, kStep, {}, planes);
    CHECK(allocationCount() == before);
    CHECK(move.position.x == Approx(2.0 / 60.0));
    CHECK(planes.size() == 1);
}
