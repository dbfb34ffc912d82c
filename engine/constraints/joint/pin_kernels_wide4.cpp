#define SATBOX_LANES 4
#include "engine/constraints/joint/pin_kernels.inl"

namespace satbox {

const PinKernels& wide4PinKernels()
{
    static constexpr PinKernels kKernels = makePinKernels();
    return kKernels;
}

} // namespace satbox
