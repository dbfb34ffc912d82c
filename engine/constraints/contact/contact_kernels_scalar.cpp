#define SATBOX_LANES 1
#include "engine/constraints/contact/contact_kernels.inl"

namespace satbox {

const ContactKernels& scalarKernels()
{
    static constexpr ContactKernels kKernels = makeKernels();
    return kKernels;
}

} // namespace satbox
