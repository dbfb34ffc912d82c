#define SATBOX_LANES 4
#include "engine/collision/collide_kernels.inl"

namespace satbox {

const CollideKernels& wide4CollideKernels()
{
    static constexpr CollideKernels kKernels = makeCollideKernels("4 lanes");
    return kKernels;
}

} // namespace satbox
