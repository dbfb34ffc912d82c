#pragma once

#include "engine/constraints/joint/joint_tree.h"
#include "engine/constraints/joint/pin_kernels.h"
#include "engine/core/frame_arena.h"
#include <satbox/executor.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace satbox {

inline constexpr uint32_t kPinColours = 64;

// Pins by colour, so that no two of a block share a body that can be pushed. Pins beyond 64 of a body come
// last, each in a block of its own. The order of pins that share a body does not depend on the number of
// lanes, so neither do the results.
struct PinOrder {
    std::span<const uint32_t> order;  // see PinKernels::pack
    std::span<const uint8_t> colours; // by pin; kPinColours: none
    std::span<const uint32_t>
        begin; // by colour: its first block; those of pins without a colour, and the end
    size_t blocks = 0;
};
PinOrder orderPins(std::span<const JointLink> pins, int lanes, FrameArena& arena);

// The pins of a group in blocks, which are solved in this order.
struct PinSet {
    const PinKernels* kernels = nullptr;
    std::span<Pin> pins;
    PinOrder order;
    void* blocks = nullptr;
    size_t count = 0; // blocks

    bool empty() const { return count == 0; }
    void* block(size_t i) const { return static_cast<std::byte*>(blocks) + i * kernels->blockBytes; }
};
PinSet packPins(std::span<Pin> pins, const PinOrder& order, const PinKernels& kernels, FrameArena& arena,
                TaskExecutor* executor = nullptr);
// Adds up the impulses of a substep.
void endPinSubstep(const PinSet& set, TaskExecutor* executor = nullptr);
// Impulses and forces, back into the pins.
void storePins(const PinSet& set, TaskExecutor* executor = nullptr);
// One pass over all pins, colour by colour.
void runPinPass(const PinSet& set, PinPass PinKernels::*pass, BodyState* states, const PinParams& params,
                TaskExecutor* executor = nullptr);

} // namespace satbox
