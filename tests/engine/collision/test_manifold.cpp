#include "engine/collision/manifold.h"
#include <satbox/contacts.h>

#include <doctest/doctest.h>

using namespace satbox;

TEST_CASE("the_key_of_a_feature_holds_an_index_on_each_shape")
{
    const FeatureId id{.key = 0x0305};
    CHECK(id.indexA() == 3);
    CHECK(id.indexB() == 5);
}

TEST_CASE("the_other_owner_of_a_face_is_the_other_shape_and_none_has_no_other")
{
    CHECK(otherOwner(ReferenceOwner::A) == ReferenceOwner::B);
    CHECK(otherOwner(ReferenceOwner::B) == ReferenceOwner::A);
    CHECK(otherOwner(ReferenceOwner::None) == ReferenceOwner::None);
}

TEST_CASE("manifolds_are_equal_only_if_every_field_is")
{
    const auto changed = [](auto change) {
        Manifold m{.normal = {0.0f, 1.0f}, .count = 2, .referenceOwner = ReferenceOwner::A};
        change(m);
        return m;
    };
    const Manifold same = changed([](Manifold&) {});
    CHECK(same == changed([](Manifold&) {}));
    CHECK(same != changed([](Manifold& m) { m.normal.x = 1.0f; }));
    CHECK(same != changed([](Manifold& m) { m.points[0].point.y = 1.0f; }));
    CHECK(same != changed([](Manifold& m) { m.points[1].separation = -0.1f; }));
    CHECK(same != changed([](Manifold& m) { m.points[1].id.key = 1; }));
    CHECK(same != changed([](Manifold& m) { m.count = 1; }));
    CHECK(same != changed([](Manifold& m) { m.referenceOwner = ReferenceOwner::B; }));
    CHECK(same != changed([](Manifold& m) { m.referenceFace = 1; }));
    CHECK(same != changed([](Manifold& m) { m.incidentFace = 1; }));
}
