#define SATBOX_LANES 1
#define SATBOX_RECORDED 1
#include "engine/constraints/contact/contact_kernels.inl"

namespace satbox {

const ContactKernels& recordedKernels()
{
    static constexpr ContactKernels kKernels = makeKernels();
    return kKernels;
}

} // namespace satbox
