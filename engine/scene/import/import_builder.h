#pragma once

#include "engine/scene/import/conversion_report.h"
#include "engine/scene/snapshot.h"
#include <satbox/scene/import.h>
#include <satbox/shapes.h>

#include <string>
#include <variant>
#include <vector>

namespace satbox {

// Parts of a body as other programs give them. Points are in metres, in one frame for all parts of a body.

struct ImportCircle {
    Position center;
    double radius = 0.0;
};
struct ImportOutline { // closed, with an area; any orientation, may be concave
    std::vector<Position> points;
    std::vector<size_t> lines{}; // of a text file, in which the points are; else empty
};
struct ImportLine { // without an area; collides from both sides
    std::vector<Position> points;
    bool closed = false;
};
struct ImportPart {
    std::variant<ImportCircle, ImportOutline, ImportLine> geometry{};
    ShapeDef common{}; // all but the geometry
    std::string place; // in the file
};

// The box around all parts, which are finite. Precondition: there are parts.
WorldBox boxOf(const std::vector<ImportPart>& parts);

// Collects the scene of an import. Functions that take a `place` report at it what they change and refuse.
// They throw SceneError for a file that exceeds the limits of a world.
class ImportBuilder {
  public:
    explicit ImportBuilder(const ImportOptions& options) : options_(options) {}

    const ImportOptions& options() const { return options_; }
    ConversionReport& report() { return report_; }
    SceneDefinition& definition() { return definition_; }

    // Adds a body; its index. Precondition: validate(def) reports no error.
    uint32_t addBody(BodyDef def, std::string_view place);
    // Adds a body with one shape that the file does not have.
    void addExtraBody(BodyDef def, ShapeDef shape);
    size_t extraBodies() const { return extraBodies_; }
    // Adds the shapes of a part to a body whose frame has its origin at `origin` and is not rotated. False if
    // it was refused.
    bool addPart(uint32_t body, const ImportPart& part, Position origin);
    // Adds a body in the middle of its parts, which are in the world's frame. A body with lines only is
    // static. False, and nothing is added, if all parts were refused.
    bool addBodyWithParts(BodyDef def, const std::vector<ImportPart>& parts);

    // A name that a body or a joint may have: long ones are cut.
    std::string nameFrom(std::string_view text, std::string_view place);

  private:
    std::vector<Shape> shapesOf(const ImportPart& part, Position origin);
    std::vector<Shape> outlineShapes(const ImportOutline& outline, const std::string& place, Position origin);
    std::vector<Shape> lineShapes(const ImportLine& line, const std::string& place, Position origin);
    void refuseOutline(const ImportOutline& outline, const std::vector<Vec2>& points,
                       const std::string& error, const std::string& place, Position origin);

    ImportOptions options_;
    ConversionReport report_;
    SceneDefinition definition_;
    size_t shapesOfLastBody_ = 0;
    size_t extraBodies_ = 0;
};

// Points of a file, or of its flattened curves, at most.
inline constexpr size_t kMaxImportPoints = 1'000'000;

} // namespace satbox
