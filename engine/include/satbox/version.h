#pragma once

#include <satbox/config.h>

// The version of these headers. CMake reads the project's version from here.
#define SATBOX_VERSION_MAJOR 0
#define SATBOX_VERSION_MINOR 1
#define SATBOX_VERSION_PATCH 0

namespace satbox {

// A version of the library. While `majorVersion` is 0, a new minor version may change the interface.
struct Version {
    int majorVersion = 0;
    int minorVersion = 0;
    int patchVersion = 0;
    friend bool operator==(const Version&, const Version&) = default;
};

// The version of the headers that a program was compiled with. World::version() is that of the library that
// it runs with.
inline constexpr Version kHeaderVersion{SATBOX_VERSION_MAJOR, SATBOX_VERSION_MINOR, SATBOX_VERSION_PATCH};

} // namespace satbox
