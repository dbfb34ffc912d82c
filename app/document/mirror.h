#pragma once

#include <satbox/body.h>
#include <satbox/math.h>

#include <cstdint>

namespace satbox::app {

enum class MirrorAxis : uint8_t {
    Vertical,  // swaps left and right
    Horizontal // swaps up and down
};

// The line at which bodies are mirrored.
struct Mirror {
    MirrorAxis axis = MirrorAxis::Vertical;
    Position point{}; // m, on the line
    friend bool operator==(const Mirror&, const Mirror&) = default;
};

Vec2 mirrored(Vec2 v, MirrorAxis axis);
Position mirrored(Position p, const Mirror& mirror);
WorldTransform mirrored(const WorldTransform& pose, const Mirror& mirror);
// Pose and velocities of the mirror image.
BodyDef mirrored(BodyDef body, const Mirror& mirror);
// The shape on the mirror image of its body: mirrored at that axis of the body's frame.
ShapeDef mirrored(ShapeDef shape, MirrorAxis axis);

} // namespace satbox::app
