#define SATBOX_LANES 4
#include "engine/constraints/contact/contact_kernels.inl"

namespace satbox {

const ContactKernels& wide4Kernels()
{
    static constexpr ContactKernels kKernels = makeKernels();
    return kKernels;
}

} // namespace satbox
