#include "engine/step/step_settings.h"
#include "engine/model/settings.h"
#include <satbox/settings.h>

#include <algorithm>
#include <cmath>

namespace satbox {

namespace {

ContactSpring::Ramp makeRamp(float low, float high, float from, float to)
{
    return {.low = low, .high = high, .begin = from, .slope = 1.0f / (to - from)};
}

ContactSpring contactSpring(const WorldSettings& s, float h)
{
    // Tuned by experiment, see docs/step.md, "solve".
    constexpr float kDeepStiffening = 2.0f;           // factor on (limit - 1) where overlap is deep
    constexpr float kShallow = 0.005f, kDeep = 0.02f; // length units
    constexpr float kLight = 10.0f, kHeavy = 60.0f;   // loads
    constexpr float kHeavyDampingRatio = 10.0f;

    // Contact frequency scales with 1 / sqrt(L): the time in which a body falls by its own size scales with
    // sqrt(L).
    const float frequency = s.contactFrequency / std::sqrt(s.lengthUnit);
    const float omega = std::min(2.0f * kPi * frequency, std::sqrt(kMaxContactStiffness) / h);
    const float turn = h * omega;
    const float limit = std::min(s.contactStiffening, std::max(kMaxContactStiffness / (turn * turn), 1.0f));
    const float weight = h * length(s.gravity);
    const float heavy = std::max(s.contactDampingRatio, kHeavyDampingRatio);
    const float light =
        weight > 0.0f && s.warmStarting ? s.contactDampingRatio : heavy; // heavy: loads are unknown
    return {.omega = omega,
            .weight = weight,
            .damping = makeRamp(2.0f * light, 2.0f * heavy, kLight, kHeavy),
            .stiffeningLimit = makeRamp(limit, 1.0f + kDeepStiffening * (limit - 1.0f),
                                        kShallow * s.lengthUnit, kDeep * s.lengthUnit)};
}

// Parameters of position correction. Sequential impulses correct all overlap beyond the slop. The soft step
// corrects deep overlap only, at the push speed at most.
PositionCorrection positionCorrection(const WorldSettings& s, const StepContext& c)
{
    constexpr float kAny = 1e18f;
    constexpr float kMaxCorrection = 0.2f; // length units per pass, so that deep overlap does not explode
    if (s.solver == SolverType::SequentialImpulse)
        return {.minOverlap = -kAny,
                .maxPointSpeed = kAny,
                .remainingOverlap = c.linearSlop,
                .share = s.baumgarte,
                .maxCorrection = kMaxCorrection * s.lengthUnit};
    constexpr float kFrom = 0.025f, kTo = 0.02f; // length units
    constexpr float kSlow = 0.4f;                // speed units
    constexpr float kShare = 0.3f;
    return {.minOverlap = kFrom * s.lengthUnit,
            .maxPointSpeed = kSlow * c.speedUnit,
            .remainingOverlap = kTo * s.lengthUnit,
            .share = kShare,
            .maxCorrection = c.h * c.pushSpeed};
}

} // namespace

StepContext makeStepContext(const WorldSettings& s, float dt)
{
    const Tolerances tolerances = tolerancesOf(s);
    StepContext c;
    c.dt = dt;
    c.substeps = hasSubsteps(s.solver) ? s.substeps : 1;
    c.h = dt / static_cast<float>(c.substeps);
    c.invH = 1.0f / c.h;
    c.gravity = s.gravity;
    c.contactSpring = contactSpring(s, c.h);
    c.lengthUnit = s.lengthUnit;
    c.speedUnit = std::sqrt(s.lengthUnit);
    c.pushSpeed = tolerances.pushSpeed;
    c.linearSlop = tolerances.linearSlop;
    c.restitutionThreshold = tolerances.restitutionThreshold;
    c.inelasticSpeed = c.speedUnit;
    c.maxSpeed = s.maxSpeed;
    c.warmStarting = s.warmStarting;
    c.velocityIterations = s.velocityIterations;
    c.positionIterations = s.positionIterations;
    c.correction = positionCorrection(s, c);
    c.projection = s.projection;
    c.pushOut = s.pushOut;
    c.mouseFrequency = s.mouseFrequency;
    c.mouseDampingRatio = s.mouseDampingRatio;
    c.mouseForceLimit = s.mouseForceLimit;
    return c;
}

ContactSettings contactSettings(const WorldSettings& s)
{
    // The vertex-contact solver has no slop. Its touching contacts end at the gap of the default slop.
    const float slop = s.solver == SolverType::VertexContact ? WorldSettings{}.linearSlop : s.linearSlop;
    return {collisionRangeOf(s),
            slop * s.lengthUnit,
            s.frictionRule,
            s.restitutionRule,
            s.overrideFriction,
            s.overrideRestitution,
            s.frictionOverride,
            s.restitutionOverride,
            0.0f,
            nullptr};
}

ContactSettings contactSettings(const WorldState& world)
{
    ContactSettings settings = contactSettings(world.settings);
    settings.callbacks = world.contacts.callbacks.pointer;
    return settings;
}

SleepSettings sleepSettings(const WorldSettings& settings, float dt)
{
    return {settings.sleeping, tolerancesOf(settings).sleepSpeed, settings.timeToSleep, dt};
}

} // namespace satbox
