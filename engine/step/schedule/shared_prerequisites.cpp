#include "engine/step/schedule/shared_prerequisites.h"

#include "engine/core/assert.h"
#include "engine/core/raw_array.h"

#include <algorithm>
#include <utility>

namespace satbox {

namespace {

constexpr size_t kBatch = 256;   // contacts
constexpr size_t kRounding = 16; // contacts: a multiple of every block width

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

void orderPrerequisitesFirst(Partition& partition, std::span<uint32_t> order,
                             std::span<const GraphEdge> edges, std::span<uint8_t> required)
{
    for (size_t c = partition.inner.size(); c-- > 0;) {
        ColourBlocks& colour = partition.inner[c];
        if (colour.order.empty()) continue;
        const auto ofColour =
            order.subspan(static_cast<size_t>(colour.order.data() - order.data()), colour.order.size());
        size_t first = 0;
        for (size_t begin = 0; begin < ofColour.size(); begin += kBatch) {
            // Branch-free: the branch would mispredict. The few contacts found are moved afterwards.
            RawArray<size_t, kBatch> found;
            size_t count = 0;
            for (size_t i = begin; i < std::min(begin + kBatch, ofColour.size()); ++i) {
                uint8_t& a = required[edges[ofColour[i]].bodyA];
                uint8_t& b = required[edges[ofColour[i]].bodyB];
                a = b = a | b;
                found[count] = i;
                count += a;
            }
            for (const size_t i : found.first(count)) std::swap(ofColour[first++], ofColour[i]);
        }
        colour.prerequisites = std::min((first + kRounding - 1) / kRounding * kRounding, ofColour.size());
        mark(ofColour.subspan(first, colour.prerequisites - first), edges, required);
        const auto lanes = static_cast<size_t>(colour.kernels->lanes);
        SATBOX_ASSERT(kRounding % lanes == 0, "a block must not mix prerequisites with other contacts");
        colour.prerequisiteBlocks = (colour.prerequisites + lanes - 1) / lanes;
    }
}

} // namespace satbox
