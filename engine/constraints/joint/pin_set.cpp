#include "engine/constraints/joint/pin_set.h"

#include <algorithm>
#include <array>
#include <bit>

namespace satbox {

namespace {

// The colour of each pin: the first that its bodies do not have yet. kPinColours for a pin of a body that has
// all of them.
std::span<const uint8_t> colourPins(std::span<const Pin> pins, std::span<const JointBody> bodies,
                                    int32_t firstRow, FrameArena& arena)
{
    const std::span<uint64_t> used = arena.make<uint64_t>(bodies.size()); // colours, by row
    const std::span<uint8_t> colours = arena.make<uint8_t>(pins.size());
    uint64_t none = 0;
    for (size_t i = 0; i < pins.size(); ++i) {
        const auto ofRow = [&](uint32_t row) -> uint64_t& {
            const auto index = static_cast<size_t>(static_cast<int32_t>(row) - firstRow);
            return index < bodies.size() && bodies[index].isMovable ? used[index] : none;
        };
        uint64_t &a = ofRow(pins[i].rowA), &b = ofRow(pins[i].rowB);
        const auto colour = static_cast<uint32_t>(std::countr_one(a | b));
        colours[i] = static_cast<uint8_t>(colour);
        if (colour < kPinColours) {
            a |= uint64_t{1} << colour;
            b |= uint64_t{1} << colour;
        }
        none = 0;
    }
    return colours;
}

} // namespace

PinSet packPins(std::span<Pin> pins, const PinKernels& kernels, std::span<const JointBody> bodies,
                int32_t firstRow, FrameArena& arena)
{
    if (pins.empty()) return {};
    const std::span<const uint8_t> colours = colourPins(pins, bodies, firstRow, arena);
    const auto lanes = static_cast<uint32_t>(kernels.lanes);
    // Pins without a colour have a block of their own.
    std::array<uint32_t, kPinColours + 1> counts{}, next{};
    for (const uint8_t colour : colours) ++counts[colour];
    uint32_t blocks = 0;
    for (uint32_t colour = 0; colour < kPinColours; ++colour) {
        next[colour] = blocks * lanes;
        blocks += (counts[colour] + lanes - 1) / lanes;
    }
    next[kPinColours] = blocks * lanes;
    blocks += counts[kPinColours];

    const std::span<uint32_t> order = arena.makeUninitialized<uint32_t>(size_t{blocks} * lanes);
    std::fill(order.begin(), order.end(), kNoPin);
    for (uint32_t i = 0; i < pins.size(); ++i) {
        order[next[colours[i]]] = i;
        next[colours[i]] += colours[i] < kPinColours ? 1 : lanes;
    }
    PinSet set{.kernels = &kernels,
               .pins = pins,
               .order = order,
               .colours = colours,
               .blocks = arena.makeUninitialized<std::byte>(blocks * kernels.blockBytes).data(),
               .count = blocks};
    kernels.pack(set.blocks, set.count, pins.data(), order.data());
    return set;
}

} // namespace satbox
