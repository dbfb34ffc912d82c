#pragma once

#include "engine/constraints/joint/joint_tree.h"
#include "engine/constraints/joint/pin_kernels.h"
#include "engine/core/frame_arena.h"
#include "engine/core/parallel.h"
#include <satbox/executor.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

namespace satbox {

inline constexpr uint32_t kPinColours = 64;

// Pins by colour, so that no two of a block share a body that can be pushed. Pins beyond 64 of a body come
// last, each in a block of its own. The order of pins that share a body does not depend on the number of
// lanes, so neither do the results.
struct PinOrder {
    std::span<const uint32_t> order;  // by block and lane: index of the pin, or kNoPin
    std::span<const uint8_t> colours; // by pin; kPinColours: none
    std::span<const uint32_t>
        begin; // by colour: its first block; those of pins without a colour, and the end
    size_t blocks = 0;
};
PinOrder orderPins(std::span<const JointLink> pins, int lanes, FrameArena& arena);

// The pins of a group in blocks, which are solved in this order.
struct PinSet {
    const PinKernels* kernels = nullptr;
    PinOrder order;
    void* blocks = nullptr;

    bool empty() const { return blockCount() == 0; }
    size_t blockCount() const { return order.blocks; }
    size_t pinCount() const { return order.colours.size(); }
    void* block(size_t i) const { return static_cast<std::byte*>(blocks) + i * kernels->blockBytes; }
};
// Its blocks are not filled yet.
PinSet makePinSet(const PinOrder& order, const PinKernels& kernels, FrameArena& arena);

inline constexpr size_t kMinPinsPerTask = 512; // some microseconds

// fn(first, last) for ranges of blocks, in parallel.
template<class Fn>
void forPinBlocks(const PinSet& set, size_t first, size_t last, TaskExecutor* executor, Fn&& fn)
{
    const size_t grain = kMinPinsPerTask / static_cast<size_t>(set.kernels->lanes);
    parallelFor(executor, last - first, grain,
                [&](size_t begin, size_t end) { fn(first + begin, first + end); });
}

// Fills the blocks. describe(lanes, lane, pin) sets all numbers of a lane; prefetch(pin) is called some pins
// before that.
template<class Prefetch, class Describe>
void packPins(const PinSet& set, TaskExecutor* executor, Prefetch&& prefetch, Describe&& describe)
{
    if (set.empty()) return;
    constexpr size_t kAhead = 8;
    const std::span<const uint32_t> order = set.order.order;
    const auto lanesOfBlock = static_cast<size_t>(set.kernels->lanes);
    forPinBlocks(set, 0, set.blockCount(), executor, [&](size_t first, size_t last) {
        PinLanes lanes{};
        for (size_t block = first; block < last; ++block) {
            const size_t start = block * lanesOfBlock;
            if (order[start + lanesOfBlock - 1] == kNoPin) lanes = {};
            for (size_t lane = 0; lane < lanesOfBlock; ++lane) {
                const size_t ahead = start + lane + kAhead;
                if (ahead < order.size() && order[ahead] != kNoPin) prefetch(order[ahead]);
                if (order[start + lane] != kNoPin) describe(lanes, lane, order[start + lane]);
            }
            set.kernels->pack(set.block(block), lanes);
        }
    });
}
// fn(pin, results, lane) for all pins. prefetch(joint) is called a block before that.
template<class Prefetch, class Fn>
void forEachPin(const PinSet& set, TaskExecutor* executor, Prefetch&& prefetch, Fn&& fn)
{
    if (set.empty()) return;
    const auto lanes = static_cast<size_t>(set.kernels->lanes);
    forPinBlocks(set, 0, set.blockCount(), executor, [&](size_t first, size_t last) {
        for (size_t block = first; block < last; ++block) {
            const PinResults results = set.kernels->results(set.block(block));
            const PinResults next = set.kernels->results(set.block(std::min(block + 1, last - 1)));
            for (size_t lane = 0; lane < lanes; ++lane) {
                prefetch(next.joint[lane]);
                const uint32_t pin = set.order.order[block * lanes + lane];
                if (pin != kNoPin) fn(pin, results, lane);
            }
        }
    });
}

// One pass over all pins, colour by colour.
void runPinPass(const PinSet& set, PinPass PinKernels::*pass, BodyState* states, const PinParams& params,
                TaskExecutor* executor = nullptr);

} // namespace satbox
