#include "engine/constraints/joint/chain_kernels.h"

#include "engine/core/isa.h"
#include <satbox/instruction_set.h>

namespace satbox {

const ChainKernels& chainKernelsFor([[maybe_unused]] int lanes)
{
#if defined(__x86_64__) // the only target for which there are files for these
    if (lanes != 1)
        return widestKernel(lanes, scalarChainKernels(), avx2ChainKernels(), avx512ChainKernels());
#endif
    return scalarChainKernels();
}

} // namespace satbox
