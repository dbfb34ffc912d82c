#pragma once

#include <satbox/config.h>

// An internal function or class that a shared satbox::engine exports, because satbox::lab or satbox::scene
// uses it.
#define SATBOX_INTERNAL_API SATBOX_API
