#pragma once

#include "engine/scene/import/svg_values.h"
#include <satbox/math.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace satbox {

// A part of a path from one move to the next. Consecutive points differ.
struct SvgSubpath {
    std::vector<Position> points;
    bool closed = false; // by Z, or since the last point is the first one; that point is then given once
};

// Draws lines and curves, transformed and flattened: each point of a curve is within `tolerance` of the
// polygon that replaces it, and the polygon's points are on the curve. Lengths after the transform are in
// metres. Throws SceneError for more than kMaxImportPoints points.
class SvgPathBuilder {
  public:
    SvgPathBuilder(const Affine& transform, double tolerance) : transform_(transform), tolerance_(tolerance)
    {}

    void moveTo(Position p);
    void lineTo(Position p);
    void cubicTo(Position c1, Position c2, Position p);
    void quadraticTo(Position c, Position p);
    // As SVG's A: radii, rotation of the ellipse's x-axis in degrees, the larger of the two arcs, the one
    // that turns from x to y.
    void arcTo(double rx, double ry, double degrees, bool large, bool sweep, Position p);
    void close();

    Position current() const { return current_; }
    size_t pointCount() const { return pointCount_; }
    std::vector<SvgSubpath> finish(); // those with at least two points

  private:
    void add(Position transformed);
    void arcPieces(Position center, Position axisX, Position axisY, Position from, Position to, bool sweep);

    Affine transform_;
    double tolerance_;
    Position current_{}, start_{}; // before the transform
    bool isOpen_ = false;          // the last subpath can be continued
    std::vector<SvgSubpath> subpaths_;
    size_t pointCount_ = 0;
};

// Reads the attribute `d` of a path. Empty, or what is wrong: "character 12 of the path: expected a number".
std::string readSvgPath(std::string_view data, SvgPathBuilder& path);

} // namespace satbox
