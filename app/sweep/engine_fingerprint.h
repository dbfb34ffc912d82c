#pragma once

#include <cstdint>

namespace satbox::app {

// A number that changes when the engine computes something else: the hash of a few built-in scenes after some
// steps with each solver. The same with every compiler and on every platform, since results are. Takes about
// 10 ms.
uint32_t engineFingerprint();

} // namespace satbox::app
