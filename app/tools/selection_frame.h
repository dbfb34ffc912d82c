#pragma once

#include "app/document/contact_key.h"
#include <satbox/world.h>

#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace satbox::app {

// The rectangle around the selected bodies: along the axes of a single body, along those of the world around
// several.
struct SelectionFrame {
    Position center{};
    Rot axes{};
    Vec2 half{0.0f, 0.0f}; // m, half width and half height along `axes`
    // Every shape can be scaled in one direction alone. Circles and capsules would lose their form.
    bool canStretch = false;

    Position at(Vec2 place) const { return center + rotate(axes, {place.x * half.x, place.y * half.y}); }
};

// nullopt if no body has a finite shape.
std::optional<SelectionFrame> frameOf(const World& world, std::span<const BodyId> bodies);

// True if the frame of the bodies would cover a pair that is drawn: if a body of the pair is among them.
bool coversPair(const World& world, std::span<const BodyId> bodies, const ContactKey& pair);

// A point of the frame that can be dragged. Corner handles scale, edge handles stretch along one axis.
struct FrameHandle {
    enum class Kind : uint8_t { Move, Rotate, Scale, Stretch };
    Kind kind = Kind::Move;
    // Where on the frame, in half sizes: (1, 1) is the upper right corner, (0, 1) the middle of the top.
    Vec2 place{0.0f, 0.0f};
    friend bool operator==(const FrameHandle&, const FrameHandle&) = default;
};

// The frame with the distance at which it is drawn around the bodies, so that handles do not cover them. It
// is at least 40 window points wide and high.
SelectionFrame drawnFrame(const SelectionFrame& frame, float metersPerPoint);
// All handles of a frame with their positions. `frame`: as drawn.
std::vector<std::pair<FrameHandle, Position>> handlesOf(const SelectionFrame& frame, float metersPerPoint);
// The handle under the pointer.
std::optional<FrameHandle> pickHandle(const SelectionFrame& frame, Position pointer, float metersPerPoint);

} // namespace satbox::app
