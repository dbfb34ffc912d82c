#pragma once

#include "tests/bench/engine.h"
#include <satbox/scene/builders.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace satbox::bench {

// The scenes that are measured if none is named.
std::span<const std::string_view> defaultScenes(); // large_pyramid, container2000, tumbler, many_pyramids

// Opens a built-in or shipped scene or a scene file. "tumbler" means the built-in scene "tumbler_bench",
// since a smaller scene has the plain name. Throws std::runtime_error with a message.
BenchScene openBenchScene(std::string_view nameOrPath);

// Describes a built-in scene, by its own name.
BenchScene benchSceneOf(const BuiltinScene& scene);

// 1, 3, 10, 30 and 100 copies of a pile of 1,000 unit boxes: the time per body should not depend on their
// number. Ten piles stand side by side, further ones on ground above. So coordinates stay small enough that
// the spacing of floats does not change how a pile rests.
std::vector<BenchScene> growthScenes();

// Sets the velocities of driven bodies. Call it before each step; `step` counts from 0.
void setDrivenVelocities(const BenchScene& scene, BenchEngine& engine, int step, float dt);

// The scene's shapes in world coordinates, without sensors.
std::vector<WorldShape> makeWorldShapes(const BenchScene& scene, std::span<const BodySnapshot> states);

// The bodies that joints keep from colliding.
BodyPairs pairsApart(const BenchScene& scene);

// Of each joint, ascending: the distance that it should keep at 0, m: of the anchors of a hinge, of the hub
// from the axis of a wheel.
std::vector<double> jointErrors(const BenchScene& scene, std::span<const BodySnapshot> states);

} // namespace satbox::bench
