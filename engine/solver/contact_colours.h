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

// What colouring found out about the awake contacts, in their order.
struct ColouredContacts {
    std::span<int8_t> colours;  // -1: nothing to solve, or nothing that can move
    std::span<uint32_t> movers; // slot of a body of it that can move; kNoSlot where the colour is -1
    std::span<uint32_t> others; // slot of its other body; likewise
};
ColouredContacts makeColouredContacts(size_t contacts, FrameArena& arena);

// Awake bodies in runs of neighbouring slots, each a part that one thread solves colour by colour without
// waiting for the others. Who is in which depends on nothing but the awake bodies and the contacts between
// them.
struct BodyParts {
    static constexpr uint8_t kNone = 255; // of what does not move
    std::span<uint8_t> of;                // by body slot
    int count = 1;

    bool moves(uint32_t slot) const { return of[slot] != kNone; } // awake, and has a mass
};
BodyParts findParts(const ContactStore& contacts, const BodyStore& bodies, FrameArena& arena);

// Gives each awake contact with points the first colour that neither of its bodies has yet (Contact::colour).
ColouredContacts colourContacts(ContactStore& contacts, const BodyParts& parts, FrameArena& arena);

} // namespace satbox
