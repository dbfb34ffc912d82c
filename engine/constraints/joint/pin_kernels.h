#pragma once

#include "engine/constraints/contact/contact_recorder.h"
#include "engine/constraints/joint/pin_block.h"
#include "engine/constraints/step_context.h"
#include <satbox/body_state.h>

#include <cstddef>
#include <cstdint>

namespace satbox {

struct PinParams {
    Softness softness;                   // of pushing
    float pushSpeed = 0.0f;              // m/s, limit of corrections
    bool haveMoved = true;               // for warmStart: the poses are not those of the last relax
    ContactRecorder* recorder = nullptr; // required by recordedPinKernels(), ignored by all others
};

// One pass over `count` blocks.
using PinPass = void (*)(void* blocks, size_t count, BodyState* states, const PinParams& params);

// Passes over the pins of a net. As contacts, and unlike JointConstraint, a pin is soft while it pushes its
// error away, and rigid while it relaxes: in a net, where a substep leaves much of the error, that is stable,
// and what JointConstraint does, to aim at the end of the substep, is not. Compiled once per instruction set
// from pin_kernels.inl; all produce the same bits.
struct PinKernels {
    int lanes = 1;
    size_t blockBytes = 0;
    // Fills one block. In a lane without a pin, rows and inertia are 0.
    void (*pack)(void* block, const PinLanes& pins) = nullptr;
    PinPass warmStart = nullptr;
    PinPass push = nullptr;
    PinPass relax = nullptr; // at the poses after the bodies have moved; adds up the impulses of the substep
    PinResults (*results)(const void* block) = nullptr;
};

const PinKernels& scalarPinKernels();
const PinKernels& recordedPinKernels(); // the same, reporting to PinParams::recorder
const PinKernels& wide4PinKernels();
const PinKernels* avx512PinKernels(); // nullptr if this build has none
const PinKernels* avx2PinKernels();   // likewise
// Kernels with 1, 4, 8 or 16 lanes. 0 or too many: the widest that this processor supports.
const PinKernels& pinKernelsFor(int lanes);

} // namespace satbox
