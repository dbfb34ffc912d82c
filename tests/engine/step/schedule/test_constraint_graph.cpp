#include "engine/step/schedule/constraint_graph.h"

#include "engine/world/world_access.h"
#include "tests/support/physics_fixture.h"
#include "tests/support/world_internals.h"
#include <satbox/observe.h>
#include <satbox/scene/builders.h>
#include <satbox/thread_pool.h>

#include <doctest/doctest.h>
#include <map>
#include <set>
#include <utility>

using namespace satbox;
using namespace satbox::test;

namespace {

// Stacks of boxes side by side on one ground: as many islands as stacks. A paddle sweeps through the last
// ones.
World stacks(int count, int high)
{
    World world(settingsFor(SolverType::SoftStep));
    addGround(world);
    addStacks(world, count, high, 2.0f);
    addBody(world, makeBox(0.2f, 0.2f),
            {.type = BodyType::Kinematic,
             .position = {static_cast<float>(count), 1.6f},
             .linearVelocity = {-2.0f, 0.0f}});
    return world;
}

bool canBePushed(const WorldState& world, uint32_t slot)
{
    return world.bodies.slots.at(slot).awake && world.bodies.canBePushed(slot);
}

// A built-in scene after this many steps.
World settled(const char* scene, int steps)
{
    World world = findBuiltinScene(scene)->build().world;
    for (int i = 0; i < steps; ++i) world.step(kStep);
    return world;
}

} // namespace

TEST_CASE("no_two_groups_share_a_movable_body_and_no_two_contacts_of_a_colour_do")
{
    World world = stacks(100, 40);
    for (int i = 0; i < 30; ++i) world.step(kStep);
    WorldState state = stateOf(world);
    GraphChanges changes = workspaceOf(world).graphChanges;
    FrameArena arena;
    GraphCache cache;
    updateGraph(cache, state.contacts, changes, state.bodies, {}, false, arena);
    const ConstraintGraph& graph = cache.graph;
    CHECK(graph.groups.size() > 1);

    size_t solved = 0;
    std::set<uint32_t> rows;
    for (const SolverGroup& group : graph.groups) {
        for (size_t row = group.firstRow; row < group.lastRow; ++row)
            CHECK(rows.insert(graph.slotOf[row]).second);
        std::map<int, std::set<uint32_t>> taken; // by colour: the bodies that move
        forEachColour(group, [&](int colour, const ColourBlocks& blocks) {
            for (const uint32_t index : blocks.order) {
                const Contact& c = state.contacts.awake[index];
                CHECK(c.colour == colour);
                ++solved;
                for (const uint32_t slot : {c.bodyA, c.bodyB}) {
                    const uint32_t row = graph.rowOf[slot];
                    if (row != 0) CHECK((row >= group.firstRow && row < group.lastRow));
                    if (colour != kOverflowColour && canBePushed(state, slot))
                        CHECK(taken[colour].insert(slot).second);
                }
            }
        });
    }
    CHECK(rows.size() == state.bodies.awake.size());
    size_t expected = 0;
    for (const Contact& c : state.contacts.awake)
        expected += c.count > 0 && !c.sensor && (canBePushed(state, c.bodyA) || canBePushed(state, c.bodyB));
    CHECK(solved == expected);
    CHECK(graph.order.size() == expected);
}

TEST_CASE("partitions_of_a_large_island_share_only_contacts_that_are_solved_after_them")
{
    const World world = settled("large_pyramid", 5);
    WorldState state = stateOf(world);
    GraphChanges changes = workspaceOf(world).graphChanges;
    FrameArena arena;
    GraphCache cache;
    updateGraph(cache, state.contacts, changes, state.bodies, {}, true, arena);
    REQUIRE(cache.graph.groups.size() == 1);
    const SolverGroup& group = cache.graph.groups[0];
    REQUIRE(group.partitions.size() == 4); // of 5,050 boxes

    std::map<uint32_t, size_t> partitionOf; // by body that moves
    const auto isOf = [&](const ColourBlocks& colour, size_t partition) {
        for (const uint32_t index : colour.order) {
            const Contact& c = state.contacts.awake[index];
            for (const uint32_t slot : {c.bodyA, c.bodyB})
                if (canBePushed(state, slot))
                    CHECK(partitionOf.emplace(slot, partition).first->second == partition);
        }
    };
    size_t row = group.firstRow;
    for (size_t partition = 0; partition < group.partitions.size(); ++partition) {
        for (const ColourBlocks& colour : group.partitions[partition].inner) isOf(colour, partition);
        for (const ColourBlocks& colour : group.partitions[partition].fixed) isOf(colour, partition);
        CHECK(group.partitions[partition].firstRow == row);
        row = group.partitions[partition].lastRow;
    }
    CHECK(row == group.lastRow);
    for (const auto& [slot, partition] : partitionOf) {
        CHECK(cache.graph.rowOf[slot] >= group.partitions[partition].firstRow);
        CHECK(cache.graph.rowOf[slot] < group.partitions[partition].lastRow);
    }
    size_t shared = 0;
    for (const ColourBlocks& colour : group.shared) {
        for (const uint32_t index : colour.order) {
            const Contact& c = state.contacts.awake[index];
            CHECK(partitionOf.at(c.bodyA) != partitionOf.at(c.bodyB));
        }
        shared += colour.order.size();
    }
    CHECK(shared > 0);
    CHECK(shared * 6 <= cache.graph.order.size());
}

TEST_CASE("a_large_island_that_is_observed_has_the_same_bits")
{
    class IdleObserver final : public StepObserver {
        void afterStage(Stage, int, const WorldState&, std::span<const BodyState>) override {}
    } idle;
    World seen = settled("large_pyramid", 0);
    World unseen = seen;
    for (int i = 0; i < 12; ++i) {
        seen.step(kStep, &idle);
        unseen.step(kStep);
    }
    CHECK(seen.hash() == unseen.hash());
}

TEST_CASE("contacts_are_stored_by_colour_once_there_are_many")
{
    const World world = settled("mixed_rain", 200);
    size_t changes = 0, count = 0;
    int before = 0;
    world.forEachContact([&](const Contact& c) {
        changes += count > 0 && c.colour != before;
        before = c.colour;
        ++count;
    });
    CHECK(count > 100);
    CHECK(changes * 3 < count);
}

TEST_CASE("a_world_that_forgets_its_graph_before_each_step_has_the_same_bits")
{
    for (World start : {settled("mixed_rain", 60), settled("card_house", 60), stacks(100, 12)}) {
        World keeps = start;
        World forgets = start;
        for (int i = 0; i < 120; ++i) {
            // Edits that change which bodies move and which contacts exist, without any other sign.
            if (i == 70 || i == 90) {
                for (World* world : {&keeps, &forgets}) {
                    const BodyId id = stateOf(*world).bodies.slots.handleAt(stateOf(*world).bodies.awake[3]);
                    BodyDef def = world->bodyDef(id);
                    def.type = i == 70 ? BodyType::Static : BodyType::Dynamic;
                    if (i == 70 || world->isValid(id)) world->setBodyDef(id, def);
                }
            }
            keeps.step(kStep);
            const World copy = forgets; // a copy has no graph yet
            forgets = copy;
            forgets.step(kStep);
        }
        CHECK(keeps.hash() == forgets.hash());
        CHECK(keeps == forgets);
    }
}

TEST_CASE("contacts_updated_group_by_group_are_the_same_as_updated_at_once")
{
    World keeps = stacks(100, 36);
    for (int i = 0; i < 20; ++i) keeps.step(kStep);
    World forgets = keeps;
    ThreadPool pool(2);
    int kept = 0, ended = 0, begun = 0;
    for (int i = 0; i < 40; ++i) {
        if (i % 8 == 4) { // a box is thrown off its stack, or lifted so little that its contact has points
                          // still: it ends or begins to touch while the graph holds
            const float speed = i % 16 == 4 ? 3.0f : 0.5f;
            const std::vector<uint32_t>& awake = stateOf(keeps).bodies.awake;
            const BodyId top = keeps.bodyAt(awake[static_cast<size_t>(36 * (i + 1) - 1)]);
            const BodyId below = keeps.bodyAt(awake[static_cast<size_t>(36 * (i + 1) - 2)]);
            for (World* world : {&keeps, &forgets}) {
                world->applyImpulse(top, {0.0f, speed / keeps.motion(top).invMass}, keeps.motion(top).center);
                world->applyImpulse(below, {0.3f / keeps.motion(below).invMass, 0.0f},
                                    keeps.motion(below).center); // events report where it was
            }
        }
        workspaceOf(keeps).graph.graph.coloursUsed = 99; // lost if the graph is rebuilt
        keeps.step(kStep, nullptr, i % 2 == 0 ? &pool : nullptr);
        const bool isKept = workspaceOf(keeps).graph.graph.coloursUsed == 99;
        if (isKept) CHECK(workspaceOf(keeps).graph.graph.groups.size() > 1);
        const World copy = forgets; // a copy has no graph yet
        forgets = copy;
        forgets.step(kStep);
        REQUIRE(keeps.hash() == forgets.hash());

        const WorldEvents& a = keeps.events();
        const WorldEvents& b = forgets.events();
        const auto shapes = [](const auto& events) {
            std::vector<std::pair<uint32_t, uint32_t>> out;
            for (const auto& event : events) out.emplace_back(event.shapeA.index, event.shapeB.index);
            return out;
        };
        REQUIRE(shapes(a.begins) == shapes(b.begins));
        CHECK(shapes(a.ends) == shapes(b.ends));
        CHECK(shapes(a.hits) == shapes(b.hits));
        for (size_t e = 0; e < a.begins.size(); ++e) CHECK(a.begins[e].point == b.begins[e].point);
        kept += isKept;
        ended += isKept && !a.ends.empty();
        begun += isKept && !a.begins.empty();
    }
    CHECK(kept > 5);
    CHECK(ended > 0);
    CHECK(begun > 0);
}

TEST_CASE("a_graph_is_kept_while_nothing_changes_and_rebuilt_when_a_body_or_contact_changes")
{
    World world(settingsFor(SolverType::SoftStep));
    addGround(world);
    addBody(world, makeBox(0.5f, 0.5f), {.type = BodyType::Dynamic, .position = {0.0f, 0.5f}});
    addBody(world, makeBox(0.5f, 0.5f), {.type = BodyType::Dynamic, .position = {3.0f, 0.5f}});
    for (int i = 0; i < 10; ++i) world.step(kStep);
    WorldState state = stateOf(world);
    GraphChanges changes = workspaceOf(world).graphChanges;
    FrameArena arena;
    GraphCache cache;
    updateGraph(cache, state.contacts, changes, state.bodies, {}, true, arena);
    REQUIRE(cache.graph.order.size() == 2);
    cache.graph.coloursUsed = 99; // lost if the graph is rebuilt
    updateGraph(cache, state.contacts, changes, state.bodies, {}, true, arena);
    CHECK(cache.graph.coloursUsed == 99);

    state.bodies.motions[state.contacts.awake[0].bodyB].invMass = 0.0f; // as if it were fixed now
    ++state.bodies.revision;
    updateGraph(cache, state.contacts, changes, state.bodies, {}, true, arena);
    CHECK(cache.graph.order.size() == 1);
    CHECK(cache.graph.coloursUsed == 1);

    const uint32_t last = cache.graph.order[0]; // ends, as reported by a contact update
    changes.removes.push_back(changes.edges[last]);
    state.contacts.awake[last].count = 0;
    state.contacts.awake[last].colour = -1;
    changes.edges[last] = graphEdgeOf(state.contacts.awake[last]);
    changes.edgesDirty = true;
    updateGraph(cache, state.contacts, changes, state.bodies, {}, true, arena);
    CHECK(cache.graph.order.empty());
}

// No joint of this engine connects two bodies yet; the graph does not ask what an edge is.
TEST_CASE("a_joint_between_two_islands_makes_them_one_group_and_one_with_the_world_changes_nothing")
{
    World world = stacks(200, 40);
    for (int i = 0; i < 30; ++i) world.step(kStep);
    WorldState state = stateOf(world);
    GraphChanges changes = workspaceOf(world).graphChanges;
    FrameArena arena;
    GraphCache cache;
    const auto groupOf = [&](uint32_t slot) {
        size_t found = 0;
        while (cache.graph.rowOf[slot] >= cache.graph.groups[found].lastRow) ++found;
        return found;
    };
    updateGraph(cache, state.contacts, changes, state.bodies, {}, false, arena);
    REQUIRE(cache.graph.groups.size() > 2);
    const uint32_t first = cache.graph.slotOf[cache.graph.groups.front().firstRow];
    const uint32_t other = cache.graph.slotOf[cache.graph.groups.back().lastRow - 1];
    REQUIRE(groupOf(first) != groupOf(other));

    const std::vector<ConstraintEdge> toWorld{{.bodyA = first, .keepsAwake = true}};
    const std::vector<ConstraintEdge> joint{{.bodyA = other, .bodyB = first}};
    const bool split = false;
    CHECK(isGraphValid(cache, state.contacts, changes, state.bodies, toWorld, split));
    CHECK_FALSE(isGraphValid(cache, state.contacts, changes, state.bodies, joint, split));
    updateGraph(cache, state.contacts, changes, state.bodies, joint, split, arena);
    CHECK(groupOf(first) == groupOf(other));
    CHECK(isGraphValid(cache, state.contacts, changes, state.bodies, joint, split));
    CHECK_FALSE(isGraphValid(cache, state.contacts, changes, state.bodies, {}, split));
    updateGraph(cache, state.contacts, changes, state.bodies, {}, split, arena);
    CHECK(groupOf(first) != groupOf(other));
}
