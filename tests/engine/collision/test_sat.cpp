#include "engine/collision/sat.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>
#include <vector>

using namespace satbox;

namespace {

struct FaceRecorder {
    static constexpr bool kRecords = true;
    std::vector<FaceSeparation> faces;
    void onFace(const FaceSeparation& face) { faces.push_back(face); }
};

const Polygon kSatBox = makeBox(1.0f, 1.0f);
const Polygon kRight = makeBox(1.0f, 1.0f, {1.5f, 0.25f}, Rot{});

} // namespace

TEST_CASE("the_support_point_is_the_farthest_vertex_and_the_first_one_on_a_tie")
{
    CHECK(supportPoint(viewOf(kSatBox), {1.0f, 2.0f}) == 2);
    CHECK(supportPoint(viewOf(kSatBox), {-1.0f, -0.1f}) == 0);
    CHECK(supportPoint(viewOf(kSatBox), {1.0f, 0.0f}) == 1);
    CHECK(supportPoint(viewOf(kSatBox), {-1.0f, 0.0f}) == 0);
}

TEST_CASE("the_separation_of_a_face_is_the_signed_distance_of_the_support_point")
{
    const FaceSeparation right = faceSeparation(viewOf(kSatBox), 1, viewOf(kRight));
    CHECK(right.face == 1);
    CHECK(right.separation == -0.5f);
    CHECK((right.support == 0 || right.support == 3));
    CHECK(faceSeparation(viewOf(kSatBox), 3, viewOf(kRight)).separation == -3.5f);
    CHECK(faceSeparation(viewOf(kSatBox), 2, viewOf(kRight)).separation == -1.75f);
}

TEST_CASE("the_greatest_separation_over_the_faces_wins")
{
    const MaxSeparation best = findMaxSeparation(viewOf(kSatBox), viewOf(kRight), 1.0f);
    CHECK(best.face == 1);
    CHECK(best.separation == -0.5f);
    const MaxSeparation back = findMaxSeparation(viewOf(kRight), viewOf(kSatBox), 1.0f);
    CHECK(back.face == 3);
    CHECK(back.separation == -0.5f);
}

TEST_CASE("counts_known_at_compile_time_change_nothing")
{
    const MaxSeparation any = findMaxSeparation(viewOf(kSatBox), viewOf(kRight), 1.0f);
    const MaxSeparation four = findMaxSeparation<4, 4>(viewOf(kSatBox), viewOf(kRight), 1.0f);
    CHECK(any.face == four.face);
    CHECK(any.separation == four.separation);
}

TEST_CASE("an_observer_gets_every_face_and_the_search_ends_above_the_separation_limit")
{
    FaceRecorder all;
    const MaxSeparation best = findMaxSeparation(viewOf(kSatBox), viewOf(kRight), 1.0f, all);
    REQUIRE(all.faces.size() == 4);
    for (const FaceSeparation& face : all.faces) CHECK(face.separation <= best.separation);
    CHECK(all.faces[1].separation == best.separation);

    const Polygon far = makeBox(1.0f, 1.0f, {5.0f, 0.0f}, Rot{});
    FaceRecorder few;
    CHECK(findMaxSeparation(viewOf(kSatBox), viewOf(far), 1.0f, few).separation == 3.0f);
    CHECK(few.faces.size() == 2);
}
