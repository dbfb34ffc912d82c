// Compiled with -mavx512f -mavx512vl -mavx512dq and without contraction if the target is x86-64;
// widestKernel() selects it only if the processor has AVX-512.
#define SATBOX_LANES 16
#include "engine/constraints/joint/pin_kernels.inl"

namespace satbox {

const PinKernels* avx512PinKernels()
{
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__)
    static constexpr PinKernels kKernels = makePinKernels();
    return &kKernels;
#else
    return nullptr;
#endif
}

} // namespace satbox
