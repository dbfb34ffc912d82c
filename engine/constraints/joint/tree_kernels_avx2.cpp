// Compiled with -mavx2 and without FMA if the target is x86-64; treeKernelsFor() selects it only if the
// processor has AVX2.
#define SATBOX_LANES 4
#include "engine/constraints/joint/tree_kernels.inl"

namespace satbox {

const TreeKernels* avx2TreeKernels()
{
#if defined(__AVX2__)
    static constexpr TreeKernels kKernels = makeTreeKernels();
    return &kKernels;
#else
    return nullptr;
#endif
}

} // namespace satbox
