#include "engine/geometry/decompose.h"

#include "engine/geometry/convex_parts.h"
#include "engine/geometry/hull.h"
#include "engine/geometry/outline.h"
#include "engine/geometry/polygon.h"
#include "engine/geometry/validate_shape.h"

#include <algorithm>
#include <limits>

namespace satbox {

namespace {

// A vertex of the outline and its place in what the user gave, for sentences about it.
struct Corner {
    double x = 0.0, y = 0.0;
    size_t source = 0;
};

using Loop = std::vector<size_t>; // vertex indices, counter-clockwise

constexpr size_t kNoPart = std::numeric_limits<size_t>::max();

double outlineArea(const std::vector<Corner>& corners)
{
    double twice = 0.0;
    for (size_t i = 1; i + 1 < corners.size(); ++i) twice += area2(corners[0], corners[i], corners[i + 1]);
    return 0.5 * twice;
}

// p, known to lie on the line a b, lies between a and b.
bool between(const Corner& a, const Corner& b, const Corner& p)
{
    return std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) && std::min(a.y, b.y) <= p.y &&
           p.y <= std::max(a.y, b.y);
}

// Whether two edges share a point.
bool meet(const Corner& a, const Corner& b, const Corner& c, const Corner& d)
{
    if (std::max(a.x, b.x) < std::min(c.x, d.x) || std::max(c.x, d.x) < std::min(a.x, b.x)) return false;
    const double sa = area2(c, d, a), sb = area2(c, d, b), sc = area2(a, b, c), sd = area2(a, b, d);
    if (((sa > 0.0 && sb < 0.0) || (sa < 0.0 && sb > 0.0)) &&
        ((sc > 0.0 && sd < 0.0) || (sc < 0.0 && sd > 0.0))) {
        return true;
    }
    return (sa == 0.0 && between(c, d, a)) || (sb == 0.0 && between(c, d, b)) ||
           (sc == 0.0 && between(a, b, c)) || (sd == 0.0 && between(a, b, d));
}

std::string edgeName(const std::vector<Corner>& corners, size_t i)
{
    const size_t j = i + 1 < corners.size() ? i + 1 : 0;
    return "the edge from point " + std::to_string(corners[i].source) + " to point " +
           std::to_string(corners[j].source);
}

// Empty, or a sentence about the first two edges that meet away from a common end.
std::string findCrossing(const std::vector<Corner>& corners)
{
    const size_t n = corners.size();
    for (size_t i = 0; i < n; ++i) {
        for (size_t j = i + 2; j < n; ++j) {
            if (i == 0 && j == n - 1) continue;
            if (meet(corners[i], corners[i + 1], corners[j], corners[j + 1 < n ? j + 1 : 0])) {
                return edgeName(corners, i) + " crosses " + edgeName(corners, j) +
                       ", an outline must not cross or touch itself";
            }
        }
    }
    return {};
}

// Least height of the triangle over its longest side: a measure of how far it is from a sliver.
double thickness(const Corner& a, const Corner& b, const Corner& c)
{
    return area2(a, b, c) / std::max({distanceBetween(a, b), distanceBetween(b, c), distanceBetween(c, a)});
}

// Ear clipping; of all ears the thickest goes first, since slivers make poor bodies. The triangles of a
// simple counter-clockwise outline.
class EarClipper {
  public:
    explicit EarClipper(const std::vector<Corner>& corners) : corners_(corners), rest_(corners.size())
    {
        for (size_t i = 0; i < rest_.size(); ++i) rest_[i] = i;
    }

    std::vector<Loop> run()
    {
        std::vector<Loop> triangles;
        std::vector<double> quality(rest_.size());
        for (size_t i = 0; i < rest_.size(); ++i) quality[i] = earQuality(i);
        while (rest_.size() > 3) {
            const auto best = std::max_element(quality.begin(), quality.end());
            const auto i = static_cast<size_t>(best - quality.begin());
            triangles.push_back({rest_[before(i)], rest_[i], rest_[after(i)]});
            rest_.erase(rest_.begin() + static_cast<std::ptrdiff_t>(i));
            quality.erase(best);
            // An ear blocked by the corner just cut off can only be one of its two neighbours' or a corner's
            // whose triangle held it: those with no quality are looked at again.
            for (size_t k = 0; k < rest_.size(); ++k) {
                const bool neighbour = k == i % rest_.size() || k == before(i % rest_.size());
                if (neighbour || quality[k] < 0.0) quality[k] = earQuality(k);
            }
        }
        triangles.push_back(rest_);
        return triangles;
    }

  private:
    size_t before(size_t i) const { return i == 0 ? rest_.size() - 1 : i - 1; }
    size_t after(size_t i) const { return i + 1 < rest_.size() ? i + 1 : 0; }

    // Negative: no ear.
    double earQuality(size_t i) const
    {
        const Corner& a = corners_[rest_[before(i)]];
        const Corner& b = corners_[rest_[i]];
        const Corner& c = corners_[rest_[after(i)]];
        if (area2(a, b, c) <= 0.0) return -1.0;
        for (const size_t k : rest_) {
            const Corner& p = corners_[k];
            if (&p == &a || &p == &b || &p == &c) continue;
            if (area2(a, b, p) >= 0.0 && area2(b, c, p) >= 0.0 && area2(c, a, p) >= 0.0) return -1.0;
        }
        return thickness(a, b, c);
    }

    const std::vector<Corner>& corners_;
    Loop rest_;
};

// The part that has the edge from `a` to `b`, and the place of `a` in it.
struct EdgePlace {
    size_t part = kNoPart;
    size_t at = 0;
};
EdgePlace findEdge(const std::vector<Loop>& parts, size_t a, size_t b)
{
    for (size_t p = 0; p < parts.size(); ++p) {
        for (size_t i = 0; i < parts[p].size(); ++i) {
            if (parts[p][i] == a && parts[p][i + 1 < parts[p].size() ? i + 1 : 0] == b) return {p, i};
        }
    }
    return {};
}

bool isConvex(const std::vector<Corner>& corners, const Loop& loop)
{
    const size_t n = loop.size();
    for (size_t i = 0; i < n; ++i) {
        if (area2(corners[loop[i]], corners[loop[(i + 1) % n]], corners[loop[(i + 2) % n]]) < 0.0)
            return false;
    }
    return true;
}

// Hertel and Mehlhorn, "Fast triangulation of simple polygons" (1983): diagonals whose removal leaves a
// convex part go, the longest first; at most four times as many parts remain as there could be (more where
// kMaxPolygonVertices stops a merge).
void mergeConvex(const std::vector<Corner>& corners, std::vector<Loop>& parts)
{
    struct Diagonal {
        double length = 0.0;
        size_t a = 0, b = 0;
    };
    std::vector<Diagonal> diagonals;
    for (const Loop& part : parts) {
        for (size_t i = 0; i < part.size(); ++i) {
            const size_t a = part[i], b = part[i + 1 < part.size() ? i + 1 : 0];
            if (a < b && findEdge(parts, b, a).part != kNoPart) {
                diagonals.push_back({distanceBetween(corners[a], corners[b]), a, b});
            }
        }
    }
    std::sort(diagonals.begin(), diagonals.end(), [](const Diagonal& s, const Diagonal& t) {
        return s.length != t.length ? s.length > t.length : s.a != t.a ? s.a < t.a : s.b < t.b;
    });
    for (const auto& [diagonalLength, a, b] : diagonals) {
        const EdgePlace left = findEdge(parts, a, b);
        const EdgePlace right = findEdge(parts, b, a);
        if (left.part == kNoPart || right.part == kNoPart || left.part == right.part) continue;
        const Loop& l = parts[left.part];
        const Loop& r = parts[right.part];
        if (l.size() + r.size() - 2 > static_cast<size_t>(kMaxPolygonVertices)) continue;
        Loop merged; // b ... a around the left part, then the right part's inner vertices
        for (size_t i = 0; i < l.size(); ++i) merged.push_back(l[(left.at + 1 + i) % l.size()]);
        for (size_t i = 2; i < r.size(); ++i) merged.push_back(r[(right.at + i) % r.size()]);
        if (!isConvex(corners, merged)) continue;
        parts[left.part] = std::move(merged);
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(right.part));
    }
}

} // namespace

Decomposition splitConvex(std::span<const Vec2> hull)
{
    Decomposition result;
    if (hull.size() < 3) {
        result.error = std::to_string(hull.size()) + " points, a polygon needs at least 3";
        return result;
    }
    if (cutConvex(hull, result.parts)) return result;
    const std::optional<Polygon> whole = hull.size() <= static_cast<size_t>(kMaxPolygonVertices)
                                             ? std::optional(makePolygon(hull))
                                             : std::nullopt;
    result.error =
        whole ? validate(*whole)
              : "the corners are too close together to cut the outline into polygons that are at least " +
                    numberText(2.0f * kMinSize) + " m thin";
    return result;
}

Decomposition decompose(std::span<const Vec2> outline)
{
    Decomposition result;
    result.error = refuseCoordinates(outline, "an outline");
    if (!result.ok()) return result;
    std::vector<Corner> corners;
    for (size_t i = 0; i < outline.size(); ++i) {
        corners.push_back({static_cast<double>(outline[i].x), static_cast<double>(outline[i].y), i});
    }
    if (outline.size() < 3 || outline.size() > kMaxOutlinePoints) {
        result.error = std::to_string(outline.size()) + " points, an outline needs 3 to " +
                       std::to_string(kMaxOutlinePoints);
        return result;
    }
    weldNeighbours(corners);
    const std::vector<Corner> asDrawn = corners;
    dropCollinear(corners);
    if (corners.size() < 3) {
        result.error = std::to_string(outline.size()) + " points on one line, an outline needs an area";
        return result;
    }
    result.error = findCrossing(asDrawn);
    if (!result.ok()) return result;
    if (outlineArea(corners) < 0.0) std::reverse(corners.begin(), corners.end());

    std::vector<Loop> loops = EarClipper(corners).run();
    mergeConvex(corners, loops);
    for (const Loop& loop : loops) {
        std::vector<Vec2> points;
        for (const size_t i : loop) points.push_back(outline[corners[i].source]);
        // A part thinner than the hull's tolerance is left out: nobody can see it missing.
        const HullResult hull = makeHull(points);
        if (hull.ok()) cutConvex(hull.vertices, result.parts);
    }
    if (result.parts.empty()) result.error = "the outline is too thin, it needs an area";
    return result;
}

} // namespace satbox
