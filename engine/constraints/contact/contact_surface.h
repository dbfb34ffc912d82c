#pragma once

#include "engine/model/contact_store.h"

#include <span>

namespace satbox {

// What two materials make of a contact beside friction and restitution.
struct ContactSurface {
    float speed = 0.0f;         // m/s, sum of the surface speeds
    float rollingRadius = 0.0f; // m, rolling resistance times radius
};

// Of all `contacts`. Precondition: surfaces.size() == contacts.size().
void findSurfaces(std::span<const Contact> contacts, const ShapeStore& shapes,
                  std::span<ContactSurface> surfaces);

} // namespace satbox
