#pragma once

#include "engine/core/internal_api.h"
#include "engine/model/contact_store.h"
#include <satbox/contact_callbacks.h>
#include <satbox/material.h>

namespace satbox {

// Friction and restitution of two touching materials, by the rules and overrides of the world.
SATBOX_INTERNAL_API MixedMaterial mixedMaterial(const Material& a, const Material& b,
                                                const ContactSettings& settings);

} // namespace satbox
