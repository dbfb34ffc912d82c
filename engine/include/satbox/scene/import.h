#pragma once

#include <satbox/body.h>
#include <satbox/config.h>

#include <filesystem>
#include <optional>
#include <string_view>

namespace satbox {

// Files of other programs that are read as scenes (docs/import.md).
enum class ImportFormat : uint8_t {
    Rube,          // R.U.B.E., a level editor for Box2D: JSON
    PhysicsEditor, // shapes of PhysicsEditor (Phaser exports) and of Physics Body Editor: JSON
    Svg,           // drawings
    Points,        // plain text, a point in each line
};
SATBOX_API const char* toString(ImportFormat format); // "R.U.B.E.", "PhysicsEditor", "SVG", "points"

// How a file of another program becomes a scene, where it does not say so itself.
struct ImportOptions {
    // Units of the file per metre; 0: 1 for R.U.B.E., points and Physics Body Editor, 100 for SVG and
    // PhysicsEditor.
    float unitsPerMetre = 0.0f;
    float tolerance = 0.01f; // m: a curve and the polygon that replaces it differ by at most this
    std::optional<BodyType>
        bodyType{};          // of bodies with an area; none: dynamic, unless the file says otherwise
    bool closeLines = false; // points: an outline is closed even if its last point is not the first
};

inline constexpr float kMinUnitsPerMetre = 1e-4f, kMaxUnitsPerMetre = 1e6f;
inline constexpr float kMinImportTolerance = 1e-4f, kMaxImportTolerance = 100.0f; // m

// The format by the extension of a file's name: .svg, or .txt, .xy, .dat and .csv for points. JSON files tell
// by their keys.
SATBOX_API std::optional<ImportFormat> importFormatOf(const std::filesystem::path& file);

// False if satbox was built without an XML parser: then an SVG file is refused with a message.
SATBOX_API bool canImportSvg();

} // namespace satbox
