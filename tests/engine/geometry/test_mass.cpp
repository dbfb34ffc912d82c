#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <cmath>

using namespace satbox;
using doctest::Approx;

TEST_CASE("mass_of_a_disc_is_half_m_r_squared")
{
    const MassData m = computeMass(Circle{{3, -2}, 0.5f}, 4.0f);
    CHECK(m.mass == Approx(kPi));
    CHECK(m.center == Vec2{3, -2});
    CHECK(m.inertia == Approx(0.5f * kPi * 0.25f));
}

TEST_CASE("mass_of_a_box_is_m_over_12_of_its_sides_squared")
{
    const MassData m = computeMass(makeBox(1.0f, 0.5f), 3.0f);
    CHECK(m.mass == Approx(6.0f));
    CHECK(m.inertia == Approx(6.0f * (4.0f + 1.0f) / 12.0f));
    CHECK(computeArea(makeBox(1.0f, 0.5f)) == Approx(2.0f));
}

TEST_CASE("mass_of_a_triangle_is_m_over_36_of_its_sides_squared")
{
    const std::array<Vec2, 3> points{Vec2{0, 0}, Vec2{4, 0}, Vec2{0, 3}};
    const MassData m = computeMass(makePolygon(points), 1.0f);
    CHECK(m.mass == Approx(6.0f));
    CHECK(m.center.x == Approx(4.0f / 3.0f));
    CHECK(m.center.y == Approx(1.0f));
    CHECK(m.inertia == Approx(6.0f * (16.0f + 9.0f + 25.0f) / 36.0f));
}

TEST_CASE("mass_of_a_capsule_is_its_rectangle_and_its_half_discs")
{
    const float r = 0.5f, h = 1.0f;
    const MassData m = computeMass(Capsule{{1, 2}, {1, 4}, r}, 2.0f);
    CHECK(m.mass == Approx(2.0f * (4.0f * h * r + kPi * r * r)));
    CHECK(m.center == Vec2{1, 3});
    // The same from many thin strips perpendicular to the long axis.
    double strips = 0.0;
    const int count = 20000;
    const double dy = 2.0 * 1.5 / count;
    for (int i = 0; i < count; ++i) {
        const double y = -1.5 + (i + 0.5) * dy;
        const double out = std::fabs(y) - 1.0;
        const double half = out > 0.0 ? std::sqrt(0.25 - out * out) : 0.5;
        strips += 2.0 * dy * 2.0 * half * (y * y + half * half / 3.0);
    }
    CHECK(static_cast<double>(m.inertia) == Approx(strips).epsilon(1e-5));
}

TEST_CASE("a_capsule_without_length_is_a_disc")
{
    const MassData m = computeMass(Capsule{{0, 0}, {0, 0}, 0.5f}, 1.0f);
    const MassData disc = computeMass(Circle{{0, 0}, 0.5f}, 1.0f);
    CHECK(m.mass == Approx(disc.mass));
    CHECK(m.inertia == Approx(disc.inertia));
}

TEST_CASE("a_segment_has_no_mass_but_its_midpoint_as_centre")
{
    const MassData m = computeMass(Segment{{0, 0}, {4, 2}}, 5.0f);
    CHECK(m.mass == 0.0f);
    CHECK(m.inertia == 0.0f);
    CHECK(m.center == Vec2{2, 1});
    CHECK(computeArea(Segment{{0, 0}, {4, 2}}) == 0.0f);
}

TEST_CASE("a_small_polygon_far_away_keeps_its_inertia")
{
    const MassData near = computeMass(makeBox(0.0625f, 0.125f), 1.0f);
    const MassData far = computeMass(makeBox(0.0625f, 0.125f, {8192.0f, -8192.0f}, Rot{}), 1.0f);
    CHECK(far.mass == Approx(near.mass));
    CHECK(far.inertia == Approx(near.inertia));
    CHECK(far.center == Vec2{8192.0f, -8192.0f});
}

TEST_CASE("two_halves_combine_to_the_whole")
{
    const std::array<MassData, 2> halves{computeMass(makeBox(0.5f, 0.5f, {-0.5f, 0.0f}, Rot{}), 2.0f),
                                         computeMass(makeBox(0.5f, 0.5f, {0.5f, 0.0f}, Rot{}), 2.0f)};
    const MassData whole = combine(halves);
    const MassData expected = computeMass(makeBox(1.0f, 0.5f), 2.0f);
    CHECK(whole.mass == Approx(expected.mass));
    CHECK(whole.center == expected.center);
    CHECK(whole.inertia == Approx(expected.inertia));
}

TEST_CASE("massless_shapes_combine_to_the_mean_of_their_centres")
{
    const std::array<MassData, 2> parts{computeMass(Segment{{0, 0}, {2, 0}}, 1.0f),
                                        computeMass(Segment{{2, 2}, {4, 2}}, 1.0f)};
    const MassData whole = combine(parts);
    CHECK(whole.mass == 0.0f);
    CHECK(whole.inertia == 0.0f);
    CHECK(whole.center == Vec2{2, 1});
    CHECK(combine({}).mass == 0.0f);
}
