#pragma once

#include <satbox/instruction_set.h>

#include <string>
#include <string_view>

namespace satbox {

// SIMD lanes, that is, contacts or pairs processed at once: 1, 4, 8 or 16.
int lanesOf(InstructionSet set);

// Of kernels compiled for several instruction sets, returns the available one with the most lanes. `lanes`:
// 4, 8 or 16 is the limit, 0 means none. Precondition: not 1, for which callers have scalar code. A null
// pointer marks kernels that this build lacks.
template<class Kernels>
const Kernels& widestKernel(int lanes, const Kernels& wide4, const Kernels* avx2,
                            const Kernels* avx512 = nullptr)
{
    if (lanes != 4 && lanes != 8 && avx512 && isAvailable(InstructionSet::Avx512)) return *avx512;
    if (lanes != 4 && avx2 && isAvailable(InstructionSet::Avx2)) return *avx2;
    return wide4;
}

// The instruction set selected by the user. `option`: value of --isa, empty if not given. `variable`: value
// of SATBOX_ISA, null or empty if not set. The option overrides the variable; the default is
// bestInstructionSet(). An unavailable one gives an error that names its source and the available ones.
struct InstructionSetChoice {
    InstructionSet set = InstructionSet::Scalar;
    std::string error; // a message; empty if ok
    bool ok() const { return error.empty(); }
};
inline constexpr const char* kInstructionSetHelp = "Instruction set: scalar, sse2, avx2, avx512 or neon, if "
                                                   "available. Default: SATBOX_ISA, or else the best one. "
                                                   "Changes only speed, not results";
InstructionSetChoice chooseInstructionSet(std::string_view option, const char* variable);

} // namespace satbox
