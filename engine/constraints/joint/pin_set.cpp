#include "engine/constraints/joint/pin_set.h"

#include <algorithm>
#include <array>
#include <bit>

namespace satbox {

namespace {

// The colour of each pin: the first that its bodies do not have yet. kPinColours for a pin of a body that has
// all of them.
std::span<const uint8_t> colourPins(std::span<const JointLink> pins, FrameArena& arena)
{
    const RowRange rows = movableRowsOf(pins);
    const std::span<uint64_t> used = arena.make<uint64_t>(rows.count); // colours, by row
    const std::span<uint8_t> colours = arena.make<uint8_t>(pins.size());
    const auto ofRow = [&](int32_t row) -> uint64_t& { return used[static_cast<size_t>(row - rows.first)]; };
    for (size_t i = 0; i < pins.size(); ++i) {
        uint64_t taken = 0;
        forEachMovableRow(pins[i], [&](int32_t row) { taken |= ofRow(row); });
        const auto colour = static_cast<uint32_t>(std::countr_one(taken));
        colours[i] = static_cast<uint8_t>(colour);
        if (colour < kPinColours)
            forEachMovableRow(pins[i], [&](int32_t row) { ofRow(row) |= uint64_t{1} << colour; });
    }
    return colours;
}

} // namespace

PinOrder orderPins(std::span<const JointLink> pins, int lanes, FrameArena& arena)
{
    const std::span<const uint8_t> colours = colourPins(pins, arena);
    const auto perBlock = static_cast<uint32_t>(lanes);
    // Pins without a colour have a block of their own.
    std::array<uint32_t, kPinColours + 1> counts{}, next{};
    for (const uint8_t colour : colours) ++counts[colour];
    const std::span<uint32_t> begin = arena.make<uint32_t>(kPinColours + 2);
    uint32_t blocks = 0;
    for (uint32_t colour = 0; colour <= kPinColours; ++colour) {
        begin[colour] = blocks;
        next[colour] = blocks * perBlock;
        blocks += colour < kPinColours ? (counts[colour] + perBlock - 1) / perBlock : counts[colour];
    }
    begin[kPinColours + 1] = blocks;

    const std::span<uint32_t> order = arena.makeUninitialized<uint32_t>(size_t{blocks} * perBlock);
    std::fill(order.begin(), order.end(), kNoPin);
    for (uint32_t i = 0; i < pins.size(); ++i) {
        order[next[colours[i]]] = i;
        next[colours[i]] += colours[i] < kPinColours ? 1 : perBlock;
    }
    return {order, colours, begin, blocks};
}

PinSet makePinSet(const PinOrder& order, const PinKernels& kernels, FrameArena& arena)
{
    if (order.blocks == 0) return {};
    return {.kernels = &kernels,
            .order = order,
            .blocks = arena.makeUninitialized<std::byte>(order.blocks * kernels.blockBytes).data()};
}

void runPinPass(const PinSet& set, PinPass PinKernels::*pass, BodyState* states, const PinParams& params,
                TaskExecutor* executor)
{
    if (set.empty()) return;
    const auto run = [&](size_t first, size_t last) {
        (set.kernels->*pass)(set.block(first), last - first, states, params);
    };
    if (!executor) return run(0, set.blockCount());
    for (size_t colour = 0; colour < kPinColours; ++colour)
        forPinBlocks(set, set.order.begin[colour], set.order.begin[colour + 1], executor, run);
    run(set.order.begin[kPinColours], set.blockCount()); // these share bodies
}

} // namespace satbox
