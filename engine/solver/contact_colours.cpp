#include "engine/solver/contact_colours.h"

#include <algorithm>
#include <bit>

namespace satbox {

namespace {

constexpr uint32_t kMovableMask = (1u << kMovableColours) - 1u;
constexpr uint32_t kSharedMask = kMovableMask & ~((1u << kInnerColours) - 1u);
constexpr uint32_t kFixedMask = ~kMovableMask;

// At least so many bodies make a part: a pass over their contacts takes some microseconds.
constexpr size_t kPartBodies = 1000;
constexpr size_t kMostParts = 128;
// Parts pay while no more than one in so many contacts joins them: those are solved on one thread.
constexpr size_t kMostShared = 6;

// What colouring looks at of a body, by slot: small, since contacts of one colour lie all over the world.
struct Hue {
    uint32_t colours = 0; // that its contacts have so far
    uint8_t part = BodyParts::kNone;

    bool moves() const { return part != BodyParts::kNone; }
};

int firstFree(uint32_t used, uint32_t allowed)
{
    const uint32_t open = ~used & allowed;
    return open != 0 ? std::countr_zero(open) : kOverflowColour;
}

// The first colour that neither body has yet.
int chooseColour(Hue& a, Hue& b)
{
    const uint32_t taken = (a.moves() ? a.colours : 0u) | (b.moves() ? b.colours : 0u);
    const uint32_t movable = a.part == b.part ? kMovableMask : kSharedMask;
    const int colour = firstFree(taken, a.moves() && b.moves() ? movable : kFixedMask);
    if (colour == kOverflowColour) return colour;
    a.colours |= 1u << colour;
    b.colours |= 1u << colour;
    return colour;
}

void setColour(ContactStore& contacts, size_t index, int colour)
{
    if (contacts.ends[index].colour == colour) return; // most have the same as in the last step
    contacts.ends[index].colour = colour;
    contacts.awake[index].colour = static_cast<int8_t>(colour);
}

} // namespace

std::span<const uint32_t> findLinked(std::span<const ContactEnds> ends, FrameArena& arena)
{
    const std::span<uint32_t> linked = arena.makeUninitialized<uint32_t>(ends.size());
    size_t count = 0;
    for (size_t i = 0; i < ends.size(); ++i) {
        linked[count] =
            static_cast<uint32_t>(i); // kept or overwritten: no branch, which could not be foreseen
        count += ends[i].any();
    }
    return linked.first(count);
}

BodyParts findParts(std::span<const ContactEnds> ends, std::span<const uint32_t> linked,
                    const BodyStore& bodies, FrameArena& arena)
{
    const std::vector<uint32_t>& awake = bodies.awake;
    const size_t most = std::clamp<size_t>(std::bit_floor(awake.size() / kPartBodies), 1, kMostParts);
    BodyParts parts{.of = arena.makeUninitialized<uint8_t>(bodies.slots.slotCount()),
                    .count = static_cast<int>(most)};
    std::fill(parts.of.begin(), parts.of.end(), BodyParts::kNone);
    const auto divide = [&] {
        const auto count = static_cast<size_t>(parts.count);
        for (size_t part = 0; part < count; ++part)
            for (size_t i = awake.size() * part / count; i < awake.size() * (part + 1) / count; ++i)
                if (bodies.canMove(awake[i])) parts.of[awake[i]] = static_cast<uint8_t>(part);
    };
    const auto tooManyShared = [&] {
        size_t joined = 0, shared = 0;
        for (const uint32_t i : linked) {
            const uint8_t a = parts.of[ends[i].bodyA], b = parts.of[ends[i].bodyB];
            const bool both = a != BodyParts::kNone && b != BodyParts::kNone;
            joined += both;
            shared += both && a != b;
        }
        return shared * kMostShared > joined;
    };
    divide();
    while (parts.count > 1 && tooManyShared()) {
        parts.count /= 2;
        divide();
    }
    return parts;
}

ColouredContacts colourContacts(ContactStore& contacts, std::span<const uint32_t> linked,
                                const BodyParts& parts, FrameArena& arena)
{
    const std::span<Hue> hues = arena.makeUninitialized<Hue>(parts.of.size());
    for (size_t slot = 0; slot < hues.size(); ++slot) hues[slot] = {.part = parts.of[slot]};
    ColouredContacts coloured{arena.makeUninitialized<int8_t>(contacts.ends.size()),
                              arena.makeUninitialized<ColouredContacts::Solved>(linked.size())};
    std::fill(coloured.colours.begin(), coloured.colours.end(), int8_t{-1});
    size_t count = 0;
    for (const uint32_t i : linked) {
        const ContactEnds ends = contacts.ends[i];
        Hue& a = hues[ends.bodyA];
        Hue& b = hues[ends.bodyB];
        if (!a.moves() && !b.moves()) continue;
        coloured.colours[i] = static_cast<int8_t>(chooseColour(a, b));
        coloured.solved[count++] = {i, a.moves() ? ends.bodyA : ends.bodyB,
                                    a.moves() ? ends.bodyB : ends.bodyA};
    }
    coloured.solved = coloured.solved.first(count);
    for (size_t i = 0; i < contacts.ends.size(); ++i) setColour(contacts, i, coloured.colours[i]);
    return coloured;
}

} // namespace satbox
