#pragma once

#include "engine/core/frame_arena.h"
#include "engine/dynamics/contact_store.h"

#include <span>

namespace satbox {

// Colours 0..15 hold contacts within one part of the bodies, 16..23 those between parts and what finds no
// colour among the former, 24..31 contacts against what does not move: solved last, so that the ground has
// the final word. What fits nowhere goes to the overflow colour, solved one by one after 23.
inline constexpr int kInnerColours = 16;
inline constexpr int kSharedColours = 8;
inline constexpr int kMovableColours = kInnerColours + kSharedColours;
inline constexpr int kFixedColours = 8;
inline constexpr int kOverflowColour = kMovableColours + kFixedColours;
inline constexpr int kColourCount = kOverflowColour + 1;

inline constexpr uint32_t kNoSlot = ~0u;

// What colouring found out about the awake contacts.
struct ColouredContacts {
    std::span<int8_t> colours; // by contact; -1: nothing to solve, or nothing that can move

    // Of those that are solved, in the order of contacts.
    struct Solved {
        uint32_t contact; // index
        uint32_t mover;   // slot of a body of it that can move
        uint32_t other;   // slot of its other body
    };
    std::span<Solved> solved;
};

// Awake bodies in runs of neighbouring slots, each a part that one thread solves colour by colour without
// waiting for the others. Who is in which depends on nothing but the awake bodies and the contacts between
// them.
struct BodyParts {
    static constexpr uint8_t kNone = 255; // of what does not move
    std::span<uint8_t> of;                // by body slot
    int count = 1;

    bool moves(uint32_t slot) const { return of[slot] != kNone; } // awake, and has a mass
};
BodyParts findParts(std::span<const ContactEnds> ends, std::span<const uint32_t> linked,
                    const BodyStore& bodies, FrameArena& arena);

// Indices of the contacts that hold bodies apart.
std::span<const uint32_t> findLinked(std::span<const ContactEnds> ends, FrameArena& arena);

// Gives each of the `linked` contacts the first colour that neither of its bodies has yet, all others none
// (Contact::colour).
ColouredContacts colourContacts(ContactStore& contacts, std::span<const uint32_t> linked,
                                const BodyParts& parts, FrameArena& arena);

} // namespace satbox
