#pragma once

#include "tests/bench/engine.h"
#include "tests/bench/fidelity.h"
#include <satbox/shapes.h>

#include <span>

// Helpers of the fidelity measures: small scenes, and sums over their bodies.
namespace satbox::bench {

inline constexpr float kRate = 60.0f; // Hz, unless a measure says otherwise
inline constexpr Vec2 kNoGravity{0.0f, 0.0f};

BenchScene makeScene(Vec2 gravity = WorldSettings{}.gravity);
// No gravity and no restitution threshold, so with elastic() material all energy is conserved.
BenchScene makeElasticScene();
size_t addBody(BenchScene& scene, const Shape& shape, const BodyDef& def, const Material& material = {});
// A static box whose top face passes through the origin, rotated by `angle` (rad).
size_t addGround(BenchScene& scene, const Material& material = {}, float angle = 0.0f);

inline Material elastic() { return {.staticFriction = 0.0f, .dynamicFriction = 0.0f, .restitution = 1.0f}; }
inline Material rough(float friction) { return {.staticFriction = friction, .dynamicFriction = friction}; }

std::unique_ptr<BenchEngine> build(const EngineKind& kind, const BenchScene& scene);
void run(BenchEngine& engine, float seconds, float rate = kRate);
int stepsOf(float seconds, float rate = kRate);

// Over the dynamic bodies.
double energyOf(std::span<const BodySnapshot> states); // J, kinetic, linear and angular
Point momentumOf(std::span<const BodySnapshot> states);
Point centerOfMass(std::span<const BodySnapshot> states);
double angularMomentumOf(std::span<const BodySnapshot> states, Point about); // orbital and spin, kg m^2/s
double fastestOf(std::span<const BodySnapshot> states);                      // m/s

// Throws unless the engine uses all settings of a scene (EngineKind::readsSettings).
void requireSettings(const EngineKind& kind);

} // namespace satbox::bench
