#pragma once

#include "engine/constraints/joint/joint_body.h"
#include "engine/constraints/joint/pin_kernels.h"
#include "engine/core/frame_arena.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace satbox {

inline constexpr uint32_t kPinColours = 64;

// The pins of a group in blocks, which are solved in this order. They are ordered by colour, so that no two
// pins of a block share a body that can be pushed. Pins beyond 64 of a body come last, each in a block of its
// own. The order of pins that share a body does not depend on the number of lanes, so neither do the results.
struct PinSet {
    const PinKernels* kernels = nullptr;
    std::span<Pin> pins;
    std::span<const uint32_t> order;  // see PinKernels::pack
    std::span<const uint8_t> colours; // by pin; kPinColours: none
    void* blocks = nullptr;
    size_t count = 0; // blocks

    bool empty() const { return count == 0; }
};

// `bodies`: by row - firstRow.
PinSet packPins(std::span<Pin> pins, const PinKernels& kernels, std::span<const JointBody> bodies,
                int32_t firstRow, FrameArena& arena);

} // namespace satbox
