#include "engine/solver/contact_kernels.h"

namespace satbox {

const ContactKernels& kernelsFor(int lanes)
{
    const ContactKernels* avx2 = avx2Kernels();
    if (lanes == 1) return scalarKernels();
    if (lanes == 4 || !avx2) return wide4Kernels();
    return *avx2;
}

} // namespace satbox
