#define SATBOX_LANES 4
#include "engine/dynamics/recycle_kernels.inl"

namespace satbox {

const RecycleKernel& wide4KeepKernel()
{
    static constexpr RecycleKernel kKernel{W, keep};
    return kKernel;
}

} // namespace satbox
