#include "engine/solver/part_border.h"

#include "engine/core/assert.h"
#include "engine/core/raw_array.h"

#include <algorithm>
#include <utility>

namespace satbox {

namespace {

constexpr size_t kAtOnce = 256;     // contacts
constexpr size_t kWholeBlocks = 16; // contacts: a multiple of what any block holds

void mark(std::span<const uint32_t> contacts, std::span<const ContactEnds> ends, std::span<uint8_t> awaited)
{
    for (const uint32_t contact : contacts) awaited[ends[contact].bodyA] = awaited[ends[contact].bodyB] = 1;
}

} // namespace

void markBorder(const SolverGroup& group, std::span<const ContactEnds> ends, std::span<uint8_t> awaited)
{
    for (const ColourBlocks& colour : group.shared) mark(colour.order, ends, awaited);
    mark(group.overflow.order, ends, awaited);
}

void putBorderFirst(SolverPart& part, std::span<uint32_t> order, std::span<const ContactEnds> ends,
                    std::span<uint8_t> awaited)
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
                uint8_t& a = awaited[ends[ofColour[i]].bodyA];
                uint8_t& b = awaited[ends[ofColour[i]].bodyB];
                a = b = a | b;
                found[count] = i;
                count += a;
            }
            for (const size_t i : found.first(count)) std::swap(ofColour[first++], ofColour[i]);
        }
        colour.border = std::min((first + kWholeBlocks - 1) / kWholeBlocks * kWholeBlocks, ofColour.size());
        mark(ofColour.subspan(first, colour.border - first), ends, awaited);
        const auto lanes = static_cast<size_t>(colour.kernels->lanes);
        SATBOX_ASSERT(kWholeBlocks % lanes == 0, "a block is of the border as a whole, or not at all");
        colour.borderBlocks = (colour.border + lanes - 1) / lanes;
    }
}

} // namespace satbox
