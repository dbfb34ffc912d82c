#include "app/gfx/grid.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace satbox::app {

namespace {

struct RoundNumber {
    int digit = 1; // 1, 2 or 5
    int exponent = 0;
    float value() const { return static_cast<float>(digit * std::pow(10.0, exponent)); }
};

RoundNumber roundUp(double value)
{
    const int exponent = static_cast<int>(std::floor(std::log10(value)));
    const double mantissa = value / std::pow(10.0, exponent);
    if (mantissa <= 1.0001) return {1, exponent};
    if (mantissa <= 2.0001) return {2, exponent};
    if (mantissa <= 5.0001) return {5, exponent};
    return {1, exponent + 1};
}

RoundNumber roundDown(double value)
{
    const int exponent = static_cast<int>(std::floor(std::log10(value)));
    const double mantissa = value / std::pow(10.0, exponent);
    if (mantissa >= 4.9999) return {5, exponent};
    if (mantissa >= 1.9999) return {2, exponent};
    return {1, exponent};
}

// Lines further than this from the origin in steps are not exact in float any more, and are not drawn.
constexpr float kMaxIndex = 1e6f;

} // namespace

GridSpacing gridSpacing(float pixelsPerMeter, float interfaceScale)
{
    const RoundNumber minor = roundUp(12.0 * interfaceScale / pixelsPerMeter);
    // 1 -> 5, 2 -> 10, 5 -> 20
    return {minor.value(), minor.value() * (minor.digit == 5 ? 4.0f : 5.0f)};
}

void addGrid(std::vector<Primitive>& primitives, const Camera& camera, const GridColors& colors,
             float pixelsPerPoint, float interfaceScale)
{
    const GridSpacing spacing = gridSpacing(camera.pixelsPerMeter(), interfaceScale);
    const Aabb seen = camera.visibleWorld();
    const float first = std::min({seen.lower.x, seen.lower.y, 0.0f}) / spacing.minor;
    const float last = std::max({seen.upper.x, seen.upper.y, 0.0f}) / spacing.minor;
    if (first < -kMaxIndex || last > kMaxIndex) return;

    // To the middle of a pixel and back: a one-pixel line there is not smeared over two.
    const auto snapX = [&](float x) {
        const float pixel = camera.worldToScreen({x, 0.0f}).x * pixelsPerPoint;
        return camera.screenToWorld({(std::floor(pixel) + 0.5f) / pixelsPerPoint, 0.0f}).x;
    };
    const auto snapY = [&](float y) {
        const float pixel = camera.worldToScreen({0.0f, y}).y * pixelsPerPoint;
        return camera.screenToWorld({0.0f, (std::floor(pixel) + 0.5f) / pixelsPerPoint}).y;
    };
    const auto vertical = [&](float x, const Color& color) {
        const float at = snapX(x);
        primitives.push_back({.a = {at, seen.lower.y},
                              .b = {at, seen.upper.y},
                              .widthPx = 1.0f,
                              .color = color,
                              .kind = PrimitiveKind::Bar});
    };
    const auto horizontal = [&](float y, const Color& color) {
        const float at = snapY(y);
        primitives.push_back({.a = {seen.lower.x, at},
                              .b = {seen.upper.x, at},
                              .widthPx = 1.0f,
                              .color = color,
                              .kind = PrimitiveKind::Bar});
    };
    const auto sweep = [](float from, float to, float step, auto&& line) {
        for (int i = static_cast<int>(std::ceil(from / step)); i <= static_cast<int>(std::floor(to / step));
             ++i)
            if (i != 0) line(i, static_cast<float>(i) * step);
    };
    const int majorEvery = static_cast<int>(std::lround(spacing.major / spacing.minor));
    const auto minorOnly = [&](auto&& line) {
        return [&, line](int i, float at) {
            if (i % majorEvery != 0) line(at, colors.minor);
        };
    };
    const auto all = [&](auto&& line) { return [&, line](int, float at) { line(at, colors.major); }; };
    sweep(seen.lower.x, seen.upper.x, spacing.minor, minorOnly(vertical));
    sweep(seen.lower.y, seen.upper.y, spacing.minor, minorOnly(horizontal));
    sweep(seen.lower.x, seen.upper.x, spacing.major, all(vertical));
    sweep(seen.lower.y, seen.upper.y, spacing.major, all(horizontal));
    if (seen.lower.x <= 0.0f && 0.0f <= seen.upper.x) vertical(0.0f, colors.axes);
    if (seen.lower.y <= 0.0f && 0.0f <= seen.upper.y) horizontal(0.0f, colors.axes);
}

ScaleBar scaleBar(const Camera& camera, float maxPoints)
{
    const RoundNumber length = roundDown(maxPoints / camera.pixelsPerMeter());
    ScaleBar bar;
    bar.meters = length.value();
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
