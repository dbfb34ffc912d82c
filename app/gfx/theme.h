#pragma once

#include <cstdint>

namespace satbox::app {

enum class Theme : std::uint8_t { Dark, Light };

} // namespace satbox::app
