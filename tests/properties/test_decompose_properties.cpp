#include "tests/support/lcg.h"
#include <satbox/outlines.h>
#include <satbox/shapes.h>

#include <cmath>
#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::test;

namespace {

using Points = std::vector<Vec2>;

double areaOf(std::span<const Vec2> p)
{
    double twice = 0.0;
    for (size_t i = 1; i + 1 < p.size(); ++i) {
        const double ax = static_cast<double>(p[i].x) - static_cast<double>(p[0].x);
        const double ay = static_cast<double>(p[i].y) - static_cast<double>(p[0].y);
        const double bx = static_cast<double>(p[i + 1].x) - static_cast<double>(p[0].x);
        const double by = static_cast<double>(p[i + 1].y) - static_cast<double>(p[0].y);
        twice += ax * by - ay * bx;
    }
    return 0.5 * twice;
}

// Log-uniform.
double drawBetween(Lcg& random, double low, double high)
{
    return low * std::pow(high / low, static_cast<double>(random.between(0.0f, 1.0f)));
}

Vec2 polar(double radius, double angle)
{
    return {static_cast<float>(radius * std::cos(angle)), static_cast<float>(radius * std::sin(angle))};
}

// Properties of every decomposition: all pieces are valid shapes, and their total area is that of the
// outline.
struct Tally {
    int outlines = 0, refused = 0;
    size_t pieces = 0;
    double worstArea = 0.0; // relative

    void add(const Decomposition& cut, double area)
    {
        ++outlines;
        double sum = 0.0;
        for (const Polygon& piece : cut.pieces) {
            const std::string fault = validate(Shape(piece));
            CHECK_MESSAGE(fault.empty(), fault);
            refused += !fault.empty();
            sum += areaOf(piece.points());
        }
        pieces += cut.pieces.size();
        worstArea = std::fmax(worstArea, std::fabs(sum / area - 1.0));
    }
};

} // namespace

TEST_CASE("pieces_of_a_convex_outline_are_fit_for_a_world_and_fill_it")
{
    Lcg random(7);
    Tally tally;
    for (int k = 0; k < 1500; ++k) {
        const double radius = drawBetween(random, 0.05, 100.0);
        const auto count = static_cast<int>(drawBetween(random, 3.0, 20000.9));
        // Circles, ellipses and boxes with rounded corners.
        const double flat = k % 3 == 1 ? drawBetween(random, 0.15, 1.0) : 1.0;
        const double corner = k % 3 == 2 ? drawBetween(random, 0.01, 0.3) : 1.0;
        Points points;
        for (int i = 0; i < count; ++i) {
            const double angle = 2.0 * static_cast<double>(kPi) * static_cast<double>(i) / count + 0.1;
            const Vec2 round = polar(radius * corner, angle);
            const auto rest = static_cast<float>(radius * (1.0 - corner));
            points.push_back({round.x + std::copysign(rest, round.x),
                              static_cast<float>(flat) * (round.y + std::copysign(rest, round.y))});
        }
        const HullResult hull = makeHull(points);
        REQUIRE(hull.ok());
        CAPTURE(radius);
        CAPTURE(count);
        CAPTURE(flat);
        CAPTURE(corner);
        const Decomposition cut = splitConvex(hull.vertices);
        REQUIRE(cut.error == "");
        tally.add(cut, areaOf(hull.vertices));
    }
    MESSAGE(tally.outlines << " outlines, " << tally.pieces << " pieces, " << tally.refused
                           << " refused by a world, area wrong by " << tally.worstArea << " at most");
    CHECK(tally.worstArea < 1e-5);
}

TEST_CASE("pieces_of_an_outline_are_fit_for_a_world_and_fill_it")
{
    Lcg random(8);
    Tally circles, others;
    int asDrawn = 0, tooThin = 0;
    for (int k = 0; k < 600; ++k) {
        const double radius = drawBetween(random, 0.05, 100.0);
        const auto count = static_cast<int>(drawBetween(random, 3.0, 20000.9));
        const bool isCircle = k % 2 == 0;
        // Circles, waves around one, and stars with random spikes.
        const auto waves = static_cast<double>(2 + random.below(7));
        const double amplitude = static_cast<double>(random.between(0.05f, 0.4f));
        Points points;
        for (int i = 0; i < count; ++i) {
            const double angle = 2.0 * static_cast<double>(kPi) * static_cast<double>(i) / count + 0.1;
            double r = 1.0;
            if (k % 4 == 1) r += amplitude * std::sin(waves * angle);
            if (k % 4 == 3) r = static_cast<double>(random.between(0.4f, 1.0f));
            points.push_back(polar(radius * r, angle));
        }
        CAPTURE(radius);
        CAPTURE(count);
        CAPTURE(amplitude);
        const Decomposition cut = decompose(points);
        if (!cut.ok()) { // a star of needles, or waves narrower than the least width of a part
            CHECK(!isCircle);
            CHECK(cut.error.starts_with("the outline is too thin at point "));
            ++tooThin;
            continue;
        }
        const double area = areaOf(points);
        if (isCircle && (radius > 0.07 || count < 900)) {
            circles.add(cut, area);
        } else {
            Tally one;
            one.add(cut, area);
            others.refused += one.refused;
            others.pieces += one.pieces;
            ++others.outlines;
            // If parts were widened, no point has moved by more than the tolerance.
            CHECK(one.worstArea * area <= 1e-5 * area + static_cast<double>(cut.tolerance) * 14.0 * radius);
            asDrawn += one.worstArea < 1e-5;
            others.worstArea = std::fmax(others.worstArea, one.worstArea);
        }
    }
    MESSAGE("circles: " << circles.outlines << " outlines, " << circles.pieces << " pieces, "
                        << circles.refused << " refused by a world, area wrong by " << circles.worstArea
                        << " at most");
    MESSAGE("others: " << others.outlines << " outlines, " << others.pieces << " pieces, " << others.refused
                       << " refused by a world, area wrong by " << others.worstArea << " at most, " << asDrawn
                       << " by less than 1e-5; " << tooThin << " too thin");
    CHECK(circles.worstArea < 1e-5);
    CHECK(asDrawn > others.outlines / 2);
    CHECK(tooThin < 120);
}
