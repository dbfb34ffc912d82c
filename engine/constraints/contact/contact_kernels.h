#pragma once

#include "engine/constraints/body_constants.h"
#include "engine/constraints/contact/contact_block.h"
#include "engine/constraints/contact/contact_recorder.h"
#include "engine/constraints/contact/contact_surface.h"
#include "engine/constraints/step_context.h"
#include <satbox/body_state.h>
#include <satbox/contacts.h>

#include <cstddef>

namespace satbox {

// Fast impacts without restitution are left to Impacts if the mass similarity of the bodies (1 for equal
// masses) is below this: the solver passes would throw the heavier body back (see InelasticImpacts).
inline constexpr float kMinMassSimilarity = 0.6667f; // mass ratio 2 : 1

struct KernelParams {
    float h = 0.0f;
    float invH = 0.0f;
    float pushSpeed = 0.0f;
    float linearSlop = 0.0f;
    float restitutionThreshold = 0.0f;
    float inelasticSpeed = 0.0f;
    PositionCorrection correction;
    float maxSpeed = 0.0f; // m/s
    float maxSpin = 0.0f;  // rad/s, limit in a substep
    ContactSpring contactSpring;
    ContactRecorder* recorder = nullptr; // required by recordedKernels(), ignored by all others
};

// Packed contacts of one colour, of one partition or shared between partitions.
struct PackedContacts {
    void* blocks = nullptr; // ContactBlock<lanes>[count]
    void* extras = nullptr; // ContactBlockExtra<lanes>[count]
    // ContactBlockSurface<lanes>[count], or nullptr: then the passes know neither surface speed nor rolling
    // resistance, and take no time for them.
    void* surfaces = nullptr;
    size_t count = 0; // blocks
    // Number of leading blocks in which every lane has a contact of two movable bodies. In the other blocks,
    // passes must not write the rows of immovable bodies: other threads read them.
    size_t movableBlocks = 0;
};

// Where contacts are packed from.
struct PackSource {
    const Contact* contacts = nullptr;
    const uint32_t* order = nullptr;          // contact indices
    size_t count = 0;                         // contacts
    const uint32_t* rowOf = nullptr;          // by body slot
    const BodyConstants* constants = nullptr; // by row
    const ContactSurface* surfaces = nullptr; // by contact index; nullptr if PackedContacts has none
    bool warm = false;                        // start from the impulses of the last step
};

// What packing found in any of the packed contacts.
struct PackFindings {
    bool fast = false; // an impact that is fast enough for Impacts
    bool deep = false; // overlap that is left to position correction
};

// Where the impulses of packed contacts are stored.
struct StoreTarget {
    Contact* contacts = nullptr;
    const uint32_t* order = nullptr;
    size_t count = 0;
    Contact* dummy = nullptr;      // lanes without a contact write to it
    uint8_t* eventFlags = nullptr; // by contact: set to 1 if the contact causes an event, see storeBlocks
    bool oneSubstep = false;       // the step's total impulse is the last impulse itself
    float hitThreshold = 0.0f;     // m/s
};

// One pass over the blocks first .. last - 1 of packed contacts.
using ContactPass = void (*)(const PackedContacts& packed, size_t first, size_t last, BodyState* states,
                             const KernelParams& params);

// Passes over contacts and bodies, compiled once per instruction set from contact_kernels.inl. All produce
// the same bits: the same operations in the same order for each contact or body, without fused multiply-add.
struct ContactKernels {
    int lanes = 1; // lane count of the blocks that the pointers refer to
    size_t blockBytes = 0;
    size_t extraBytes = 0;
    size_t surfaceBytes = 0;
    // Packs contacts: effective masses, softness, friction, approach speeds and initial impulses.
    PackFindings (*pack)(const PackedContacts& packed, size_t first, size_t last, const PackSource& from,
                         const BodyState* states, const KernelParams& params) = nullptr;
    ContactPass warmStart = nullptr;
    ContactPass solve = nullptr;      // pushes overlap apart softly; reuses the separations of solveRigid()
    ContactPass solveMoved = nullptr; // the same, but recomputes the separations: bodies have moved since
    // Rigid normal constraints, then friction. In the soft step this removes the velocity that solve() added
    // to push.
    ContactPass solveRigid = nullptr;
    ContactPass correctPositions = nullptr;
    // v += h (g + f/m) and x += h v, for `count` contiguous rows.
    void (*integrateVelocities)(BodyState* rows, const BodyConstants* constants, size_t count,
                                const KernelParams& params) = nullptr;
    void (*integratePositions)(BodyState* rows, const BodyConstants* constants, size_t count,
                               const KernelParams& params) = nullptr;
    // Stores impulses in the contacts.
    void (*store)(const PackedContacts& packed, size_t first, size_t last, const StoreTarget& to) = nullptr;
};

const ContactKernels& scalarKernels();   // one contact at a time; also used for the overflow colour
const ContactKernels& recordedKernels(); // the same, reporting to KernelParams::recorder
const ContactKernels& wide4Kernels();    // SSE2, NEON, or what the compiler generates for 4 lanes
const ContactKernels* avx512Kernels();   // nullptr if this build has none
const ContactKernels* avx2Kernels();     // likewise
// Kernels with 1, 4, 8 or 16 lanes. 0 or too many: the widest that this processor supports.
const ContactKernels& kernelsFor(int lanes);
// The narrowest kernels of 4 to `maxLanes` lanes that hold all `contacts` in one block; the widest of them if
// none does. Scalar kernels if `maxLanes` is 1.
const ContactKernels& kernelsFor(int maxLanes, size_t contacts);

} // namespace satbox
