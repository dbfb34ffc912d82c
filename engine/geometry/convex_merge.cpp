#include "engine/geometry/convex_merge.h"

#include <satbox/ids.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace satbox {

namespace {

// A half-edge mesh. Each directed edge has its loop on the left. At first every loop is a triangle.
class Mesh {
  public:
    Mesh(const std::vector<GridPoint>& corners, const std::vector<std::array<uint32_t, 3>>& triangles)
        : corners_(corners)
    {
        const auto count = static_cast<uint32_t>(3 * triangles.size());
        from_.resize(count);
        next_.resize(count);
        previous_.resize(count);
        for (uint32_t e = 0; e < count; ++e) {
            from_[e] = triangles[e / 3][e % 3];
            next_[e] = e % 3 == 2 ? e - 2 : e + 1;
            previous_[e] = e % 3 == 0 ? e + 2 : e - 1;
        }
        // Sorted by their ends, opposite edges are adjacent.
        std::vector<uint32_t> sorted(count);
        std::iota(sorted.begin(), sorted.end(), uint32_t{0});
        const auto low = [&](uint32_t e) { return std::min(from_[e], to(e)); };
        const auto high = [&](uint32_t e) { return std::max(from_[e], to(e)); };
        std::sort(sorted.begin(), sorted.end(), [&](uint32_t e, uint32_t f) {
            return low(e) != low(f) ? low(e) < low(f) : high(e) != high(f) ? high(e) < high(f) : e < f;
        });
        opposite_.assign(count, kNoIndex);
        for (uint32_t i = 0; i + 1 < count; ++i) {
            const uint32_t e = sorted[i], f = sorted[i + 1];
            if (from_[e] != to(f) || to(e) != from_[f] || opposite_[e] != kNoIndex) continue;
            opposite_[e] = f;
            opposite_[f] = e;
        }
    }

    // Lawson's flips: replaces the diagonal of a convex quadrilateral by the other one if a corner is within
    // the circumcircle of the opposite triangle. The number of flips is limited; every intermediate state is
    // a valid triangulation.
    void makeDelaunay()
    {
        constexpr size_t kFlipsPerEdge = 30;
        size_t flips = kFlipsPerEdge * from_.size();
        std::vector<uint32_t> open(from_.size());
        std::iota(open.rbegin(), open.rend(), uint32_t{0});
        while (!open.empty() && flips > 0) {
            const uint32_t e = open.back();
            open.pop_back();
            const uint32_t f = opposite_[e];
            if (f == kNoIndex || !shouldFlip(e, f)) continue;
            --flips;
            const uint32_t e1 = next_[e], e2 = previous_[e], f1 = next_[f], f2 = previous_[f];
            from_[e] = from_[f2];
            from_[f] = from_[e2];
            makeTriangle(e, e2, f1);
            makeTriangle(f, f2, e1);
            for (const uint32_t side : {e1, e2, f1, f2}) open.push_back(side);
        }
    }

    std::vector<std::vector<uint32_t>> merge()
    {
        struct Diagonal {
            double length = 0.0;
            uint32_t edge = 0;
        };
        std::vector<Diagonal> diagonals;
        for (uint32_t e = 0; e < from_.size(); ++e) {
            if (opposite_[e] != kNoIndex && from_[e] < to(e)) diagonals.push_back({lengthOf(e), e});
        }
        std::sort(diagonals.begin(), diagonals.end(), [&](const Diagonal& s, const Diagonal& t) {
            if (s.length != t.length) return s.length > t.length;
            return from_[s.edge] != from_[t.edge] ? from_[s.edge] < from_[t.edge] : to(s.edge) < to(t.edge);
        });
        removed_.assign(from_.size(), false);
        for (const Diagonal& d : diagonals) {
            const uint32_t e = d.edge, f = opposite_[e];
            if (!staysConvex(e, f) || !staysConvex(f, e)) continue;
            removed_[e] = removed_[f] = true;
            connect(previous_[e], next_[f]);
            connect(previous_[f], next_[e]);
        }
        std::vector<std::vector<uint32_t>> loops;
        for (uint32_t e = 0; e < from_.size(); ++e) {
            if (removed_[e]) continue;
            loops.emplace_back();
            for (uint32_t at = e; !removed_[at]; at = next_[at]) {
                loops.back().push_back(from_[at]);
                removed_[at] = true; // so that no other loop starts here
            }
        }
        return loops;
    }

  private:
    uint32_t to(uint32_t e) const { return from_[next_[e]]; }
    void connect(uint32_t e, uint32_t f)
    {
        next_[e] = f;
        previous_[f] = e;
    }
    void makeTriangle(uint32_t a, uint32_t b, uint32_t c)
    {
        connect(a, b);
        connect(b, c);
        connect(c, a);
    }
    int turn(uint32_t a, uint32_t b, uint32_t c) const
    {
        return turnOf(corners_[a], corners_[b], corners_[c]);
    }
    double lengthOf(uint32_t e) const
    {
        const double x = static_cast<double>(corners_[to(e)].x - corners_[from_[e]].x);
        const double y = static_cast<double>(corners_[to(e)].y - corners_[from_[e]].y);
        return std::sqrt(x * x + y * y);
    }

    // An angle of a triangle, as cross and dot product of the edges from that corner to the other two.
    struct Angle {
        double cross = 0.0, dot = 0.0;
    };
    Angle angleAt(uint32_t corner, uint32_t right, uint32_t left) const
    {
        const GridPoint &c = corners_[corner], &r = corners_[right], &l = corners_[left];
        const double rx = static_cast<double>(r.x - c.x), ry = static_cast<double>(r.y - c.y);
        const double lx = static_cast<double>(l.x - c.x), ly = static_cast<double>(l.y - c.y);
        return {rx * ly - ry * lx, rx * lx + ry * ly};
    }

    // True if the two angles opposite the diagonal add up to more than pi, by more than rounding.
    bool shouldFlip(uint32_t e, uint32_t f) const
    {
        const uint32_t a = from_[e], b = from_[f], c = from_[previous_[e]], d = from_[previous_[f]];
        if (c == d || turn(c, d, b) <= 0 || turn(d, c, a) <= 0) return false;
        const Angle atC = angleAt(c, a, b), atD = angleAt(d, b, a);
        const double sine = atC.cross * atD.dot + atC.dot * atD.cross;
        const double size = std::sqrt((atC.cross * atC.cross + atC.dot * atC.dot) *
                                      (atD.cross * atD.cross + atD.dot * atD.dot));
        return sine < -1e-9 * size;
    }

    // True if, without the diagonal, the loop turns left or is straight at the corner where e begins and its
    // opposite f ends.
    bool staysConvex(uint32_t e, uint32_t f) const
    {
        return turn(from_[previous_[e]], from_[e], to(next_[f])) >= 0;
    }

    const std::vector<GridPoint>& corners_;
    std::vector<uint32_t> from_, next_, previous_, opposite_;
    std::vector<bool> removed_;
};

} // namespace

std::vector<std::vector<uint32_t>> mergeConvex(const std::vector<GridPoint>& corners,
                                               std::vector<std::array<uint32_t, 3>> triangles)
{
    Mesh mesh(corners, triangles);
    mesh.makeDelaunay();
    return mesh.merge();
}

} // namespace satbox
