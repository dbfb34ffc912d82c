#include "engine/solver/contact_colours.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace satbox {

namespace {

constexpr uint32_t kMovableMask = (1u << kMovableColours) - 1u;
constexpr uint32_t kSharedMask = kMovableMask & ~((1u << kInnerColours) - 1u);
constexpr uint32_t kFixedMask = ~kMovableMask;

// At least so many bodies make a part: a pass over their contacts takes some microseconds.
constexpr size_t kPartBodies = 1000;
// Runs of bodies that a part has all or none of: few, so that parts hardly ever change while a heap grows.
// Of more than sixteen parts each has fewer (kMaxRuns).
constexpr size_t kPartRuns = 16;
// What a body that contacts hold weighs, in such that none holds: solving its contacts in a pass takes some
// eight times as long as integrating it.
constexpr uint32_t kHeldWeight = 8;
// Parts pay while no more than one in so many contacts joins them: those are solved on one thread.
constexpr int kMaxShared = 6;

void setColour(ContactStore& contacts, size_t index, int colour)
{
    contacts.edges[index].colour = colour;
    contacts.awake[index].colour = static_cast<int8_t>(colour);
}

} // namespace

uint32_t ContactColours::allowed(const BodyColouring& a, const BodyColouring& b) const
{
    if (!a.moves() || !b.moves()) return kFixedMask;
    return isOnePart(a, b) ? kMovableMask : kSharedMask;
}

// Whether a contact within one of several parts has a colour that they share, and would rather have another.
bool ContactColours::strays(const BodyColouring& a, const BodyColouring& b, int colour) const
{
    return partCount() > 1 && a.moves() && b.moves() && isOnePart(a, b) && colour >= kInnerColours;
}

// Takes the colour that a contact has already, if it may have it.
bool ContactColours::claim(const GraphEdge& edge)
{
    BodyColouring& a = hues_[edge.bodyA];
    BodyColouring& b = hues_[edge.bodyB];
    if (edge.colour == kOverflowColour || (!a.moves() && !b.moves())) return false;
    const uint32_t bit = 1u << edge.colour;
    const uint32_t taken = (a.moves() ? a.colours : 0u) | (b.moves() ? b.colours : 0u);
    if ((allowed(a, b) & ~taken & bit) == 0 || strays(a, b, edge.colour)) return false;
    a.colours |= bit;
    b.colours |= bit;
    return true;
}

// Gives a contact without colour the first that neither body has yet.
void ContactColours::choose(ContactStore& contacts, size_t index)
{
    BodyColouring& a = hues_[contacts.edges[index].bodyA];
    BodyColouring& b = hues_[contacts.edges[index].bodyB];
    if (!a.moves() && !b.moves()) return;
    const uint32_t taken = (a.moves() ? a.colours : 0u) | (b.moves() ? b.colours : 0u);
    const uint32_t open = allowed(a, b) & ~taken;
    const int colour = open != 0 ? std::countr_zero(open) : kOverflowColour;
    setColour(contacts, index, colour);
    unsettled_ += colour == kOverflowColour || strays(a, b, colour);
    if (colour == kOverflowColour) return;
    a.colours |= 1u << colour;
    b.colours |= 1u << colour;
}

// What a contact adds to the weight of the bodies that it holds.
void ContactColours::weigh(const GraphEdge& edge, int by)
{
    for (const uint32_t slot : {edge.bodyA, edge.bodyB}) {
        BodyColouring& hue = hues_[slot];
        if (!hue.moves()) continue;
        const bool wasHeld = hue.contacts > 0;
        hue.contacts = static_cast<uint16_t>(hue.contacts + by);
        if (wasHeld && hue.contacts == 0) weights_[hue.run] -= kHeldWeight - 1;
        if (!wasHeld && hue.contacts > 0) weights_[hue.run] += kHeldWeight - 1;
    }
}

// Where parts are halves of larger ones, two bodies first are in one at the level of the highest bit in which
// the numbers of their smallest parts differ.
void ContactColours::count(const GraphEdge& edge, int by)
{
    const BodyColouring& a = hues_[edge.bodyA];
    const BodyColouring& b = hues_[edge.bodyB];
    if (!a.moves() || !b.moves()) return;
    joined_ += by;
    joinedAt_[static_cast<size_t>(std::bit_width(static_cast<uint32_t>(a.part ^ b.part)))] += by;
}

// The smallest parts of which not too many contacts join two.
int ContactColours::chooseLevel() const
{
    int level = 0;
    int shared = std::accumulate(joinedAt_.begin() + 1, joinedAt_.end(), 0);
    while (level < finestLevel_ && shared * kMaxShared > joined_)
        shared -= joinedAt_[static_cast<size_t>(++level)];
    return level;
}

// The bodies in runs, each as heavy as if nothing held them; all in part 0.
void ContactColours::makeRuns(const BodyStore& bodies)
{
    const std::vector<uint32_t>& awake = bodies.awake;
    const size_t parts = std::clamp<size_t>(std::bit_floor(awake.size() / kPartBodies), 1, 1u << kMaxLevels);
    finestLevel_ = std::countr_zero(parts);
    runCount_ = std::min(parts * kPartRuns, kMaxRuns);
    weights_ = {};
    hues_.assign(bodies.slots.slotCount(), BodyColouring{});
    for (size_t run = 0; run < runCount_; ++run)
        for (size_t i = awake.size() * run / runCount_; i < awake.size() * (run + 1) / runCount_; ++i) {
            if (!bodies.canMove(awake[i])) continue;
            hues_[awake[i]] = {.run = static_cast<uint8_t>(run), .part = 0};
            ++weights_[run];
        }
}

// Each smallest part begins with the run next to where it would begin if runs could be cut.
ContactColours::Cuts ContactColours::chooseCuts() const
{
    const size_t parts = size_t{1} << finestLevel_;
    const auto ofRuns = std::span(weights_).first(runCount_);
    const uint64_t all = std::accumulate(ofRuns.begin(), ofRuns.end(), uint64_t{0});
    Cuts cuts{};
    uint64_t before = 0; // weight of the runs before
    size_t run = 0;
    for (size_t part = 1; part < parts; ++part) {
        const uint64_t wanted = all * part / parts;
        while (run < runCount_ && 2 * before + weights_[run] < 2 * wanted) before += weights_[run++];
        cuts[part] = static_cast<uint16_t>(run);
    }
    cuts[parts] = static_cast<uint16_t>(runCount_);
    return cuts;
}

void ContactColours::divide(const BodyStore& bodies)
{
    cuts_ = chooseCuts();
    std::array<uint8_t, kMaxRuns> partOfRun{};
    for (size_t part = 0; part < size_t{1} << finestLevel_; ++part)
        std::fill(partOfRun.begin() + cuts_[part], partOfRun.begin() + cuts_[part + 1],
                  static_cast<uint8_t>(part));
    for (const uint32_t slot : bodies.awake)
        if (hues_[slot].moves()) hues_[slot].part = partOfRun[hues_[slot].run];
}

// Nothing is known but the colours: those that still are right stay, all others are chosen anew.
void ContactColours::updateAll(ContactStore& contacts, const BodyStore& bodies)
{
    makeRuns(bodies);
    for (const GraphEdge& edge : contacts.edges)
        if (edge.any()) weigh(edge, 1);
    divide(bodies);
    joined_ = 0;
    unsettled_ = 0;
    joinedAt_ = {};
    for (const GraphEdge& edge : contacts.edges)
        if (edge.any()) count(edge, 1);
    level_ = chooseLevel();
    for (size_t i = 0; i < contacts.edges.size(); ++i)
        if (contacts.edges[i].colour >= 0 && !claim(contacts.edges[i])) setColour(contacts, i, -1);
    for (size_t i = 0; i < contacts.edges.size(); ++i)
        if (contacts.edges[i].any() && contacts.edges[i].colour < 0) choose(contacts, i);
}

// The same from what has begun and ended alone; false where that does not do.
bool ContactColours::updateChanged(ContactStore& contacts)
{
    for (const GraphEdge& edge : contacts.graphRemoves) {
        weigh(edge, -1);
        count(edge, -1);
        hues_[edge.bodyA].colours &= ~(1u << edge.colour);
        hues_[edge.bodyB].colours &= ~(1u << edge.colour);
    }
    for (const uint32_t index : contacts.graphAdds) {
        weigh(contacts.edges[index], 1);
        count(contacts.edges[index], 1);
    }
    if (chooseLevel() != level_ || (finestLevel_ > 0 && chooseCuts() != cuts_)) return false;
    for (const uint32_t index : contacts.graphAdds) choose(contacts, index);
    return true;
}

void ContactColours::update(ContactStore& contacts, const BodyStore& bodies)
{
    // What has no colour, or none of its own part's, gets another try with each change.
    const bool isKnown = isSet_ && revision_ == bodies.revision && !contacts.rearranged && unsettled_ == 0;
    if (!isKnown || !updateChanged(contacts)) updateAll(contacts, bodies);
    revision_ = bodies.revision;
    isSet_ = true;
    contacts.rearranged = false;
    contacts.graphRemoves.clear();
    contacts.graphAdds.clear();
}

} // namespace satbox
