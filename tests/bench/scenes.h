#pragma once

#include "engine/scene/builders.h"
#include "tests/bench/engine.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace satbox::bench {

// What is measured when no scene is named.
std::span<const std::string_view> defaultScenes(); // large_pyramid, container2000, tumbler, many_pyramids

// The name as it stands in the table: "tumbler" is short for the built-in scene "tumbler_bench", the only one
// of these sizes whose plain name belongs to a smaller scene. Any other built-in or shipped scene and any
// scene file will do. Throws std::runtime_error with a sentence.
BenchScene openBenchScene(std::string_view nameOrPath);

// A built-in scene under its own name.
BenchScene benchSceneOf(const BuiltinScene& scene);

// The same pile of 1,000 unit boxes 1, 3, 10, 30 and 100 times: what a body costs should not depend on how
// many there are. Ten piles stand side by side, further ones on ground above, so that no coordinate grows so
// large that a float's spacing would change how a pile rests.
std::vector<BenchScene> growthScenes();

// What comes before the step-th step, counted from 0.
void driveBodies(const BenchScene& scene, BenchEngine& engine, int step, float dt);

// The scene's shapes where its bodies are, without sensors.
std::vector<PlacedShape> placeShapes(const BenchScene& scene, std::span<const BodyState> states);

} // namespace satbox::bench
