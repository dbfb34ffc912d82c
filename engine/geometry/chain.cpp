#include "engine/geometry/outline.h"
#include <satbox/outlines.h>

#include <algorithm>

namespace satbox {

namespace {

// Points within kMinSize of the one before would make pieces that a world refuses.
std::vector<Vec2> distinctPoints(std::span<const Vec2> points, bool closed)
{
    std::vector<Vec2> kept;
    for (const Vec2 p : points)
        if (kept.empty() || length(p - kept.back()) >= kMinSize) kept.push_back(p);
    if (closed)
        while (kept.size() > 1 && length(kept.back() - kept.front()) < kMinSize) kept.pop_back();
    return kept;
}

} // namespace

Chain makeChain(std::span<const Vec2> points, bool closed)
{
    Chain chain;
    chain.error = checkCoordinates(points, "a chain", kMaxCoordinate);
    if (!chain.ok()) return chain;
    const std::vector<Vec2> kept = distinctPoints(points, closed);
    const size_t minimum = closed ? 3 : 2;
    if (kept.size() < minimum) {
        chain.error = std::to_string(kept.size()) +
                      (kept.size() == 1 ? " different point" : " different points") +
                      (closed ? ", a closed chain needs at least 3" : ", a chain needs at least 2");
        return chain;
    }
    const size_t count = closed ? kept.size() : kept.size() - 1;
    for (size_t i = 0; i < count; ++i) {
        const size_t next = i + 1 < kept.size() ? i + 1 : 0;
        Segment piece{.p1 = kept[i], .p2 = kept[next], .oneSided = true};
        // Beyond the end of an open chain, the surface turns back at a right angle.
        const Vec2 edge = piece.p2 - piece.p1;
        const Vec2 behind = std::max(1.0f, 1.0f / length(edge)) * perp(edge); // at least 1 m
        piece.before = i > 0 ? kept[i - 1] : closed ? kept.back() : piece.p1 + behind;
        piece.after = next + 1 < kept.size() ? kept[next + 1]
                      : closed               ? kept[next + 1 - kept.size()]
                                             : piece.p2 + behind;
        if (chain.ok()) chain.error = validate(Shape(piece)); // close to the greatest coordinates
        chain.pieces.push_back(piece);
    }
    if (!chain.ok()) chain.pieces.clear();
    return chain;
}

} // namespace satbox
