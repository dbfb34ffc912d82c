#pragma once

#include "engine/math/vec2.h"

#include <algorithm>

namespace satbox {

// A damped spring, turned into the three numbers that an implicit-Euler impulse solver needs (Catto, "Soft
// Constraints", GDC 2011). For the constraint velocity v and error c:
//   impulse = -massScale m_eff (v + biasRate c) - impulseScale accumulated
// A rigid constraint has massScale 1, impulseScale 0.
struct Softness {
    float biasRate = 0.0f;     // 1/s
    float massScale = 1.0f;    // 0 to 1
    float impulseScale = 0.0f; // 0 to 1
};

// frequency in Hz (0 gives a constraint without strength), dampingRatio 1 is critical, h in s.
Softness makeSoftness(float frequency, float dampingRatio, float h);

// What each contact's spring is made of. A contact that carries load is stiffer: the overlap at rest is
// F / (m_eff w^2), where the mass is the pair's own while the load is that of all that stands on it. Its load
// is its impulse over that of its own weight, effective mass times `weight`. Where much overlap is left all
// the same it may be stiffer yet.
struct ContactSpring {
    // `low` up to x = begin, from there in a straight line to `high` at begin + 1 / slope, and `high` beyond.
    struct Ramp {
        float low = 0.0f, high = 0.0f;
        float begin = 0.0f; // of x
        float slope = 0.0f; // 1/x
    };
    float omega = 0.0f;   // rad/s between bodies that move; 1.5 times that against what does not, since
                          // nothing gives way behind it
    float weight = 0.0f;  // m/s: gravity times the substep
    Ramp damping;         // over the load: twice the damping ratio
    Ramp stiffeningLimit; // over the overlap, m: w^2 grows with the load from 1 up to this
};

inline constexpr float kMaxSpin = 1e4f; // rad/s, what a definition of a body may have too

// Overlap that is moved apart by poses: what it leaves in a pass over contacts (correctPositions).
struct PositionCorrection {
    float deep = 0.0f;    // m: of contacts that overlap by more than this when the step begins
    float slow = 0.0f;    // m/s: and are slower than this
    float allowed = 0.0f; // m, is left, so that it is deep no longer
    float share = 0.0f;   // of the rest that a pass moves apart
    float most = 0.0f;    // m, of a contact in a pass
};

// All that the solving stages of one step need to know.
struct StepContext {
    float dt = 0.0f;   // s, the whole step
    float h = 0.0f;    // s, one substep
    float invH = 0.0f; // 1/s
    int substeps = 1;
    Vec2 gravity{0.0f, 0.0f}; // m/s^2
    ContactSpring contact;
    float lengthUnit = 1.0f;           // m, see WorldSettings
    float speedUnit = 1.0f;            // its square root, m/s
    float pushSpeed = 0.0f;            // m/s
    float linearSlop = 0.0f;           // m
    float restitutionThreshold = 0.0f; // m/s
    float inelasticSpeed = 0.0f;       // m/s: faster impacts without restitution are left to Impacts
    float maxSpeed = 0.0f;             // m/s
    bool warmStarting = true;
    int velocityIterations = 0; // sequential impulses
    int positionIterations = 0;
    PositionCorrection correction;
    float projection = 0.0f;     // R5
    float pushOut = 0.0f;        // R4
    float mouseFrequency = 0.0f; // Hz
    float mouseDampingRatio = 0.0f;
    float mouseForceLimit = 0.0f; // multiple of weight
};

// rad/s, to which integrating velocities limits the spin: a quarter turn a substep at most, since poses are
// integrated along the tangent.
inline float maxSpinOf(const StepContext& context) { return std::min(0.5f * kPi * context.invH, kMaxSpin); }

} // namespace satbox
