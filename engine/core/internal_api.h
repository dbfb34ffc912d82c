#pragma once

#include <satbox/config.h>

// An internal function or class that a shared library exports, because another one uses it: satbox::lab,
// satbox::scene or satbox::draw of satbox::engine, satbox::draw of satbox::lab.
#define SATBOX_INTERNAL_API SATBOX_API
