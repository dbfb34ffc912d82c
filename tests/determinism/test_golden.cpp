// The same scene gives the same bits: with every compiler, build type and instruction set. These hashes
// change only in a commit that says why the simulation changed. On failure the message shows the new one.

#include "engine/scene/builders.h"

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
    {"box_stack", SolverType::SoftStep, 300, 0xc8ff97e47823c8cb},
    {"pyramid", SolverType::SoftStep, 300, 0xed8d3c2ae0de3e45},
    {"mixed_rain", SolverType::SoftStep, 300, 0x7d60360d84666c06},
    {"tumbler", SolverType::SoftStep, 300, 0x05b50d813129a537},
    {"card_house", SolverType::SoftStep, 300, 0xba27399f0d0181ca},
    {"compound", SolverType::SoftStep, 300, 0xee6b377cfd59a431},
    {"bullet_wall", SolverType::SoftStep, 300, 0xe06edc1aba4ae801},
    {"gas", SolverType::SoftStep, 300, 0x13627778a556530d},
    {"welcome", SolverType::SoftStep, 600, 0x3da4617d81319125},
    {"mixed_rain", SolverType::SequentialImpulse, 300, 0x4284a0263ff7736f},
    {"pyramid", SolverType::SequentialImpulse, 300, 0xd8e0e6de9a06cec9},
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
            reference.mutableState().lanes = 1;
            World four = reference;
            four.mutableState().lanes = 4;
            World most = reference;
            most.mutableState().lanes = 8;
            for (int i = 0; i < 200; ++i) {
                reference.step(1.0f / 60.0f);
                four.step(1.0f / 60.0f);
                most.step(1.0f / 60.0f);
            }
            CHECK(reference.counters().touching > 0);
            CHECK(four.hash() == reference.hash());
            CHECK(most.hash() == reference.hash());
        }
    }
}
