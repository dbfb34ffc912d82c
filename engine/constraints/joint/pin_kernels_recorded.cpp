#define SATBOX_LANES 1
#define SATBOX_RECORDED 1
#include "engine/constraints/joint/pin_kernels.inl"

namespace satbox {

const PinKernels& recordedPinKernels()
{
    static constexpr PinKernels kKernels = makePinKernels();
    return kKernels;
}

} // namespace satbox
