#include "engine/solver/contact_kernels.h"

namespace satbox {

const ContactKernels& kernelsFor(int lanes)
{
    if (lanes == 1) return scalarKernels();
#if defined(__x86_64__) // the only target for which there is a file for AVX2
    const ContactKernels* avx2 = avx2Kernels();
    if (lanes != 4 && avx2) return *avx2;
#endif
    return wide4Kernels();
}

} // namespace satbox
