#include <satbox/outlines.h>

#include "engine/geometry/convex_merge.h"
#include "engine/geometry/convex_pieces.h"
#include "engine/geometry/outline.h"
#include "engine/geometry/simplify_outline.h"
#include <satbox/shapes.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace satbox {

namespace {

double outlineArea(const Corners& corners)
{
    double twice = 0.0;
    for (size_t i = 1; i + 1 < corners.size(); ++i)
        twice += twiceTriangleArea(corners[0], corners[i], corners[i + 1]);
    return 0.5 * twice;
}

double perimeterOf(const Corners& corners)
{
    double sum = 0.0;
    for (size_t i = 0; i < corners.size(); ++i)
        sum += distanceBetween(corners[i], corners[(i + 1) % corners.size()]);
    return sum;
}

// Drops corners at which the outline reverses on itself within the rounding of floats: they enclose no area.
void dropSpikes(Corners& corners)
{
    double farthest = 0.0;
    for (const Corner& c : corners) farthest = std::max({farthest, std::fabs(c.x), std::fabs(c.y)});
    const double rounding = 4.0 * std::numeric_limits<float>::epsilon() * farthest;
    const auto isSpike = [&](const Corner& a, const Corner& tip, const Corner& b) {
        const bool back = (a.x - tip.x) * (b.x - tip.x) + (a.y - tip.y) * (b.y - tip.y) > 0.0;
        const bool nearA = distanceBetween(a, tip) < distanceBetween(b, tip);
        return back && (nearA ? distanceToLine(a, tip, b) : distanceToLine(b, tip, a)) <= rounding;
    };
    for (size_t before = corners.size() + 1; before > corners.size() && corners.size() > 2;) {
        before = corners.size();
        Corners kept;
        for (const Corner& c : corners) {
            kept.push_back(c);
            while (kept.size() > 2 && isSpike(kept[kept.size() - 3], kept[kept.size() - 2], kept.back()))
                kept.erase(kept.end() - 2);
        }
        while (kept.size() > 2 && isSpike(kept[kept.size() - 2], kept.back(), kept.front())) kept.pop_back();
        if (kept.size() > 2 && isSpike(kept.back(), kept.front(), kept[1])) kept.erase(kept.begin());
        corners = std::move(kept);
        weldNeighbours(corners);
    }
}

// Makes the outline counter-clockwise from the leftmost corner, so that the result does not depend on how it
// was given.
void normalize(Corners& corners)
{
    if (outlineArea(corners) < 0.0) std::reverse(corners.begin(), corners.end());
    const auto isLeftOf = [](const Corner& a, const Corner& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; };
    std::rotate(corners.begin(), std::min_element(corners.begin(), corners.end(), isLeftOf), corners.end());
    std::vector<size_t> order(corners.size());
    for (size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(),
              [&](size_t i, size_t j) { return isLeftOf(corners[i], corners[j]); });
    for (size_t i = 1; i < order.size(); ++i) {
        Corner &a = corners[order[i - 1]], &b = corners[order[i]];
        if (a.x == b.x && a.y == b.y) a.shared = b.shared = true;
    }
}

struct OutlineMesh {
    std::vector<GridPoint> corners;
    std::vector<std::array<uint32_t, 3>> triangles;
    std::string error;
};

OutlineMesh triangulateOutline(const Corners& outline, const std::vector<size_t>& kept)
{
    OutlineMesh mesh;
    std::vector<size_t> labels;
    int64_t farthest = 0;
    for (const size_t k : kept) {
        const GridPoint p = gridPoint(outline[k].x, outline[k].y);
        farthest = std::max({farthest, std::abs(p.x), std::abs(p.y)});
        mesh.corners.push_back(p);
        labels.push_back(outline[k].source);
    }
    // The tolerance is four times the rounding of a float of that size.
    Triangulation result = triangulate(mesh.corners, labels, std::max<int64_t>(4, farthest >> 22));
    mesh.triangles = std::move(result.triangles);
    mesh.error = std::move(result.error);
    return mesh;
}

// Greatest share of the outline's area that may be omitted as slivers.
constexpr double kMaxLeftOutShare = 2e-6;

// Fills `pieces` and `leftOutArea` of the result. Returns the mesh corners of the pieces that were too thin.
std::vector<uint32_t> cutMesh(const Corners& outline, const std::vector<size_t>& kept,
                              const OutlineMesh& mesh, std::span<const Vec2> points, Decomposition& result)
{
    std::vector<uint32_t> tooThin;
    std::vector<Vec2> piece;
    for (const std::vector<uint32_t>& loop : mergeConvex(mesh.corners, mesh.triangles)) {
        piece.clear();
        double area = 0.0;
        for (size_t i = 0; i < loop.size(); ++i) {
            piece.push_back(points[outline[kept[loop[i]]].source]);
            if (i > 1) area += 0.5 * twiceTriangleArea(piece[0], piece[i - 1], piece[i]);
        }
        if (cutConvex(piece, result.pieces)) continue;
        result.leftOutArea += std::max(area, 0.0);
        tooThin.insert(tooThin.end(), loop.begin(), loop.end());
    }
    return tooThin;
}

// The tolerance for dropping each corner. It starts the same everywhere and doubles around pieces that are
// too thin.
class LocalTolerance {
  public:
    LocalTolerance(size_t corners, double first) : tolerances_(corners, first), first_(first) {}

    const std::vector<double>& values() const { return tolerances_; }
    float largest() const
    {
        return static_cast<float>(*std::max_element(tolerances_.begin(), tolerances_.end()));
    }
    void reset() { std::fill(tolerances_.begin(), tolerances_.end(), 0.0); }

    // False if the tolerance is at its maximum around all these corners.
    bool coarsen(const std::vector<size_t>& kept, const std::vector<uint32_t>& around)
    {
        std::vector<bool> marked(tolerances_.size(), false);
        bool changed = false;
        for (const uint32_t k : around) {
            const size_t begin = kept[k > 0 ? k - 1 : kept.size() - 1];
            const size_t end = kept[k + 1 < kept.size() ? k + 1 : 0];
            for (size_t i = begin; i != end; i = i + 1 < tolerances_.size() ? i + 1 : 0) {
                if (marked[i]) continue;
                marked[i] = true;
                const double coarser = std::clamp(kGrowth * tolerances_[i], first_, kMaxTolerance);
                changed = changed || coarser > tolerances_[i];
                tolerances_[i] = coarser;
            }
        }
        return changed;
    }

    static constexpr double kMaxTolerance = 0.25 * static_cast<double>(kMinSize);

  private:
    static constexpr double kGrowth = 2.0;
    std::vector<double> tolerances_; // m
    double first_;
};

} // namespace

Decomposition splitConvex(std::span<const Vec2> hull)
{
    Decomposition result;
    if (hull.size() < 3) {
        result.error = std::to_string(hull.size()) + " points, a polygon needs at least 3";
        return result;
    }
    if (cutConvex(hull, result.pieces)) return result;
    if (hull.size() <= static_cast<size_t>(kMaxPolygonVertices)) {
        result.error = validate(makePolygon(hull));
        return result;
    }
    result.error = "the corners are too close together to cut the outline into polygons that are at least " +
                   numberText(2.0f * kMinSize) + " m wide";
    return result;
}

Decomposition decompose(std::span<const Vec2> outline)
{
    Decomposition result;
    result.error = checkCoordinates(outline, "an outline", kMaxCoordinate);
    if (!result.ok()) return result;
    Corners corners = cornersOf(outline);
    if (outline.size() < 3 || outline.size() > kMaxOutlinePoints) {
        result.error = std::to_string(outline.size()) + " points, an outline needs 3 to " +
                       std::to_string(kMaxOutlinePoints);
        return result;
    }
    weldNeighbours(corners);
    Corners withoutCollinear = corners;
    dropCollinear(withoutCollinear);
    if (withoutCollinear.size() < 3) {
        result.error = std::to_string(outline.size()) + " points on one line, an outline needs an area";
        return result;
    }
    dropSpikes(corners);
    normalize(corners);
    std::vector<size_t> all(corners.size());
    for (size_t i = 0; i < all.size(); ++i) all[i] = i;
    const OutlineMesh asDrawn = triangulateOutline(corners, all);
    result.error = asDrawn.error;
    if (!result.ok()) return result;

    // Simplifying an arc with a tolerance reduces the area by 2/3 * tolerance * perimeter.
    constexpr double kAreaShare = 1.2e-5;
    const double area = outlineArea(corners);
    LocalTolerance tolerance(corners.size(), std::min(static_cast<double>(kCollinearDistance),
                                                      kAreaShare * area / perimeterOf(corners)));
    for (bool isReset = false;;) {
        const std::vector<size_t> kept = keptCorners(corners, tolerance.values());
        const bool same = kept.size() == corners.size();
        const OutlineMesh mesh = same ? asDrawn : triangulateOutline(corners, kept);
        // Simplifying has made sections that nearly touch cross each other: start again without it.
        if (!mesh.error.empty() && !isReset) {
            tolerance.reset();
            isReset = true;
            continue;
        }
        Decomposition cut;
        const std::vector<uint32_t> tooThin = cutMesh(corners, kept, mesh, outline, cut);
        if (mesh.error.empty() && cut.leftOutArea <= kMaxLeftOutShare * area) {
            cut.droppedPoints = static_cast<int>(outline.size() - kept.size());
            cut.tolerance = same ? 0.0f : tolerance.largest();
            if (cut.pieces.empty()) break;
            return cut;
        }
        if (mesh.error.empty() && tolerance.coarsen(kept, tooThin)) continue;
        if (tooThin.empty()) break;
        const Corner& at = corners[kept[tooThin.front()]];
        result.error = " at point " + std::to_string(at.source) + ", (" +
                       numberText(static_cast<float>(at.x)) + ", " + numberText(static_cast<float>(at.y)) +
                       ")";
        break;
    }
    result.error = "the outline is too thin" + result.error +
                   ", it must be possible to cut it into pieces that are at least " +
                   numberText(2.0f * kMinSize) + " m wide";
    return result;
}

} // namespace satbox
