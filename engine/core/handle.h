#pragma once

#include <cstdint>

namespace satbox {

// A stable name for something kept in a SlotMap. The generation grows each time a slot is used again, so a
// handle that outlived its object is told from the handle of its successor: stale handles are refused, never
// followed. A default-made handle is null and names nothing.
template<class Tag>
struct Handle {
    static constexpr uint32_t kNullIndex = 0xFFFFFFFFu;

    uint32_t index = kNullIndex;
    uint32_t generation = 0;

    bool isNull() const { return index == kNullIndex; }
    explicit operator bool() const { return !isNull(); }
    friend bool operator==(const Handle&, const Handle&) = default;
    friend auto operator<=>(const Handle&, const Handle&) = default;
};

using BodyId = Handle<struct BodyTag>;
using ShapeId = Handle<struct ShapeTag>;
using MouseJointId = Handle<struct MouseJointTag>;

} // namespace satbox
