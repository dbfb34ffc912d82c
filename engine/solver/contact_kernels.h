#pragma once

#include "engine/solver/body_state.h"
#include "engine/solver/contact_block.h"
#include "engine/solver/step_context.h"

#include <cstddef>

namespace satbox {

struct KernelParams {
    float h = 0.0f;
    float invH = 0.0f;
    float pushSpeed = 0.0f;
    float linearSlop = 0.0f;
    float restitutionThreshold = 0.0f;
    float baumgarte = 0.0f;
    ContactSpring contact;
};

// The contact passes over a run of blocks, compiled once per instruction set from contact_kernels.inl. All
// give the same bits: same operations in the same order for each contact, no fused multiply-add.
struct ContactKernels {
    int lanes = 1; // W of the ContactBlock<W> that the pointers lead to
    const char* name = "scalar";
    // Fills in what follows from the packed fields: effective masses, softness, approach speeds.
    void (*prepare)(void* blocks, void* extras, size_t count, const BodyState* states,
                    const KernelParams& params) = nullptr;
    void (*warmStart)(const void* blocks, size_t count, BodyState* states) = nullptr;
    void (*solve)(void* blocks, size_t count, BodyState* states, const KernelParams& params) = nullptr;
    void (*relax)(void* blocks, size_t count, BodyState* states, const KernelParams& params) = nullptr;
    void (*restitution)(void* blocks, const void* extras, size_t count, BodyState* states,
                        const KernelParams& params) = nullptr;
    void (*correctPositions)(const void* blocks, size_t count, BodyState* states,
                             const KernelParams& params) = nullptr;
};

const ContactKernels& scalarKernels();       // one contact at a time: the overflow colour
const ContactKernels& wide4Kernels();        // SSE2, NEON, or what the compiler makes of 4 lanes
const ContactKernels* avx2Kernels();         // nullptr where this build or this processor has no AVX2
const ContactKernels& kernelsFor(int lanes); // 1, 4 or 8; the most that this processor has for 0 or too many

} // namespace satbox
