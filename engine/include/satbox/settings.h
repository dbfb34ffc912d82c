#pragma once

#include <satbox/config.h>
#include <satbox/material.h>
#include <satbox/math.h>

#include <cstdint>

namespace satbox {

enum class SolverType : uint8_t {
    SoftStep,          // substeps with soft contacts and a relax pass: the default
    SequentialImpulse, // velocity iterations with warm starting and Baumgarte, then position iterations
    ManifoldImpulse,   // impulses from clipped manifolds, iterated, then linear projection
    VertexContact,     // vertices inside the other polygon are pushed out, one impulse each
};
// "soft-step", "sequential-impulse", "manifold-impulse", "vertex-contact"
SATBOX_API const char* toString(SolverType type);
// True if the solver divides a step into WorldSettings::substeps; the others make velocityIterations passes
// over contacts instead.
SATBOX_API bool hasSubsteps(SolverType type);
// True for ManifoldImpulse and VertexContact, which reimplement two published engines for comparison
// (docs/references.md, R5 and R4): contacts are solved one after the other, without warm starting,
// restitution threshold and continuous collision.
SATBOX_API bool isReferenceSolver(SolverType type);

// All parameters of a world. satbox/settings_table.h lists the same fields with unit, range and help text;
// panels, scene files and the command line read that table.
struct WorldSettings {
    Vec2 gravity{0.0f, -9.81f}; // m/s^2
    // Hz, 10 to 1000: the rate at which the caller steps. Fat boxes reach ahead by 1 / stepRate, so it should
    // be about 1 / dt.
    float stepRate = 60.0f;
    SolverType solver = SolverType::SoftStep;
    int substeps = 4;           // 1 to 64, soft step and vertex contacts: more make stacks stiffer, cost time
    int velocityIterations = 8; // 1 to 100, sequential impulses and manifold impulses
    int positionIterations = 3; // 0 to 100, sequential impulses

    float contactFrequency = 30.0f; // Hz, stiffness of soft contacts; capped at 0.227 of the substep rate
    // Damping ratio of lightly loaded contacts, 1 is critical; heavily loaded ones use at least 10.
    float contactDampingRatio = 2.0f;
    // 1 to 10, how many times stiffer a soft contact may become under load, up to the stability limit of the
    // substep; more for deep overlap.
    float contactStiffening = 3.3f;
    float pushSpeed = 3.0f;  // m/s, largest speed at which soft contacts push overlap apart
    float baumgarte = 0.2f;  // 0 to 1, sequential impulses: share of overlap corrected per iteration
    float projection = 0.4f; // 0 to 1, manifold impulses: share of the overlap beyond the slop that a step
                             // removes
    float pushOut = 0.1f;    // 0 to 1, vertex contacts: share of the depth by which each vertex moves the
                             // bodies apart in each substep
    // m, gap up to which a touching contact still counts as touching. Sequential and manifold impulses also
    // leave this much overlap uncorrected. Soft contacts do not: they settle where their spring carries the
    // load.
    float linearSlop = 0.005f;
    float speculativeMargin = 0.02f;   // m, gap up to which contact points are made
    float restitutionThreshold = 1.0f; // m/s, slower approaches do not bounce
    float hitThreshold = 1.0f;         // m/s, slower approaches make no hit event
    float fatMargin = 0.1f;            // m, largest margin of fat boxes in the broad phase
    float lengthUnit = 1.0f;           // m, 0.001 to 1000: size of the smallest bodies, see tolerancesOf

    bool warmStarting = true; // start from the impulses of the last step
    bool exactJoints = true;  // joints that hang together are solved together; else one after the other
    bool sleeping = true;     // islands at rest leave the simulation
    bool continuous = true;   // fast bodies cannot pass through static and kinematic ones
    float sleepSpeed = 0.05f; // m/s, slower bodies are at rest
    float timeToSleep = 0.5f; // s at rest before an island sleeps
    float maxSpeed = 400.0f;  // m/s, faster bodies are slowed to this

    CombineRule frictionRule = CombineRule::GeometricMean;
    CombineRule restitutionRule = CombineRule::Maximum;
    bool overrideFriction = false; // every contact uses frictionOverride instead of its materials
    float frictionOverride = 0.6f;
    bool overrideRestitution = false; // every contact uses restitutionOverride
    float restitutionOverride = 0.0f;

    float mouseFrequency = 5.0f;    // Hz, stiffness of the mouse spring
    float mouseDampingRatio = 0.7f; // 1 is critical
    float mouseForceLimit = 100.0f; // multiple of the grabbed body's weight at 9.81 m/s^2

    friend bool operator==(const WorldSettings&, const WorldSettings&) = default;
};

// Lengths and speeds of the settings, scaled by the length unit L. Lengths scale with L. Speeds scale with
// sqrt(L), as does the speed of a body that has fallen by its own size. (Contact frequency scales with 1 /
// sqrt(L); gravity, maxSpeed and times are not scaled.) So a model of half the size with half the length unit
// moves like the original if its time steps are shorter by the factor sqrt(1/2).
struct Tolerances {
    float linearSlop = 0.0f;           // m
    float speculativeMargin = 0.0f;    // m
    float fatMargin = 0.0f;            // m
    float pushSpeed = 0.0f;            // m/s
    float restitutionThreshold = 0.0f; // m/s
    float hitThreshold = 0.0f;         // m/s
    float sleepSpeed = 0.0f;           // m/s
};
SATBOX_INLINE Tolerances tolerancesOf(const WorldSettings& s)
{
    const float unit = s.lengthUnit, speedUnit = __builtin_sqrtf(unit);
    return {.linearSlop = s.linearSlop * unit,
            .speculativeMargin = s.speculativeMargin * unit,
            .fatMargin = s.fatMargin * unit,
            .pushSpeed = s.pushSpeed * speedUnit,
            .restitutionThreshold = s.restitutionThreshold * speedUnit,
            .hitThreshold = s.hitThreshold * speedUnit,
            .sleepSpeed = s.sleepSpeed * speedUnit};
}

} // namespace satbox
