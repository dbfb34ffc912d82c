#include "engine/constraints/joint/chain_set.h"

#include <doctest/doctest.h>
#include <numeric>
#include <vector>

using namespace satbox;

TEST_CASE("each_joint_of_a_chain_has_a_lane_and_its_last_body_has_one_without_a_joint")
{
    for (const size_t joints : {10u, 14u, 15u, 16u, 20u, 23u, 24u, 31u, 32u, 63u, 64u, 65u}) {
        CAPTURE(joints);
        std::vector<uint32_t> numbers(joints);
        std::iota(numbers.begin(), numbers.end(), 100u);
        const PlannedChain planned{numbers, true};
        FrameArena arena;
        for (const ChainKernels* kernels : {&scalarChainKernels(), &chainKernelsFor(0)}) {
            const ChainSet set = makeChainSet({&planned, 1}, *kernels, arena);
            REQUIRE(set.blocks.size() == 1);
            CHECK(set.blocks[0].isHeld);
            size_t described = 0, ends = 0;
            packChains(
                set, nullptr,
                [&](ChainLanes& lanes, size_t lane, uint32_t joint) {
                    lanes.joint[lane] = joint;
                    lanes.rowA[lane] = joint;
                    lanes.turnAc[lane] = lanes.turnBc[lane] = lanes.frameAc[lane] = lanes.frameBc[lane] =
                        1.0f;
                    lanes.impulseX[lane] = static_cast<float>(joint);
                    lanes.relaxY[lane] = -static_cast<float>(joint);
                    ++described;
                },
                [&](ChainLanes& lanes, size_t lane, uint32_t last) {
                    CHECK(last == numbers.back());
                    CHECK(lanes.joint[lane] == kNoIndex);
                    ++ends;
                });
            CHECK(described == joints);
            CHECK(ends == 1);
            std::vector<uint32_t> found;
            forEachChainResult(set, nullptr, [&](size_t chain, const ChainResult& result) {
                CHECK(chain == 0);
                CHECK(result.impulse == Vec2{static_cast<float>(result.joint), 0.0f});
                CHECK(result.relax == Vec2{0.0f, -static_cast<float>(result.joint)});
                CHECK(result.force == Vec2{0.0f, 0.0f});
                CHECK(result.angle == 0.0f);
                found.push_back(result.joint);
            });
            CHECK(found == numbers); // in the order along the chain
        }
    }
}
