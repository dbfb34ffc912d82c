#include "engine/core/isa.h"
#include <satbox/instruction_set.h>
#include <satbox/world.h>

#include <algorithm>
#include <doctest/doctest.h>

using namespace satbox;

namespace {

constexpr InstructionSet kAll[] = {InstructionSet::Scalar, InstructionSet::Sse2, InstructionSet::Avx2,
                                   InstructionSet::Avx512, InstructionSet::Neon};

bool mentions(const std::string& text, const char* word) { return text.find(word) != std::string::npos; }

} // namespace

TEST_CASE("the_best_instruction_set_is_the_default")
{
    for (const char* variable : {static_cast<const char*>(nullptr), ""}) {
        const InstructionSetChoice choice = chooseInstructionSet("", variable);
        CHECK(choice.ok());
        CHECK((choice.set == bestInstructionSet()));
    }
    CHECK(isAvailable(bestInstructionSet()));
    CHECK(isAvailable(InstructionSet::Scalar));
}

TEST_CASE("every_available_instruction_set_can_be_selected_both_ways")
{
    for (const InstructionSet set : availableInstructionSets()) {
        CHECK((chooseInstructionSet(toString(set), nullptr).set == set));
        CHECK((chooseInstructionSet("", toString(set)).set == set));
        CHECK(
            (chooseInstructionSet(toString(set), "scalar").set == set)); // the option overrides the variable
        CHECK(chooseInstructionSet(toString(set), "nonsense").ok());
    }
}

TEST_CASE("an_unavailable_instruction_set_is_refused_with_a_list_of_the_available_ones")
{
    for (const InstructionSet set : kAll) {
        if (isAvailable(set)) continue;
        const InstructionSetChoice choice = chooseInstructionSet(toString(set), nullptr);
        CHECK_FALSE(choice.ok());
        CHECK(mentions(choice.error, (std::string("--isa ") + toString(set) + ": ").c_str()));
        for (const InstructionSet there : availableInstructionSets())
            CHECK(mentions(choice.error, toString(there)));
    }
    // No build supports both x86 and ARM.
    const std::string other =
        toString(isAvailable(InstructionSet::Neon) ? InstructionSet::Avx512 : InstructionSet::Neon);
    CHECK(mentions(chooseInstructionSet("", other.c_str()).error,
                   ("SATBOX_ISA=" + other + ": not in this build").c_str()));
    CHECK(mentions(chooseInstructionSet("AVX2", nullptr).error, ": no such instruction set"));
    CHECK(mentions(chooseInstructionSet("", "mmx").error, "scalar"));
}

TEST_CASE("a_world_accepts_available_instruction_sets_only")
{
    World world;
    CHECK((world.instructionSet() == bestInstructionSet()));
    for (const InstructionSet set : kAll) {
        const InstructionSet before = world.instructionSet();
        CHECK(world.setInstructionSet(set) == isAvailable(set));
        CHECK((world.instructionSet() == (isAvailable(set) ? set : before)));
    }
    REQUIRE(world.setInstructionSet(InstructionSet::Scalar));
    const World copy = world;
    CHECK((copy.instructionSet() == InstructionSet::Scalar));
    CHECK(copy == World()); // the instruction set is not part of a world's value
}
