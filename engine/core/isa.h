#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace satbox {

// The instruction sets that have a name. Results are the same to the bit in every one; time is not.
enum class InstructionSet : uint8_t { Scalar, Sse2, Avx2, Avx512, Neon };
const char* toString(InstructionSet set); // "scalar", "sse2", "avx2", "avx512", "neon"

// How many contacts or pairs are done at once with it: 1, 4, 8 or 16.
int lanesOf(InstructionSet set);

// In this build, and in the machine that it runs on.
bool isAvailable(InstructionSet set);
std::vector<InstructionSet> availableInstructionSets(); // narrowest first; never empty
InstructionSet bestInstructionSet();                    // the last one of these

// What a command line asks for: `option` is the value of --isa, empty where there was none; `variable` that
// of SATBOX_ISA, null or empty where it is not set. The option counts more; without both it is the best one.
// What is not available is refused with a sentence that names where it stood and what there is.
struct InstructionSetChoice {
    InstructionSet set = InstructionSet::Scalar;
    std::string error; // a sentence; empty when fine
    bool ok() const { return error.empty(); }
};
inline constexpr const char* kInstructionSetHelp = "Instruction set: scalar, sse2, avx2, avx512, as far as "
                                                   "there are; without it SATBOX_ISA, or the best. Changes "
                                                   "no results";
InstructionSetChoice chooseInstructionSet(std::string_view option, const char* variable);

} // namespace satbox
