#include "engine/geometry/rounded_outline.h"
#include <satbox/shapes.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace satbox {

namespace {

constexpr double kPiD = 3.14159265358979323846;

// For density 1. In double, since a shape may be tiny or far from its body's origin; this code is not
// time-critical.
struct AreaMoments {
    double area = 0.0;
    double x = 0.0, y = 0.0; // centroid
    double polar = 0.0;      // second moment of area about the centroid, m^4
};

// Rounds the corners of a convex polygon: adds a strip of this width along each edge and a sector of a disc
// at each vertex. The sectors' angles sum to 2 pi.
//
// The first moments that depend on the normals sum to 0, since the normals times the edges' lengths do, and
// so does the sum over all directions. So the centroid is the mean of those of polygon, edges and vertices,
// weighted by the areas of polygon, strips and sectors.
AreaMoments rounded(const Polygon& polygon, const AreaMoments& core)
{
    const double r = static_cast<double>(polygon.radius);
    const auto count = static_cast<size_t>(polygon.count);
    struct Part { // an edge with its strip, and the sector at the edge's end; relative to the core's centroid
        double middleX = 0.0, middleY = 0.0, length = 0.0; // of the edge
        double endX = 0.0, endY = 0.0, angle = 0.0;
        double spreadX = 0.0, spreadY = 0.0; // integral of the unit vectors over the sector's angle
    };
    std::array<Part, kMaxPolygonVertices> parts{};
    double area = core.area, x = 0.0, y = 0.0, sumOfMoments = 0.0;
    for (size_t i = 0; i < count; ++i) {
        const size_t j = i + 1 < count ? i + 1 : 0;
        const RoundCorner corner = roundCorner(polygon, j);
        const double fromX = static_cast<double>(polygon.vertices[i].x) - core.x;
        const double fromY = static_cast<double>(polygon.vertices[i].y) - core.y;
        Part& part = parts[i];
        part.endX = static_cast<double>(polygon.vertices[j].x) - core.x;
        part.endY = static_cast<double>(polygon.vertices[j].y) - core.y;
        part.middleX = 0.5 * (fromX + part.endX);
        part.middleY = 0.5 * (fromY + part.endY);
        const double edgeX = part.endX - fromX, edgeY = part.endY - fromY;
        part.length = std::sqrt(edgeX * edgeX + edgeY * edgeY);
        part.angle = static_cast<double>(corner.angle);
        part.spreadX = static_cast<double>(corner.to.y) - static_cast<double>(corner.from.y);
        part.spreadY = static_cast<double>(corner.from.x) - static_cast<double>(corner.to.x);
        const double strip = part.length * r, sector = 0.5 * part.angle * r * r;
        area += strip + sector;
        x += strip * part.middleX + sector * part.endX;
        y += strip * part.middleY + sector * part.endY;
        sumOfMoments += (strip + sector) * (std::fabs(part.endX) + std::fabs(part.endY));
    }
    // What rounding leaves over of sums that cancel: a symmetric shape has its centroid where that of its
    // core is.
    const double leftOver = 1e-14 * sumOfMoments;
    x = std::fabs(x) > leftOver ? x / area : 0.0;
    y = std::fabs(y) > leftOver ? y / area : 0.0;
    double polar = core.polar + core.area * (x * x + y * y);
    for (size_t i = 0; i < count; ++i) {
        const Part& part = parts[i];
        const double stripX = part.middleX + 0.5 * r * static_cast<double>(polygon.normals[i].x) - x;
        const double stripY = part.middleY + 0.5 * r * static_cast<double>(polygon.normals[i].y) - y;
        polar += part.length * r *
                 ((part.length * part.length + r * r) / 12.0 + stripX * stripX + stripY * stripY);
        // Of |v + s u|^2 over the sector, with u the unit vectors and s from 0 to r.
        const double vx = part.endX - x, vy = part.endY - y;
        polar += 0.5 * part.angle * r * r * (vx * vx + vy * vy + 0.5 * r * r) +
                 2.0 / 3.0 * r * r * r * (vx * part.spreadX + vy * part.spreadY);
    }
    return {area, core.x + x, core.y + y, polar};
}

struct MomentsOf {
    AreaMoments operator()(const Circle& s) const
    {
        const double r = static_cast<double>(s.radius);
        const double area = kPiD * r * r;
        return {area, static_cast<double>(s.center.x), static_cast<double>(s.center.y), 0.5 * area * r * r};
    }
    // A rectangle of 2h by 2r and two half discs. A half disc's centroid is q = 4r / (3 pi) from its flat
    // side. About the capsule's centre its inertia is r^2/2 - q^2 + (h + q)^2 = r^2/2 + h^2 + 2hq per unit of
    // mass.
    AreaMoments operator()(const Capsule& s) const
    {
        const double r = static_cast<double>(s.radius);
        const double dx = static_cast<double>(s.p2.x) - static_cast<double>(s.p1.x);
        const double dy = static_cast<double>(s.p2.y) - static_cast<double>(s.p1.y);
        const double h = 0.5 * std::sqrt(dx * dx + dy * dy);
        const double q = 4.0 * r / (3.0 * kPiD);
        const double rectangle = 4.0 * h * r;
        const double discs = kPiD * r * r;
        return {rectangle + discs, static_cast<double>(s.p1.x) + 0.5 * dx,
                static_cast<double>(s.p1.y) + 0.5 * dy,
                rectangle * (h * h + r * r) / 3.0 + discs * (0.5 * r * r + h * h + 2.0 * h * q)};
    }
    AreaMoments operator()(const Segment& s) const
    {
        return {0.0, 0.5 * (static_cast<double>(s.p1.x) + static_cast<double>(s.p2.x)),
                0.5 * (static_cast<double>(s.p1.y) + static_cast<double>(s.p2.y)), 0.0};
    }
    // Triangles from the first vertex give area and centroid. Triangles from the centroid, which is inside,
    // give the second moment: every term is positive, so there is no cancellation, however far away the
    // polygon is.
    AreaMoments operator()(const Polygon& s) const
    {
        const size_t count = static_cast<size_t>(s.count);
        const double originX = static_cast<double>(s.vertices[0].x);
        const double originY = static_cast<double>(s.vertices[0].y);
        double twiceArea = 0.0, sumX = 0.0, sumY = 0.0;
        std::array<double, kMaxPolygonVertices> x{};
        std::array<double, kMaxPolygonVertices> y{};
        for (size_t i = 0; i < count; ++i) {
            x[i] = static_cast<double>(s.vertices[i].x) - originX;
            y[i] = static_cast<double>(s.vertices[i].y) - originY;
        }
        for (size_t i = 1; i + 1 < count; ++i) {
            const double twiceTriangle = x[i] * y[i + 1] - y[i] * x[i + 1];
            twiceArea += twiceTriangle;
            sumX += twiceTriangle * (x[i] + x[i + 1]);
            sumY += twiceTriangle * (y[i] + y[i + 1]);
        }
        if (!(twiceArea > 0.0)) return {0.0, originX, originY, 0.0};
        const double cx = sumX / (3.0 * twiceArea);
        const double cy = sumY / (3.0 * twiceArea);
        double polar = 0.0;
        for (size_t i = 0; i < count; ++i) {
            const size_t j = i + 1 < count ? i + 1 : 0;
            const double ax = x[i] - cx, ay = y[i] - cy, bx = x[j] - cx, by = y[j] - cy;
            polar += (ax * by - ay * bx) * (ax * ax + ay * ay + ax * bx + ay * by + bx * bx + by * by) / 12.0;
        }
        const AreaMoments core{0.5 * twiceArea, originX + cx, originY + cy, polar};
        return s.radius > 0.0f ? rounded(s, core) : core;
    }
};

} // namespace

float computeArea(const Shape& shape) { return static_cast<float>(std::visit(MomentsOf{}, shape).area); }

MassData computeMass(const Shape& shape, float density)
{
    const AreaMoments m = std::visit(MomentsOf{}, shape);
    const double d = static_cast<double>(density);
    return {static_cast<float>(d * m.area), Vec2{static_cast<float>(m.x), static_cast<float>(m.y)},
            static_cast<float>(d * m.polar)};
}

MassData combine(std::span<const MassData> masses)
{
    if (masses.empty()) return {};
    double mass = 0.0, x = 0.0, y = 0.0;
    double meanX = 0.0, meanY = 0.0; // centre if the total mass is 0
    for (const MassData& one : masses) {
        const double m = static_cast<double>(one.mass);
        mass += m;
        x += m * static_cast<double>(one.center.x);
        y += m * static_cast<double>(one.center.y);
        meanX += static_cast<double>(one.center.x) / static_cast<double>(masses.size());
        meanY += static_cast<double>(one.center.y) / static_cast<double>(masses.size());
    }
    const double cx = mass > 0.0 ? x / mass : meanX;
    const double cy = mass > 0.0 ? y / mass : meanY;
    double inertia = 0.0;
    for (const MassData& one : masses) {
        const double dx = static_cast<double>(one.center.x) - cx;
        const double dy = static_cast<double>(one.center.y) - cy;
        inertia += static_cast<double>(one.inertia) + static_cast<double>(one.mass) * (dx * dx + dy * dy);
    }
    return {static_cast<float>(mass), Vec2{static_cast<float>(cx), static_cast<float>(cy)},
            static_cast<float>(inertia)};
}

} // namespace satbox
