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

// The sweep goes from left to right, and upwards among points of one x. Corners are numbered in that order,
// so that of an edge's ends the left one has the lower number. From bottom to top the edges that the sweep
// line meets bound the inside from below and from above in turn: anything else is a crossing.
//
// Between an edge that bounds the inside from below and the next one up, what the sweep has passed is
// triangles already except a chain of corners from the lower edge's left end to the upper edge's, none of
// whose inner corners can be cut off. A new corner is joined to all of the chain that it sees. (Hertel and
// Mehlhorn, "Fast triangulation of simple polygons", 1983.)
class Sweep {
  public:
    // Looking for crossings alone makes no triangles and does not mind what is inside.
    Sweep(const std::vector<GridPoint>& corners, const std::vector<size_t>& names, int64_t tolerance,
          bool crossingsAlone)
        : names_(names), crossingsAlone_(crossingsAlone), tolerance_(static_cast<double>(tolerance)),
          status_(Below{this})
    {
        const size_t n = corners.size();
        order_.resize(n);
        std::iota(order_.begin(), order_.end(), uint32_t{0});
        std::sort(order_.begin(), order_.end(), [&](uint32_t i, uint32_t j) {
            return corners[i] != corners[j] ? corners[i] < corners[j] : i < j;
        });
        number_.resize(n);
        for (const uint32_t i : order_) {
            if (points_.empty() || corners[i] != points_.back()) {
                points_.push_back(corners[i]);
                first_.push_back(i);
            }
            number_[i] = static_cast<uint32_t>(points_.size()) - 1;
        }
        size_t ascents = 0;
        for (size_t i = 0; i + 1 < n; ++i) ascents += names[i] < names[i + 1];
        isReversed_ = 2 * ascents < n;
        starts_.assign(points_.size(), kNone);
        arrivals_.resize(points_.size());
        for (uint32_t i = 0; i < n; ++i) {
            const uint32_t from = number_[i], to = number_[i + 1 < n ? i + 1 : 0];
            if (from != to) addStart({std::min(from, to), std::max(from, to), from < to, i});
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
        uint32_t nextStart = kNone;
        uint32_t chain = kNone; // above it
    };
    // A corner in a chain, which runs from bottom to top.
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

    // The order of edges that the sweep line meets at once.
    struct Below {
        using is_transparent = void;
        const Sweep* sweep;
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
    using Status = std::set<uint32_t, Below>;

    void addStart(Edge edge)
    {
        edge.nextStart = starts_[edge.left];
        starts_[edge.left] = static_cast<uint32_t>(edges_.size());
        edges_.push_back(edge);
        places_.push_back(status_.end());
    }

    // Whether a corner between the ends of an edge lies on it.
    bool liesOn(uint32_t p, const Edge& e) const
    {
        if (p <= e.left || p >= e.right) return false;
        const GridPoint &a = points_[e.left], &b = points_[e.right];
        const double x = static_cast<double>(b.x - a.x), y = static_cast<double>(b.y - a.y);
        return std::fabs(static_cast<double>(twiceArea(a, b, points_[p]))) <=
               tolerance_ * std::sqrt(x * x + y * y);
    }

    // From here on the edge goes by way of corner p, where its second half starts.
    void bend(uint32_t e, uint32_t p)
    {
        Edge second = edges_[e];
        second.left = p;
        second.chain = kNone;
        std::erase(arrivals_[edges_[e].right], e);
        edges_[e].right = p;
        addStart(second);
    }

    // Whether edge e ends at corner p, maybe because p lies on it: then its rest starts there.
    bool takeEnd(uint32_t e, uint32_t p)
    {
        if (edges_[e].right == p) return true;
        if (!liesOn(p, edges_[e])) return false;
        bend(e, p);
        return true;
    }

    void visit(uint32_t p)
    {
        auto low =
            arrivals_[p].empty() ? status_.lower_bound(Below::Corner{p}) : places_[arrivals_[p].front()];
        while (low != status_.begin() && takeEnd(*std::prev(low), p)) --low;
        auto high = low;
        ends_.clear();
        for (; high != status_.end() && takeEnd(*high, p); ++high) ends_.push_back(*high);
        for (const uint32_t e : arrivals_[p]) {
            if (std::find(ends_.begin(), ends_.end(), e) == ends_.end()) return failAt(p);
        }
        const uint32_t below = low != status_.begin() ? *std::prev(low) : kNone;
        const uint32_t above = high != status_.end() ? *high : kNone;
        collectStarts(p);
        if (!result_.ok() || (ends_.empty() && begins_.empty())) return;
        if (crossingsAlone_ ? pathsCrossAt(p) : !boundsInTurn(below, above)) return failAt(p);
        if (!crossingsAlone_) advanceChains(p, below);
        status_.erase(low, high);
        uint32_t under = below;
        for (const uint32_t e : begins_) {
            const auto [it, isNew] = status_.insert(e);
            if (!isNew || (it == status_.begin() ? under != kNone : *std::prev(it) != under))
                return failAt(p);
            places_[e] = it;
            arrivals_[edges_[e].right].push_back(e);
            under = e;
        }
        if (begins_.empty()) return checkNeighbours(below, above);
        checkNeighbours(below, begins_.front());
        checkNeighbours(begins_.back(), above);
    }

    // Fills begins_ with the edges that start here, from bottom to top. Of edges along each other those in
    // opposite directions cancel out: nothing is between them.
    void collectStarts(uint32_t p)
    {
        begins_.clear();
        for (uint32_t e = starts_[p]; e != kNone; e = edges_[e].nextStart) begins_.push_back(e);
        const auto turn = [&](uint32_t e, uint32_t f) {
            return turnOf(points_[p], points_[edges_[e].right], points_[edges_[f].right]);
        };
        std::sort(begins_.begin(), begins_.end(), [&](uint32_t e, uint32_t f) {
            const int t = turn(e, f);
            if (t != 0) return t > 0;
            return edges_[e].right != edges_[f].right ? edges_[e].right < edges_[f].right : e < f;
        });
        size_t kept = 0;
        for (size_t i = 0, next = 0; i < begins_.size(); i = next) {
            const uint32_t shortest = begins_[i];
            int inside = 0;
            uint32_t up = shortest, down = shortest; // one that bounds the inside from below, one from above
            for (next = i; next < begins_.size() && turn(shortest, begins_[next]) == 0; ++next) {
                const uint32_t e = begins_[next];
                if (edges_[e].right != edges_[shortest].right) bend(e, edges_[shortest].right);
                (edges_[e].insideAbove ? up : down) = e;
                inside += edges_[e].insideAbove ? 1 : -1;
            }
            if (inside > 1 || inside < -1) {
                return fail(edgeName(edges_[begins_[i]]) + " runs along " + edgeName(edges_[begins_[i + 1]]) +
                            " in the same direction");
            }
            if (inside != 0) begins_[kept++] = inside > 0 ? up : down;
        }
        begins_.resize(kept);
    }

    // Whether the edges to the right of the sweep line bound the inside from below and from above in turn.
    bool boundsInTurn(uint32_t below, uint32_t above) const
    {
        bool inside = below != kNone && edges_[below].insideAbove;
        for (const uint32_t e : begins_) {
            if (edges_[e].insideAbove == inside) return false;
            inside = !inside;
        }
        return above != kNone ? edges_[above].insideAbove != inside : !inside;
    }

    // Whether the outline, which comes by p more than once, goes from one side of itself to the other there.
    // Around p the ends of two of its passages alternate then.
    bool pathsCrossAt(uint32_t p)
    {
        // Counter-clockwise; what passes at a corner is named by that, along an edge by the edge.
        std::vector<size_t> around;
        const auto add = [&](const Edge& e, bool leaves) {
            const size_t n = names_.size();
            const size_t corner = leaves ? e.source : (e.source + 1) % n;
            around.push_back(number_[corner] == p ? corner : n + e.source);
        };
        for (const uint32_t e : begins_) add(edges_[e], edges_[e].insideAbove);
        for (size_t i = ends_.size(); i-- > 0;) add(edges_[ends_[i]], !edges_[ends_[i]].insideAbove);
        std::vector<size_t> open; // passages that have begun, the last one innermost
        for (const size_t passage : around) {
            if (std::count(around.begin(), around.end(), passage) < 2)
                continue; // it goes on along another edge
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

    // Two edges that came to be neighbours. An end that lies on the other edge is met when the sweep is
    // there.
    void checkNeighbours(uint32_t i, uint32_t j)
    {
        if (i == kNone || j == kNone) return;
        const Edge &e = edges_[i], &f = edges_[j];
        const bool parted =
            side(e, f.left) * side(e, f.right) >= 0 || side(f, e.left) * side(f, e.right) >= 0;
        if (parted || liesOn(e.right, f) || liesOn(f.right, e)) return;
        const double before =
            static_cast<double>(twiceArea(points_[f.left], points_[f.right], points_[e.left]));
        const double after =
            static_cast<double>(twiceArea(points_[f.left], points_[f.right], points_[e.right]));
        const double t = before / (before - after);
        const GridPoint &a = points_[e.left], &b = points_[e.right];
        const bool inOrder = names_[e.source] < names_[f.source];
        fail(edgeName(inOrder ? e : f) + " crosses " + edgeName(inOrder ? f : e) + " at " +
             place(static_cast<double>(a.x) + t * static_cast<double>(b.x - a.x),
                   static_cast<double>(a.y) + t * static_cast<double>(b.y - a.y)));
    }

    void fail(const std::string& what)
    {
        if (result_.ok()) result_.error = what + ", an outline must not cross itself";
    }
    void failAt(uint32_t p)
    {
        fail("the outline crosses itself at point " + std::to_string(names_[first_[p]]) + ", " +
             place(static_cast<double>(points_[p].x), static_cast<double>(points_[p].y)));
    }
    static std::string place(double x, double y)
    {
        return "(" + numberText(static_cast<float>(x / kGridSteps)) + ", " +
               numberText(static_cast<float>(y / kGridSteps)) + ")";
    }
    // In the direction in which the user gave the outline, which may be the other one.
    std::string edgeName(const Edge& e) const
    {
        size_t from = names_[e.source], to = names_[e.source + 1 < names_.size() ? e.source + 1 : 0];
        if (isReversed_) std::swap(from, to);
        return "the edge from point " + std::to_string(from) + " to point " + std::to_string(to);
    }

    void emit(uint32_t above, uint32_t below, uint32_t right)
    {
        result_.triangles.push_back(
            {first_[links_[above].corner], first_[links_[below].corner], first_[right]});
    }
    bool sees(uint32_t p, uint32_t above, uint32_t below) const
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
    // Cuts off what p sees from a link on, downwards or upwards, and returns the link where that ends.
    uint32_t cutDown(uint32_t link, uint32_t p)
    {
        for (uint32_t b = links_[link].below; b != kNone && sees(p, link, b); link = b, b = links_[b].below)
            emit(link, b, p);
        return link;
    }
    uint32_t cutUp(uint32_t link, uint32_t p)
    {
        for (uint32_t a = links_[link].above; a != kNone && sees(p, a, link); link = a, a = links_[a].above)
            emit(a, link, p);
        return link;
    }

    // The chains to the left of corner p become those to its right.
    void advanceChains(uint32_t p, uint32_t below)
    {
        uint32_t lower = kNone, upper = kNone; // chains that go on below and above p
        if (below != kNone && edges_[below].insideAbove) {
            lower = edges_[below].chain;
            const Chain before = chains_[lower];
            const uint32_t down = cutDown(ends_.empty() ? before.last : before.top, p);
            if (ends_.empty()) { // p is in the middle: it sees the last corner, and from there both ways
                uint32_t up = cutUp(before.last, p);
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
        for (size_t i = 0; i + 1 < ends_.size(); ++i) {
            if (!edges_[ends_[i]].insideAbove) continue;
            const Chain& chain = chains_[edges_[ends_[i]].chain];
            for (uint32_t b = chain.bottom, a = links_[b].above; a != kNone; b = a, a = links_[a].above)
                emit(a, b, p);
        }
        if (!ends_.empty() && edges_[ends_.back()].insideAbove) {
            upper = edges_[ends_.back()].chain;
            Chain& chain = chains_[upper];
            chain.bottom = addLink(p, kNone, cutUp(chain.bottom, p));
            chain.last = chain.bottom;
        }
        if (begins_.empty() && lower != kNone) { // one chain from both; p is in it once
            Chain& low = chains_[lower];
            const Chain& high = chains_[upper];
            low.last = addLink(p, links_[low.top].below, links_[high.bottom].above);
            if (low.bottom == low.top) low.bottom = low.last;
            low.top = high.bottom == high.top ? low.last : high.top;
        }
        for (const uint32_t e : begins_) {
            if (!edges_[e].insideAbove) continue;
            if (e == begins_.back()) {
                edges_[e].chain = upper;
            } else {
                const uint32_t link = addLink(p, kNone, kNone);
                edges_[e].chain = addChain(link, link, link);
            }
        }
    }

    const std::vector<size_t>& names_;
    bool crossingsAlone_ = false;
    bool isReversed_ = false;
    double tolerance_;
    Triangulation result_;
    std::vector<uint32_t> order_;   // the corners given, from left to right
    std::vector<GridPoint> points_; // those that differ
    std::vector<uint32_t> number_;  // of each corner given, the index of its point
    std::vector<uint32_t> first_;   // of the corners given at each point, the first
    std::vector<Edge> edges_;
    std::vector<uint32_t> starts_;                // at each point the first edge that starts there
    std::vector<std::vector<uint32_t>> arrivals_; // at each point the edges of the status that end there
    Status status_;
    std::vector<Status::iterator> places_; // of each edge in the status
    std::vector<Link> links_;
    std::vector<Chain> chains_;
    std::vector<uint32_t> ends_, begins_; // of the point that the sweep is at, from bottom to top
};

} // namespace

int turnOf(const GridPoint& a, const GridPoint& b, const GridPoint& c)
{
    const Wide twice = twiceArea(a, b, c);
    return twice > 0 ? 1 : twice < 0 ? -1 : 0;
}

Triangulation triangulate(const std::vector<GridPoint>& corners, const std::vector<size_t>& names,
                          int64_t tolerance)
{
    Triangulation result = Sweep(corners, names, tolerance, false).run();
    if (result.ok()) return result;
    // What is inside where need not be where the outline crosses itself.
    Triangulation crossing = Sweep(corners, names, tolerance, true).run();
    return crossing.ok() ? result : crossing;
}

} // namespace satbox
