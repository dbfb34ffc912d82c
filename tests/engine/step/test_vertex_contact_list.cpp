// Sums of the vertex visits of one step.

#include "engine/step/vertex_contact_list.h"
#include <satbox/contacts.h>

#include <doctest/doctest.h>

#include <vector>

using namespace satbox;

namespace {

FeatureId id(int key) { return {static_cast<uint16_t>(key)}; }

VertexVisit visit(uint32_t shapeA, uint32_t shapeB, int vertex, uint32_t order, float impulse,
                  float speed = 0.0f)
{
    VertexVisit v;
    v.shapeA = shapeA;
    v.shapeB = shapeB;
    v.bodyA = shapeA;
    v.bodyB = shapeB;
    v.order = order;
    v.normal = {0.0f, order % 2 == 0 ? 1.0f : -1.0f};
    v.point.id = id(vertex);
    v.point.normalImpulse = v.point.totalImpulse = impulse;
    v.point.normalVelocity = speed;
    return v;
}

void assign(VertexContactList& list, std::vector<VertexVisit> visits, uint32_t steps = 1, bool keeps = false)
{
    list.assign(visits, steps, [&](const Contact&) { return keeps; });
}

} // namespace

TEST_CASE("visits_to_a_vertex_sum_their_impulses_and_keep_the_first_velocity_and_last_impulse")
{
    VertexContactList list;
    assign(list,
           {visit(1, 2, 7, 2, 0.5f, -1.0f), visit(1, 2, 7, 0, 2.0f, -3.0f), visit(1, 2, 9, 1, 4.0f, -2.0f)});
    const ContactView view = list.find(1, 2);
    REQUIRE(view.points.size() == 2);
    CHECK(view.points[0].id == id(7));
    CHECK(view.points[0].totalImpulse == 2.5f);
    CHECK(view.points[0].normalImpulse == 0.5f);
    CHECK(view.points[0].normalVelocity == -3.0f);
    CHECK(view.points[1].totalImpulse == 4.0f);
    CHECK(view.contact->normal == Vec2{0.0f, 1.0f}); // of the visit with the highest order, 2
}

TEST_CASE("persisting_points_and_contacts_age_and_new_ones_begin_at_zero")
{
    VertexContactList list;
    assign(list, {visit(1, 2, 7, 0, 1.0f)});
    CHECK(list.find(1, 2).contact->age == 0);
    assign(list, {visit(1, 2, 7, 0, 1.0f), visit(1, 2, 9, 1, 1.0f)}, 3);
    REQUIRE(list.find(1, 2).points.size() == 2);
    CHECK(list.find(1, 2).contact->age == 3);
    CHECK(list.find(1, 2).points[0].age == 3);
    CHECK(list.find(1, 2).points[1].age == 0);
}

TEST_CASE("contacts_are_ordered_by_shapes_and_unvisited_ones_stay_only_if_kept")
{
    VertexContactList list;
    assign(list, {visit(5, 6, 1, 0, 1.0f), visit(1, 9, 1, 1, 1.0f), visit(1, 2, 1, 2, 1.0f)});
    std::vector<std::pair<uint32_t, uint32_t>> shapes;
    const auto record = [&](const ContactView& v) {
        shapes.push_back({v.contact->shapeA, v.contact->shapeB});
    };
    list.forEach(record);
    CHECK((shapes == std::vector<std::pair<uint32_t, uint32_t>>{{1, 2}, {1, 9}, {5, 6}}));
    assign(list, {visit(1, 9, 1, 0, 2.0f)}, 1, true);
    shapes.clear();
    list.forEach(record);
    CHECK((shapes == std::vector<std::pair<uint32_t, uint32_t>>{{1, 2}, {1, 9}, {5, 6}}));
    CHECK(list.find(1, 9).points[0].totalImpulse == 2.0f);
    CHECK(list.find(5, 6).points[0].totalImpulse == 1.0f);
    assign(list, {visit(1, 9, 1, 0, 2.0f)}, 1, false);
    CHECK_FALSE(list.find(5, 6));
    CHECK(list.find(1, 9));
}

TEST_CASE("contacts_of_a_removed_shape_are_removed_on_either_side_and_both_anchors_are_set")
{
    VertexContactList list;
    assign(list, {visit(0, 1, 1, 0, 1.0f), visit(1, 2, 1, 1, 1.0f), visit(0, 2, 1, 2, 1.0f)});
    list.removeShape(1);
    CHECK_FALSE(list.find(0, 1));
    CHECK_FALSE(list.find(1, 2));
    REQUIRE(list.find(0, 2));

    BodyStore bodies;
    bodies.motions.resize(3);
    bodies.motions[0].center = {1.0, 0.0};
    bodies.motions[2].center = {0.0, 2.0};
    list.setAnchors(bodies, [](const Contact&, const ContactPoint&) { return Position{3.0, 4.0}; });
    CHECK(list.find(0, 2).points[0].anchorA == Vec2{2.0f, 4.0f});
    CHECK(list.find(0, 2).points[0].anchorB == Vec2{3.0f, 2.0f});
    CHECK(list.bytes() > 0);
    list.clear();
    CHECK_FALSE(list.find(0, 2));
}
