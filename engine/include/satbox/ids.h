#pragma once

#include <compare>
#include <cstdint>

namespace satbox {

// Sentinel of 32-bit slots and indices: none.
inline constexpr uint32_t kNoIndex = ~0u;

// A stable reference to an object of a world. The generation of a slot is incremented when its object is
// erased, so that a stale handle never refers to the next object in its slot: it is rejected. A
// default-constructed handle is null.
template<class Tag>
struct Handle {
    uint32_t index = kNoIndex;
    uint32_t generation = 0;

    bool isNull() const { return index == kNoIndex; }
    explicit operator bool() const { return !isNull(); }
    friend bool operator==(const Handle&, const Handle&) = default;
    friend auto operator<=>(const Handle&, const Handle&) = default;
};

// Ids of a world. Worlds that got the same operations have the same ids.
using BodyId = Handle<struct BodyTag>;
using ShapeId = Handle<struct ShapeTag>;
using JointId = Handle<struct JointTag>;
using MouseJointId = Handle<struct MouseJointTag>;

} // namespace satbox
