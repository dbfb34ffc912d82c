#include "app/lenses/compare/panel/compare_layout.h"

#include <algorithm>
#include <cmath>

namespace satbox::app {

namespace {

constexpr float kTitlePx = 26.0f;
constexpr float kFiguresLinePx = 18.0f;
constexpr float kFiguresPaddingPx = 4.0f;
constexpr float kMinFigurePx = 150.0f; // width of "Potential  123 kJ" in the small font
constexpr float kGapPx = 2.0f;
constexpr int kFigures = 6;

} // namespace

int figureColumns(float width, float scale)
{
    for (const int columns : {6, 3, 2})
        if (width >= static_cast<float>(columns) * kMinFigurePx * scale) return columns;
    return 1;
}

int figureLines(float height, float scale)
{
    const float padding = 2.0f * std::round(kFiguresPaddingPx * scale);
    return static_cast<int>(std::lround((height - padding) / std::round(kFiguresLinePx * scale)));
}

CompareLayout layOutComparison(const ScreenRect& area, size_t worlds, float scale)
{
    const auto px = [scale](float design) { return std::round(design * scale); };
    const bool stacked = worlds == 2 && area.height > 1.2f * area.width;
    const int columns = stacked ? 1 : 2;
    const int rows = worlds > 2 || stacked ? 2 : 1;
    const float gap = px(kGapPx);
    const auto share = [&](float whole, int parts) {
        return std::max(std::floor((whole - gap * static_cast<float>(parts - 1)) / static_cast<float>(parts)),
                        1.0f);
    };
    const float width = share(area.width, columns);
    const float height = share(area.height, rows);
    // The view gets at least half of the height. Figures that do not fit are still in the panel's table.
    const float title = std::min(px(kTitlePx), std::floor(0.5f * height));
    const float padding = 2.0f * px(kFiguresPaddingPx);
    const float lines = std::clamp(std::floor((0.5f * height - title - padding) / px(kFiguresLinePx)), 0.0f,
                                   static_cast<float>(kFigures / figureColumns(width, scale)));
    const float figures = lines > 0.0f ? lines * px(kFiguresLinePx) + padding : 0.0f;
    const float view = height - title - figures;

    const auto corner = [&](size_t i) {
        const auto column = static_cast<float>(i % static_cast<size_t>(columns));
        const auto row = static_cast<float>(i / static_cast<size_t>(columns));
        return Vec2{area.x + column * (width + gap), area.y + row * (height + gap)};
    };
    CompareLayout layout;
    for (size_t i = 0; i < worlds; ++i) {
        const Vec2 at = corner(i);
        layout.cells.push_back({.title = {at.x, at.y, width, title},
                                .view = {at.x, at.y + title, width, view},
                                .figures = {at.x, at.y + title + view, width, figures}});
    }
    if (worlds == 3) layout.plot = {corner(3).x, corner(3).y, width, height};
    return layout;
}

} // namespace satbox::app
