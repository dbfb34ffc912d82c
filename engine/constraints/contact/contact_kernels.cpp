#include "engine/constraints/contact/contact_kernels.h"

#include "engine/core/isa.h"
#include <satbox/instruction_set.h>

namespace satbox {

const ContactKernels& kernelsFor(int lanes)
{
    if (lanes == 1) return scalarKernels();
#if defined(__x86_64__) // the only target for which there are files for these
    return widestKernel(lanes, wide4Kernels(), avx2Kernels(), avx512Kernels());
#else
    return wide4Kernels();
#endif
}

const ContactKernels& kernelsFor(int maxLanes, size_t contacts)
{
    const ContactKernels* kernels = &kernelsFor(maxLanes);
    // Idle lanes take as long as others.
    for (int lanes = kernels->lanes / 2; lanes >= 4 && contacts <= static_cast<size_t>(lanes); lanes /= 2)
        kernels = &kernelsFor(lanes);
    return *kernels;
}

} // namespace satbox
