// Compiled with -mavx2 and without FMA if the target is x86-64; widestKernel() selects it only if the
// processor has AVX2.
#define SATBOX_LANES 8
#include "engine/constraints/joint/pin_kernels.inl"

namespace satbox {

const PinKernels* avx2PinKernels()
{
#if defined(__AVX2__)
    static constexpr PinKernels kKernels = makePinKernels();
    return &kKernels;
#else
    return nullptr;
#endif
}

} // namespace satbox
