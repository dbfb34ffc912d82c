// The same scene gives the same bits with every compiler, build type and instruction set. These hashes change
// only in a commit that says why the simulation changed. On failure the message shows the new hash.

#include "tests/support/world_internals.h"
#include <satbox/scene/builders.h>

#include <doctest/doctest.h>

#include <string>

using namespace satbox;

namespace {

struct Golden {
    const char* scene;
    SolverType solver;
    int steps;
    uint64_t hash;
};

constexpr Golden kGolden[] = {
    {"box_stack", SolverType::SoftStep, 300, 0xd661dee33a9f329c},
    {"pyramid", SolverType::SoftStep, 300, 0x2632522f4f860aa0},
    {"mixed_rain", SolverType::SoftStep, 300, 0x8d0ef502b23d9100},
    {"tumbler", SolverType::SoftStep, 300, 0x3f29015252624426},
    {"card_house", SolverType::SoftStep, 300, 0xe31a959abcd71586},
    {"compound", SolverType::SoftStep, 300, 0x1b5c9502f575a39e},
    {"bullet_wall", SolverType::SoftStep, 300, 0xedc43dcfd2b263a2},
    {"gas", SolverType::SoftStep, 300, 0xc237de18dcc39422},
    {"welcome", SolverType::SoftStep, 600, 0xc94e4a1dfe7829e4},
    {"container2000", SolverType::SoftStep, 150, 0x21a804e343df6bbe}, // enough bodies for two partitions
    {"mixed_rain", SolverType::SequentialImpulse, 300, 0xec4f67e15dfca2c2},
    {"pyramid", SolverType::SequentialImpulse, 300, 0xaaf31792d77f1add},
};

World worldOf(const Golden& golden)
{
    const BuiltinScene* scene = findBuiltinScene(golden.scene);
    REQUIRE(scene != nullptr);
    World world = scene->build().world;
    WorldSettings settings = world.settings();
    settings.solver = golden.solver;
    REQUIRE(world.setSettings(settings));
    return world;
}

} // namespace

TEST_CASE("scenes_give_the_golden_bits")
{
    for (const Golden& golden : kGolden) {
        World world = worldOf(golden);
        for (int i = 0; i < golden.steps; ++i) world.step(1.0f / 60.0f);
        char text[32];
        std::snprintf(text, sizeof text, "0x%016llx", static_cast<unsigned long long>(world.hash()));
        INFO(std::string(golden.scene)
             << " with " << std::string(toString(golden.solver)) << " is now " << std::string(text));
        CHECK(world.hash() == golden.hash);
    }
}

TEST_CASE("one_four_and_eight_lanes_give_the_same_bits")
{
    for (const char* name : {"pyramid", "mixed_rain", "tumbler"}) {
        for (const SolverType solver : {SolverType::SoftStep, SolverType::SequentialImpulse}) {
            CAPTURE(name);
            World reference = worldOf({name, solver, 0, 0});
            test::workspaceOf(reference).lanes = 1;
            World four = reference;
            test::workspaceOf(four).lanes = 4;
            World most = reference;
            test::workspaceOf(most).lanes = 8;
            for (int i = 0; i < 200; ++i) {
                reference.step(1.0f / 60.0f);
                four.step(1.0f / 60.0f);
                most.step(1.0f / 60.0f);
            }
            CHECK(reference.counters().contactsWithPoints > 0);
            CHECK(four.hash() == reference.hash());
            CHECK(most.hash() == reference.hash());
        }
    }
}
