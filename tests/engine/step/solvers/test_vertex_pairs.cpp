#include "engine/step/solvers/vertex_pairs.h"

#include "engine/model/contact_store.h"
#include "engine/world/world_access.h"
#include "tests/support/lcg.h"
#include "tests/support/physics_fixture.h"

#include <algorithm>
#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

namespace {

std::vector<PairCandidate> candidatesOf(const World& world)
{
    std::vector<PairCandidate> candidates;
    world.forEachShape([&](ShapeId id, const BodyShape& shape) {
        if (world.body(world.bodyAt(shape.body)).type != BodyType::Static)
            candidates.push_back({id.index, shape.body, world.boxes(id).tight});
    });
    return candidates;
}

// Brute force over all pairs of shapes.
std::vector<BroadPhase::Pair> byBruteForce(const World& world)
{
    std::vector<BroadPhase::Pair> pairs;
    const WorldState& w = stateOf(world);
    for (uint32_t a = 0; a < w.shapes.slotCount(); ++a)
        for (uint32_t b = a + 1; b < w.shapes.slotCount(); ++b)
            if (overlaps(w.shapes.boxes[a].tight, w.shapes.boxes[b].tight) && !w.shapes.at(a).def.sensor &&
                !w.shapes.at(b).def.sensor && canCollide(w.bodies, w.shapes.at(a), w.shapes.at(b)))
                pairs.push_back({a, b});
    return pairs;
}

} // namespace

TEST_CASE("sweeping_finds_the_pairs_that_brute_force_finds")
{
    Lcg random(7);
    size_t found = 0;
    for (int round = 0; round < 50; ++round) {
        World world;
        const float spread = round % 2 == 0 ? 1.0f : 4.0f; // spread more along x, or along y
        for (int i = 0; i < 40; ++i) {
            const BodyType type = i % 5 == 0   ? BodyType::Static
                                  : i % 7 == 0 ? BodyType::Kinematic
                                               : BodyType::Dynamic;
            const BodyId body = world.createBody(
                {.type = type,
                 .position = {random.between(-4.0f, 4.0f), spread * random.between(-4.0f, 4.0f)}});
            for (int k = 0; k <= i % 2; ++k)
                world.addShape(body,
                               {.geometry = makeBox(random.between(0.1f, 0.8f), random.between(0.1f, 0.8f)),
                                .local = {{random.between(-1.0f, 1.0f), 0.0f}, Rot{}},
                                .filter = {.group = i % 11 == 0 ? -1 : 0},
                                .sensor = i % 9 == 0});
        }
        std::vector<PairCandidate> candidates = candidatesOf(world);
        std::vector<BroadPhase::Pair> pairs;
        const WorldState& w = stateOf(world);
        findOverlappingPairs(candidates, w.bodies, w.shapes, w.broadPhase, nullptr, pairs);
        // Sorted by bodies, as published, then by shapes.
        const auto bodiesOf = [&](const BroadPhase::Pair& pair) {
            const uint32_t a = w.shapes.at(pair.a).body, b = w.shapes.at(pair.b).body;
            return std::pair(std::min(a, b), std::max(a, b));
        };
        for (size_t i = 1; i < pairs.size(); ++i) CHECK(bodiesOf(pairs[i - 1]) <= bodiesOf(pairs[i]));
        std::sort(pairs.begin(), pairs.end());
        REQUIRE(pairs == byBruteForce(world));
        found += pairs.size();
    }
    CHECK(found > 1000);
}
