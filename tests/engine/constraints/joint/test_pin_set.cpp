// Pins are packed by colour: no two of a block share a body that can be pushed.

#include "engine/constraints/joint/pin_set.h"
#include "engine/core/isa.h"
#include "tests/support/lcg.h"
#include <satbox/instruction_set.h>

#include <doctest/doctest.h>

#include <set>
#include <vector>

using namespace satbox;

namespace {

constexpr uint32_t kFirstRow = 3;

struct Pin {
    uint32_t rowA = 0, rowB = 0;
};

struct Packed {
    std::vector<bool> isMovable; // by row - kFirstRow
    std::vector<Pin> pins;
    FrameArena arena;

    PinSet pack(const PinKernels& kernels)
    {
        std::vector<JointLink> links;
        const auto invMass = [&](uint32_t row) {
            return row >= kFirstRow && isMovable[row - kFirstRow] ? 1.0f : 0.0f;
        };
        for (const Pin& pin : pins)
            links.push_back({static_cast<int32_t>(pin.rowA), static_cast<int32_t>(pin.rowB),
                             invMass(pin.rowA), invMass(pin.rowB)});
        const PinSet set = makePinSet(orderPins(links, kernels.lanes, arena), kernels, arena);
        packPins(
            set, nullptr, [](uint32_t) {},
            [&](PinLanes& lanes, size_t lane, uint32_t pin) {
                lanes.joint[lane] = pin;
                lanes.rowA[lane] = pins[pin].rowA;
                lanes.rowB[lane] = pins[pin].rowB;
            });
        return set;
    }
};

// Random pins between 40 bodies, of which one in eight cannot be pushed; and a hub with 100 of them.
Packed randomPins()
{
    Packed packed;
    test::Lcg random(11);
    for (int i = 0; i < 200; ++i) packed.isMovable.push_back(i % 8 != 7);
    for (int i = 0; i < 300; ++i) {
        const uint32_t a = random.below(40), b = random.below(40);
        if (a != b) packed.pins.push_back({.rowA = a + kFirstRow, .rowB = b + kFirstRow});
    }
    for (uint32_t i = 0; i < 100; ++i)
        packed.pins.push_back({.rowA = 50 + kFirstRow, .rowB = 60 + i + kFirstRow});
    packed.pins.push_back({.rowA = 0, .rowB = 1 + kFirstRow}); // to a body without a row
    return packed;
}

} // namespace

TEST_CASE("each_pin_is_packed_once_and_no_two_pins_of_a_block_share_a_body_that_can_be_pushed")
{
    for (const InstructionSet set : availableInstructionSets()) {
        CAPTURE(toString(set));
        Packed packed = randomPins();
        const PinKernels& kernels = pinKernelsFor(lanesOf(set));
        const PinSet pins = packed.pack(kernels);
        std::multiset<uint32_t> found;
        const auto lanes = static_cast<size_t>(kernels.lanes);
        REQUIRE(pins.order.order.size() == pins.blockCount() * lanes);
        for (size_t block = 0; block < pins.blockCount(); ++block) {
            std::set<uint32_t> rows;
            const PinResults results = kernels.results(pins.block(block));
            for (size_t lane = 0; lane < lanes; ++lane) {
                const uint32_t i = pins.order.order[block * lanes + lane];
                if (i == kNoPin) continue;
                CHECK(results.joint[lane] == i);
                found.insert(i);
                for (const uint32_t row : {packed.pins[i].rowA, packed.pins[i].rowB})
                    if (row >= kFirstRow && packed.isMovable[row - kFirstRow]) CHECK(rows.insert(row).second);
            }
        }
        CHECK(found.size() == packed.pins.size());
        CHECK(std::set(found.begin(), found.end()).size() == packed.pins.size());
    }
}

TEST_CASE("pins_that_share_a_body_have_the_same_order_for_every_number_of_lanes")
{
    Packed packed = randomPins();
    const auto orderAt = [&](const PinKernels& kernels, uint32_t row) {
        std::vector<uint32_t> order;
        for (const uint32_t i : packed.pack(kernels).order.order)
            if (i != kNoPin && (packed.pins[i].rowA == row || packed.pins[i].rowB == row)) order.push_back(i);
        return order;
    };
    for (const InstructionSet set : availableInstructionSets())
        for (uint32_t row = kFirstRow; row < 100 + kFirstRow; ++row)
            if (packed.isMovable[row - kFirstRow])
                CHECK(orderAt(pinKernelsFor(lanesOf(set)), row) == orderAt(scalarPinKernels(), row));
}

TEST_CASE("no_pins_need_no_block")
{
    Packed packed;
    CHECK(packed.pack(scalarPinKernels()).empty());
}
