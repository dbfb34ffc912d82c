#include "engine/step/graph_changes.h"

#include <doctest/doctest.h>

using namespace satbox;

TEST_CASE("an_edge_has_the_bodies_of_a_contact_that_needs_solving_or_still_has_a_colour")
{
    Contact contact;
    contact.bodyA = 3;
    contact.bodyB = 7;
    CHECK_FALSE(graphEdgeOf(contact).isInGraph());
    contact.count = 1;
    CHECK(graphEdgeOf(contact) == GraphEdge{3, 7, -1});
    contact.sensor = true;
    CHECK_FALSE(graphEdgeOf(contact).isInGraph());
    contact.sensor = false;
    contact.count = 0;
    contact.colour = 5;
    CHECK(graphEdgeOf(contact) == GraphEdge{3, 7, 5});
}

TEST_CASE("the_graph_is_rebuilt_from_all_contacts_at_first_and_after_they_were_rearranged")
{
    ContactStore contacts;
    GraphChanges changes;
    CHECK(changes.needsFullRebuild(contacts));
    changes.adds.push_back(1);
    changes.removes.emplace_back();
    changes.consume(contacts);
    CHECK_FALSE(changes.needsFullRebuild(contacts));
    CHECK(changes.adds.empty());
    CHECK(changes.removes.empty());
    ++contacts.revision;
    CHECK(changes.needsFullRebuild(contacts));
    changes.consume(contacts);
    CHECK_FALSE(changes.needsFullRebuild(contacts));
    changes.isIncomplete = true;
    CHECK(changes.needsFullRebuild(contacts));
}
