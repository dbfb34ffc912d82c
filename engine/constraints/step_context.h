#pragma once

#include <satbox/math.h>

#include <algorithm>

namespace satbox {

// A damped spring as the three numbers of an implicit-Euler impulse solver (Catto, "Soft Constraints", GDC
// 2011). For the constraint velocity v and error c:
//   impulse = -massScale m_eff (v + biasRate c) - impulseScale accumulated
// A rigid constraint has massScale 1, impulseScale 0.
struct Softness {
    float biasRate = 0.0f;     // 1/s
    float massScale = 1.0f;    // 0 to 1
    float impulseScale = 0.0f; // 0 to 1
};

// frequency in Hz (0: a constraint without strength), dampingRatio 1 is critical, h in s.
Softness makeSoftness(float frequency, float dampingRatio, float h);

// Parameters of every contact's spring. A contact that carries load is stiffer. The overlap at rest is F /
// (m_eff w^2): the effective mass is the pair's own, but F is the weight of everything above. So w^2 grows
// with the load; otherwise the lowest contacts of a pile would overlap deeply. The load is the contact's
// impulse divided by the impulse that carries its own weight for a substep, which is effective mass times
// `weight`. If much overlap remains, the contact may become stiffer still.
struct ContactSpring {
    // `low` up to x = begin, linear to `high` at begin + 1 / slope, `high` beyond.
    struct Ramp {
        float low = 0.0f, high = 0.0f;
        float begin = 0.0f; // in units of x
        float slope = 0.0f; // 1/x
    };
    // rad/s between movable bodies; 1.5 times that against immovable bodies, which do not give way.
    float omega = 0.0f;
    float weight = 0.0f;  // m/s: speed that gravity adds in a substep
    Ramp damping;         // x is the load; value: twice the damping ratio
    Ramp stiffeningLimit; // x is the overlap, m; w^2 grows with the load from 1 up to this factor
};

inline constexpr float kMaxSpin = 1e4f; // rad/s, also the limit for body definitions

// Parameters of correctPositions, which removes overlap by moving poses.
struct PositionCorrection {
    float minOverlap = 0.0f;       // m: corrects contacts that overlap by more than this when the step begins
    float maxPointSpeed = 0.0f;    // m/s: and whose points are not faster than this
    float remainingOverlap = 0.0f; // m: overlap that remains, so that the contact is no longer deep
    float share = 0.0f;            // of the excess overlap that one pass removes
    float maxCorrection = 0.0f;    // m: limit of the correction of a contact in one pass
};

// Parameters of the solving stages of one step.
struct StepContext {
    float dt = 0.0f;   // s, the whole step
    float h = 0.0f;    // s, one substep
    float invH = 0.0f; // 1/s
    int substeps = 1;
    Vec2 gravity{0.0f, 0.0f}; // m/s^2
    ContactSpring contactSpring;
    float lengthUnit = 1.0f;           // m, see WorldSettings
    float speedUnit = 1.0f;            // square root of lengthUnit, m/s
    float pushSpeed = 0.0f;            // m/s
    float linearSlop = 0.0f;           // m
    float restitutionThreshold = 0.0f; // m/s
    float inelasticSpeed = 0.0f;       // m/s: faster impacts without restitution are left to Impacts
    float maxSpeed = 0.0f;             // m/s
    bool warmStarting = true;
    int velocityIterations = 0; // sequential-impulse and manifold-impulse solver
    int positionIterations = 0;
    PositionCorrection correction;
    float projection = 0.0f;     // manifold-impulse solver (docs/references.md)
    float pushOut = 0.0f;        // vertex-contact solver (docs/references.md)
    float mouseFrequency = 0.0f; // Hz
    float mouseDampingRatio = 0.0f;
    float mouseForceLimit = 0.0f; // multiple of the body's weight
};

// rad/s: limit of the spin when velocities are integrated. At most a quarter turn per substep, since poses
// are integrated along the tangent.
inline float maxSpinOf(const StepContext& context) { return std::min(0.5f * kPi * context.invH, kMaxSpin); }

} // namespace satbox
