#include "engine/collision/collide.h"
#include "engine/collision/collide_chain.h"
#include "tests/support/lcg.h"
#include <satbox/outlines.h>
#include <satbox/queries.h>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>

using namespace satbox;
using namespace satbox::test;
using doctest::Approx;

namespace {

// From right to left, so that the upper side is solid: level ground between x = 3 and x = -3 in pieces of 1
// m.
std::vector<Segment> levelGround()
{
    std::vector<Vec2> points;
    for (int i = 0; i <= 6; ++i) points.push_back({3.0f - static_cast<float>(i), 0.0f});
    return makeChain(points, false).pieces;
}

constexpr CollisionRange kRange{0.02f};

int touching(std::span<const Segment> pieces, const Shape& shape, const Transform& pose)
{
    int count = 0;
    for (const Segment& piece : pieces) count += collide(Shape(piece), shape, pose, kRange).count > 0;
    return count;
}

} // namespace

TEST_CASE("a_chain_has_a_piece_between_neighbouring_points_that_knows_the_points_beside_it")
{
    const std::array<Vec2, 4> points{Vec2{0, 0}, Vec2{1, 0}, Vec2{1, 1}, Vec2{0, 1}};
    const Chain loop = makeChain(points, true);
    REQUIRE(loop.pieces.size() == 4);
    CHECK(loop.pieces[0] == Segment{{0, 0}, {1, 0}, true, {0, 1}, {1, 1}});
    CHECK(loop.pieces[2] == Segment{{1, 1}, {0, 1}, true, {1, 0}, {0, 0}});
    CHECK(loop.pieces[3] == Segment{{0, 1}, {0, 0}, true, {1, 1}, {1, 0}});
    const Chain open = makeChain(points, false);
    REQUIRE(open.pieces.size() == 3);
    CHECK(open.pieces[0] == Segment{{0, 0}, {1, 0}, true, {0, 1}, {1, 1}}); // its end turns back behind it
    CHECK(open.pieces[2] == Segment{{1, 1}, {0, 1}, true, {1, 0}, {0, 0}});
    for (const Segment& piece : open.pieces) CHECK(validate(Shape(piece)) == "");
    const std::array<Vec2, 4> doubled{Vec2{0, 0}, Vec2{1, 0}, Vec2{1, 1e-5f}, Vec2{2, 0}};
    CHECK(makeChain(doubled, false).pieces.size() == 2);
}

TEST_CASE("a_chain_of_too_few_or_invalid_points_is_refused_with_a_sentence")
{
    const std::array<Vec2, 3> points{Vec2{0, 0}, Vec2{1, 0},
                                     Vec2{std::numeric_limits<float>::quiet_NaN(), 0}};
    CHECK(makeChain(std::span(points).first(1), false).error ==
          "1 different point, a chain needs at least 2");
    CHECK(makeChain(std::span(points).first(2), true).error ==
          "2 different points, a closed chain needs at least 3");
    CHECK(makeChain(points, false).error == "point 2 is not finite, a chain needs finite coordinates");
    CHECK(makeChain(points, false).pieces.empty());
    Segment piece{{0, 0}, {1, 0}, true, {0, 0}, {2, 0}};
    CHECK(validate(Shape(piece)) == "before: less than 0.0001 m away from p1");
    piece.before = {-1, 0};
    piece.after = {1, 0};
    CHECK(validate(Shape(piece)) == "after: less than 0.0001 m away from p2");
}

TEST_CASE("a_box_on_level_pieces_is_pushed_up_by_each_and_held_up_by_none")
{
    const std::vector<Segment> ground = levelGround();
    const Polygon box = makeBox(0.5f, 0.5f);
    Lcg random(51);
    for (int k = 0; k < 2000; ++k) {
        const Transform pose{{random.between(-2.4f, 2.4f), 0.5f - random.between(-0.01f, 0.05f)}, Rot{}};
        int pushed = 0;
        for (const Segment& piece : ground) {
            const Manifold m = collide(Shape(piece), box, pose, kRange);
            if (m.count == 0) continue;
            ++pushed;
            CHECK(m.normal.y == Approx(1.0f));
            for (int i = 0; i < m.count; ++i)
                CHECK(m.points[static_cast<size_t>(i)].separation == Approx(pose.p.y - 0.5f).epsilon(1e-3));
        }
        CHECK(pushed >= 1);
    }
}

TEST_CASE("shapes_of_every_kind_get_no_sideways_normal_at_a_straight_joint")
{
    const std::vector<Segment> ground = levelGround();
    Polygon pebble = makeRegularPolygon(5, 0.3f);
    pebble.radius = 0.1f;
    const std::array shapes{Shape(Circle{{0, 0}, 0.3f}), Shape(Capsule{{-0.3f, 0}, {0.3f, 0}, 0.1f}),
                            Shape(makeRegularPolygon(6, 0.4f)), Shape(pebble),
                            Shape(makeRoundedBox(0.3f, 0.2f, 0.1f))};
    Lcg random(52);
    int found = 0;
    for (int k = 0; k < 20000; ++k) {
        const Shape& shape = shapes[random.below(5)];
        const Transform pose{{random.between(-2.0f, 2.0f), random.between(0.05f, 0.5f)},
                             makeRot(random.between(-kPi, kPi))};
        for (const Segment& piece : ground) {
            for (const bool pieceIsA : {true, false}) {
                const Manifold m = pieceIsA ? collide(Shape(piece), shape, pose, kRange)
                                            : collide(shape, Shape(piece), invMul(pose, Transform{}), kRange);
                if (m.count == 0) continue;
                ++found;
                const Vec2 up = pieceIsA ? m.normal : -rotate(pose.q, m.normal);
                REQUIRE(up.y > 0.9999f);
            }
        }
    }
    CHECK(found > 5000);
}

TEST_CASE("at_a_hilltop_the_normals_between_those_of_both_pieces_are_admitted")
{
    const std::array<Vec2, 3> roof{Vec2{1, -1}, Vec2{0, 0}, Vec2{-1, -1}};
    const std::vector<Segment> pieces = makeChain(roof, false).pieces;
    const Polygon box = makeBox(0.5f, 0.5f);
    // Its flat bottom on the top: its own face gives the normal, straight up.
    const Manifold m = collide(Shape(pieces[0]), box, {{0.1f, 0.49f}, Rot{}}, kRange);
    REQUIRE(m.count > 0);
    CHECK(m.normal.y == Approx(1.0f));
    // Of a ball beside the top, the piece below it has the contact, and not the other.
    CHECK(collide(Shape(pieces[0]), Circle{{0, 0}, 0.5f}, {{0.5f, 0.2f}, Rot{}}, kRange).count == 1);
    CHECK(collide(Shape(pieces[1]), Circle{{0, 0}, 0.5f}, {{0.5f, 0.2f}, Rot{}}, kRange).count == 0);
}

TEST_CASE("what_is_on_the_left_of_a_chain_does_not_collide")
{
    const std::vector<Segment> ground = levelGround();
    for (const Shape& shape :
         {Shape(makeBox(0.5f, 0.5f)), Shape(Circle{{0, 0}, 0.5f}),
          Shape(Capsule{{-0.3f, 0}, {0.3f, 0}, 0.5f}), Shape(makeRoundedBox(0.3f, 0.3f, 0.2f))}) {
        CHECK(touching(ground, shape, {{0.2f, 0.45f}, Rot{}}) > 0);
        CHECK(touching(ground, shape, {{0.2f, -0.05f}, Rot{}}) == 0);
        CHECK(touching(ground, shape, {{0.2f, -0.45f}, Rot{}}) == 0);
    }
}

TEST_CASE("rays_and_casts_hit_a_chain_from_its_right_only")
{
    const Shape piece = levelGround()[2];
    const auto hit = castRay(piece, {{0.5f, 1.0f}, {0.0f, -2.0f}});
    REQUIRE(hit);
    CHECK(hit->normal == Vec2{0.0f, 1.0f});
    CHECK_FALSE(castRay(piece, {{0.5f, -1.0f}, {0.0f, 2.0f}}));
    const Shape box = makeBox(0.2f, 0.2f);
    CHECK(castShape(piece, box, {{0.5f, 1.0f}, Rot{}}, {0.0f, -2.0f}));
    CHECK_FALSE(castShape(piece, box, {{0.5f, -1.0f}, Rot{}}, {0.0f, 2.0f}));
    CHECK(castShape(Segment{{0, 0}, {1, 0}}, box, {{0.5f, -1.0f}, Rot{}}, {0.0f, 2.0f}));
}
