#pragma once

#include <cstdint>
#include <vector>

namespace satbox {

// Instruction sets that can be selected. Results are bit-identical in all of them; only speed differs.
enum class InstructionSet : uint8_t { Scalar, Sse2, Avx2, Avx512, Neon };
const char* toString(InstructionSet set); // "scalar", "sse2", "avx2", "avx512", "neon"

// True if this build contains it and this processor supports it.
bool isAvailable(InstructionSet set);
std::vector<InstructionSet> availableInstructionSets(); // narrowest first; never empty
InstructionSet bestInstructionSet();                    // the last of availableInstructionSets()

} // namespace satbox
