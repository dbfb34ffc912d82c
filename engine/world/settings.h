#pragma once

#include "engine/collision/manifold.h"
#include "engine/dynamics/material.h"
#include "engine/math/vec2.h"

#include <cmath>
#include <cstdint>

namespace satbox {

enum class SolverType : uint8_t {
    SoftStep,          // sub-stepping with soft contacts and relaxing: the default
    SequentialImpulse, // velocity iterations with warm starting and Baumgarte, then position iterations
    ManifoldImpulse,   // R5: impulses from clipped manifolds, iterated, then linear projection
    VertexContact,     // R4: vertices inside the other polygon, pushed out at once, one impulse for each
};
// "soft-step", "sequential-impulse", "manifold-impulse", "vertex-contact"
const char* toString(SolverType type);
// Whether it cuts a step into WorldSettings::substeps; those that do not go over contacts velocityIterations
// times.
bool hasSubsteps(SolverType type);
// Whether it is one of the two published engines (docs/references.md): contacts one after the other, nothing
// remembered from step to step, no threshold for bounces, no continuous collision.
bool isPublished(SolverType type);

// Every number that tunes a world. World/settings_table.h lists the same fields with unit, range and help;
// panels, scene files and the command line read that table.
struct WorldSettings {
    Vec2 gravity{0.0f, -9.81f}; // m/s^2
    float stepRate = 60.0f;     // Hz, 10 to 1000: what those who step at a fixed rate use
    SolverType solver = SolverType::SoftStep;
    int substeps = 4;           // 1 to 64, soft step, vertex contacts: more is stiffer and slower
    int velocityIterations = 8; // 1 to 100, sequential impulses, manifold impulses
    int positionIterations = 3; // 0 to 100, sequential impulses

    float contactFrequency = 30.0f;   // Hz, stiffness of soft contacts; capped at 0.227 of the substep rate
    float contactDampingRatio = 2.0f; // 1 is critical; of contacts that carry little: heavy loads have 10
    float contactStiffening = 3.3f;   // 1 to 10, how many times stiffer a soft contact under load may be, as
                                      // far as substeps can follow; more where overlap is deep
    float pushSpeed = 3.0f;           // m/s, fastest that overlap is pushed apart
    float baumgarte = 0.2f;           // 0 to 1, sequential impulses: share of overlap corrected per iteration
    float projection = 0.4f;          // 0 to 1, manifold impulses: share of the overlap beyond the slop that
                                      // one step takes away
    float pushOut = 0.1f; // 0 to 1, vertex contacts: share of the depth that bodies are moved apart by at
                          // each vertex, in each substep
    float linearSlop = 0.005f;       // m, gap that still counts as touching; overlap that sequential impulses
                                     // leave alone (soft contacts need none: they settle where their spring
                                     // carries the load)
    float speculativeMargin = 0.02f; // m, contacts are made this far ahead
    float restitutionThreshold = 1.0f; // m/s, slower approaches do not bounce
    float hitThreshold = 1.0f;         // m/s, slower approaches make no hit event
    float fatMargin = 0.1f;            // m, how much broad-phase boxes are enlarged at most
    float lengthUnit = 1.0f;           // m, 0.001 to 1000: the usual size of a body, see tolerancesOf

    bool warmStarting = true; // start from the last step's impulses
    bool sleeping = true;     // islands at rest leave the simulation
    bool continuous = true;   // fast bodies cannot pass through static and kinematic ones
    float sleepSpeed = 0.05f; // m/s, slower counts as at rest
    float timeToSleep = 0.5f; // s at rest before an island sleeps
    float maxSpeed = 400.0f;  // m/s, faster bodies are slowed to this

    CombineRule frictionRule = CombineRule::GeometricMean;
    CombineRule restitutionRule = CombineRule::Maximum;
    bool overrideFriction = false; // every contact uses frictionOverride instead of its materials'
    float frictionOverride = 0.6f;
    bool overrideRestitution = false; // every contact uses restitutionOverride
    float restitutionOverride = 0.0f;

    float mouseFrequency = 5.0f; // Hz, stiffness of the mouse spring
    float mouseDampingRatio = 0.7f;
    float mouseForceLimit = 100.0f; // multiple of the grabbed body's weight at 9.81 m/s^2

    friend bool operator==(const WorldSettings&, const WorldSettings&) = default;
};

// What steps go by: the settings that are lengths times the length unit, those that are speeds times its
// square root, by which bodies that fall by their own size get faster. (Contacts are stiffer by its inverse;
// gravity, maxSpeed and all times are as set.) So a world and its model, half as large, with half the length
// unit, move alike where the model's steps are shorter by the square root of a half.
struct Tolerances {
    float linearSlop = 0.0f;           // m
    float speculativeMargin = 0.0f;    // m
    float fatMargin = 0.0f;            // m
    float pushSpeed = 0.0f;            // m/s
    float restitutionThreshold = 0.0f; // m/s
    float hitThreshold = 0.0f;         // m/s
    float sleepSpeed = 0.0f;           // m/s
};
inline Tolerances tolerancesOf(const WorldSettings& s)
{
    const float unit = s.lengthUnit, speedUnit = std::sqrt(unit);
    return {.linearSlop = s.linearSlop * unit,
            .speculativeMargin = s.speculativeMargin * unit,
            .fatMargin = s.fatMargin * unit,
            .pushSpeed = s.pushSpeed * speedUnit,
            .restitutionThreshold = s.restitutionThreshold * speedUnit,
            .hitThreshold = s.hitThreshold * speedUnit,
            .sleepSpeed = s.sleepSpeed * speedUnit};
}

// How far ahead contacts are made: the published engines push only what overlaps, so theirs are not made
// ahead, and no island is linked by such contacts.
CollisionRange collisionRangeOf(const WorldSettings& settings);

// Whether fast bodies are stopped: the published engines have no continuous collision.
bool hasContinuousCollision(const WorldSettings& settings);

} // namespace satbox
