#include "engine/scene/import/svg_path.h"

#include "engine/scene/import/import_builder.h"
#include "engine/scene/json_fields.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace satbox {
namespace {

constexpr int kMaxCurveEdges = 256; // of one curve, however small the tolerance is
constexpr int kMaxArcDepth = 8;     // of halving: 256 edges for each half circle

Position sum(Position a, Position b) { return {a.x + b.x, a.y + b.y}; }
Position difference(Position a, Position b) { return {a.x - b.x, a.y - b.y}; }
Position scaled(double s, Position p) { return {s * p.x, s * p.y}; }
double norm(Position p) { return std::sqrt(p.x * p.x + p.y * p.y); }
double crossOf(Position a, Position b) { return a.x * b.y - a.y * b.x; }

// Edges that keep a Bézier curve within `tolerance`, if `bend` is the greatest length of a second difference
// of its control points: the second derivative is at most degree (degree - 1) bend, and a chord over 1/n of
// the curve is at most that / (8 n^2) away.
int edgesOfBezier(int degree, double bend, double tolerance)
{
    const double n = std::sqrt(static_cast<double>(degree * (degree - 1)) * bend / (8.0 * tolerance));
    return n < static_cast<double>(kMaxCurveEdges) ? std::max(1, static_cast<int>(std::ceil(n)))
                                                   : kMaxCurveEdges;
}

// The unit vector in the middle between two, on the way from `u` to `v` that turns by `sign`.
Position middleOfTurn(Position u, Position v, double sign)
{
    const Position both = sum(u, v);
    const double length = norm(both);
    constexpr double kOpposite = 1e-9;
    if (length < kOpposite) return {-sign * u.y, sign * u.x};
    // The short way if it turns in that direction, else the long one.
    return scaled((sign * crossOf(u, v) >= 0.0 ? 1.0 : -1.0) / length, both);
}

} // namespace

void SvgPathBuilder::add(Position transformed)
{
    std::vector<Position>& points = subpaths_.back().points;
    if (!points.empty() && points.back() == transformed) return;
    if (++pointCount_ > kMaxImportPoints)
        throw SceneError{fmt::format("a path with more than {} points, the maximum", kMaxImportPoints)};
    points.push_back(transformed);
}

void SvgPathBuilder::moveTo(Position p)
{
    current_ = start_ = p;
    isOpen_ = false;
}

void SvgPathBuilder::lineTo(Position p)
{
    if (!isOpen_) {
        subpaths_.emplace_back();
        isOpen_ = true;
        add(transform_.apply(current_));
    }
    add(transform_.apply(p));
    current_ = p;
}

void SvgPathBuilder::cubicTo(Position c1, Position c2, Position p)
{
    const Position p0 = current_;
    const Position bend1 = transform_.applyLinear(sum(difference(p0, scaled(2.0, c1)), c2));
    const Position bend2 = transform_.applyLinear(sum(difference(c1, scaled(2.0, c2)), p));
    const int edges = edgesOfBezier(3, std::max(norm(bend1), norm(bend2)), tolerance_);
    for (int i = 1; i < edges; ++i) {
        const double t = static_cast<double>(i) / static_cast<double>(edges), s = 1.0 - t;
        lineTo(sum(sum(scaled(s * s * s, p0), scaled(3.0 * s * s * t, c1)),
                   sum(scaled(3.0 * s * t * t, c2), scaled(t * t * t, p))));
    }
    lineTo(p);
}

void SvgPathBuilder::quadraticTo(Position c, Position p)
{
    const Position p0 = current_;
    const Position bend = transform_.applyLinear(sum(difference(p0, scaled(2.0, c)), p));
    const int edges = edgesOfBezier(2, norm(bend), tolerance_);
    for (int i = 1; i < edges; ++i) {
        const double t = static_cast<double>(i) / static_cast<double>(edges), s = 1.0 - t;
        lineTo(sum(scaled(s * s, p0), sum(scaled(2.0 * s * t, c), scaled(t * t, p))));
    }
    lineTo(p);
}

// Points of center + u.x axisX + u.y axisY for unit vectors u from `from` to `to`, by halving the turn:
// without sine and cosine, whose last bits differ between systems. The middle of an arc is farthest from its
// chord.
void SvgPathBuilder::arcPieces(Position center, Position axisX, Position axisY, Position from, Position to,
                               bool sweep)
{
    const double sign = sweep ? 1.0 : -1.0;
    const auto at = [&](Position u) { return sum(center, sum(scaled(u.x, axisX), scaled(u.y, axisY))); };
    const auto halve = [&](const auto& self, Position u, Position v, int depth) -> void {
        const Position middle = middleOfTurn(u, v, sign);
        const Position sagitta = difference(middle, scaled(0.5, sum(u, v)));
        const Position bulge =
            transform_.applyLinear(sum(scaled(sagitta.x, axisX), scaled(sagitta.y, axisY)));
        // The first halvings are made in any case: of a whole turn u and v coincide.
        if (depth >= 2 && (norm(bulge) <= tolerance_ || depth >= kMaxArcDepth)) return lineTo(at(v));
        self(self, u, middle, depth + 1);
        self(self, middle, v, depth + 1);
    };
    halve(halve, from, to, 0);
}

void SvgPathBuilder::arcTo(double rx, double ry, double degrees, bool large, bool sweep, Position p)
{
    rx = std::abs(rx);
    ry = std::abs(ry);
    const Position p0 = current_;
    if (p0 == p) return;
    if (!(rx > 0.0 && ry > 0.0)) return lineTo(p);
    const Rot q = makeRot(static_cast<float>(degrees * (double{kPi} / 180.0)));
    const double cosine = double{q.c}, sine = double{q.s};
    // In the frame in which the ellipse is the unit circle; half of the chord there.
    const Position half = scaled(0.5, difference(p0, p));
    Position h{(cosine * half.x + sine * half.y) / rx, (-sine * half.x + cosine * half.y) / ry};
    double length = norm(h);
    if (length > 1.0) { // too small radii grow until the ellipse reaches both points
        rx *= length;
        ry *= length;
        h = scaled(1.0 / length, h);
        length = 1.0;
    }
    constexpr double kMinHalfChord =
        1e-7; // of the radius: below it, rounding would decide which way it turns
    if (!(length > kMinHalfChord)) return lineTo(p);
    // The centre is beside the middle of the chord.
    const double distance = std::sqrt(std::max(0.0, 1.0 - length * length)) / length;
    const double side = large == sweep ? 1.0 : -1.0;
    const Position toCenter = scaled(side * distance, {-h.y, h.x}); // from the middle, unit circle
    const Position axisX{rx * cosine, rx * sine}, axisY{-ry * sine, ry * cosine};
    const Position center =
        sum(scaled(0.5, sum(p0, p)), sum(scaled(toCenter.x, axisX), scaled(toCenter.y, axisY)));
    arcPieces(center, axisX, axisY, difference(h, toCenter), difference(scaled(-1.0, h), toCenter), sweep);
    current_ = p;
    // The last point exactly, not by way of the centre.
    if (isOpen_) subpaths_.back().points.back() = transform_.apply(p);
}

void SvgPathBuilder::close()
{
    if (isOpen_) subpaths_.back().closed = true;
    isOpen_ = false;
    current_ = start_;
}

std::vector<SvgSubpath> SvgPathBuilder::finish()
{
    for (SvgSubpath& subpath : subpaths_)
        if (subpath.points.size() > 2 && subpath.points.front() == subpath.points.back()) {
            subpath.closed = true;
            subpath.points.pop_back();
        }
    std::erase_if(subpaths_, [](const SvgSubpath& subpath) { return subpath.points.size() < 2; });
    return std::move(subpaths_);
}

namespace {

// Reads the commands of a path one after the other.
class SvgPathReader {
  public:
    SvgPathReader(std::string_view data, SvgPathBuilder& path) : scanner_(data), path_(path) {}

    std::string read()
    {
        scanner_.skipBlanks();
        bool isFirst = true;
        while (!scanner_.isAtEnd()) {
            const char command = scanner_.peek();
            if (kCommands.find(command) == std::string_view::npos)
                return wrong("expected a command, such as M or L");
            if (isFirst && command != 'M' && command != 'm')
                return wrong("expected M, since a path begins with a move");
            isFirst = false;
            scanner_.advance();
            if (!readArguments(command)) return wrong(error_);
            scanner_.skipBlanks();
        }
        return {};
    }

  private:
    static constexpr std::string_view kCommands = "MmLlHhVvCcSsQqTtAaZz";

    std::string wrong(std::string_view what) const
    {
        return fmt::format("character {} of the path: {}", scanner_.position() + 1, what);
    }

    bool readArguments(char command)
    {
        if (command == 'Z' || command == 'z') {
            path_.close();
            previous_ = 'Z';
            return true;
        }
        // Arguments may be repeated without the command; further points of a move are lines.
        do {
            if (!readOnce(command)) return false;
            previous_ = upper(command);
            if (command == 'M') command = 'L';
            if (command == 'm') command = 'l';
            scanner_.skipSeparator();
        } while (isNumberNext());
        return true;
    }

    static char upper(char c) { return c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c; }
    bool isNumberNext() const
    {
        const char c = scanner_.peek();
        return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.';
    }

    bool number(double& value)
    {
        scanner_.skipSeparator();
        const auto read = scanner_.number();
        if (!read) {
            error_ = "expected a number";
            return false;
        }
        value = *read;
        return true;
    }
    bool point(Position& p, bool isRelative)
    {
        double x = 0.0, y = 0.0;
        if (!number(x) || !number(y)) return false;
        p = isRelative ? sum(path_.current(), {x, y}) : Position{x, y};
        return true;
    }
    // "0" or "1", which need no separator after them.
    bool flag(bool& value)
    {
        scanner_.skipSeparator();
        const char c = scanner_.peek();
        if (c != '0' && c != '1') {
            error_ = "expected a flag of an arc, 0 or 1";
            return false;
        }
        scanner_.advance();
        value = c == '1';
        return true;
    }

    // The control point of the last curve, mirrored at the current point; the current point after other
    // commands.
    Position mirrored(char curve, char smooth) const
    {
        if (previous_ != curve && previous_ != smooth) return path_.current();
        return difference(scaled(2.0, path_.current()), control_);
    }

    bool readOnce(char command)
    {
        const bool isRelative = command >= 'a';
        Position p, c1, c2;
        switch (upper(command)) {
        case 'M':
            if (!point(p, isRelative)) return false;
            path_.moveTo(p);
            return true;
        case 'L':
            if (!point(p, isRelative)) return false;
            path_.lineTo(p);
            return true;
        case 'H':
        case 'V': {
            double value = 0.0;
            if (!number(value)) return false;
            const bool isX = upper(command) == 'H';
            p = path_.current();
            (isX ? p.x : p.y) = value + (isRelative ? (isX ? p.x : p.y) : 0.0);
            path_.lineTo(p);
            return true;
        }
        case 'C':
        case 'S':
            if (upper(command) == 'S')
                c1 = mirrored('C', 'S');
            else if (!point(c1, isRelative))
                return false;
            if (!point(c2, isRelative) || !point(p, isRelative)) return false;
            path_.cubicTo(c1, c2, p);
            control_ = c2;
            return true;
        case 'Q':
        case 'T':
            if (upper(command) == 'T')
                c1 = mirrored('Q', 'T');
            else if (!point(c1, isRelative))
                return false;
            if (!point(p, isRelative)) return false;
            path_.quadraticTo(c1, p);
            control_ = c1;
            return true;
        default: { // A
            double rx = 0.0, ry = 0.0, degrees = 0.0;
            bool large = false, sweep = false;
            if (!number(rx) || !number(ry) || !number(degrees) || !flag(large) || !flag(sweep) ||
                !point(p, isRelative))
                return false;
            path_.arcTo(rx, ry, degrees, large, sweep, p);
            return true;
        }
        }
    }

    SvgScanner scanner_;
    SvgPathBuilder& path_;
    std::string error_;
    Position control_{}; // the last one of the last curve
    char previous_ = 'M';
};

} // namespace

std::string readSvgPath(std::string_view data, SvgPathBuilder& path)
{
    return SvgPathReader(data, path).read();
}

} // namespace satbox
