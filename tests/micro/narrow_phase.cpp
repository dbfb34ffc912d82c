// Micro-benchmarks of the narrow phase, in ns per pair. Every case uses many poses, so that branches are as
// unpredictable as in a heap of shapes.
#include "engine/collision/collide.h"
#include "engine/collision/manifold.h"
#include "engine/collision/minkowski.h"
#include <satbox/contacts.h>
#include <satbox/outlines.h>
#include <satbox/shapes.h>

#include <array>
#include <benchmark/benchmark.h>

namespace {

using namespace satbox;

constexpr float kSpeculative = 0.02f;
constexpr size_t kPoses = 256;

// B around A at distances from `nearest` to `farthest` (m), at various angles.
std::array<Transform, kPoses> posesAround(float nearest, float farthest, float angleStep)
{
    std::array<Transform, kPoses> poses;
    for (size_t i = 0; i < kPoses; ++i) {
        const auto k = static_cast<float>(i);
        const float distance = nearest + (farthest - nearest) * k / static_cast<float>(kPoses);
        poses[i] = {rotate(makeRot(2.4f * k), Vec2{distance, 0.0f}), makeRot(angleStep * k)};
    }
    return poses;
}

void runPolygons(benchmark::State& state, const Polygon& a, const Polygon& b,
                 const std::array<Transform, kPoses>& poses)
{
    size_t i = 0;
    for (auto _ : state) {
        Manifold m = collidePolygons(a, b, poses[i], kSpeculative);
        benchmark::DoNotOptimize(m);
        i = (i + 1) % kPoses;
    }
}

void runShapes(benchmark::State& state, const Shape& a, const Shape& b)
{
    const auto poses = posesAround(0.0f, 1.2f, 0.7f);
    size_t i = 0;
    for (auto _ : state) {
        Manifold m = collide(a, b, poses[i], kSpeculative);
        benchmark::DoNotOptimize(m);
        i = (i + 1) % kPoses;
    }
}

// As in a settled stack: upright boxes, face to face, shifted by up to half a side.
void stackedBoxes(benchmark::State& state)
{
    std::array<Transform, kPoses> poses;
    for (size_t i = 0; i < kPoses; ++i) {
        poses[i] = {Vec2{-0.5f + static_cast<float>(i) / static_cast<float>(kPoses), 0.998f},
                    makeRot(1e-4f * static_cast<float>(i % 7))};
    }
    runPolygons(state, makeBox(0.5f, 0.5f), makeBox(0.5f, 0.5f), poses);
}
BENCHMARK(stackedBoxes);

void overlappingBoxes(benchmark::State& state)
{
    runPolygons(state, makeBox(0.5f, 0.5f), makeBox(0.5f, 0.5f), posesAround(0.7f, 1.1f, 0.7f));
}
BENCHMARK(overlappingBoxes);

void boxesApart(benchmark::State& state)
{
    runPolygons(state, makeBox(0.5f, 0.5f), makeBox(0.5f, 0.5f), posesAround(1.5f, 1.6f, 0.7f));
}
BENCHMARK(boxesApart);

void polygonsOfSides(benchmark::State& state)
{
    const Polygon p = makeRegularPolygon(static_cast<int>(state.range(0)), 0.5f);
    runPolygons(state, p, p, posesAround(0.6f, 1.0f, 0.7f));
}
BENCHMARK(polygonsOfSides)->DenseRange(3, 8);

void circles(benchmark::State& state) { runShapes(state, Circle{{0, 0}, 0.5f}, Circle{{0, 0}, 0.5f}); }
BENCHMARK(circles);

void boxAndCircle(benchmark::State& state) { runShapes(state, makeBox(0.5f, 0.5f), Circle{{0, 0}, 0.5f}); }
BENCHMARK(boxAndCircle);

void capsules(benchmark::State& state)
{
    const Capsule capsule{{-0.3f, 0.0f}, {0.3f, 0.0f}, 0.2f};
    runShapes(state, capsule, capsule);
}
BENCHMARK(capsules);

void boxAndCapsule(benchmark::State& state)
{
    runShapes(state, makeBox(0.5f, 0.5f), Capsule{{-0.3f, 0.0f}, {0.3f, 0.0f}, 0.2f});
}
BENCHMARK(boxAndCapsule);

void segmentAndBox(benchmark::State& state)
{
    runShapes(state, Segment{{-5.0f, 0.0f}, {5.0f, 0.0f}}, makeBox(0.5f, 0.5f));
}
BENCHMARK(segmentAndBox);

void minkowskiOfBoxes(benchmark::State& state)
{
    const Polygon box = makeBox(0.5f, 0.5f);
    const auto poses = posesAround(0.0f, 1.2f, 0.7f);
    size_t i = 0;
    for (auto _ : state) {
        MinimumTranslation least = minimumTranslation(minkowskiDifference(box, box, poses[i]));
        benchmark::DoNotOptimize(least);
        i = (i + 1) % kPoses;
    }
}
BENCHMARK(minkowskiOfBoxes);

void hullOfPoints(benchmark::State& state)
{
    std::vector<Vec2> points;
    for (int64_t i = 0; i < state.range(0); ++i) {
        const auto k = static_cast<float>(i);
        points.push_back(rotate(makeRot(2.4f * k), Vec2{0.02f * k, 0.0f}));
    }
    for (auto _ : state) {
        HullResult hull = makeHull(points);
        benchmark::DoNotOptimize(hull);
    }
}
BENCHMARK(hullOfPoints)->Arg(8)->Arg(64)->Arg(1024);

void decomposeStar(benchmark::State& state)
{
    std::vector<Vec2> star;
    for (int64_t i = 0; i < state.range(0); ++i) {
        const float angle = 2.0f * kPi * static_cast<float>(i) / static_cast<float>(state.range(0));
        star.push_back(rotate(makeRot(angle), Vec2{i % 2 == 0 ? 2.0f : 1.0f, 0.0f}));
    }
    for (auto _ : state) {
        Decomposition parts = decompose(star);
        benchmark::DoNotOptimize(parts);
    }
}
BENCHMARK(decomposeStar)->Arg(10)->Arg(100)->Arg(1000);

} // namespace
