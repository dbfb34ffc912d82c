#include "engine/solver/contact_kernels.h"

namespace satbox {

const ContactKernels& kernelsFor(int lanes)
{
    if (lanes == 1) return scalarKernels();
#if defined(__x86_64__) // the only target for which there are files for these
    const ContactKernels* avx2 = avx2Kernels();
    const ContactKernels* avx512 = avx512Kernels();
    if (lanes != 4 && lanes != 8 && avx512) return *avx512;
    if (lanes != 4 && avx2) return *avx2;
#endif
    return wide4Kernels();
}

const ContactKernels& kernelsFor(int mostLanes, size_t contacts)
{
    const ContactKernels* kernels = &kernelsFor(mostLanes);
    // Idle lanes take as long as others.
    for (int lanes = kernels->lanes / 2; lanes >= 4 && contacts <= static_cast<size_t>(lanes); lanes /= 2)
        kernels = &kernelsFor(lanes);
    return *kernels;
}

} // namespace satbox
