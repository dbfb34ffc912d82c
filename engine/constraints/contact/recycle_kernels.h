#pragma once

#include <satbox/body.h>
#include <satbox/contacts.h>

#include <cstddef>

namespace satbox {

// Recycles the manifolds of up to `lanes` contacts at once. Compiled from recycle_kernels.inl once per
// instruction set. Bit-identical to hasHardlyMoved and refreshPoints in recycled_manifold.cpp.
struct RecycleKernel {
    int lanes = 4;
    // Refreshes the points of the contacts whose manifolds can be recycled and returns their bits (bit i:
    // contact i). Lanes that are not recycled write to `dummy`.
    uint32_t (*recycle)(Contact* const* contacts, size_t count, const BodyMotion* motions, float tolerance,
                        Contact& dummy) = nullptr;
};

const RecycleKernel& wide4RecycleKernel();  // SSE2, NEON, or the compiler's generic 4-lane vectors
const RecycleKernel* avx2RecycleKernel();   // nullptr if not compiled in
const RecycleKernel* avx512RecycleKernel(); // the same for AVX-512

} // namespace satbox
