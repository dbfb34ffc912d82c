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

// Of kernels that were compiled for several instruction sets, the widest that does at most `lanes` things at
// a time here (0: as many as can be). Null are those that this build lacks.
template<class Kernels>
const Kernels& widest(int lanes, const Kernels& wide4, const Kernels* avx2, const Kernels* avx512 = nullptr)
{
    if (lanes != 4 && lanes != 8 && avx512 && isAvailable(InstructionSet::Avx512)) return *avx512;
    if (lanes != 4 && avx2 && isAvailable(InstructionSet::Avx2)) return *avx2;
    return wide4;
}

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
