#include "engine/geometry/outline_sweep.h"

#include "engine/core/number_text.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace satbox {

namespace {

__extension__ typedef __int128 Wide; // the product of two differences on the grid

constexpr uint32_t kNone = UINT32_MAX;

Wide twiceArea(const GridPoint& a, const GridPoint& b, const GridPoint& c)
{
    return Wide{b.x - a.x} * (c.y - a.y) - Wide{b.y - a.y} * (c.x - a.x);
}

// The sweep goes from left to right, and upwards among points of equal x. Points are numbered in that order,
// so the left end of an edge has the lower number. From bottom to top, the edges that the sweep line
// intersects alternate between lower and upper boundaries of the inside; otherwise the outline crosses
// itself.
//
// Consider a lower boundary edge and the next upper one. A chain of corners leads from the left end of the
// lower edge to the left end of the upper edge. The region to the left of the chain is already triangulated.
// The chain is reflex: no inner corner can be cut off by a triangle with its two neighbours. A new corner
// forms triangles with the part of the chain that is visible from it. (Hertel and Mehlhorn, "Fast
// triangulation of simple polygons", 1983.)
class PlaneSweep {
  public:
    // With `onlyCrossings` it only looks for crossings: it makes no triangles and does not track the inside.
    PlaneSweep(const std::vector<GridPoint>& corners, const std::vector<size_t>& labels, int64_t tolerance,
               bool onlyCrossings)
        : labels_(labels), onlyCrossings_(onlyCrossings), tolerance_(static_cast<double>(tolerance)),
          status_(EdgeOrder{this})
    {
        const size_t n = corners.size();
        sweepOrder_.resize(n);
        std::iota(sweepOrder_.begin(), sweepOrder_.end(), uint32_t{0});
        std::sort(sweepOrder_.begin(), sweepOrder_.end(), [&](uint32_t i, uint32_t j) {
            return corners[i] != corners[j] ? corners[i] < corners[j] : i < j;
        });
        pointOf_.resize(n);
        for (const uint32_t i : sweepOrder_) {
            if (points_.empty() || corners[i] != points_.back()) {
                points_.push_back(corners[i]);
                firstCorner_.push_back(i);
            }
            pointOf_[i] = static_cast<uint32_t>(points_.size()) - 1;
        }
        size_t ascents = 0;
        for (size_t i = 0; i + 1 < n; ++i) ascents += labels[i] < labels[i + 1];
        isReversed_ = 2 * ascents < n;
        firstEdges_.assign(points_.size(), kNone);
        arrivingEdges_.resize(points_.size());
        for (uint32_t i = 0; i < n; ++i) {
            const uint32_t from = pointOf_[i], to = pointOf_[i + 1 < n ? i + 1 : 0];
            if (from != to) addEdge({std::min(from, to), std::max(from, to), from < to, i});
        }
    }

    Triangulation run()
    {
        for (uint32_t p = 0; p < points_.size() && result_.ok(); ++p) visit(p);
        if (!result_.ok()) result_.triangles.clear();
        return std::move(result_);
    }

  private:
    struct Edge {
        uint32_t left = 0, right = 0;
        bool insideAbove = false;
        uint32_t source = 0; // the corner where the outline's edge begins
        uint32_t nextEdge = kNone;
        uint32_t chain = kNone; // the chain above the edge
    };
    // A corner in a chain. A chain goes from bottom to top.
    struct Link {
        uint32_t corner = 0;
        uint32_t below = kNone, above = kNone;
    };
    struct Chain {
        uint32_t bottom = kNone, top = kNone;
        uint32_t last = kNone; // the rightmost corner
    };

    int side(const Edge& e, uint32_t p) const
    {
        return turnOf(points_[e.left], points_[e.right], points_[p]);
    }

    // Order of the edges along the sweep line, from bottom to top.
    struct EdgeOrder {
        using is_transparent = void;
        const PlaneSweep* sweep;
        bool operator()(uint32_t i, uint32_t j) const
        {
            if (i == j) return false;
            const Edge &e = sweep->edges_[i], &f = sweep->edges_[j];
            if (e.left <= f.left) {
                int s = e.left < f.left ? sweep->side(e, f.left) : 0;
                if (s == 0) s = sweep->side(e, f.right);
                return s != 0 ? s > 0 : i < j;
            }
            int s = sweep->side(f, e.left);
            if (s == 0) s = sweep->side(f, e.right);
            return s != 0 ? s < 0 : i < j;
        }
        struct Corner {
            uint32_t number;
        };
        bool operator()(uint32_t i, Corner p) const { return sweep->side(sweep->edges_[i], p.number) > 0; }
        bool operator()(Corner p, uint32_t i) const { return sweep->side(sweep->edges_[i], p.number) < 0; }
    };
    using Status = std::set<uint32_t, EdgeOrder>;

    void addEdge(Edge edge)
    {
        edge.nextEdge = firstEdges_[edge.left];
        firstEdges_[edge.left] = static_cast<uint32_t>(edges_.size());
        edges_.push_back(edge);
        statusPositions_.push_back(status_.end());
    }

    // True if a corner between the ends of an edge is on it, within the tolerance.
    bool liesOn(uint32_t p, const Edge& e) const
    {
        if (p <= e.left || p >= e.right) return false;
        const GridPoint &a = points_[e.left], &b = points_[e.right];
        const double x = static_cast<double>(b.x - a.x), y = static_cast<double>(b.y - a.y);
        return std::fabs(static_cast<double>(twiceArea(a, b, points_[p]))) <=
               tolerance_ * std::sqrt(x * x + y * y);
    }

    // Splits edge e at corner p: e now ends there, and a second edge starts there.
    void splitEdge(uint32_t e, uint32_t p)
    {
        Edge second = edges_[e];
        second.left = p;
        second.chain = kNone;
        std::erase(arrivingEdges_[edges_[e].right], e);
        edges_[e].right = p;
        addEdge(second);
    }

    // True if edge e ends at corner p. If p is on e between its ends, splits e at p first; then e ends there.
    bool endEdgeAt(uint32_t e, uint32_t p)
    {
        if (edges_[e].right == p) return true;
        if (!liesOn(p, edges_[e])) return false;
        splitEdge(e, p);
        return true;
    }

    void visit(uint32_t p)
    {
        auto low = arrivingEdges_[p].empty() ? status_.lower_bound(EdgeOrder::Corner{p})
                                             : statusPositions_[arrivingEdges_[p].front()];
        while (low != status_.begin() && endEdgeAt(*std::prev(low), p)) --low;
        auto high = low;
        endingEdges_.clear();
        for (; high != status_.end() && endEdgeAt(*high, p); ++high) endingEdges_.push_back(*high);
        for (const uint32_t e : arrivingEdges_[p]) {
            if (std::find(endingEdges_.begin(), endingEdges_.end(), e) == endingEdges_.end())
                return failAt(p);
        }
        const uint32_t below = low != status_.begin() ? *std::prev(low) : kNone;
        const uint32_t above = high != status_.end() ? *high : kNone;
        collectStartingEdges(p);
        if (!result_.ok() || (endingEdges_.empty() && startingEdges_.empty())) return;
        if (onlyCrossings_ ? pathsCrossAt(p) : !sidesAlternate(below, above)) return failAt(p);
        if (!onlyCrossings_) updateChains(p, below);
        status_.erase(low, high);
        uint32_t under = below;
        for (const uint32_t e : startingEdges_) {
            const auto [it, isNew] = status_.insert(e);
            if (!isNew || (it == status_.begin() ? under != kNone : *std::prev(it) != under))
                return failAt(p);
            statusPositions_[e] = it;
            arrivingEdges_[edges_[e].right].push_back(e);
            under = e;
        }
        if (startingEdges_.empty()) return checkNeighbours(below, above);
        checkNeighbours(below, startingEdges_.front());
        checkNeighbours(startingEdges_.back(), above);
    }

    // Fills startingEdges_ with the edges that start at p, from bottom to top. Collinear edges in opposite
    // directions cancel out: there is no area between them.
    void collectStartingEdges(uint32_t p)
    {
        startingEdges_.clear();
        for (uint32_t e = firstEdges_[p]; e != kNone; e = edges_[e].nextEdge) startingEdges_.push_back(e);
        const auto turn = [&](uint32_t e, uint32_t f) {
            return turnOf(points_[p], points_[edges_[e].right], points_[edges_[f].right]);
        };
        std::sort(startingEdges_.begin(), startingEdges_.end(), [&](uint32_t e, uint32_t f) {
            const int t = turn(e, f);
            if (t != 0) return t > 0;
            return edges_[e].right != edges_[f].right ? edges_[e].right < edges_[f].right : e < f;
        });
        size_t kept = 0;
        for (size_t i = 0, next = 0; i < startingEdges_.size(); i = next) {
            const uint32_t shortest = startingEdges_[i];
            int inside = 0; // lower boundaries minus upper boundaries
            uint32_t lowerBoundary = shortest, upperBoundary = shortest; // of the inside
            for (next = i; next < startingEdges_.size() && turn(shortest, startingEdges_[next]) == 0;
                 ++next) {
                const uint32_t e = startingEdges_[next];
                if (edges_[e].right != edges_[shortest].right) splitEdge(e, edges_[shortest].right);
                (edges_[e].insideAbove ? lowerBoundary : upperBoundary) = e;
                inside += edges_[e].insideAbove ? 1 : -1;
            }
            if (inside > 1 || inside < -1) {
                return fail(edgeName(edges_[startingEdges_[i]]) + " runs along " +
                            edgeName(edges_[startingEdges_[i + 1]]) + " in the same direction");
            }
            if (inside != 0) startingEdges_[kept++] = inside > 0 ? lowerBoundary : upperBoundary;
        }
        startingEdges_.resize(kept);
    }

    // True if the edges that intersect the sweep line just after p alternate between lower and upper
    // boundaries of the inside.
    bool sidesAlternate(uint32_t below, uint32_t above) const
    {
        bool inside = below != kNone && edges_[below].insideAbove;
        for (const uint32_t e : startingEdges_) {
            if (edges_[e].insideAbove == inside) return false;
            inside = !inside;
        }
        return above != kNone ? edges_[above].insideAbove != inside : !inside;
    }

    // True if two passages of the outline through p cross there: their ends alternate in the order around p.
    bool pathsCrossAt(uint32_t p)
    {
        // The ends of the passages, counter-clockwise around p. A passage is identified by the index of its
        // corner at p, or by n + the index of the edge if an edge passes through p.
        std::vector<size_t> around;
        const auto add = [&](const Edge& e, bool leaves) {
            const size_t n = labels_.size();
            const size_t corner = leaves ? e.source : (e.source + 1) % n;
            around.push_back(pointOf_[corner] == p ? corner : n + e.source);
        };
        for (const uint32_t e : startingEdges_) add(edges_[e], edges_[e].insideAbove);
        for (size_t i = endingEdges_.size(); i-- > 0;)
            add(edges_[endingEdges_[i]], !edges_[endingEdges_[i]].insideAbove);
        std::vector<size_t> open; // passages of which one end has been found, the innermost one last
        for (const size_t passage : around) {
            if (std::count(around.begin(), around.end(), passage) < 2)
                continue; // its other end is on a cancelled edge
            if (!open.empty() && open.back() == passage) {
                open.pop_back();
            } else if (std::find(open.begin(), open.end(), passage) != open.end()) {
                return true;
            } else {
                open.push_back(passage);
            }
        }
        return false;
    }

    // Fails if two edges that have become neighbours cross. If an end of one is on the other, nothing is done
    // here: visit() splits that edge when the sweep reaches the end.
    void checkNeighbours(uint32_t i, uint32_t j)
    {
        if (i == kNone || j == kNone) return;
        const Edge &e = edges_[i], &f = edges_[j];
        const bool apart = side(e, f.left) * side(e, f.right) >= 0 || side(f, e.left) * side(f, e.right) >= 0;
        if (apart || liesOn(e.right, f) || liesOn(f.right, e)) return;
        const double before =
            static_cast<double>(twiceArea(points_[f.left], points_[f.right], points_[e.left]));
        const double after =
            static_cast<double>(twiceArea(points_[f.left], points_[f.right], points_[e.right]));
        const double t = before / (before - after);
        const GridPoint &a = points_[e.left], &b = points_[e.right];
        const bool inOrder = labels_[e.source] < labels_[f.source];
        fail(edgeName(inOrder ? e : f) + " crosses " + edgeName(inOrder ? f : e) + " at " +
             positionText(static_cast<double>(a.x) + t * static_cast<double>(b.x - a.x),
                          static_cast<double>(a.y) + t * static_cast<double>(b.y - a.y)));
    }

    void fail(const std::string& what)
    {
        if (result_.ok()) result_.error = what + ", an outline must not cross itself";
    }
    void failAt(uint32_t p)
    {
        fail("the outline crosses itself at point " + std::to_string(labels_[firstCorner_[p]]) + ", " +
             positionText(static_cast<double>(points_[p].x), static_cast<double>(points_[p].y)));
    }
    static std::string positionText(double x, double y)
    {
        return "(" + numberText(static_cast<float>(x / kGridSteps)) + ", " +
               numberText(static_cast<float>(y / kGridSteps)) + ")";
    }
    // Names an edge in the direction of the caller's outline, which may be reversed.
    std::string edgeName(const Edge& e) const
    {
        size_t from = labels_[e.source], to = labels_[e.source + 1 < labels_.size() ? e.source + 1 : 0];
        if (isReversed_) std::swap(from, to);
        return "the edge from point " + std::to_string(from) + " to point " + std::to_string(to);
    }

    void addTriangle(uint32_t above, uint32_t below, uint32_t right)
    {
        result_.triangles.push_back(
            {firstCorner_[links_[above].corner], firstCorner_[links_[below].corner], firstCorner_[right]});
    }
    bool isVisible(uint32_t p, uint32_t above, uint32_t below) const
    {
        return turnOf(points_[links_[above].corner], points_[links_[below].corner], points_[p]) > 0;
    }
    uint32_t addLink(uint32_t p, uint32_t below, uint32_t above)
    {
        const auto link = static_cast<uint32_t>(links_.size());
        links_.push_back({p, below, above});
        if (below != kNone) links_[below].above = link;
        if (above != kNone) links_[above].below = link;
        return link;
    }
    uint32_t addChain(uint32_t bottom, uint32_t top, uint32_t last)
    {
        chains_.push_back({bottom, top, last});
        return static_cast<uint32_t>(chains_.size()) - 1;
    }
    // Adds the triangles of p and the visible part of a chain, from a link downwards or upwards. Returns the
    // last visible link.
    uint32_t triangulateDown(uint32_t link, uint32_t p)
    {
        for (uint32_t b = links_[link].below; b != kNone && isVisible(p, link, b);
             link = b, b = links_[b].below)
            addTriangle(link, b, p);
        return link;
    }
    uint32_t triangulateUp(uint32_t link, uint32_t p)
    {
        for (uint32_t a = links_[link].above; a != kNone && isVisible(p, a, link);
             link = a, a = links_[a].above)
            addTriangle(a, link, p);
        return link;
    }

    // Replaces the chains to the left of corner p by those to its right.
    void updateChains(uint32_t p, uint32_t below)
    {
        uint32_t lower = kNone, upper = kNone; // the chains that continue below and above p
        if (below != kNone && edges_[below].insideAbove) {
            lower = edges_[below].chain;
            const Chain before = chains_[lower];
            const uint32_t down = triangulateDown(endingEdges_.empty() ? before.last : before.top, p);
            if (endingEdges_.empty()) { // p sees the chain's last corner, and the chain on both sides of it
                uint32_t up = triangulateUp(before.last, p);
                uint32_t top = before.top;
                if (up == down) {
                    up = addLink(links_[down].corner, kNone, links_[down].above);
                    if (top == down) top = up;
                }
                const uint32_t link = addLink(p, kNone, up);
                upper = addChain(link, top, link);
            }
            const uint32_t link = addLink(p, down, kNone);
            chains_[lower] = {before.bottom, link, link};
        }
        for (size_t i = 0; i + 1 < endingEdges_.size(); ++i) {
            if (!edges_[endingEdges_[i]].insideAbove) continue;
            const Chain& chain = chains_[edges_[endingEdges_[i]].chain];
            for (uint32_t b = chain.bottom, a = links_[b].above; a != kNone; b = a, a = links_[a].above)
                addTriangle(a, b, p);
        }
        if (!endingEdges_.empty() && edges_[endingEdges_.back()].insideAbove) {
            upper = edges_[endingEdges_.back()].chain;
            Chain& chain = chains_[upper];
            chain.bottom = addLink(p, kNone, triangulateUp(chain.bottom, p));
            chain.last = chain.bottom;
        }
        if (startingEdges_.empty() && lower != kNone) { // the two chains are joined; p is in the result once
            Chain& low = chains_[lower];
            const Chain& high = chains_[upper];
            low.last = addLink(p, links_[low.top].below, links_[high.bottom].above);
            if (low.bottom == low.top) low.bottom = low.last;
            low.top = high.bottom == high.top ? low.last : high.top;
        }
        for (const uint32_t e : startingEdges_) {
            if (!edges_[e].insideAbove) continue;
            if (e == startingEdges_.back()) {
                edges_[e].chain = upper;
            } else {
                const uint32_t link = addLink(p, kNone, kNone);
                edges_[e].chain = addChain(link, link, link);
            }
        }
    }

    const std::vector<size_t>& labels_;
    bool onlyCrossings_ = false;
    bool isReversed_ = false;
    double tolerance_;
    Triangulation result_;
    std::vector<uint32_t> sweepOrder_;  // the input corners, from left to right
    std::vector<GridPoint> points_;     // the distinct corners
    std::vector<uint32_t> pointOf_;     // by corner: index of its point
    std::vector<uint32_t> firstCorner_; // by point: its first corner
    std::vector<Edge> edges_;
    std::vector<uint32_t> firstEdges_;                 // by point: the first edge that starts there
    std::vector<std::vector<uint32_t>> arrivingEdges_; // by point: the edges in the status that end there
    Status status_;
    std::vector<Status::iterator> statusPositions_; // by edge in the status
    std::vector<Link> links_;
    std::vector<Chain> chains_;
    std::vector<uint32_t> endingEdges_, startingEdges_; // at the current point, from bottom to top
};

} // namespace

int turnOf(const GridPoint& a, const GridPoint& b, const GridPoint& c)
{
    const Wide twice = twiceArea(a, b, c);
    return twice > 0 ? 1 : twice < 0 ? -1 : 0;
}

Triangulation triangulate(const std::vector<GridPoint>& corners, const std::vector<size_t>& labels,
                          int64_t tolerance)
{
    Triangulation result = PlaneSweep(corners, labels, tolerance, false).run();
    if (result.ok()) return result;
    // The first sweep may have failed beside the crossing itself. A second one finds the crossing for the
    // message.
    Triangulation crossing = PlaneSweep(corners, labels, tolerance, true).run();
    return crossing.ok() ? result : crossing;
}

} // namespace satbox
