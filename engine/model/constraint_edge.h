#pragma once

#include <satbox/ids.h>

#include <cstdint>

namespace satbox {

// What a constraint is. The engine finds contacts; all other kinds, the joints, are created by the user.
enum class ConstraintKind : uint8_t { Contact, Mouse, Joint };

// A joint as islands and groups see it: an edge between two bodies. (Contacts, which are many, have an edge
// type of their own, see GraphEdge.)
struct ConstraintEdge {
    uint32_t bodyA = kNoIndex; // slot
    uint32_t bodyB = kNoIndex; // slot; kNoIndex: the joint connects bodyA with a point of the world
    uint32_t index = 0;        // slot in the store of its kind
    ConstraintKind kind = ConstraintKind::Contact;
    bool keepsAwake = false; // its bodies do not fall asleep

    bool connectsBodies() const { return bodyB != kNoIndex; }
    friend bool operator==(const ConstraintEdge&, const ConstraintEdge&) = default;
};

} // namespace satbox
