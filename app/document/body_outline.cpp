#include "app/document/body_outline.h"

#include "engine/core/disjoint_sets.h"
#include <satbox/outlines.h>
#include <satbox/queries.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

namespace satbox::app {

namespace {

using Edge = std::pair<size_t, size_t>; // indices of points

// A polygon and its definition without geometry: those with equal ones can be joined.
struct Piece {
    ShapeId shape;
    ShapeDef like;
    std::vector<Vec2> points{};
    float radius = 0.0f;
};

std::vector<Piece> piecesOf(const World& world, BodyId body)
{
    std::vector<Piece> pieces;
    for (const ShapeId id : world.shapesOf(body)) {
        const auto* polygon = std::get_if<Polygon>(&world.shape(id).shape);
        if (!polygon) continue;
        const std::span<const Vec2> points = polygon->points();
        Piece piece{.shape = id,
                    .like = world.shapeDef(id),
                    .points = {points.begin(), points.end()},
                    .radius = polygon->radius};
        piece.like.geometry = Circle{};
        piece.like.local = {};
        pieces.push_back(std::move(piece));
    }
    return pieces;
}

// The corners of several polygons. Nearby ones are the same point.
class Corners {
  public:
    size_t indexOf(Vec2 point)
    {
        const auto known = std::ranges::find_if(
            points_, [&](Vec2 p) { return lengthSquared(p - point) <= kSharedReach * kSharedReach; });
        const auto index = static_cast<size_t>(known - points_.begin());
        if (index == points_.size()) points_.push_back(point);
        return index;
    }
    Vec2 at(size_t index) const { return points_[index]; }

    // The edge in pieces between the corners that are on it.
    std::vector<Edge> splitEdge(Edge edge) const
    {
        const Segment segment{at(edge.first), at(edge.second)};
        const Vec2 along = segment.p2 - segment.p1;
        std::vector<std::pair<float, size_t>> between;
        for (size_t i = 0; i < points_.size(); ++i) {
            const float share = dot(points_[i] - segment.p1, along) / lengthSquared(along);
            const bool isInside = i != edge.first && i != edge.second && share > 0.0f && share < 1.0f;
            if (isInside && length(closestPoint(Shape(segment), points_[i]) - points_[i]) <= kSharedReach)
                between.emplace_back(share, i);
        }
        std::ranges::sort(between);
        std::vector<Edge> edges;
        size_t from = edge.first;
        for (const auto& [share, corner] : between) edges.emplace_back(std::exchange(from, corner), corner);
        edges.emplace_back(from, edge.second);
        return edges;
    }

  private:
    std::vector<Vec2> points_;
};

// Edges by the piece that they belong to.
using EdgeMap = std::map<Edge, uint32_t>;

// Empty if two edges are the same: then pieces overlap.
EdgeMap edgesOf(std::span<const Piece> pieces, Corners& corners)
{
    std::vector<std::vector<size_t>> loops;
    for (const Piece& piece : pieces) {
        loops.emplace_back();
        for (const Vec2 point : piece.points) loops.back().push_back(corners.indexOf(point));
    }
    EdgeMap edges;
    for (size_t i = 0; i < loops.size(); ++i)
        for (size_t k = 0; k < loops[i].size(); ++k)
            for (const Edge& edge : corners.splitEdge({loops[i][k], loops[i][(k + 1) % loops[i].size()]}))
                if (!edges.emplace(edge, static_cast<uint32_t>(i)).second) return {};
    return edges;
}

// For each piece, the lowest piece that it is connected with by shared edges.
std::vector<uint32_t> componentsOf(size_t count, const EdgeMap& edges)
{
    std::vector<uint32_t> component(count);
    std::iota(component.begin(), component.end(), 0u);
    const auto parentOf = [&](uint32_t i) -> uint32_t& { return component[i]; };
    for (const auto& [edge, piece] : edges)
        if (const auto opposite = edges.find({edge.second, edge.first}); opposite != edges.end())
            uniteSets(piece, opposite->second, parentOf);
    for (uint32_t i = 0; i < component.size(); ++i) component[i] = findRoot(i, parentOf);
    return component;
}

std::vector<Vec2> withoutPointsOnLines(std::span<const Vec2> points)
{
    std::vector<Vec2> kept;
    for (size_t i = 0; i < points.size(); ++i) {
        const Vec2 before = kept.empty() ? points.back() : kept.back();
        const Vec2 after = points[(i + 1) % points.size()];
        const Segment line{before, after};
        if (length(closestPoint(Shape(line), points[i]) - points[i]) > kCollinearDistance)
            kept.push_back(points[i]);
    }
    return kept;
}

// The outline of the pieces of a component; nothing if it is not a single simple one.
std::optional<std::vector<Vec2>> joinedOutline(const EdgeMap& edges, std::span<const uint32_t> component,
                                               uint32_t which, const Corners& corners)
{
    std::map<size_t, size_t> next;
    for (const auto& [edge, piece] : edges) {
        if (component[piece] != which || edges.contains({edge.second, edge.first})) continue;
        if (!next.emplace(edge.first, edge.second).second) return std::nullopt;
    }
    std::vector<Vec2> points;
    if (next.empty()) return std::nullopt;
    const size_t first = next.begin()->first;
    for (size_t at = first; points.empty() || at != first;) {
        points.push_back(corners.at(at));
        const auto following = next.find(at);
        if (following == next.end() || points.size() > next.size()) return std::nullopt;
        at = following->second;
    }
    if (points.size() != next.size()) return std::nullopt; // a hole
    points = withoutPointsOnLines(points);
    if (!checkOutline(points).ok()) return std::nullopt;
    return points;
}

// The outlines of pieces that differ in geometry only.
void addJoined(std::span<const Piece> pieces, std::vector<BodyOutline>& outlines)
{
    Corners corners;
    const EdgeMap edges = edgesOf(pieces, corners);
    const std::vector<uint32_t> component = componentsOf(pieces.size(), edges);
    for (uint32_t which = 0; which < pieces.size(); ++which) {
        if (component[which] != which) continue;
        std::vector<ShapeId> shapes;
        for (size_t i = 0; i < pieces.size(); ++i)
            if (component[i] == which) shapes.push_back(pieces[i].shape);
        const auto points =
            shapes.size() > 1 ? joinedOutline(edges, component, which, corners) : std::nullopt;
        if (points) {
            outlines.push_back({std::move(shapes), *points, 0.0f});
            continue;
        }
        for (size_t i = 0; i < pieces.size(); ++i)
            if (component[i] == which) outlines.push_back({{pieces[i].shape}, pieces[i].points, 0.0f});
    }
}

} // namespace

std::vector<BodyOutline> outlinesOf(const World& world, BodyId body)
{
    std::vector<Piece> pieces = piecesOf(world, body);
    std::vector<BodyOutline> outlines;
    std::erase_if(pieces, [&](Piece& piece) {
        if (piece.radius == 0.0f) return false;
        outlines.push_back({{piece.shape}, std::move(piece.points), piece.radius});
        return true;
    });
    size_t count = 0;
    for (const Piece& piece : pieces) count += piece.points.size();
    if (count > kMaxJoinedCorners) {
        for (Piece& piece : pieces) outlines.push_back({{piece.shape}, std::move(piece.points), 0.0f});
        return outlines;
    }
    while (!pieces.empty()) {
        const ShapeDef like = pieces.front().like;
        std::vector<Piece> same, others;
        for (Piece& piece : pieces) (piece.like == like ? same : others).push_back(std::move(piece));
        addJoined(same, outlines);
        pieces = std::move(others);
    }
    return outlines;
}

} // namespace satbox::app
