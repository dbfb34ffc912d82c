#pragma once

#include "engine/dynamics/contact.h"
#include "engine/solver/body_state.h"
#include "engine/solver/contact_block.h"
#include "engine/solver/contact_recorder.h"
#include "engine/solver/step_context.h"

#include <cstddef>

namespace satbox {

// Without restitution, fast impacts of bodies whose masses are less even than this (1 of equal ones) are left
// to Impacts: the passes would throw the heavier one back.
inline constexpr float kMinEvenness = 0.6667f; // 2 : 1

struct KernelParams {
    float h = 0.0f;
    float invH = 0.0f;
    float pushSpeed = 0.0f;
    float linearSlop = 0.0f;
    float restitutionThreshold = 0.0f;
    float inelasticSpeed = 0.0f;
    PositionCorrection correction;
    float maxSpeed = 0.0f; // m/s
    float maxSpin = 0.0f;  // rad/s, in a substep
    ContactSpring contact;
    ContactRecorder* recorder = nullptr; // of recordedKernels, which need one; others know none
};

// Packed contacts of one colour, of one part or shared by the parts.
struct ContactRun {
    void* blocks = nullptr; // ContactBlock<lanes>[count]
    void* extras = nullptr; // ContactBlockExtra<lanes>[count]
    size_t count = 0;       // blocks
    size_t allMove = 0; // in the first so many each lane has a contact whose bodies both move; in the others
                        // what does not move is never written to: other threads read it meanwhile
};

// Which contacts the blocks of a run are packed from, and which rows their bodies have.
struct PackSource {
    const Contact* contacts = nullptr;
    const uint32_t* order = nullptr;          // the run's contacts
    size_t count = 0;                         // of them
    const uint32_t* rowOf = nullptr;          // by body slot
    const BodyConstants* constants = nullptr; // by row
    bool warm = false;                        // start from the last step's impulses
};

// Whether some contact of those that were packed
struct PackFindings {
    bool fast = false; // is fast enough for Impacts
    bool deep = false; // overlaps by more than PositionCorrection::deep
};

// Where a run's impulses go.
struct StoreTarget {
    Contact* contacts = nullptr;
    const uint32_t* order = nullptr;
    size_t count = 0;
    Contact* idle = nullptr;       // what lanes without a contact write to
    uint8_t* eventFlags = nullptr; // by contact: 1 for those to be eventFlags of, see storeBlocks
    bool oneSubstep = false;       // the step's total is the last impulse itself
    float hitThreshold = 0.0f;     // m/s
};

// One pass over the blocks first .. last - 1 of a run.
using ContactPass = void (*)(const ContactRun& run, size_t first, size_t last, BodyState* states,
                             const KernelParams& params);

// The passes over contacts and over bodies, compiled once per instruction set from contact_kernels.inl. All
// give the same bits: same operations in the same order for each contact or body, no fused multiply-add.
struct ContactKernels {
    int lanes = 1; // W of the ContactBlock<W> that the pointers lead to
    const char* name = "scalar";
    size_t blockBytes = 0;
    size_t extraBytes = 0;
    // Packs contacts: effective masses, softness, friction, approach speeds and the impulses to start from.
    PackFindings (*pack)(const ContactRun& run, size_t first, size_t last, const PackSource& from,
                         const BodyState* states, const KernelParams& params) = nullptr;
    ContactPass warmStart = nullptr;
    ContactPass solve = nullptr;      // push apart, softly; reuses the separations of relax()
    ContactPass solveMoved = nullptr; // the same, but recomputes them: bodies have moved since
    ContactPass relax = nullptr;      // take back the speed that pushing added, and friction
    ContactPass correctPositions = nullptr;
    // v += h (g + f/m) and x += h v, for `count` rows in line.
    void (*integrateVelocities)(BodyState* rows, const BodyConstants* constants, size_t count,
                                const KernelParams& params) = nullptr;
    void (*integratePositions)(BodyState* rows, size_t count, const KernelParams& params) = nullptr;
    // Impulses into the contacts.
    void (*store)(const ContactRun& run, size_t first, size_t last, const StoreTarget& to) = nullptr;
};

const ContactKernels& scalarKernels();   // one contact at a time: the overflow colour
const ContactKernels& recordedKernels(); // the same, telling KernelParams::recorder
const ContactKernels& wide4Kernels();    // SSE2, NEON, or what the compiler makes of 4 lanes
const ContactKernels* avx512Kernels();   // nullptr where this build has none
const ContactKernels* avx2Kernels();     // the same for AVX2
// 1, 4, 8 or 16 lanes; the most that this processor has for 0 or too many.
const ContactKernels& kernelsFor(int lanes);
// The narrowest of up to `mostLanes` lanes that take so many contacts at once, or the widest.
const ContactKernels& kernelsFor(int mostLanes, size_t contacts);

} // namespace satbox
