#pragma once

#include <satbox/math.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace satbox {

// x' = a x + c y + e, y' = b x + d y + f, as in SVG's matrix(a b c d e f).
struct Affine {
    double a = 1.0, b = 0.0, c = 0.0, d = 1.0, e = 0.0, f = 0.0;

    Position apply(Position p) const { return {a * p.x + c * p.y + e, b * p.x + d * p.y + f}; }
    Position applyLinear(Position p) const { return {a * p.x + c * p.y, b * p.x + d * p.y}; }
    // By how much it scales lengths, if it scales all alike: rotations, reflections and translations
    // included.
    std::optional<double> uniformScale() const;
};
Affine mul(const Affine& outer, const Affine& inner);

// Scans numbers of attributes: "1.5.5-2e3" is 1.5, 0.5 and -2000.
class SvgScanner {
  public:
    explicit SvgScanner(std::string_view text) : text_(text) {}

    void skipBlanks();
    void skipSeparator(); // blanks, with at most one comma among them
    bool isAtEnd() const { return at_ == text_.size(); }
    char peek() const { return isAtEnd() ? '\0' : text_[at_]; }
    void advance() { ++at_; } // Precondition: not at the end
    size_t position() const { return at_; }
    // A number of at most 1e12 at the position; nothing, and no movement, if there is none.
    std::optional<double> number();
    std::string_view word(); // letters at the position; empty if there are none

  private:
    std::string_view text_;
    size_t at_ = 0;
};

// "translate(10 20) rotate(45)"; nothing if it is not a list of transforms.
std::optional<Affine> readSvgTransform(std::string_view text);
// A length in user units: "10", "10px", "2.5mm" (96 units are an inch). Nothing for percentages and other
// units.
std::optional<double> readSvgLength(std::string_view text);
// "#rrggbb" or "#rgb" as 0xRRGGBB.
std::optional<uint32_t> readSvgColor(std::string_view text);
// The value of a property in a style attribute: "fill" of "fill:none;stroke:#000". Empty if it has none.
std::string_view svgStyleValue(std::string_view style, std::string_view property);

} // namespace satbox
