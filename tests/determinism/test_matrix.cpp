// Eight scenes run for 1,000 steps with every available instruction set and several numbers of threads; each
// scene must have one hash. Half way the world is copied, and also saved and loaded; both must continue with
// the same bits. With SATBOX_DETERMINISM_MATRIX this file is also compiled by g++ and clang at -O0 and -O3.

#include "tests/support/lcg.h"
#include <satbox/instruction_set.h>
#include <satbox/scene/builders.h>
#include <satbox/shapes.h>
#include <satbox/thread_pool.h>

#include <doctest/doctest.h>
#include <string>
#include <vector>

using namespace satbox;

namespace {

constexpr int kSteps = 1000;
constexpr float kStep = 1.0f / 60.0f;

constexpr int kThreadCounts[] = {1, 2, 3, 4, 8};

std::string hexOf(uint64_t hash)
{
    char text[32];
    std::snprintf(text, sizeof text, "0x%016llx", static_cast<unsigned long long>(hash));
    return text;
}

void steps(World& world, int count, TaskExecutor& threads)
{
    for (int i = 0; i < count; ++i) world.step(kStep, nullptr, &threads);
}

// Calls fn(world, threads) for every instruction set and number of threads.
template<class Fn>
void forEachConfiguration(const World& world, Fn&& fn)
{
    for (const InstructionSet set : availableInstructionSets()) {
        for (const int threads : kThreadCounts) {
            INFO(std::string(toString(set)) << ", threads: " << threads);
            World copy = world;
            REQUIRE(copy.setInstructionSet(set));
            // Unlimited waiting: all threads take part, even on a busy machine or with fewer processors than
            // threads.
            ThreadPool pool(threads, ThreadPool::WaitPolicy::Unlimited);
            fn(copy, pool);
        }
    }
}

void runScene(const char* name, uint64_t golden)
{
    const BuiltinScene* found = findBuiltinScene(name);
    REQUIRE(found != nullptr);
    const Scene scene = found->build();
    forEachConfiguration(scene.world, [&](World& world, TaskExecutor& threads) {
        steps(world, kSteps / 2, threads);
        const World snapshot = world;
        Scene middle = scene;
        middle.world = world;
        const SceneResult read = readScene(writeScene(middle), "middle.json");
        REQUIRE(read.ok());

        steps(world, kSteps - kSteps / 2, threads);
        INFO("the hash is now " << hexOf(world.hash()));
        CHECK(world.hash() == golden);

        // The loaded world continues with the best instruction set, the copy with its own.
        World restored = read.scene.world;
        steps(restored, kSteps - kSteps / 2, threads);
        CHECK(restored.hash() == world.hash());
        World copied = snapshot;
        steps(copied, kSteps - kSteps / 2, threads);
        CHECK(copied.hash() == world.hash());
        CHECK(copied == world);
    });
}

// Bodies are created and destroyed by a script with its own random numbers.
void editByScript(World& world, TaskExecutor& threads)
{
    test::Lcg random(11);
    std::vector<BodyId> bodies;
    const BodyId ground = world.createBody({.type = BodyType::Static});
    world.addShape(ground, {.geometry = makeBox(20.0f, 0.5f)});
    for (int i = 0; i < 60; ++i) {
        for (int k = 0; k < 4; ++k) {
            const float x = random.between(-6.0f, 6.0f);
            const float y = random.between(3.0f, 9.0f);
            const float size = random.between(0.2f, 0.5f);
            const int sides = 3 + static_cast<int>(random.below(6));
            const BodyId body = world.createBody({.position = {x, y}});
            const bool box = random.below(2) == 0;
            if (random.below(3) == 0)
                world.addShape(body, {.geometry = Circle{{0.0f, 0.0f}, size}});
            else
                world.addShape(body,
                               {.geometry = box ? makeBox(size, 0.3f) : makeRegularPolygon(sides, size)});
            bodies.push_back(body);
        }
        for (int k = 0; k < 2; ++k) {
            const size_t gone = random.below(static_cast<uint32_t>(bodies.size()));
            CHECK(world.destroyBody(bodies[gone]));
            bodies[gone] = bodies.back();
            bodies.pop_back();
        }
        steps(world, 5, threads);
    }
}

} // namespace

TEST_CASE("pyramid_has_one_hash_on_every_machine") { runScene("pyramid", 0xf58c02db4f419416); }
TEST_CASE("mixed_rain_has_one_hash_on_every_machine") { runScene("mixed_rain", 0x2f26152dbf5c7be1); }
TEST_CASE("tumbler_has_one_hash_on_every_machine") { runScene("tumbler", 0x433d954941cc382f); }
TEST_CASE("compound_has_one_hash_on_every_machine") { runScene("compound", 0x0b12ba1c677806fb); }
TEST_CASE("bullet_wall_has_one_hash_on_every_machine") { runScene("bullet_wall", 0x20cbe90c6cd0d889); }
TEST_CASE("joint_kinds_has_one_hash_on_every_machine") { runScene("joint_kinds", 0x69ae5244913ed51c); }
TEST_CASE("heavy_rope_has_one_hash_on_every_machine") { runScene("heavy_rope", 0xb8e56906069f510d); }
TEST_CASE("walker_has_one_hash_on_every_machine") { runScene("walker", 0xd7d0fa9eadd42a7d); }

TEST_CASE("bodies_that_come_and_go_by_a_script_have_one_hash_on_every_machine")
{
    constexpr uint64_t kGolden = 0x1829c67726014c48;
    forEachConfiguration(World(), [&](World& world, TaskExecutor& threads) {
        editByScript(world, threads);
        INFO("the hash is now " << hexOf(world.hash()));
        CHECK(world.counters().contactsWithPoints > 50);
        CHECK(world.hash() == kGolden);
    });
}
