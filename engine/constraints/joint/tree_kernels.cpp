#include "engine/constraints/joint/tree_kernels.h"

#include "engine/core/isa.h"
#include <satbox/instruction_set.h>

namespace satbox {

const TreeKernels* treeKernelsFor([[maybe_unused]] int lanes)
{
#if defined(__x86_64__) // the only target for which there are files for these
    const TreeKernels none;
    const TreeKernels& widest =
        widestKernel(lanes == 1 ? 4 : lanes, none, avx2TreeKernels(), avx512TreeKernels());
    return &widest == &none ? nullptr : &widest;
#else
    return nullptr;
#endif
}

} // namespace satbox
