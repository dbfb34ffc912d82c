#include "engine/collision/broad_phase.h"
#include "tests/support/lcg.h"

#include <benchmark/benchmark.h>

#include <cmath>

using namespace satbox;

namespace {

// Evenly distributed unit boxes, about one per 2 m x 2 m, similar to a heap of bodies.
std::vector<Aabb> scatteredBoxes(int count)
{
    test::Lcg random(1);
    const float extent = std::sqrt(static_cast<float>(count));
    std::vector<Aabb> boxes;
    for (int i = 0; i < count; ++i) {
        const float x = random.between(-extent, extent);
        const float y = random.between(-extent, extent);
        boxes.push_back(expand(Aabb{{x - 0.5f, y - 0.5f}, {x + 0.5f, y + 0.5f}}, 0.1f));
    }
    return boxes;
}

DynamicTree treeOf(const std::vector<Aabb>& boxes)
{
    DynamicTree tree;
    for (size_t i = 0; i < boxes.size(); ++i) tree.insert(boxes[i], static_cast<uint32_t>(i));
    return tree;
}

float costOf(const DynamicTree& tree)
{
    float sum = 0.0f;
    float root = 0.0f;
    tree.forEachInnerNode([&](const Aabb& box, int depth) {
        sum += perimeter(box);
        if (depth == 0) root = perimeter(box);
        return true;
    });
    return sum / root;
}

void treeInsertAll(benchmark::State& state)
{
    const std::vector<Aabb> boxes = scatteredBoxes(static_cast<int>(state.range(0)));
    for (auto _ : state) benchmark::DoNotOptimize(treeOf(boxes));
    state.SetItemsProcessed(state.iterations() * state.range(0));
    state.counters["cost"] = static_cast<double>(costOf(treeOf(boxes)));
}
BENCHMARK(treeInsertAll)->Arg(500)->Arg(5000);

void treeRebuild(benchmark::State& state)
{
    DynamicTree tree = treeOf(scatteredBoxes(static_cast<int>(state.range(0))));
    for (auto _ : state) tree.rebuild();
    state.SetItemsProcessed(state.iterations() * state.range(0));
    state.counters["cost"] = static_cast<double>(costOf(tree));
}
BENCHMARK(treeRebuild)->Arg(500)->Arg(5000);

void treeQueryEach(benchmark::State& state)
{
    const std::vector<Aabb> boxes = scatteredBoxes(static_cast<int>(state.range(0)));
    const DynamicTree tree = treeOf(boxes);
    int64_t found = 0;
    for (auto _ : state) {
        for (const Aabb& box : boxes) {
            tree.query(box, [&](uint32_t, int32_t) {
                ++found;
                return true;
            });
        }
    }
    benchmark::DoNotOptimize(found);
    state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(treeQueryEach)->Arg(500)->Arg(5000);

void treeCastRays(benchmark::State& state)
{
    const std::vector<Aabb> boxes = scatteredBoxes(static_cast<int>(state.range(0)));
    const DynamicTree tree = treeOf(boxes);
    int64_t found = 0;
    for (auto _ : state) {
        for (size_t i = 0; i + 1 < 200; ++i) {
            const Ray ray{center(boxes[i]), center(boxes[i + 1]) - center(boxes[i])};
            tree.castRay(ray, [&](uint32_t, int32_t, float maxFraction) {
                ++found;
                return maxFraction;
            });
        }
    }
    benchmark::DoNotOptimize(found);
    state.SetItemsProcessed(state.iterations() * 199);
}
BENCHMARK(treeCastRays)->Arg(5000);

// One step of a heap in which 2,000 boxes tumble over 5,000 static ones; one in five tumbling boxes leaves
// its fat box.
void broadPhaseTumblingStep(benchmark::State& state)
{
    constexpr int kMoving = 2000;
    const std::vector<Aabb> boxes = scatteredBoxes(7000);
    BroadPhase broadPhase;
    std::vector<int32_t> proxies;
    for (size_t i = 0; i < boxes.size(); ++i) {
        proxies.push_back(broadPhase.add(i < kMoving ? BroadPhase::Layer::Movable : BroadPhase::Layer::Fixed,
                                         boxes[i], static_cast<uint32_t>(i)));
    }
    std::vector<BroadPhase::Pair> pairs;
    broadPhase.findPairs(pairs);
    test::Lcg random(2);
    for (auto _ : state) {
        for (size_t i = random.below(5); i < kMoving; i += 5) {
            const Vec2 by{random.between(-0.2f, 0.2f), random.between(-0.2f, 0.2f)};
            broadPhase.moveAndRefit(proxies[i], {boxes[i].lower + by, boxes[i].upper + by});
        }
        pairs.clear();
        broadPhase.findPairs(pairs);
        benchmark::DoNotOptimize(pairs.data());
    }
    state.counters["pairs"] = static_cast<double>(pairs.size());
    state.counters["height"] = broadPhase.height();
}
BENCHMARK(broadPhaseTumblingStep);

} // namespace
