#include "engine/step/update_pairs.h"

#include "engine/step/step_settings.h"
#include <satbox/limits.h>

namespace satbox {

namespace {

// Creates the contacts of new pairs, one after the other in the given order: at the contact limit, that order
// alone decides which pairs get none.
class ContactCreator {
  public:
    explicit ContactCreator(WorldState& world) : world_(world), settings_(contactSettings(world)) {}

    // False if the world is at the contact limit: the pair must be tried again in the next step.
    bool tryCreate(const BroadPhase::Pair& pair)
    {
        const BodyShape& a = world_.shapes.at(pair.a);
        const BodyShape& b = world_.shapes.at(pair.b);
        // Pairs of two sleepers are found again when one of them wakes.
        if (!world_.bodies.slots.at(a.body).awake && !world_.bodies.slots.at(b.body).awake) return true;
        ContactStore& contacts = world_.contacts;
        if (contacts.pairs.size() >= kMaxContacts && canCollide(world_.bodies, a, b) &&
            !contacts.pairs.contains(PairSet::key(pair.a, pair.b)))
            return false;
        if (!createContact(contacts, world_.bodies, world_.shapes, pair.a, pair.b, settings_))
            restoreSleepingContact(world_.islands, world_.bodies, world_.shapes, contacts, pair.a, pair.b);
        return true;
    }

    // Prefetch what tryCreate() reads: first the shapes, then, once these are cached, their bodies. Forced
    // inline: g++ drops a call that does nothing but prefetch.
    [[gnu::always_inline]] void prefetchShapes(const BroadPhase::Pair& pair) const
    {
        world_.contacts.pairs.prefetch(PairSet::key(pair.a, pair.b));
        for (const uint32_t slot : {pair.a, pair.b}) {
            const BodyShape& shape = world_.shapes.at(slot);
            __builtin_prefetch(&shape.body);
            __builtin_prefetch(&shape.def.filter);
        }
    }
    [[gnu::always_inline]] void prefetchBodies(const BroadPhase::Pair& pair) const
    {
        for (const uint32_t slot : {pair.a, pair.b})
            __builtin_prefetch(&world_.bodies.slots.at(world_.shapes.at(slot).body).awake);
    }

  private:
    WorldState& world_;
    ContactSettings settings_;
};

// Fallback if the list of pairs would be too long: finds pairs shape by shape. After a failed pair, the next
// step searches again for all pairs of the pending shapes.
void updatePairsByShape(WorldState& world, StepReport& report, StepWorkspace& work, ContactCreator& creator)
{
    for (uint32_t shape = 0; shape < world.shapes.slotCount(); ++shape) {
        if (!world.shapes.isLive(shape) || world.shapes.at(shape).proxy < 0) continue;
        work.pairScratch.clear();
        world.broadPhase.findPairsFrom(world.shapes.at(shape).proxy, work.pairScratch);
        for (const BroadPhase::Pair& pair : work.pairScratch) {
            if (creator.tryCreate(pair)) continue;
            world.broadPhase.markPendingDirty();
            report.hasReachedContactLimit = true;
            return;
        }
    }
    world.broadPhase.clearPending();
}

} // namespace

void updatePairs(WorldState& world, StepReport& report, StepWorkspace& work, TaskExecutor* executor)
{
    constexpr size_t kMaxPairs = 2 * kMaxContacts; // 32 MB
    ContactCreator creator(world);
    report.hasReachedContactLimit = false;
    work.pairScratch.clear();
    if (!world.broadPhase.findPairs(work.pairScratch, executor, kMaxPairs)) {
        updatePairsByShape(world, report, work, creator);
        return;
    }
    const std::vector<BroadPhase::Pair>& pairs = work.pairScratch;
    constexpr size_t kAhead = 12;
    for (size_t i = 0; i < pairs.size(); ++i) {
        if (i + kAhead < pairs.size()) creator.prefetchShapes(pairs[i + kAhead]);
        if (i + kAhead / 2 < pairs.size()) creator.prefetchBodies(pairs[i + kAhead / 2]);
        const BroadPhase::Pair& pair = pairs[i];
        if (creator.tryCreate(pair)) continue;
        world.broadPhase.markDirty(world.shapes.at(pair.a).proxy); // the next step finds the pair again
        report.hasReachedContactLimit = true;
    }
}

} // namespace satbox
