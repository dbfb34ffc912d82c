#include "app/panels/legend_placement.h"

#include "app/document/body_bounds.h"

#include <algorithm>
#include <cmath>

namespace satbox::app {

namespace {

// What another corner must gain, so that the legend does not follow every small movement. A corner without
// any body is always a gain.
constexpr float kMinGain = 0.15f;
constexpr double kMaxSubjectShare = 0.5; // of the view

double overlapArea(const WorldBox& a, const WorldBox& b)
{
    const double width = std::min(a.upper.x, b.upper.x) - std::max(a.lower.x, b.lower.x);
    const double height = std::min(a.upper.y, b.upper.y) - std::max(a.lower.y, b.lower.y);
    return std::max(width, 0.0) * std::max(height, 0.0);
}

} // namespace

ScreenRect rectInCorner(LegendCorner corner, const ScreenRect& view, Vec2 size, float margin, Vec2 scaleBar)
{
    const bool meetsScaleBar = isAtRight(corner) || margin + size.x + scaleBar.x > view.width;
    const float bottom = meetsScaleBar ? margin + scaleBar.y : margin;
    const float x = isAtRight(corner) ? view.x + view.width - margin - size.x : view.x + margin;
    const float y = isAtTop(corner) ? view.y + margin : view.y + view.height - bottom - size.y;
    return {std::round(x), std::round(y), size.x, size.y};
}

CoveredShares coveredShares(const World& world, const Camera& camera,
                            const std::array<ScreenRect, kLegendCorners>& rects,
                            std::span<const WorldBox> subjects)
{
    std::array<WorldBox, kLegendCorners> boxes;
    for (size_t i = 0; i < rects.size(); ++i)
        boxes[i] = boxOf(camera.screenToWorld({rects[i].x, rects[i].y}),
                         camera.screenToWorld({rects[i].x + rects[i].width, rects[i].y + rects[i].height}));
    std::array<double, kLegendCorners> areas{};
    world.forEachShape([&](ShapeId id, const BodyShape&) {
        const WorldBox& tight = world.boxes(id).tight;
        if (!isFinite(tight)) return;
        const WorldBox drawn = expand(tight, camera.metersPerPixel()); // a segment has no area
        for (size_t i = 0; i < boxes.size(); ++i) areas[i] += overlapArea(drawn, boxes[i]);
    });
    CoveredShares shares{};
    for (size_t i = 0; i < shares.size(); ++i) {
        const double whole = overlapArea(boxes[i], boxes[i]);
        shares[i] = whole > 0.0 ? static_cast<float>(std::min(areas[i] / whole, 1.0)) : 0.0f;
    }
    const WorldBox view = camera.visibleWorld();
    const auto isCovered = [&](const WorldBox& corner) {
        return std::any_of(subjects.begin(), subjects.end(), [&](const WorldBox& subject) {
            const WorldBox drawn = expand(subject, camera.metersPerPixel());
            return overlapArea(drawn, corner) > 0.0 &&
                   overlapArea(drawn, view) < kMaxSubjectShare * overlapArea(view, view);
        });
    };
    for (size_t i = 0; i < shares.size(); ++i)
        if (isCovered(boxes[i])) shares[i] += kSubjectShare;
    return shares;
}

void addCards(CoveredShares& shares, const std::array<ScreenRect, kLegendCorners>& rects,
              std::span<const ScreenRect> cards)
{
    for (size_t i = 0; i < rects.size(); ++i)
        if (std::ranges::any_of(cards, [&](const ScreenRect& card) { return card.overlaps(rects[i]); }))
            shares[i] += kSubjectShare;
}

float shareOverShapes(const World& world, const Camera& camera, const ScreenRect& rect)
{
    constexpr int kColumns = 8, kRows = 4;
    int inside = 0;
    for (int i = 0; i < kColumns * kRows; ++i) {
        const float x = (static_cast<float>(i % kColumns) + 0.5f) / kColumns;
        const float y = (static_cast<float>(i / kColumns) + 0.5f) / kRows;
        const Position at = camera.screenToWorld({rect.x + x * rect.width, rect.y + y * rect.height});
        inside += world.queryPoint(at).empty() ? 0 : 1;
    }
    return static_cast<float>(inside) / (kColumns * kRows);
}

LegendCorner emptierCorner(LegendCorner corner, const CoveredShares& covered)
{
    const float here = covered[static_cast<size_t>(corner)];
    const auto best = std::min_element(covered.begin(), covered.end());
    const bool isBetter = *best < here && (*best == 0.0f || *best < here - kMinGain);
    return isBetter ? static_cast<LegendCorner>(best - covered.begin()) : corner;
}

} // namespace satbox::app
