#pragma once

#include "engine/world/world.h"

#include <optional>

namespace satbox::app {

// Names a contact between two shapes across steps; `point` is the index of one of its points, or -1
// for the contact as a whole.
struct ContactKey {
    ShapeId shapeA; // the one with the lower slot, as in Contact
    ShapeId shapeB;
    int point = -1;
    friend bool operator==(const ContactKey&, const ContactKey&) = default;
};

ContactKey keyOf(const World& world, const Contact& contact, int point = -1);
// With the points that the world's solver works on. Without a contact when the two shapes have none any more,
// or one of them is gone.
ContactView findContact(const World& world, const ContactKey& key);
// Centre of the contact point in the world, m; the mean of its points for point == -1. Nothing when gone.
std::optional<Position> contactPosition(const World& world, const ContactKey& key);

// What is chosen and what lies under the pointer. Ids may go stale when the world changes: `prune` drops
// those.
struct Selection {
    BodyId body;                       // clicked last
    ShapeId shape;                     // which of its shapes
    std::optional<ContactKey> contact; // clicked last; its card is pinned

    BodyId hoveredBody;
    ShapeId hoveredShape;
    std::optional<ContactKey> hoveredContact;

    bool empty() const { return body.isNull() && !contact; }
    void clear();
    void select(const World& world, ShapeId shape); // and its body
    void select(const World& world, BodyId body);   // and its first shape
    void prune(const World& world);                 // forget what is not there any more
};

// Shape under a point, m: of several the one with the smallest area, so that a small thing on or in a large
// one can be reached. `reach` (m) widens the search where nothing contains the point: segments and tiny
// shapes.
ShapeId pickShape(const World& world, Position point, float reach);

// Contact point nearest to `point` within `reach` m. Points of contacts that do not touch (speculative) count
// too.
std::optional<ContactKey> pickContact(const World& world, Position point, float reach);

} // namespace satbox::app
