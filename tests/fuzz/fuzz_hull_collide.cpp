// Converts bytes to points, computes hull, convex pieces and masses, and collides the pieces with other
// shapes. A failed check aborts the program, so that libFuzzer keeps the input. The lowest bit of the first
// byte selects the coordinates: arbitrary bit patterns (huge, tiny, not finite), or millimetres within 32 m.
#include "engine/collision/collide.h"
#include "engine/collision/manifold.h"
#include "tests/support/exact_penetration.h"
#include <satbox/contacts.h>
#include <satbox/outlines.h>
#include <satbox/shapes.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

using namespace satbox;

void require(bool holds, const char* what)
{
    if (holds) return;
    std::fprintf(stderr, "check failed: %s\n", what);
    std::abort();
}

class Bytes {
  public:
    Bytes(const uint8_t* data, size_t size) : data_(data), size_(size) {}
    bool empty() const { return at_ >= size_; }
    uint8_t byte() { return empty() ? uint8_t{0} : data_[at_++]; }
    float number(bool raw)
    {
        uint32_t bits = 0;
        for (int i = 0; i < (raw ? 4 : 2); ++i) bits = bits << 8 | byte();
        if (!raw) return 0.001f * static_cast<float>(static_cast<int32_t>(bits) - 32768);
        float value = 0.0f;
        std::memcpy(&value, &bits, sizeof value);
        return value;
    }
    Vec2 point(bool raw)
    {
        const float x = number(raw);
        return {x, number(raw)};
    }

  private:
    const uint8_t* data_;
    size_t size_;
    size_t at_ = 0;
};

double turn(Vec2 a, Vec2 b, Vec2 c)
{
    const auto point = [](Vec2 v) {
        return test::Point2{static_cast<double>(v.x), static_cast<double>(v.y)};
    };
    return test::turn(point(a), point(b), point(c));
}

void checkHull(const std::vector<Vec2>& points, const HullResult& hull)
{
    require(hull.ok() == !hull.vertices.empty(), "a hull has vertices or an error");
    if (!hull.ok()) return;
    const size_t n = hull.vertices.size();
    require(n >= 3, "a hull has at least three vertices");
    for (size_t i = 0; i < n; ++i) {
        const Vec2 a = hull.vertices[i], b = hull.vertices[(i + 1) % n], c = hull.vertices[(i + 2) % n];
        require(turn(a, b, c) > 0.0, "a hull turns left at every vertex");
    }
    const HullReport& r = hull.report;
    require(n + static_cast<size_t>(r.welded + r.collinear + r.interior) == points.size(),
            "every point is a vertex or in the report");
}

void checkManifold(const Shape& a, const Shape& b, const Transform& bInA)
{
    constexpr float kSpeculative = 0.02f;
    const Manifold m = collide(a, b, bInA, kSpeculative);
    require(m.count >= 0 && m.count <= 2, "a manifold has at most two points");
    if (m.count == 0) return;
    require(std::fabs(length(m.normal) - 1.0f) < 1e-4f, "the normal is a unit vector");
    double least = static_cast<double>(m.points[0].separation);
    for (int i = 0; i < m.count; ++i) {
        const ManifoldPoint& p = m.points[static_cast<size_t>(i)];
        require(isFinite(p.point) && isFinite(p.separation), "points are finite");
        require(p.separation <= kSpeculative, "points are within the speculative distance");
        least = std::min(least, static_cast<double>(p.separation));
    }
    require(m.count < 2 || !(m.points[0].id == m.points[1].id), "two points have different ids");
    const double exact = test::ExactPair(a, b, bInA).separation();
    constexpr double kTolerance = static_cast<double>(kReferenceFaceBias) + 1e-3; // coordinates reach 130 m
    require(least >= exact - kTolerance, "no point is deeper than the least translation");
    require(exact > 0.0 || least <= exact + kTolerance, "moving by the depth separates the shapes");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    Bytes bytes(data, size);
    const uint8_t mode = bytes.byte();
    const bool raw = (mode & 1) != 0;
    const Transform bInA{bytes.point(false), makeRot(bytes.number(false))};
    const Capsule capsule{bytes.point(false), bytes.point(false),
                          0.001f + 0.01f * static_cast<float>(bytes.byte())};
    std::vector<Vec2> points;
    while (!bytes.empty() && points.size() < 64) points.push_back(bytes.point(raw));

    const HullResult hull = makeHull(points);
    checkHull(points, hull);
    const Decomposition decomposition = decompose(points);
    require(decomposition.ok() == !decomposition.pieces.empty(), "a decomposition has pieces or an error");
    if (!hull.ok() || raw) return 0;

    const Decomposition convex = splitConvex(hull.vertices);
    require(convex.ok() == !convex.pieces.empty(), "a split hull has pieces or an error");
    for (const Polygon& piece : convex.pieces) {
        const MassData mass = computeMass(piece, 1.0f);
        require(mass.mass > 0.0f && mass.inertia > 0.0f, "a polygon has mass and inertia");
        checkManifold(piece, convex.pieces[0], bInA);
        checkManifold(piece, capsule, bInA);
        checkManifold(capsule, piece, bInA);
        checkManifold(piece, Circle{capsule.p1, capsule.radius}, bInA);
        checkManifold(Segment{capsule.p1, capsule.p2}, piece, bInA);
        Polygon rounded = piece;
        rounded.radius = capsule.radius;
        const MassData roundMass = computeMass(rounded, 1.0f);
        require(roundMass.mass > mass.mass && roundMass.inertia > mass.inertia, "round corners add mass");
        checkManifold(rounded, convex.pieces[0], bInA);
        checkManifold(rounded, capsule, bInA);
        checkManifold(Segment{capsule.p1, capsule.p2}, rounded, bInA);
    }
    return 0;
}
