// Shared by the reference solvers: the order of their contacts, and which of these cause events.

#include "tests/support/physics_fixture.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

namespace {

// Boxes in two rows that meet. In an edited world contacts are stored in another order than in a fresh one.
World rows(bool edited)
{
    World world(settingsFor(SolverType::ManifoldImpulse, {0.0f, 0.0f}));
    std::vector<BodyId> boxes;
    for (int i = 0; i < 8; ++i) {
        const auto f = static_cast<float>(i);
        boxes.push_back(addBody(world, makeBox(0.5f, 0.5f),
                                {.position = {0.99f * f, 0.0f}, .linearVelocity = {3.0f - f, 0.2f * f}}));
    }
    if (edited) {
        world.refreshContacts();
        // Its contacts are removed and added again, behind the others.
        const BodyDef def = world.bodyDef(boxes[2]);
        world.setTransform(boxes[2], {{100.0f, 0.0f}});
        world.refreshContacts();
        world.setBodyDef(boxes[2], def);
        world.refreshContacts();
    }
    return world;
}

} // namespace

TEST_CASE("reference_solvers_order_contacts_by_shapes_not_by_storage")
{
    World fresh = rows(false), edited = rows(true);
    for (int i = 0; i < 20; ++i) {
        fresh.step(kStep);
        edited.step(kStep);
        fresh.forEachBody([&](BodyId id, const Body&, const BodyMotion& m) {
            CHECK(m.center == edited.motion(id).center);
            CHECK(m.v == edited.motion(id).v);
        });
    }
}

TEST_CASE("a_contact_of_a_reference_solver_begins_once_when_it_is_pushed")
{
    World world(settingsFor(SolverType::ManifoldImpulse));
    addGround(world);
    addBody(world, makeBox(0.5f, 0.5f), {.position = {0.0f, 0.6f}});
    size_t begins = 0, hits = 0;
    for (int i = 0; i < 60; ++i) {
        world.step(kStep);
        begins += world.events().begins.size();
        hits += world.events().hits.size();
    }
    CHECK(begins == 1);
    CHECK(hits == 1); // it falls at 1.4 m/s
}
