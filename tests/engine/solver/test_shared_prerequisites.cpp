// Which of a part's contacts come before those that parts share.

#include "engine/solver/contact_kernels.h"
#include "engine/solver/shared_prerequisites.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <vector>

using namespace satbox;

namespace {

// A chain of bodies 0, 1, 2, ...; contact i joins bodies i and i + 1, even ones in the first colour, odd ones
// in the second. What parts share is one contact of the last body.
struct Chain {
    explicit Chain(uint32_t contacts) : ends(contacts + 1), required(contacts + 2)
    {
        for (uint32_t i = 0; i <= contacts; ++i) ends[i] = {i, i + 1, 0};
        for (uint32_t i = 0; i < contacts; i += 2) order.push_back(i);
        const auto even = static_cast<std::ptrdiff_t>(order.size());
        for (uint32_t i = 1; i < contacts; i += 2) order.push_back(i);
        shared.push_back(contacts);
        part.inner[0].order = std::span(order).first(static_cast<size_t>(even));
        part.inner[1].order = std::span(order).subspan(static_cast<size_t>(even));
        for (ColourBlocks& colour : part.inner) colour.kernels = &kernelsFor(4);
        group.shared[0].order = shared;
    }
    void orderPrerequisitesFirst()
    {
        markPrerequisites(group, ends, required);
        satbox::orderPrerequisitesFirst(part, order, ends, required);
    }

    std::vector<GraphEdge> edges;
    std::vector<uint8_t> required;
    std::vector<uint32_t> order, shared;
    Partition part;
    SolverGroup group;
};

} // namespace

TEST_CASE("the_border_holds_what_shared_contacts_wait_for_and_what_that_waits_for_in_earlier_colours")
{
    Chain chain(200);
    chain.orderPrerequisitesFirst();
    // The shared contact needs body 200, so contact 199 of the second colour, so body 199, so contact 198 of
    // the first.
    const auto isInBorder = [](const ColourBlocks& colour, uint32_t contact) {
        const auto border = colour.order.first(colour.border);
        return std::find(border.begin(), border.end(), contact) != border.end();
    };
    CHECK(isInBorder(chain.part.inner[1], 199));
    CHECK(isInBorder(chain.part.inner[0], 198));
    for (int c = 0; c < 2; ++c) {
        const ColourBlocks& colour = chain.part.inner[static_cast<size_t>(c)];
        // Filled up to whole blocks of any width: one contact in the second colour; in the first its
        // neighbours, and those of what filled the second one up.
        CHECK(colour.border == (c == 1 ? 16u : 32u));
        CHECK(colour.borderBlocks == colour.border / 4);
        // What fills it up is waited for as well.
        for (const uint32_t contact : colour.order.first(colour.border)) {
            CHECK(chain.required[chain.edges[contact].bodyA] == 1);
            CHECK(chain.required[chain.edges[contact].bodyB] == 1);
        }
    }
    // In the first colour every contact comes first that shares a body with one of the second colour's
    // border.
    for (const uint32_t later : chain.part.inner[1].order.first(chain.part.inner[1].border))
        for (const uint32_t contact : chain.part.inner[0].order)
            if (contact + 1 == later || later + 1 == contact) CHECK(isInBorder(chain.part.inner[0], contact));
}

TEST_CASE("no_contact_is_lost_by_putting_the_border_first")
{
    Chain chain(75);
    chain.orderPrerequisitesFirst();
    std::vector<uint32_t> all = chain.order;
    std::sort(all.begin(), all.end());
    std::vector<uint32_t> expected(75);
    std::iota(expected.begin(), expected.end(), 0u);
    CHECK(all == expected);
    for (const uint32_t contact : chain.part.inner[0].order) CHECK(contact % 2 == 0);
}
