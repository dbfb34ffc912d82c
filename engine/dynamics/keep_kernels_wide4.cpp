#define SATBOX_LANES 4
#include "engine/dynamics/keep_kernels.inl"

namespace satbox {

const KeepKernel& wide4KeepKernel()
{
    static constexpr KeepKernel kKernel{W, keep};
    return kKernel;
}

} // namespace satbox
