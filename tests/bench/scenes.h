#pragma once

#include "tests/bench/engine.h"

#include <span>
#include <string>
#include <string_view>

namespace satbox::bench {

// What is measured when no scene is named.
std::span<const std::string_view> defaultScenes(); // large_pyramid, container2000, tumbler, many_pyramids

// The name as it stands in the table: "tumbler" is short for the built-in scene "tumbler_bench", the only one
// of these sizes whose plain name belongs to a smaller scene. Any other built-in or shipped scene and any
// scene file will do. Throws std::runtime_error with a sentence.
BenchScene openBenchScene(std::string_view nameOrPath);

} // namespace satbox::bench
