#include "tests/micro/sat_table.h"

#include "engine/collision/collide.h"
#include "engine/collision/collide_wide.h"
#include "engine/collision/manifold.h"
#include "tests/support/lcg.h"
#include <satbox/contacts.h>
#include <satbox/shapes.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <fmt/format.h>
#include <functional>
#include <string>
#include <vector>

#if defined(SATBOX_BOX2D_VERSION)
#include <box2d/b2_collision.h>
#include <box2d/b2_polygon_shape.h>
#endif

namespace satbox::micro {
namespace {

constexpr size_t kPoses = 4096;
constexpr size_t kBlock = 128;        // pairs per call of the wide methods
constexpr float kSpeculative = 0.02f; // m, as Box2D's two skins of 0.01 m

constexpr std::array<int, 3> kWidths{4, 8, 16}; // lanes; fewer if the processor has fewer

struct Shapes {
    const char* name;
    Polygon a, b;
};
struct Regime {
    const char* name;
    float nearest, farthest; // m between the centres
};
constexpr Regime kRegimes[] = {{"separated", 1.6f, 2.0f}, {"touching", 0.9f, 1.0f}, {"deep", 0.2f, 0.5f}};

struct Poses {
    Transform a, b;
};

// A anywhere near the origin, B around it in any direction; both rotated by any angle.
std::vector<Poses> randomPoses(const Regime& regime)
{
    test::Lcg random(20240601);
    std::vector<Poses> poses(kPoses);
    for (Poses& p : poses) {
        p.a = {{random.between(-10.0f, 10.0f), random.between(-10.0f, 10.0f)},
               makeRot(random.between(-kPi, kPi))};
        const Rot direction = makeRot(random.between(-kPi, kPi));
        const float distance = random.between(regime.nearest, regime.farthest);
        p.b = {p.a.p + distance * Vec2{direction.c, direction.s}, makeRot(random.between(-kPi, kPi))};
    }
    return poses;
}

// One way to collide all pairs of a cell; takes two world poses per pair, as Box2D does.
struct Method {
    std::string name;
    std::function<void()> run;
    std::vector<double> nanoseconds; // per pair, one value per round
};

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

void timeOnce(Method& method)
{
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    method.run();
    const double elapsed = std::chrono::duration<double, std::nano>(Clock::now() - start).count();
    method.nanoseconds.push_back(elapsed / static_cast<double>(kPoses));
}

#if defined(SATBOX_BOX2D_VERSION)
b2PolygonShape toBox2d(const Polygon& polygon)
{
    std::vector<b2Vec2> points;
    for (const Vec2& v : polygon.points()) points.emplace_back(v.x, v.y);
    b2PolygonShape shape;
    shape.Set(points.data(), polygon.count);
    return shape;
}
b2Transform toBox2d(const Transform& t)
{
    b2Transform result;
    result.p.Set(t.p.x, t.p.y);
    result.q.c = t.q.c;
    result.q.s = t.q.s;
    return result;
}
#endif

// All data that the methods of one cell read and write, in the memory layout of a step: shared shapes,
// contiguous poses and manifolds.
struct Cell {
    const Shapes& shapes;
    std::vector<Poses> poses;
    std::vector<PolygonPair> pairs = std::vector<PolygonPair>(kBlock);
    std::vector<Manifold> scalar = std::vector<Manifold>(kPoses);
    std::array<std::vector<Manifold>, kWidths.size()> wide{scalar, scalar, scalar};
#if defined(SATBOX_BOX2D_VERSION)
    b2PolygonShape peerA, peerB;
    std::vector<b2Transform> peerPoses;
    std::vector<b2Manifold> peer = std::vector<b2Manifold>(kPoses);
#endif

    Cell(const Shapes& s, const Regime& regime) : shapes(s), poses(randomPoses(regime))
    {
#if defined(SATBOX_BOX2D_VERSION)
        peerA = toBox2d(shapes.a);
        peerB = toBox2d(shapes.b);
        for (const Poses& p : poses) {
            peerPoses.push_back(toBox2d(p.a));
            peerPoses.push_back(toBox2d(p.b));
        }
#endif
    }

    std::vector<Method> methods()
    {
        std::vector<Method> methods;
#if defined(SATBOX_BOX2D_VERSION)
        methods.push_back({"Box2D " SATBOX_BOX2D_VERSION,
                           [this] {
                               for (size_t i = 0; i < kPoses; ++i) {
                                   b2CollidePolygons(&peer[i], &peerA, peerPoses[2 * i], &peerB,
                                                     peerPoses[2 * i + 1]);
                               }
                           },
                           {}});
#endif
        methods.push_back({"scalar",
                           [this] {
                               for (size_t i = 0; i < kPoses; ++i) {
                                   scalar[i] = collidePolygons(shapes.a, shapes.b,
                                                               invMul(poses[i].a, poses[i].b), kSpeculative);
                               }
                           },
                           {}});
        for (size_t i = 0; i < kWidths.size(); ++i) {
            methods.push_back({fmt::format("{} lanes", kWidths[i]),
                               [this, i] {
                                   for (size_t from = 0; from < kPoses; from += kBlock) {
                                       for (size_t k = 0; k < kBlock; ++k) {
                                           const Poses& p = poses[from + k];
                                           pairs[k] = {&shapes.a, &shapes.b, invMul(p.a, p.b), kSpeculative};
                                       }
                                       collidePolygonPairs(pairs, CollisionRange{}.lengthUnit,
                                                           wide[i].data() + from, kWidths[i]);
                                   }
                               },
                               {}});
        }
        return methods;
    }

    bool wideAgrees() const
    {
        return std::all_of(wide.begin(), wide.end(), [this](const auto& w) { return w == scalar; });
    }

    size_t pairsWithPoints() const
    {
        return static_cast<size_t>(
            std::count_if(scalar.begin(), scalar.end(), [](const Manifold& m) { return m.count > 0; }));
    }
};

void printHeading(const std::vector<Method>& methods)
{
    fmt::print("{:<18}{:<11}{:>12}{:>13}", "ns per pair, median", "", "centres, m", "with points");
    for (const Method& method : methods) fmt::print("{:>13}", method.name);
    fmt::print("\n");
}

} // namespace

int printSatTable(int rounds)
{
    const Shapes kinds[] = {
        {"box-box", makeBox(0.5f, 0.5f), makeBox(0.5f, 0.5f)},
        {"hexagon-heptagon", makeRegularPolygon(6, 0.5f), makeRegularPolygon(7, 0.5f)},
        {"octagon-octagon", makeRegularPolygon(8, 0.5f), makeRegularPolygon(8, 0.5f)},
    };
#if !defined(SATBOX_BOX2D_VERSION)
    fmt::print("Box2D was not found by CMake when this was built: satbox only.\n");
#endif
    bool first = true;
    for (const Shapes& shapes : kinds) {
        for (const Regime& regime : kRegimes) {
            Cell cell(shapes, regime);
            std::vector<Method> methods = cell.methods();
            if (first) printHeading(methods);
            first = false;
            for (Method& method : methods) method.run(); // warm-up: touches memory, loads code
            for (int round = 0; round < rounds; ++round)
                for (Method& method : methods) timeOnce(method);
            fmt::print("{:<18}{:<11}{:>12}{:>12.0f}%", shapes.name, regime.name,
                       fmt::format("{:.1f} to {:.1f}", regime.nearest, regime.farthest),
                       100.0 * static_cast<double>(cell.pairsWithPoints()) / static_cast<double>(kPoses));
            for (const Method& method : methods) fmt::print("{:>13.1f}", median(method.nanoseconds));
            fmt::print("\n");
            if (!cell.wideAgrees()) {
                fmt::print(stderr, "satbox-micro: bug: wide and scalar manifolds differ\n");
                return 1;
            }
        }
    }
    return 0;
}

} // namespace satbox::micro
