#include "engine/geometry/convex_pieces.h"

#include "engine/geometry/outline.h"
#include <satbox/shapes.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace satbox {

namespace {

using Points = std::vector<Vec2>;

constexpr auto kMaxVertices = static_cast<size_t>(kMaxPolygonVertices);
constexpr size_t kMaxSectorEdges = kMaxVertices - 2; // a sector also has its centre and one more vertex
constexpr int kMaxHalvings = 24;

// Cuts a convex loop by diagonals into the fewest pieces that fit a Polygon. Each cut is along the shortest
// diagonal that does not increase that number. False if a piece is not a valid polygon.
bool cutByDiagonals(std::span<const Vec2> loop, std::vector<Polygon>& out)
{
    const size_t n = loop.size();
    if (n <= kMaxVertices) {
        const std::optional<Polygon> piece = makeValidPolygon(loop);
        if (piece) out.push_back(*piece);
        return piece.has_value();
    }
    const size_t triangles = n - 2;
    const size_t pieces = (triangles + kMaxVertices - 3) / (kMaxVertices - 2);
    const size_t step = triangles * (pieces / 2) / pieces + 1; // edges of the loop in the first piece
    size_t start = 0;
    float shortest = lengthSquared(loop[step] - loop[0]);
    for (size_t i = 1; i < n; ++i) {
        const float cut = lengthSquared(loop[(i + step) % n] - loop[i]);
        if (cut < shortest) {
            shortest = cut;
            start = i;
        }
    }
    Points first, second;
    for (size_t i = 0; i <= step; ++i) first.push_back(loop[(start + i) % n]);
    for (size_t i = step; i <= n; ++i) second.push_back(loop[(start + i) % n]);
    return cutByDiagonals(first, out) && cutByDiagonals(second, out);
}

// Width of a convex loop: the least distance between two parallel lines that enclose it, m.
double widthOf(std::span<const Vec2> loop)
{
    double width = std::numeric_limits<double>::max();
    for (size_t i = 0; i < loop.size(); ++i) {
        double deepest = 0.0;
        for (const Vec2 v : loop) {
            deepest = std::max(deepest, distanceToLine(v, loop[i], loop[(i + 1) % loop.size()]));
        }
        width = std::min(width, deepest);
    }
    return width;
}

Vec2 centroidOf(std::span<const Vec2> loop)
{
    double twiceArea = 0.0, x = 0.0, y = 0.0;
    const double originX = static_cast<double>(loop[0].x), originY = static_cast<double>(loop[0].y);
    for (size_t i = 1; i + 1 < loop.size(); ++i) {
        const double twice = twiceTriangleArea(loop[0], loop[i], loop[i + 1]);
        twiceArea += twice;
        x += twice * (static_cast<double>(loop[i].x) + static_cast<double>(loop[i + 1].x) - 2.0 * originX);
        y += twice * (static_cast<double>(loop[i].y) + static_cast<double>(loop[i + 1].y) - 2.0 * originY);
    }
    return {static_cast<float>(originX + x / (3.0 * twiceArea)),
            static_cast<float>(originY + y / (3.0 * twiceArea))};
}

// Cuts a loop into sectors around its centroid: into the fewest sectors that are wide enough. Of the cuts
// with that number, takes the one whose thinnest sector is widest. Round loops with many vertices need it: a
// diagonal that cuts off eight consecutive vertices would leave a sliver.
class SectorCut {
  public:
    explicit SectorCut(std::span<const Vec2> loop) : loop_(loop), center_(centroidOf(loop))
    {
        widths_.resize(loop.size());
        for (size_t i = 0; i < loop.size(); ++i) {
            for (size_t edges = 1; edges <= kMaxSectorEdges; ++edges)
                widths_[i][edges - 1] = sectorWidth(i, edges);
        }
    }

    // False if there is no such cut.
    bool run(std::vector<Polygon>& out)
    {
        // A sector has at most kMaxSectorEdges edges. So in every cut, some sector begins at one of the first
        // kMaxSectorEdges vertices.
        Plan best;
        size_t bestStart = 0;
        for (size_t start = 0; start < kMaxSectorEdges; ++start) {
            const Plan plan = planFrom(start);
            if (!isBetter(plan, best)) continue;
            best = plan;
            bestStart = start;
        }
        if (best.sectors == kNone) return false;
        planFrom(bestStart);
        for (size_t end = loop_.size(); end > 0; end -= plans_[end].edges) {
            out.push_back(
                *makeValidPolygon(sectorPoints(bestStart + end - plans_[end].edges, plans_[end].edges)));
        }
        return true;
    }

  private:
    static constexpr size_t kNone = std::numeric_limits<size_t>::max();
    struct Plan {
        size_t sectors = kNone;
        double thinnest = 0.0; // m
        size_t edges = 0;      // of the last sector
    };
    static bool isBetter(const Plan& a, const Plan& b)
    {
        return a.sectors != b.sectors ? a.sectors < b.sectors : a.sectors != kNone && a.thinnest > b.thinnest;
    }

    Points sectorPoints(size_t first, size_t edges) const
    {
        Points points{center_};
        for (size_t i = 0; i <= edges; ++i) points.push_back(loop_[(first + i) % loop_.size()]);
        return points;
    }

    // Width of a sector, m; negative if it is not a valid polygon.
    double sectorWidth(size_t first, size_t edges) const
    {
        const Points points = sectorPoints(first, edges);
        if (twiceTriangleArea(points.front(), points[1], points.back()) <= 0.0)
            return -1.0; // half a turn or more
        return makeValidPolygon(points) ? widthOf(points) : -1.0;
    }

    // Dynamic programming: plans_[k] becomes the best cut of the k edges from `start` on. Returns the best
    // cut of all edges.
    Plan planFrom(size_t start)
    {
        const size_t n = loop_.size();
        plans_.assign(n + 1, {});
        plans_[0] = {0, std::numeric_limits<double>::max(), 0};
        for (size_t k = 0; k < n; ++k) {
            if (plans_[k].sectors == kNone) continue;
            for (size_t edges = 1; edges <= kMaxSectorEdges && k + edges <= n; ++edges) {
                const double w = widths_[(start + k) % n][edges - 1];
                if (w < 0.0) continue;
                const Plan plan{plans_[k].sectors + 1, std::min(plans_[k].thinnest, w), edges};
                if (isBetter(plan, plans_[k + edges])) plans_[k + edges] = plan;
            }
        }
        return plans_[n];
    }

    std::span<const Vec2> loop_;
    Vec2 center_;
    std::vector<std::array<double, kMaxSectorEdges>> widths_;
    std::vector<Plan> plans_;
};

// Cuts a convex loop in two, perpendicular to its (approximately) longest extent and through the middle of
// the extent. An end of the cut snaps to a vertex within 1 % of the extent, otherwise it is between two
// vertices.
struct Halves {
    Points first, second;
};
Halves halve(std::span<const Vec2> loop)
{
    const auto farthestFrom = [&](Vec2 p) {
        return *std::max_element(loop.begin(), loop.end(), [p](Vec2 a, Vec2 b) {
            return distanceBetween(a, p) < distanceBetween(b, p);
        });
    };
    const Vec2 p = farthestFrom(loop[0]);
    const Vec2 q = farthestFrom(p);
    const double dx = static_cast<double>(q.x) - static_cast<double>(p.x);
    const double dy = static_cast<double>(q.y) - static_cast<double>(p.y);
    const double extent = std::sqrt(dx * dx + dy * dy);
    // Position along the extent relative to its middle, m.
    const auto along = [&](Vec2 v) {
        return ((static_cast<double>(v.x) - static_cast<double>(p.x)) * dx +
                (static_cast<double>(v.y) - static_cast<double>(p.y)) * dy) /
                   extent -
               0.5 * extent;
    };
    const double snap = 0.01 * extent;
    Halves halves;
    const auto onCut = [&](Vec2 v) {
        halves.first.push_back(v);
        halves.second.push_back(v);
    };
    for (size_t i = 0; i < loop.size(); ++i) {
        const Vec2 v = loop[i], w = loop[(i + 1) % loop.size()];
        const Vec2 u = loop[i > 0 ? i - 1 : loop.size() - 1];
        const double at = along(v), next = along(w), before = along(u);
        // True if the cut crosses the edge from v to w (forward) or to u (backward), and v is its nearer end.
        const bool forward = at * next < 0.0 && std::fabs(at) <= std::fabs(next);
        const bool backward = at * before < 0.0 && std::fabs(at) < std::fabs(before);
        if (at == 0.0 || (std::fabs(at) <= snap && (forward || backward))) {
            onCut(v);
        } else {
            (at < 0.0 ? halves.first : halves.second).push_back(v);
        }
        if (at * next < 0.0 && std::min(std::fabs(at), std::fabs(next)) > snap) {
            const double t = at / (at - next);
            const double ex = static_cast<double>(w.x) - static_cast<double>(v.x);
            const double ey = static_cast<double>(w.y) - static_cast<double>(v.y);
            onCut({static_cast<float>(static_cast<double>(v.x) + t * ex),
                   static_cast<float>(static_cast<double>(v.y) + t * ey)});
        }
    }
    return halves;
}

bool cutPiece(std::span<const Vec2> loop, int halvings, std::vector<Polygon>& out)
{
    if (loop.size() < 3) return false;
    const size_t before = out.size();
    const auto drop = [&] { out.resize(before); };
    if (cutByDiagonals(loop, out)) return true;
    drop();
    if (loop.size() <= kMaxVertices) return false;
    if (SectorCut(loop).run(out)) return true;
    if (halvings == 0) return false;
    const Halves halves = halve(loop);
    if (cutPiece(halves.first, halvings - 1, out) && cutPiece(halves.second, halvings - 1, out)) return true;
    drop();
    return false;
}

} // namespace

std::optional<Polygon> makeValidPolygon(std::span<const Vec2> loop)
{
    Points points;
    points.reserve(loop.size());
    const size_t n = loop.size();
    for (size_t i = 0; i < n; ++i) {
        const Vec2 before = points.empty() ? loop[n - 1] : points.back();
        if (cross(loop[i] - before, loop[(i + 1) % n] - loop[i]) > 0.0f) points.push_back(loop[i]);
    }
    if (points.size() < 3 || points.size() > kMaxVertices) return {};
    double twiceArea = 0.0;
    for (size_t i = 1; i + 1 < points.size(); ++i)
        twiceArea += twiceTriangleArea(points[0], points[i], points[i + 1]);
    if (twiceArea <= 0.0) return {};
    const auto isLeftOf = [](Vec2 a, Vec2 b) { return a.x != b.x ? a.x < b.x : a.y < b.y; };
    std::rotate(points.begin(), std::min_element(points.begin(), points.end(), isLeftOf), points.end());
    const Polygon polygon = makePolygon(points);
    if (!validate(polygon).empty()) return {};
    return polygon;
}

bool cutConvex(std::span<const Vec2> loop, std::vector<Polygon>& out)
{
    return cutPiece(loop, kMaxHalvings, out);
}

} // namespace satbox
