#include "engine/step/update_pairs.h"
#include "engine/world/contact_limit.h"
#include "engine/world/world_access.h"
#include "tests/support/world_internals.h"
#include <satbox/limits.h>
#include <satbox/thread_pool.h>
#include <satbox/world.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace satbox;

namespace {

// Circles of radius 0.5 m at the origin, which all overlap.
World circlesAtOnePoint(size_t count)
{
    World world;
    for (size_t i = 0; i < count; ++i)
        world.addShape(world.createBody({}), {.geometry = Circle{{0.0f, 0.0f}, 0.5f}});
    return world;
}

size_t pairsAmong(size_t count) { return count * (count - 1) / 2; }

// The fewest circles with more pairs than that.
size_t circlesWithMoreThan(size_t pairs)
{
    size_t count = 2;
    while (pairsAmong(count) <= pairs) ++count;
    return count;
}

std::vector<BroadPhase::Pair> contactsOf(const World& world)
{
    std::vector<BroadPhase::Pair> pairs;
    for (const Contact& c : stateOf(world).contacts.awake) pairs.push_back({c.shapeA, c.shapeB});
    return pairs;
}

// True if these are the pairs of circles with slots below `count`, in order, up to the limit.
bool areTheFirst(const std::vector<BroadPhase::Pair>& pairs, size_t count)
{
    size_t next = 0;
    for (uint32_t a = 0; a < count; ++a)
        for (uint32_t b = a + 1; b < count && next < pairs.size(); ++b)
            if (pairs[next++] != BroadPhase::Pair{a, b}) return false;
    return next == pairs.size();
}

bool mentions(const std::string& sentence, size_t number)
{
    return sentence.find(std::to_string(number)) != std::string::npos;
}

} // namespace

TEST_CASE("contacts_end_at_the_limit_in_the_order_of_shapes_and_the_world_says_so")
{
    const size_t count = circlesWithMoreThan(kMaxContacts);
    World world = circlesAtOnePoint(count);
    CHECK(contactLimitMessage(world).empty());
    updatePairs(test::stateOf(world), test::reportOf(world), test::workspaceOf(world));
    CHECK(stateOf(world).contacts.pairs.size() == kMaxContacts);
    CHECK(areTheFirst(contactsOf(world), count));
    CHECK(world.hasReachedContactLimit());
    CHECK(mentions(contactLimitMessage(world), kMaxContacts));

    // The other pairs get contacts as soon as there is room.
    for (uint32_t i = 0; i < 8; ++i) CHECK(world.destroyBody(world.bodyAt(i)));
    updatePairs(test::stateOf(world), test::reportOf(world), test::workspaceOf(world));
    CHECK_FALSE(world.hasReachedContactLimit());
    CHECK(contactLimitMessage(world).empty());
    CHECK(stateOf(world).contacts.pairs.size() == pairsAmong(count - 8));
}

TEST_CASE("more_pairs_than_can_be_held_give_the_same_contacts_on_threads")
{
    // So many pairs that they are not all listed at once.
    const size_t count = circlesWithMoreThan(2 * kMaxContacts);
    World world = circlesAtOnePoint(count);
    World other = world;
    updatePairs(test::stateOf(world), test::reportOf(world), test::workspaceOf(world));
    CHECK(stateOf(world).contacts.pairs.size() == kMaxContacts);
    CHECK(areTheFirst(contactsOf(world), count));
    CHECK(world.hasReachedContactLimit());
    ThreadPool pool(3);
    updatePairs(test::stateOf(other), test::reportOf(other), test::workspaceOf(other), &pool);
    CHECK(contactsOf(other) == contactsOf(world));
    CHECK(other.hasReachedContactLimit());
    updatePairs(test::stateOf(world), test::reportOf(world),
                test::workspaceOf(world)); // nothing changed: same result
    CHECK(stateOf(world).contacts.pairs.size() == kMaxContacts);
    CHECK(world.hasReachedContactLimit());
}

TEST_CASE("world_takes_no_body_or_shape_beyond_the_limit")
{
    World world;
    BodyId last;
    const BodyDef def{.type = BodyType::Static};
    for (size_t i = 0; i < kMaxBodies; ++i) last = world.createBody(def);
    CHECK(world.isValid(last));
    CHECK_FALSE(world.isValid(world.createBody(def)));
    CHECK(stateOf(world).bodies.slots.size() == kMaxBodies);
    CHECK(world.destroyBody(last));
    CHECK(world.isValid(world.createBody(def)));
}
