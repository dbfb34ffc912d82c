#define SATBOX_LANES 1
#include "engine/constraints/joint/pin_kernels.inl"

namespace satbox {

const PinKernels& scalarPinKernels()
{
    static constexpr PinKernels kKernels = makePinKernels();
    return kKernels;
}

} // namespace satbox
