#include "engine/solver/shared_prerequisites.h"

#include "engine/core/assert.h"
#include "engine/core/raw_array.h"

#include <algorithm>
#include <utility>

namespace satbox {

namespace {

constexpr size_t kAtOnce = 256;     // contacts
constexpr size_t kWholeBlocks = 16; // contacts: a multiple of what any block holds

void mark(std::span<const uint32_t> contacts, std::span<const GraphEdge> edges, std::span<uint8_t> required)
{
    for (const uint32_t contact : contacts)
        required[edges[contact].bodyA] = required[edges[contact].bodyB] = 1;
}

} // namespace

void markPrerequisites(const SolverGroup& group, std::span<const GraphEdge> edges,
                       std::span<uint8_t> required)
{
    for (const ColourBlocks& colour : group.shared) mark(colour.order, edges, required);
    mark(group.overflow.order, edges, required);
}

void orderPrerequisitesFirst(Partition& part, std::span<uint32_t> order, std::span<const GraphEdge> edges,
                             std::span<uint8_t> required)
{
    for (size_t c = part.inner.size(); c-- > 0;) {
        ColourBlocks& colour = part.inner[c];
        if (colour.order.empty()) continue;
        const auto ofColour =
            order.subspan(static_cast<size_t>(colour.order.data() - order.data()), colour.order.size());
        size_t first = 0;
        for (size_t begin = 0; begin < ofColour.size(); begin += kAtOnce) {
            // Found without a branch, which would be foretold badly, and then moved: they are few.
            RawArray<size_t, kAtOnce> found;
            size_t count = 0;
            for (size_t i = begin; i < std::min(begin + kAtOnce, ofColour.size()); ++i) {
                uint8_t& a = required[edges[ofColour[i]].bodyA];
                uint8_t& b = required[edges[ofColour[i]].bodyB];
                a = b = a | b;
                found[count] = i;
                count += a;
            }
            for (const size_t i : found.first(count)) std::swap(ofColour[first++], ofColour[i]);
        }
        colour.border = std::min((first + kWholeBlocks - 1) / kWholeBlocks * kWholeBlocks, ofColour.size());
        mark(ofColour.subspan(first, colour.border - first), edges, required);
        const auto lanes = static_cast<size_t>(colour.kernels->lanes);
        SATBOX_ASSERT(kWholeBlocks % lanes == 0, "a block is of the border as a whole, or not at all");
        colour.borderBlocks = (colour.border + lanes - 1) / lanes;
    }
}

} // namespace satbox
