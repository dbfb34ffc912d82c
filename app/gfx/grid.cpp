#include "app/gfx/grid.h"

#include "app/gfx/round_number.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace satbox::app {

GridSpacing gridSpacing(float pixelsPerMeter, float interfaceScale)
{
    const RoundNumber minor = roundUpTo125(12.0 * interfaceScale / pixelsPerMeter);
    // 1 -> 5, 2 -> 10, 5 -> 20
    return {minor.value(), minor.value() * (minor.digit == 5 ? 4.0 : 5.0)};
}

void addGrid(std::vector<Primitive>& primitives, const Camera& camera, const GridColors& colors,
             float pixelsPerPoint, float interfaceScale)
{
    const GridSpacing spacing = gridSpacing(camera.pixelsPerMeter(), interfaceScale);
    const WorldBox seen = camera.visibleWorld();

    // Snaps to the centre of a pixel, or to an edge if a line is an even number of pixels wide: a line
    // elsewhere would blur.
    const bool isOdd = std::lround(pixelsPerPoint * interfaceScale) % 2 != 0;
    const float within = isOdd ? 0.5f : 0.0f;
    const auto snapX = [&](double x) {
        const float pixel = camera.worldToScreen({x, seen.lower.y}).x * pixelsPerPoint;
        return camera.screenToWorld({(std::floor(pixel) + within) / pixelsPerPoint, 0.0f}).x;
    };
    const auto snapY = [&](double y) {
        const float pixel = camera.worldToScreen({seen.lower.x, y}).y * pixelsPerPoint;
        return camera.screenToWorld({0.0f, (std::floor(pixel) + within) / pixelsPerPoint}).y;
    };
    const auto vertical = [&](double x, const Color& color) {
        const double at = snapX(x);
        primitives.push_back({.a = {at, seen.lower.y},
                              .b = {at, seen.upper.y},
                              .widthPx = 1.0f,
                              .color = color,
                              .kind = PrimitiveKind::Bar});
    };
    const auto horizontal = [&](double y, const Color& color) {
        const double at = snapY(y);
        primitives.push_back({.a = {seen.lower.x, at},
                              .b = {seen.upper.x, at},
                              .widthPx = 1.0f,
                              .color = color,
                              .kind = PrimitiveKind::Bar});
    };
    const auto sweep = [](double from, double to, double step, auto&& line) {
        for (int64_t i = std::llround(std::ceil(from / step)); i <= std::llround(std::floor(to / step)); ++i)
            if (i != 0) line(i, static_cast<double>(i) * step);
    };
    const int64_t majorEvery = std::llround(spacing.major / spacing.minor);
    const auto minorOnly = [&](auto&& line) {
        return [&, line](int64_t i, double at) {
            if (i % majorEvery != 0) line(at, colors.minor);
        };
    };
    const auto all = [&](auto&& line) { return [&, line](int64_t, double at) { line(at, colors.major); }; };
    sweep(seen.lower.x, seen.upper.x, spacing.minor, minorOnly(vertical));
    sweep(seen.lower.y, seen.upper.y, spacing.minor, minorOnly(horizontal));
    sweep(seen.lower.x, seen.upper.x, spacing.major, all(vertical));
    sweep(seen.lower.y, seen.upper.y, spacing.major, all(horizontal));
    if (seen.lower.x <= 0.0 && 0.0 <= seen.upper.x) vertical(0.0, colors.axes);
    if (seen.lower.y <= 0.0 && 0.0 <= seen.upper.y) horizontal(0.0, colors.axes);
}

ScaleBar scaleBar(const Camera& camera, float maxPoints)
{
    const RoundNumber length = roundDownTo125(maxPoints / camera.pixelsPerMeter());
    ScaleBar bar;
    bar.meters = static_cast<float>(length.value());
    bar.points = bar.meters * camera.pixelsPerMeter();
    const auto text = [&](int shift, const char* unit) {
        return fmt::format("{:g} {}", length.digit * std::pow(10.0, length.exponent + shift), unit);
    };
    if (length.exponent >= 3)
        bar.text = text(-3, "km");
    else if (length.exponent >= 0)
        bar.text = text(0, "m");
    else if (length.exponent >= -2)
        bar.text = text(2, "cm");
    else if (length.exponent >= -3)
        bar.text = text(3, "mm");
    else
        bar.text = text(6, "μm");
    return bar;
}

} // namespace satbox::app
