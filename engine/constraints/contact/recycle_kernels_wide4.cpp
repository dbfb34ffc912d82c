#define SATBOX_LANES 4
#include "engine/constraints/contact/recycle_kernels.inl"

namespace satbox {

const RecycleKernel& wide4RecycleKernel()
{
    static constexpr RecycleKernel kKernel{kLanes, recycle};
    return kKernel;
}

} // namespace satbox
