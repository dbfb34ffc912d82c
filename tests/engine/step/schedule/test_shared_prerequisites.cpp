// Which of a partition's contacts are prerequisites of the shared ones.

#include "engine/constraints/contact/contact_kernels.h"
#include "engine/step/schedule/shared_prerequisites.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <vector>

using namespace satbox;

namespace {

// A chain of bodies 0, 1, 2, ...; contact i joins bodies i and i + 1, even ones in the first colour, odd ones
// in the second. One contact of the last body is shared between partitions.
struct Chain {
    explicit Chain(uint32_t contacts) : edges(contacts + 1), required(contacts + 2)
    {
        for (uint32_t i = 0; i <= contacts; ++i) edges[i] = {i, i + 1, 0};
        for (uint32_t i = 0; i < contacts; i += 2) order.push_back(i);
        const auto even = static_cast<std::ptrdiff_t>(order.size());
        for (uint32_t i = 1; i < contacts; i += 2) order.push_back(i);
        shared.push_back(contacts);
        partition.inner[0].order = std::span(order).first(static_cast<size_t>(even));
        partition.inner[1].order = std::span(order).subspan(static_cast<size_t>(even));
        for (ColourBlocks& colour : partition.inner) colour.kernels = &kernelsFor(4);
        group.shared[0].order = shared;
    }
    void orderPrerequisitesFirst()
    {
        markPrerequisites(group, edges, required);
        satbox::orderPrerequisitesFirst(partition, order, edges, required);
    }

    std::vector<GraphEdge> edges;
    std::vector<uint8_t> required;
    std::vector<uint32_t> order, shared;
    Partition partition;
    SolverGroup group;
};

} // namespace

TEST_CASE("prerequisites_are_what_shared_contacts_need_and_transitively_what_that_needs_in_earlier_colours")
{
    Chain chain(200);
    chain.orderPrerequisitesFirst();
    // The shared contact needs body 200, so contact 199 of the second colour, so body 199, so contact 198 of
    // the first.
    const auto isPrerequisite = [](const ColourBlocks& colour, uint32_t contact) {
        const auto prerequisites = colour.order.first(colour.prerequisites);
        return std::find(prerequisites.begin(), prerequisites.end(), contact) != prerequisites.end();
    };
    CHECK(isPrerequisite(chain.partition.inner[1], 199));
    CHECK(isPrerequisite(chain.partition.inner[0], 198));
    for (int c = 0; c < 2; ++c) {
        const ColourBlocks& colour = chain.partition.inner[static_cast<size_t>(c)];
        // Filled up to whole blocks of any width: one contact in the second colour; in the first colour its
        // neighbours, and the neighbours of the contacts that filled up the second colour.
        CHECK(colour.prerequisites == (c == 1 ? 16u : 32u));
        CHECK(colour.prerequisiteBlocks == colour.prerequisites / 4);
        // The contacts that fill it up are prerequisites as well.
        for (const uint32_t contact : colour.order.first(colour.prerequisites)) {
            CHECK(chain.required[chain.edges[contact].bodyA] == 1);
            CHECK(chain.required[chain.edges[contact].bodyB] == 1);
        }
    }
    // In the first colour every contact that shares a body with a prerequisite of the second colour is one
    // too.
    for (const uint32_t later : chain.partition.inner[1].order.first(chain.partition.inner[1].prerequisites))
        for (const uint32_t contact : chain.partition.inner[0].order)
            if (contact + 1 == later || later + 1 == contact)
                CHECK(isPrerequisite(chain.partition.inner[0], contact));
}

TEST_CASE("no_contact_is_lost_by_ordering_prerequisites_first")
{
    Chain chain(75);
    chain.orderPrerequisitesFirst();
    std::vector<uint32_t> all = chain.order;
    std::sort(all.begin(), all.end());
    std::vector<uint32_t> expected(75);
    std::iota(expected.begin(), expected.end(), 0u);
    CHECK(all == expected);
    for (const uint32_t contact : chain.partition.inner[0].order) CHECK(contact % 2 == 0);
}
