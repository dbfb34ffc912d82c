#pragma once

#include "engine/dynamics/body.h"
#include "engine/dynamics/contact.h"

#include <cstddef>

namespace satbox {

// Places the points of those of up to `lanes` contacts whose manifolds are kept, a bit for each;
// compiled once for each instruction set from recycle_kernels.inl. Same bits as hasHardlyMoved and
// placePoints in recycled_manifold.cpp.
struct RecycleKernel {
    int lanes = 4;
    // `unused` is what lanes that are not kept write to.
    uint32_t (*keep)(Contact* const* contacts, size_t count, const BodyMotion* motions, float tolerance,
                     Contact& unused) = nullptr;
};

const RecycleKernel& wide4KeepKernel();  // SSE2, NEON, or what the compiler makes of 4 lanes
const RecycleKernel* avx2KeepKernel();   // nullptr where this build has none
const RecycleKernel* avx512KeepKernel(); // the same for AVX-512

} // namespace satbox
