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
    {"box_stack", SolverType::SoftStep, 300, 0x65913899dadd9c9f},
    {"pyramid", SolverType::SoftStep, 300, 0x0b5637d887670616},
    {"mixed_rain", SolverType::SoftStep, 300, 0xed95465346d5b54f},
    {"tumbler", SolverType::SoftStep, 300, 0x605198dc238f3cc0},
    {"card_house", SolverType::SoftStep, 300, 0xbefc2bd3a23ab29a},
    {"compound", SolverType::SoftStep, 300, 0xc81dcca20c266ef2},
    {"bullet_wall", SolverType::SoftStep, 300, 0x58442ba45effbc30},
    {"gas", SolverType::SoftStep, 300, 0xa0bafc77cfd43777},
    {"welcome", SolverType::SoftStep, 600, 0x3589774f190f8e73},
    {"container2000", SolverType::SoftStep, 150, 0xbb809a0b0136c8c2}, // enough bodies for two parts
    {"mixed_rain", SolverType::SequentialImpulse, 300, 0xa3ab0d1a656c6ce0},
    {"pyramid", SolverType::SequentialImpulse, 300, 0xefffe7709265dd3b},
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
