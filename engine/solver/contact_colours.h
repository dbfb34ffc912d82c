#pragma once

#include "engine/dynamics/contact_store.h"

#include <array>

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

// The colours of the awake contacts (Contact::colour), kept up as contacts begin and end: one that begins
// gets the first that neither of its bodies has, and keeps it until the step after it ends. Only where
// others are awake or can move, too many contacts join the parts, or parts begin elsewhere (see below), those
// are chosen anew that may not be any more; and what overflowed, or found no colour of its own part, gets
// another try with each change. Colours decide the order in which contacts are solved, and so the bits: they
// are part of a world's value. All else here follows from them, the contacts and the bodies, and is found
// again where it is lost.
//
// Awake bodies are divided in parts, runs of neighbouring slots, each of which one thread solves colour by
// colour while others do theirs. They weigh alike, and a body that has contacts as much as many that have
// none: where a heap grows, those that still fall would make a part without work. Who is in which depends on
// nothing but the awake bodies and their contacts.
class ContactColours {
  public:
    // After an update of contacts, where the graph does not hold. What it eventFlags is used up.
    void update(ContactStore& contacts, const BodyStore& bodies);

    size_t bytes() const { return hues_.capacity() * sizeof(BodyColouring); }
    int partCount() const { return 1 << (finestLevel_ - level_); }
    bool moves(uint32_t slot) const { return hues_[slot].moves(); }              // awake, and has a mass
    uint32_t partOf(uint32_t slot) const { return partAt(hues_[slot], level_); } // of one that moves

  private:
    // What colouring looks at of a body, by slot: small, since contacts of one colour lie all over the world.
    struct BodyColouring {
        static constexpr uint8_t kFixed = 255;
        uint32_t colours = 0;  // that its contacts have
        uint16_t contacts = 0; // that hold it
        uint8_t run = 0;       // of the bodies that a part has all or none of
        uint8_t part = kFixed; // the smallest that it is in; kFixed where it does not move

        bool moves() const { return part != kFixed; }
    };
    static constexpr int kMaxLevels = 7;
    static constexpr size_t kMaxRuns = 256;
    using Cuts =
        std::array<uint16_t, (1u << kMaxLevels) + 1>; // where each of the smallest parts begins, in runs

    static uint32_t partAt(const BodyColouring& hue, int level)
    {
        return static_cast<uint32_t>(hue.part) >> level;
    }
    bool isOnePart(const BodyColouring& a, const BodyColouring& b) const
    {
        return partAt(a, level_) == partAt(b, level_);
    }
    uint32_t allowed(const BodyColouring& a, const BodyColouring& b) const;
    bool strays(const BodyColouring& a, const BodyColouring& b, int colour) const;
    bool claim(const GraphEdge& edge);
    void choose(ContactStore& contacts, size_t index);
    void weigh(const GraphEdge& edge, int by);
    void count(const GraphEdge& edge, int by);
    int chooseLevel() const;
    void makeRuns(const BodyStore& bodies);
    Cuts chooseCuts() const;
    void divide(const BodyStore& bodies);
    void updateAll(ContactStore& contacts, const BodyStore& bodies);
    bool updateChanged(ContactStore& contacts);

    std::vector<BodyColouring> hues_;
    std::array<uint32_t, kMaxRuns> weights_{}; // of the runs
    size_t runCount_ = 0;
    Cuts cuts_{};
    int finestLevel_ = 0; // 2^finestLevel_ parts at level 0, half as many at the next
    int level_ = 0;
    int joined_ = 0;                             // contacts between bodies that move
    std::array<int, kMaxLevels + 1> joinedAt_{}; // those whose bodies are in one part from this level on
    int unsettled_ = 0;                          // contacts that overflow or stray
    uint64_t revision_ = 0;                      // BodyStore::revision at the last update
    bool isSet_ = false;
};

} // namespace satbox
