#include "engine/step/schedule/edge_colours.h"

#include "engine/scene/random.h"
#include "engine/world/world_access.h"
#include "tests/support/physics_fixture.h"
#include <satbox/scene/builders.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <doctest/doctest.h>
#include <map>
#include <utility>
#include <vector>

using namespace satbox;
using namespace satbox::test;

namespace {

// Bodies in space, and contacts between them that begin and end on demand.
class Links {
  public:
    explicit Links(int bodies)
    {
        World world(settingsFor(SolverType::SoftStep));
        for (int i = 0; i < bodies; ++i) world.createBody({.type = BodyType::Dynamic});
        bodies_ = stateOf(world).bodies;
        changes.isIncomplete = false;
    }

    void add(uint32_t a, uint32_t b)
    {
        Contact contact;
        contact.bodyA = a;
        contact.bodyB = b;
        contacts.awake.push_back(contact);
        changes.edges.push_back(graphEdgeOf(contact));
    }
    void begin(uint32_t index)
    {
        contacts.awake[index].count = 1;
        changes.edges[index] = graphEdgeOf(contacts.awake[index]);
        changes.adds.push_back(index);
    }
    void end(uint32_t index)
    {
        changes.removes.push_back(changes.edges[index]);
        contacts.awake[index].count = 0;
        contacts.awake[index].colour = -1;
        changes.edges[index] = graphEdgeOf(contacts.awake[index]);
    }
    void update()
    {
        colours.update(changes, bodies_, changes.needsFullRebuild(contacts));
        for (const uint32_t index : changes.recoloured)
            contacts.awake[index].colour = static_cast<int8_t>(changes.edges[index].colour);
        changes.recoloured.clear();
        changes.consume(contacts);
    }
    bool isLinked(uint32_t index) const { return contacts.awake[index].count > 0; }

    std::vector<int> all() const
    {
        std::vector<int> out;
        for (const Contact& c : contacts.awake) out.push_back(c.colour);
        return out;
    }
    // As for a world that is saved and loaded.
    void forget() { colours = {}; }

    ContactStore contacts;
    GraphChanges changes;
    EdgeColours colours;

  private:
    BodyStore bodies_;
};

} // namespace

TEST_CASE("a_contact_keeps_its_colour_while_others_begin_and_end")
{
    World world = findBuiltinScene("mixed_rain")->build().world;
    std::map<std::pair<uint32_t, uint32_t>, int> before;
    uint64_t revision = 0;
    int kept = 0, changed = 0, begun = 0, sameBodies = 0;
    for (int i = 0; i < 200; ++i) {
        world.step(kStep);
        const WorldState& state = stateOf(world);
        std::map<std::pair<uint32_t, uint32_t>, int> now;
        std::map<std::pair<uint32_t, int>, int> taken; // by body and colour
        for (const Contact& c : state.contacts.awake) {
            const bool aMoves = state.bodies.canBePushed(c.bodyA), bMoves = state.bodies.canBePushed(c.bodyB);
            const bool isSolved = c.count > 0 && !c.sensor && (aMoves || bMoves);
            // A contact that has ended keeps its colour until the next step.
            if (!isSolved) CHECK((c.colour < 0 || (c.count == 0 && before.contains({c.shapeA, c.shapeB}))));
            if (isSolved) REQUIRE(c.colour >= 0);
            if (!isSolved) continue;
            if (aMoves) CHECK(++taken[{c.bodyA, c.colour}] == 1);
            if (bMoves) CHECK(++taken[{c.bodyB, c.colour}] == 1);
            now[{c.shapeA, c.shapeB}] = c.colour;
            const auto old = before.find({c.shapeA, c.shapeB});
            if (old == before.end())
                ++begun;
            else
                ++(old->second == c.colour ? kept : changed);
        }
        sameBodies += state.bodies.revision == revision;
        if (state.bodies.revision != revision) changed = 0; // other awake bodies allow other colours
        CHECK(changed == 0);
        revision = state.bodies.revision;
        before = now;
    }
    CHECK(kept > 1000);
    CHECK(begun > 100);
    CHECK(sameBodies > 150);
}

TEST_CASE("colours_do_not_depend_on_cached_data")
{
    constexpr uint32_t kBodies = 4200, kContacts = 6000; // four partitions
    Links links(kBodies);
    Random random(5);
    const auto any = [&](uint32_t below) {
        return static_cast<uint32_t>(random.below(static_cast<int>(below)));
    };
    for (uint32_t i = 0; i < kContacts; ++i) {
        const uint32_t a = any(kBodies);
        const uint32_t near = std::min(a + 1 + any(20), kBodies - 1);
        links.add(std::min(a, near - 1),
                  i % 4 == 0 ? (a + kBodies / 2) % kBodies : near); // every fourth far away
    }
    links.update();
    Links forgets = links;
    std::vector<int> partCounts;
    for (int step = 0; step < 60; ++step) {
        // Contacts with distant bodies come and go: at times too many for partitions, then few enough again.
        for (uint32_t i = 0; i < kContacts; ++i) {
            if (random.unit() < 0.9f) continue;
            const bool wanted = i % 4 != 0 ? random.unit() < 0.7f : step % 30 < 15 && random.unit() < 0.9f;
            if (links.isLinked(i) == wanted) continue;
            for (Links* both : {&links, &forgets}) wanted ? both->begin(i) : both->end(i);
        }
        links.update();
        forgets.forget();
        forgets.update();
        partCounts.push_back(links.colours.partitionCount());
        REQUIRE(links.all() == forgets.all());
    }
    CHECK(*std::max_element(partCounts.begin(), partCounts.end()) == 4);
    CHECK(*std::min_element(partCounts.begin(), partCounts.end()) < 4);
}

TEST_CASE("partitions_follow_the_bodies_that_have_contacts_and_are_recomputed_alike")
{
    constexpr uint32_t kBodies = 2400; // two partitions
    Links links(kBodies);
    for (uint32_t i = 0; i + 1 < kBodies; ++i) links.add(i, i + 1);
    for (uint32_t i = 0; i + 2 < kBodies; ++i) links.add(i, i + 2);
    const auto firstOfSecondPart = [&] {
        uint32_t slot = 0;
        while (links.colours.partitionOf(slot) == 0) ++slot;
        return slot;
    };
    const auto isMisplaced = [&](uint32_t index) { // within a partition, with a shared colour
        const Contact& c = links.contacts.awake[index];
        return c.colour >= kInnerColours &&
               links.colours.partitionOf(c.bodyA) == links.colours.partitionOf(c.bodyB);
    };
    const auto contacts = static_cast<uint32_t>(links.contacts.awake.size());
    std::vector<uint32_t> boundaries;
    int moved = 0;
    std::vector<uint32_t> heap; // bodies 0 to `held` have contacts: the heap grows, then shrinks
    for (uint32_t held = 300; held < kBodies; held += 20) heap.push_back(held);
    heap.insert(heap.end(), heap.rbegin(), heap.rend());
    for (const uint32_t held : heap) {
        Links forgets = links;
        for (uint32_t i = 0; i < contacts; ++i) {
            const bool wanted = links.contacts.awake[i].bodyB <= held;
            if (links.isLinked(i) == wanted) continue;
            for (Links* both : {&links, &forgets}) wanted ? both->begin(i) : both->end(i);
        }
        links.update();
        forgets.forget();
        forgets.update();
        REQUIRE(links.all() == forgets.all());
        REQUIRE(links.colours.partitionCount() == 2);
        const uint32_t boundary = firstOfSecondPart();
        moved += !boundaries.empty() && boundaries.back() != boundary;
        boundaries.push_back(boundary);
        // A body with contacts weighs as much as eight without; a chunk has 75 bodies.
        const double all = 8.0 * (held + 1) + (kBodies - held - 1);
        const double first = boundary <= held + 1 ? 8.0 * boundary : 8.0 * (held + 1) + (boundary - held - 1);
        CAPTURE(held);
        CAPTURE(boundary);
        CHECK(std::abs(first / all - 0.5) <= 8.0 * 75 / 2 / all + 1e-9);
        for (uint32_t i = 0; i < contacts; ++i) CHECK_FALSE(isMisplaced(i));
    }
    const auto middle = boundaries.begin() + static_cast<std::ptrdiff_t>(boundaries.size() / 2);
    CHECK(std::is_sorted(boundaries.begin(), middle));
    CHECK(boundaries.front() < 400);
    CHECK(*middle == kBodies / 2);
    CHECK(boundaries.back() == boundaries.front());
    CHECK(moved <= 24); // not with every contact
}

TEST_CASE("no_partition_of_a_growing_heap_has_most_of_the_contacts")
{
    World world = findBuiltinScene("container2000")->build().world;
    for (int i = 0; i < 140; ++i) world.step(kStep);
    const auto& groups = workspaceOf(world).graph.graph.groups;
    REQUIRE(groups.size() == 1);
    REQUIRE(groups[0].partitions.size() == 2);
    std::array<size_t, 2> contacts{};
    for (size_t partition = 0; partition < 2; ++partition)
        for (const auto& colours : {std::span<const ColourBlocks>(groups[0].partitions[partition].inner),
                                    std::span<const ColourBlocks>(groups[0].partitions[partition].fixed)})
            for (const ColourBlocks& colour : colours) contacts[partition] += colour.order.size();
    CAPTURE(contacts[0]);
    CAPTURE(contacts[1]);
    CHECK(contacts[0] + contacts[1] > 1000);
    CHECK(contacts[0] < 2 * contacts[1]); // with halves of the bodies it was nearly four times as many
    CHECK(contacts[1] < 2 * contacts[0]);
}

TEST_CASE("an_overflow_contact_gets_a_colour_when_others_have_ended")
{
    Links links(100);
    for (uint32_t i = 1; i < 40; ++i) links.add(0, i); // all on one body: more than there are colours
    for (uint32_t i = 0; i < 39; ++i) links.begin(i);
    links.update();
    const auto overflow = [&] {
        const std::vector<int> all = links.all();
        return std::count(all.begin(), all.end(), kOverflowColour);
    };
    CHECK(overflow() == 39 - kMovableColours);
    for (uint32_t i = 0; i < 10; ++i) links.end(i);
    links.update();
    CHECK(overflow() == 29 - kMovableColours);
    for (uint32_t i = 10; i < 20; ++i) links.end(i);
    links.update();
    CHECK(overflow() == 0);
}

TEST_CASE("a_colour_that_two_contacts_of_a_body_share_is_reassigned")
{
    Links links(3);
    links.add(0, 1);
    links.add(1, 2);
    for (uint32_t i = 0; i < 2; ++i) {
        links.begin(i);
        links.contacts.awake[i].colour = 3; // a file may contain this
        links.changes.edges[i].colour = 3;
    }
    links.changes.isIncomplete = true;
    links.update();
    CHECK(links.all() == std::vector<int>{3, 0});
}
