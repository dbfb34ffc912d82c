#include "engine/core/number_text.h"
#include "engine/geometry/outline.h"
#include "engine/geometry/outline_sweep.h"
#include <satbox/outlines.h>

#include <algorithm>

namespace satbox {

namespace {

// An edge from one distinct point of the outline to the next.
struct GridEdge {
    GridPoint a, b;
    size_t index = 0; // of the point at which it starts, in the caller's outline
    size_t order = 0; // among the edges

    int64_t lowX() const { return std::min(a.x, b.x); }
    int64_t highX() const { return std::max(a.x, b.x); }
};

std::vector<GridEdge> edgesOf(std::span<const Vec2> outline, bool closed)
{
    std::vector<GridEdge> edges;
    const auto at = [&](size_t i) {
        return gridPoint(static_cast<double>(outline[i].x), static_cast<double>(outline[i].y));
    };
    for (size_t i = 0; i + (closed ? 0 : 1) < outline.size(); ++i) {
        const GridPoint from = at(i), to = at(i + 1 < outline.size() ? i + 1 : 0);
        if (from != to) edges.push_back({from, to, i, edges.size()});
    }
    return edges;
}

// Precondition: p is on the line of the edge.
bool spans(const GridEdge& edge, const GridPoint& p)
{
    return edge.lowX() <= p.x && p.x <= edge.highX() && std::min(edge.a.y, edge.b.y) <= p.y &&
           p.y <= std::max(edge.a.y, edge.b.y);
}

bool haveCommonPoint(const GridEdge& e, const GridEdge& f)
{
    const int fa = turnOf(e.a, e.b, f.a), fb = turnOf(e.a, e.b, f.b);
    const int ea = turnOf(f.a, f.b, e.a), eb = turnOf(f.a, f.b, e.b);
    if (fa * fb < 0 && ea * eb < 0) return true;
    return (fa == 0 && spans(e, f.a)) || (fb == 0 && spans(e, f.b)) || (ea == 0 && spans(f, e.a)) ||
           (eb == 0 && spans(f, e.b));
}

// Neighbours share a point in any case. They cross if one runs back along the other.
bool foldsBack(const GridEdge& e, const GridEdge& next)
{
    if (turnOf(e.a, e.b, next.b) != 0) return false;
    return spans(e, next.b) || spans(next, e.a);
}

// A common point, m.
Vec2 crossingPoint(const GridEdge& e, const GridEdge& f)
{
    const auto toVec2 = [](double x, double y) {
        return Vec2{static_cast<float>(x / kGridSteps), static_cast<float>(y / kGridSteps)};
    };
    const auto x = [](const GridPoint& p) { return static_cast<double>(p.x); };
    const auto y = [](const GridPoint& p) { return static_cast<double>(p.y); };
    const double fromStart = twiceTriangleArea(f.a, f.b, e.a), fromEnd = twiceTriangleArea(f.a, f.b, e.b);
    if (fromStart != fromEnd && turnOf(f.a, f.b, e.a) != turnOf(f.a, f.b, e.b)) {
        const double t = fromStart / (fromStart - fromEnd);
        return toVec2(x(e.a) + t * (x(e.b) - x(e.a)), y(e.a) + t * (y(e.b) - y(e.a)));
    }
    const GridPoint& p = spans(e, f.b) ? f.b : spans(e, f.a) ? f.a : e.a;
    return toVec2(x(p), y(p));
}

std::string edgeName(size_t edge, size_t count)
{
    return "the edge from point " + std::to_string(edge) + " to point " +
           std::to_string(edge + 1 < count ? edge + 1 : 0);
}

// `last`: the order of the edge that ends where edge 0 begins, if there is one.
bool edgesCross(const GridEdge& e, const GridEdge& f, size_t last)
{
    if (f.order == e.order + 1) return foldsBack(e, f);
    if (e.order == 0 && f.order == last) return foldsBack(f, e);
    return haveCommonPoint(e, f);
}

// Of the pairs of edges that cross, the first by the order of e, then of f. Compares edges that overlap in x.
OutlineCheck findCrossing(const std::vector<GridEdge>& edges, size_t points, bool closed)
{
    const size_t last = closed ? edges.size() - 1 : edges.size();
    std::vector<const GridEdge*> byX;
    for (const GridEdge& edge : edges) byX.push_back(&edge);
    std::sort(byX.begin(), byX.end(), [](const GridEdge* e, const GridEdge* f) {
        return e->lowX() != f->lowX() ? e->lowX() < f->lowX() : e->order < f->order;
    });
    const GridEdge *first = nullptr, *second = nullptr;
    for (size_t i = 0; i < byX.size(); ++i) {
        for (size_t j = i + 1; j < byX.size() && byX[j]->lowX() <= byX[i]->highX(); ++j) {
            const GridEdge* e = std::min(byX[i], byX[j]);
            const GridEdge* f = std::max(byX[i], byX[j]);
            if (first && (e > first || (e == first && f >= second))) continue;
            if (edgesCross(*e, *f, last)) first = e, second = f;
        }
    }
    OutlineCheck check;
    if (!first) return check;
    check.fault = OutlineFault::Crossing;
    check.edgeA = first->index;
    check.edgeB = second->index;
    check.crossing = crossingPoint(*first, *second);
    check.error = edgeName(check.edgeA, points) + " crosses " + edgeName(check.edgeB, points) + " at (" +
                  numberText(check.crossing.x) + ", " + numberText(check.crossing.y) + "), " +
                  (closed ? "an outline" : "a line") + " must not cross itself";
    return check;
}

OutlineCheck failed(OutlineFault fault, std::string error)
{
    OutlineCheck check;
    check.fault = fault;
    check.error = std::move(error);
    return check;
}

} // namespace

OutlineCheck checkOutline(std::span<const Vec2> outline)
{
    std::string error = checkCoordinates(outline, "an outline", kMaxCoordinate);
    if (!error.empty()) return failed(OutlineFault::Coordinates, std::move(error));
    if (outline.size() < 3 || outline.size() > kMaxOutlinePoints)
        return failed(OutlineFault::PointCount, std::to_string(outline.size()) +
                                                    " points, an outline needs 3 to " +
                                                    std::to_string(kMaxOutlinePoints));
    const std::vector<GridEdge> edges = edgesOf(outline, true);
    const bool onOneLine = std::all_of(edges.begin(), edges.end(), [&](const GridEdge& edge) {
        return turnOf(edges[0].a, edges[0].b, edge.b) == 0;
    });
    if (onOneLine)
        return failed(OutlineFault::NoArea,
                      std::to_string(outline.size()) + " points on one line, an outline needs an area");
    return findCrossing(edges, outline.size(), true);
}

OutlineCheck checkPath(std::span<const Vec2> path)
{
    std::string error = checkCoordinates(path, "a line", kMaxCoordinate);
    if (!error.empty()) return failed(OutlineFault::Coordinates, std::move(error));
    return findCrossing(edgesOf(path, false), path.size(), false);
}

} // namespace satbox
