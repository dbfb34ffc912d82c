#pragma once

#include "engine/constraints/contact/contact_recorder.h"
#include "engine/constraints/joint/pin_block.h"
#include <satbox/body_state.h>

#include <cstddef>
#include <cstdint>

namespace satbox {

// A chain of hinges, cut into segments of equally many bodies, a lane each. A segment ends with the joint to
// the next one; the last segment, or the last ones of a short chain, may have fewer bodies.
inline constexpr uint32_t kChainSegments = 8;
struct ChainBlock {
    std::byte* memory =
        nullptr;         // ChainKernels::bytes(rows), aligned to a cache line; need not be initialised
    uint32_t rows = 0;   // bodies of a segment, at least 2
    bool isHeld = false; // as in JointChain
};

// What a row of a chain is packed from, a lane for each segment: a body, and the joint from it, as body A, to
// the next one. In a lane without a joint, `joint` is kNoIndex; without a body, row and inertia are 0.
struct ChainLanes : PinLanes {
    Lanes<float> relaxX, relaxY; // N s, as in Joint
};

struct ChainParams {
    float h = 0.0f;                      // s, substep
    float pushSpeed = 0.0f;              // m/s, limit of corrections
    bool haveMoved = true;               // for warmStart: the poses are not those of the last relax
    ContactRecorder* recorder = nullptr; // required by recordedChainKernels(), ignored by all others
};

// What a step changes of one joint.
struct ChainResult {
    uint32_t joint = kNoIndex;                   // slot; kNoIndex: the lane has none
    Vec2 impulse{0.0f, 0.0f}, relax{0.0f, 0.0f}; // N s, as in Joint
    Vec2 force{0.0f, 0.0f};                      // N s, sum over the substeps
    float angle = 0.0f;                          // rad
};

using ChainPass = void (*)(const ChainBlock& chain, BodyState* states, const ChainParams& params);

// The passes of the soft step over a chain, which solve its joints exactly, as JointTree does with those of a
// tree: rigid hinges without spring, limit and motor, pushed and relaxed as JointConstraint says. A substep
// is warmStart, push, pushAgain and relax; the first one of a step warm-starts with haveMoved. Compiled from
// chain_kernels.inl for each instruction set; the segments are the same, and so are the bits.
//
// The equations of the joints are S l = -b with the impulses l, where S = J M^-1 J^T has a block of 2 by 2
// for each joint and for each two neighbours. A segment is eliminated joint by joint, all of them at once;
// what is left has a block for each joint between segments (H. H. Wang, ACM Trans. Math. Softw. 7, 1981). If
// the chain is held at both ends, equations have the compliance of linkages
// (engine/constraints/joint/joint_linkage.cpp).
struct ChainKernels {
    size_t (*bytes)(uint32_t rows) = nullptr;
    void (*pack)(const ChainBlock& chain, uint32_t row, const ChainLanes& lanes) = nullptr;
    ChainPass warmStart = nullptr;
    ChainPass push = nullptr;
    ChainPass pushAgain = nullptr; // after the contacts; nothing if these changed no velocity
    ChainPass relax =
        nullptr; // at the poses after the bodies have moved; adds up the impulses of the substep
    ChainResult (*result)(const ChainBlock& chain, uint32_t row, uint32_t segment) = nullptr;
};

const ChainKernels& scalarChainKernels();
const ChainKernels& recordedChainKernels(); // the same, reporting to ChainParams::recorder
const ChainKernels* avx2ChainKernels();     // nullptr if this build has none
const ChainKernels* avx512ChainKernels();   // likewise
// Of the instruction set with this many lanes of floats: 1, 4, 8 or 16. 0 or too many: the widest that this
// processor supports.
const ChainKernels& chainKernelsFor(int lanes);

} // namespace satbox
