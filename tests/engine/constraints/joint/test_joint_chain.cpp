#include "engine/constraints/joint/joint_chain.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <numeric>
#include <vector>

using namespace satbox;

namespace {

// A row of bodies 1, 2, ... with a joint from each to the next; row 0 is the world.
std::vector<JointLink> row(int32_t joints, bool fromWorld, bool toWorld)
{
    std::vector<JointLink> links;
    for (int32_t i = 0; i < joints; ++i) {
        JointLink link{i + 1, i + 2, 1.0f, 1.0f};
        if (fromWorld && i == 0) link = {0, i + 2, 0.0f, 1.0f};
        if (toWorld && i + 1 == joints) link = {i + 1, 0, 1.0f, 0.0f};
        links.push_back(link);
    }
    return links;
}

constexpr int32_t kJoints = 23;

struct Found {
    FrameArena arena;
    JointChain chain;
    Found(const std::vector<JointLink>& all, const std::vector<uint32_t>& links)
        : chain(findChain(all, links, arena))
    {}
    explicit Found(const std::vector<JointLink>& all) : Found(all, allOf(all)) {}
    static std::vector<uint32_t> allOf(const std::vector<JointLink>& all)
    {
        std::vector<uint32_t> links(all.size());
        std::iota(links.begin(), links.end(), 0u);
        return links;
    }
};

} // namespace

TEST_CASE("joints_of_bodies_in_a_row_are_a_chain_in_whatever_order_they_were_made")
{
    for (const bool fromWorld : {false, true}) {
        for (const bool toWorld : {false, true}) {
            std::vector<JointLink> links = row(kJoints, fromWorld, toWorld);
            const std::vector<JointLink> ordered = links;
            std::rotate(links.begin(), links.begin() + 9, links.end());
            std::swap(links[2], links[17]);
            for (const bool isReversed : {false, true}) {
                if (isReversed)
                    for (JointLink& link : links) {
                        std::swap(link.rowA, link.rowB);
                        std::swap(link.invMassA, link.invMassB);
                    }
                const Found found(links);
                REQUIRE(found.chain.links.size() == links.size());
                CHECK(found.chain.isHeld == (fromWorld && toWorld));
                for (size_t i = 0; i + 1 < links.size(); ++i)
                    CHECK(links[found.chain.links[i]].rowB == links[found.chain.links[i + 1]].rowA);
            }
        }
    }
}

TEST_CASE("a_chain_is_found_among_the_links_of_its_component_alone")
{
    std::vector<JointLink> links = row(kJoints, true, false);
    links.push_back({100, 101, 1.0f, 1.0f});
    std::vector<uint32_t> component = Found::allOf(links);
    CHECK(Found(links, component).chain.empty());
    component.pop_back();
    CHECK(Found(links, component).chain.links.size() == kJoints);
}

TEST_CASE("rings_branches_short_rows_and_joints_in_both_directions_are_no_chains")
{
    std::vector<JointLink> links = row(kMinChainJoints - 1, true, true);
    CHECK(Found(links).chain.empty());
    CHECK_FALSE(Found(row(kMinChainJoints, true, true)).chain.empty());
    links = row(kJoints, false, false);
    links.push_back({kJoints + 1, 1, 1.0f, 1.0f}); // a ring
    CHECK(Found(links).chain.empty());
    links = row(kJoints, true, false);
    links.push_back({7, 100, 1.0f, 1.0f}); // a branch
    CHECK(Found(links).chain.empty());
    links = row(kJoints, true, false);
    links.push_back({100, 7, 1.0f, 1.0f});
    CHECK(Found(links).chain.empty());
    links = row(kJoints, true, false);
    links.push_back({0, 7, 0.0f, 1.0f}); // another hold in the middle
    CHECK(Found(links).chain.empty());
    links = row(kJoints, true, false);
    std::swap(links[5].rowA, links[5].rowB);
    CHECK(Found(links).chain.empty());
    links = row(kJoints, true, true);
    links.push_back({1, 1000, 1.0f, 1.0f}); // one end goes on
    links.push_back({1000, 1001, 1.0f, 1.0f});
    CHECK(Found(links).chain.empty());
    CHECK(Found({}).chain.empty());
}
