#include "engine/solver/contact_kernels.h"

namespace satbox {

const ContactKernels& bestKernels()
{
    const ContactKernels* avx2 = avx2Kernels();
    return avx2 ? *avx2 : wide4Kernels();
}

} // namespace satbox
