#include "engine/scene/import/outline_holes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace satbox {
namespace {

using Points = std::vector<Position>;

// Positive if `c` is to the left of the line from `a` to `b`.
double sideOf(Position a, Position b, Position c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// Whether `point`, seen from vertex i, is within the corner there. Tells copies of a vertex from each other
// to which an edge leads already.
bool isInCorner(const Points& outline, size_t i, Position point)
{
    const Position& before = outline[(i + outline.size() - 1) % outline.size()];
    const Position& at = outline[i];
    const Position& after = outline[(i + 1) % outline.size()];
    const bool leftOfFirst = sideOf(before, at, point) >= 0.0, leftOfSecond = sideOf(at, after, point) >= 0.0;
    return sideOf(before, at, after) >= 0.0 ? leftOfFirst && leftOfSecond : leftOfFirst || leftOfSecond;
}

// A vertex of the counter-clockwise outline that is visible from `from`, a point inside, to the right of it.
// After D. Eberly, "Triangulation by Ear Clipping": a ray to the right hits an edge; between the ray and the
// farther end of that edge, the vertex in the direction nearest to the ray hides all others.
std::optional<size_t> visibleVertex(const Points& outline, Position from)
{
    double nearest = std::numeric_limits<double>::infinity();
    std::optional<size_t> edge;
    for (size_t i = 0; i < outline.size(); ++i) {
        const Position &a = outline[i], &b = outline[(i + 1) % outline.size()];
        if (!(a.y <= from.y && b.y > from.y)) continue; // the inside is to the left of edges that go up
        const double x = a.x + (from.y - a.y) / (b.y - a.y) * (b.x - a.x);
        if (x < from.x || x >= nearest) continue;
        nearest = x;
        edge = i;
    }
    if (!edge) return std::nullopt;
    const Position hit{nearest, from.y};
    const size_t next = (*edge + 1) % outline.size();
    const Position end = outline[*edge].x > outline[next].x ? outline[*edge] : outline[next];
    const double turn = sideOf(from, hit, end) >= 0.0 ? 1.0 : -1.0; // of the triangle from, hit, end
    std::optional<size_t> best;
    double bestSlope = 0.0, bestDistance = 0.0;
    for (size_t i = 0; i < outline.size(); ++i) {
        const Position& p = outline[i];
        const bool isInTriangle =
            p == end || (turn * sideOf(from, hit, p) >= 0.0 && turn * sideOf(hit, end, p) >= 0.0 &&
                         turn * sideOf(end, from, p) >= 0.0);
        if (!isInTriangle || p.x < from.x || !isInCorner(outline, i, from)) continue;
        const double distance = p.x - from.x;
        const double slope =
            distance > 0.0 ? std::abs(p.y - from.y) / distance : std::numeric_limits<double>::infinity();
        if (best && !(slope < bestSlope || (slope == bestSlope && distance < bestDistance))) continue;
        best = i;
        bestSlope = slope;
        bestDistance = distance;
    }
    return best;
}

void makeTurn(Points& outline, bool counterClockwise)
{
    if ((signedAreaOf(outline) > 0.0) != counterClockwise) std::reverse(outline.begin(), outline.end());
}

size_t rightmostOf(const Points& hole)
{
    const auto isLeftOf = [](Position a, Position b) { return a.x < b.x; };
    return static_cast<size_t>(std::max_element(hole.begin(), hole.end(), isLeftOf) - hole.begin());
}

} // namespace

double signedAreaOf(std::span<const Position> outline)
{
    double twice = 0.0;
    for (size_t i = 0; i < outline.size(); ++i) {
        const Position &p = outline[i], &q = outline[(i + 1) % outline.size()];
        twice += p.x * q.y - p.y * q.x;
    }
    return 0.5 * twice;
}

int windingNumber(std::span<const Position> outline, Position point)
{
    int winding = 0;
    for (size_t i = 0; i < outline.size(); ++i) {
        const Position &p = outline[i], &q = outline[(i + 1) % outline.size()];
        const double side = sideOf(p, q, point);
        if (p.y <= point.y && q.y > point.y && side > 0.0) ++winding;
        if (p.y > point.y && q.y <= point.y && side < 0.0) --winding;
    }
    return winding;
}

OutlineWithHoles joinHoles(Points outline, std::vector<Points> holes)
{
    OutlineWithHoles joined{std::move(outline), 0};
    makeTurn(joined.points, true);
    // From the right: the edge of a hole may lead to a hole that is joined already.
    std::sort(holes.begin(), holes.end(),
              [](const Points& a, const Points& b) { return a[rightmostOf(a)].x > b[rightmostOf(b)].x; });
    for (Points& hole : holes) {
        makeTurn(hole, false);
        std::rotate(hole.begin(), hole.begin() + static_cast<ptrdiff_t>(rightmostOf(hole)), hole.end());
        const auto to = visibleVertex(joined.points, hole.front());
        if (!to) {
            ++joined.leftOut;
            continue;
        }
        const Position vertex = joined.points[*to];
        hole.push_back(hole.front()); // there, around the hole, and back
        hole.push_back(vertex);
        joined.points.insert(joined.points.begin() + static_cast<ptrdiff_t>(*to) + 1, hole.begin(),
                             hole.end());
    }
    return joined;
}

} // namespace satbox
