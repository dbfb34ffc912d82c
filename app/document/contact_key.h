#pragma once

#include <satbox/world.h>

#include <optional>

namespace satbox::app {

// Identifies a contact between two shapes across steps. `point`: the index of one of its points, or -1 for
// the whole contact.
struct ContactKey {
    ShapeId shapeA; // the one with the lower slot, as in Contact
    ShapeId shapeB;
    int point = -1;
    friend bool operator==(const ContactKey&, const ContactKey&) = default;
};

ContactKey keyOf(const World& world, const Contact& contact, int point = -1);
// The contact with the points that the solver uses. The view has no contact if the shapes no longer touch or
// one of them no longer exists.
ContactView findContact(const World& world, const ContactKey& key);
// World position of a point of a contact, m: midway between where it is on both bodies.
Position pointPosition(const World& world, const Contact& contact, const ContactPoint& point);
// World position of the contact point, m; for point == -1, the mean of all points. nullopt if the contact or
// the point no longer exists.
std::optional<Position> contactPosition(const World& world, const ContactKey& key);

} // namespace satbox::app
