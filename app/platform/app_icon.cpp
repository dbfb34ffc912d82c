#include "app/platform/app_icon.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace satbox::app {

namespace {

struct Point {
    float x;
    float y;
};

struct Paint {
    float r, g, b, a;
};

// Signed distance to a convex polygon, given counter-clockwise with y up. Exact inside and where an edge is
// nearest; too small where a corner is nearest.
float polygonDistance(std::span<const Point> polygon, Point p)
{
    float best = -1e9f;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Point a = polygon[i];
        const Point b = polygon[(i + 1) % polygon.size()];
        const float ex = b.x - a.x;
        const float ey = b.y - a.y;
        best = std::max(best, (ey * (p.x - a.x) - ex * (p.y - a.y)) / std::sqrt(ex * ex + ey * ey));
    }
    return best;
}

float segmentDistance(Point a, Point b, Point p)
{
    const float ex = b.x - a.x;
    const float ey = b.y - a.y;
    const float t = std::clamp(((p.x - a.x) * ex + (p.y - a.y) * ey) / (ex * ex + ey * ey), 0.0f, 1.0f);
    return std::hypot(p.x - a.x - t * ex, p.y - a.y - t * ey);
}

// Signed distance to a square around the centre of the unit square, with round corners.
float tileDistance(float halfSide, float cornerRadius, Point p)
{
    const float x = std::max(std::abs(p.x - 0.5f) - (halfSide - cornerRadius), 0.0f);
    const float y = std::max(std::abs(p.y - 0.5f) - (halfSide - cornerRadius), 0.0f);
    return std::hypot(x, y) - cornerRadius;
}

void blend(Paint& under, Paint over, float coverage)
{
    const float a = over.a * std::clamp(coverage, 0.0f, 1.0f);
    const float sum = a + under.a * (1.0f - a);
    if (sum <= 0.0f) return;
    const auto mix = [&](float o, float u) { return (o * a + u * under.a * (1.0f - a)) / sum; };
    under = {mix(over.r, under.r), mix(over.g, under.g), mix(over.b, under.b), sum};
}

} // namespace

std::vector<std::uint8_t> appIconPixels(int side)
{
    // In the unit square, y up: a box on the left, and a triangle that penetrates it from the right.
    // assets/icons/satbox.svg has the same shapes and colours.
    constexpr std::array<Point, 4> kBox{{{0.14f, 0.20f}, {0.56f, 0.20f}, {0.56f, 0.62f}, {0.14f, 0.62f}}};
    constexpr std::array<Point, 3> kTriangle{{{0.46f, 0.42f}, {0.86f, 0.34f}, {0.72f, 0.84f}}};
    constexpr Paint kGroundPaint{0.078f, 0.090f, 0.110f, 1.0f};
    constexpr Paint kBlue{0.337f, 0.706f, 0.914f, 1.0f};
    constexpr Paint kOrange{0.902f, 0.624f, 0.0f, 1.0f};
    constexpr Paint kYellow{1.0f, 0.820f, 0.400f, 1.0f};
    constexpr Point kContact{0.53f, 0.43f};
    constexpr Point kTip{0.28f, 0.43f};

    const float s = static_cast<float>(side);
    const float line = std::max(0.035f, 1.2f / s);
    std::vector<std::uint8_t> pixels(static_cast<std::size_t>(side) * static_cast<std::size_t>(side) * 4);
    std::size_t out = 0;
    for (int row = 0; row < side; ++row) {
        for (int column = 0; column < side; ++column) {
            const Point p{(static_cast<float>(column) + 0.5f) / s,
                          1.0f - (static_cast<float>(row) + 0.5f) / s};
            const auto coverage = [s](float distance) { return 0.5f - distance * s; };
            Paint paint{0.0f, 0.0f, 0.0f, 0.0f};
            blend(paint, kGroundPaint, coverage(tileDistance(0.46f, 0.14f, p)));
            const auto shape = [&](std::span<const Point> polygon, Paint color) {
                const float d = polygonDistance(polygon, p);
                blend(paint, {color.r, color.g, color.b, 0.35f}, coverage(d));
                blend(paint, color, std::min(coverage(d), coverage(-d - line)));
            };
            shape(kBox, kBlue);
            shape(kTriangle, kOrange);
            blend(paint, kYellow, coverage(segmentDistance(kContact, kTip, p) - 0.5f * line));
            blend(paint, kYellow, coverage(std::hypot(p.x - kContact.x, p.y - kContact.y) - 1.4f * line));
            for (const float channel : {paint.r, paint.g, paint.b, paint.a})
                pixels[out++] = static_cast<std::uint8_t>(std::clamp(channel, 0.0f, 1.0f) * 255.0f + 0.5f);
        }
    }
    return pixels;
}

} // namespace satbox::app
