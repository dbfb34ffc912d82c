#pragma once

#include <satbox/config.h>

#include <cstdint>
#include <vector>

namespace satbox {

// Instruction sets that can be selected with World::setInstructionSet(). Results are bit-identical in all of
// them; only speed differs.
enum class InstructionSet : uint8_t { Scalar, Sse2, Avx2, Avx512, Neon };
SATBOX_API const char* toString(InstructionSet set); // "scalar", "sse2", "avx2", "avx512", "neon"

// True if this build contains it and this processor supports it.
SATBOX_API bool isAvailable(InstructionSet set);
SATBOX_API std::vector<InstructionSet> availableInstructionSets(); // narrowest first; never empty
SATBOX_API InstructionSet bestInstructionSet();                    // the last of availableInstructionSets()

} // namespace satbox
