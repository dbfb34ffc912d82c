#include "engine/collision/collide.h"
#include "engine/collision/collide_polygons.h"
#include "engine/collision/manifold.h"
#include "engine/geometry/shape.h"
#include "tests/support/exact_penetration.h"
#include "tests/support/lcg.h"
#include <satbox/contacts.h>
#include <satbox/outlines.h>
#include <satbox/shapes.h>

#include <cmath>
#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

// The guarantees of collide() for depth and gap, against brute force in double, for random pairs of all kinds
// of shapes from 4 mm to 20 m, many of them near touching.
namespace {

constexpr float kSpeculative = 0.02f;
constexpr int kPairs = 150000;

enum class Kind { Circle, Capsule, Segment, Polygon, Rounded };
constexpr uint32_t kKinds = 5;

Rot drawRotation(Lcg& random)
{
    if (random.below(3) == 0) return makeRot(0.5f * kPi * static_cast<float>(random.below(4)));
    return makeRot(random.between(-kPi, kPi));
}

float drawSize(Lcg& random) { return 0.004f * std::exp(random.between(0.0f, std::log(5000.0f))); }

Polygon drawPolygon(Lcg& random, float size)
{
    const uint32_t kind = random.below(4);
    if (kind == 0) return makeBox(size, size * random.between(0.05f, 1.0f));
    if (kind == 1) return makeRegularPolygon(3 + static_cast<int>(random.below(6)), size);
    const float flat = kind == 2 ? 1.0f : random.between(0.02f, 0.2f);
    std::vector<Vec2> points;
    for (uint32_t count = 3 + random.below(6); count > 0; --count) {
        const float radius = size * std::sqrt(random.between(0.0f, 1.0f));
        const Vec2 p = rotate(makeRot(random.between(-kPi, kPi)), Vec2{radius, 0.0f});
        points.push_back({p.x, flat * p.y});
    }
    const HullResult hull = makeHull(points);
    return hull.ok() ? makePolygon(hull.vertices) : makeBox(size, size);
}

Shape drawShape(Lcg& random, Kind kind, float size)
{
    Transform local;
    if (random.below(2) == 0) {
        const float x = size * random.between(-0.5f, 0.5f);
        local = {{x, size * random.between(-0.5f, 0.5f)}, drawRotation(random)};
    }
    const float half = size * random.between(0.1f, 1.0f);
    switch (kind) {
    case Kind::Circle:
        return transformed(Circle{{0.0f, 0.0f}, size}, local);
    case Kind::Capsule:
        return transformed(Capsule{{-half, 0.0f}, {half, 0.0f}, size * random.between(0.02f, 0.6f)}, local);
    case Kind::Segment:
        return transformed(Segment{{-half, 0.0f}, {half, 0.0f}}, local);
    default: {
        Polygon polygon = drawPolygon(random, size);
        if (kind == Kind::Rounded) polygon.radius = size * random.between(0.01f, 0.3f);
        return transformed(polygon, local);
    }
    }
}

double longestExtent(const Shape& shape)
{
    const RoundedHull core = roundedHull(shape);
    double longest = 0.0;
    for (const Point2 p : core.points) {
        for (const Point2 q : core.points) longest = std::max(longest, std::hypot(p.x - q.x, p.y - q.y));
    }
    return longest + 2.0 * core.radius;
}

struct Pair {
    Shape a, b;
    Transform bInA;
    double rounding = 0.0; // m, of coordinates in float through a transform and a few products
    double smaller = 0.0;  // m, longest extent of the smaller shape
};

// Excludes two segments, which do not collide.
Pair drawPair(Lcg& random)
{
    const auto kindA = static_cast<Kind>(random.below(kKinds));
    auto kindB = static_cast<Kind>(random.below(kKinds));
    if (kindA == Kind::Segment && kindB == Kind::Segment) kindB = Kind::Polygon;
    const float sizeA = drawSize(random);
    const float sizeB = random.below(2) == 0 ? sizeA : drawSize(random);
    Pair pair{drawShape(random, kindA, sizeA), drawShape(random, kindB, sizeB), {}, 0.0, 0.0};
    pair.bInA.q = drawRotation(random);
    const Vec2 direction = rotate(drawRotation(random), Vec2{1.0f, 0.0f});
    pair.bInA.p = random.between(0.0f, 1.3f) * (sizeA + sizeB) * direction;
    if (random.below(2) == 0) {
        const float wanted = random.below(2) == 0 ? random.between(-0.02f, 0.025f)
                                                  : random.between(-0.3f, 0.05f) * std::fmin(sizeA, sizeB);
        float low = 0.0f, high = 10.0f * (sizeA + sizeB);
        for (int i = 0; i < 24; ++i) {
            const float middle = 0.5f * (low + high);
            pair.bInA.p = middle * direction;
            const bool nearer =
                ExactPair(pair.a, pair.b, pair.bInA).separation() < static_cast<double>(wanted);
            (nearer ? low : high) = middle;
        }
    }
    const float reach = std::fmax(std::fmax(maxExtent(pair.a, {0.0f, 0.0f}), maxExtent(pair.b, {0.0f, 0.0f})),
                                  length(pair.bInA.p));
    pair.rounding = 4e-6 * static_cast<double>(reach) + 1e-6;
    pair.smaller = std::min(longestExtent(pair.a), longestExtent(pair.b));
    return pair;
}

double leastSeparation(const Manifold& m)
{
    const float first = m.points[0].separation;
    return static_cast<double>(m.count > 1 ? std::fmin(first, m.points[1].separation) : first);
}

} // namespace

TEST_CASE("moving_by_the_depth_separates_every_overlapping_pair")
{
    Lcg random(20);
    int overlaps = 0, broken = 0;
    double worst = 0.0; // m
    for (int i = 0; i < kPairs; ++i) {
        const Pair pair = drawPair(random);
        const ExactPair exact(pair.a, pair.b, pair.bInA);
        if (exact.separation() > -pair.rounding) continue;
        ++overlaps;
        const Manifold m = collide(pair.a, pair.b, pair.bInA, kSpeculative);
        if (m.count == 0) {
            CHECK(exact.separation() > -2.0 * pair.rounding);
            continue;
        }
        const double move = pair.rounding - leastSeparation(m);
        const double after = exact.separation(
            {static_cast<double>(m.normal.x) * move, static_cast<double>(m.normal.y) * move});
        broken += after < -pair.rounding;
        worst = std::fmax(worst, -after - pair.rounding);
        CHECK(leastSeparation(m) >
              exact.separation() - static_cast<double>(kReferenceFaceBias) - pair.rounding);
    }
    MESSAGE(overlaps << " overlapping pairs of " << kPairs << ", " << broken
                     << " still overlap after the move, by up to " << 1e3 * worst << " mm");
    CHECK(overlaps > kPairs / 3);
    CHECK(broken == 0);
}

TEST_CASE("a_gap_is_the_distance_of_the_shapes_and_no_overlap")
{
    Lcg random(21);
    int gaps = 0, wrong = 0, turned = 0;
    double worst = 0.0; // m
    for (int i = 0; i < kPairs; ++i) {
        const Pair pair = drawPair(random);
        const double separation = ExactPair(pair.a, pair.b, pair.bInA).separation();
        const Manifold m = collide(pair.a, pair.b, pair.bInA, kSpeculative);
        if (m.count == 0 || std::fabs(separation) < pair.rounding) continue;
        const double given = leastSeparation(m);
        turned += (separation > 0.0) != (given > 0.0) && std::fabs(given) > pair.rounding;
        if (separation < 0.0) continue;
        ++gaps;
        const double tolerance =
            std::fmax(static_cast<double>(kGapTolerance), 0.005 * pair.smaller) + pair.rounding;
        const double error = std::fabs(given - separation);
        wrong += error > tolerance;
        worst = std::fmax(worst, error - tolerance);
    }
    MESSAGE(gaps << " gaps of " << kPairs << " pairs, " << wrong << " beyond the tolerance by up to "
                 << 1e3 * worst << " mm, " << turned << " taken for an overlap or the other way round");
    CHECK(gaps > kPairs / 10);
    CHECK(wrong == 0);
    CHECK(turned == 0);
}
