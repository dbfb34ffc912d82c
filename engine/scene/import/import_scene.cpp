#include "engine/scene/import/import_scene.h"

#include "engine/core/ascii.h"
#include "engine/core/quoted.h"
#include "engine/scene/import/import_builder.h"
#include "engine/scene/import/readers.h"

#include <algorithm>
#include <fmt/format.h>

namespace satbox {
namespace fs = std::filesystem;
namespace {

std::string countText(size_t count, const char* one, const char* many)
{
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

// "taken: 3 bodies with 5 shapes and 1 joint, as SVG"
std::string takenText(const ImportBuilder& builder, const SceneDefinition& definition, ImportFormat format)
{
    const size_t extra = builder.extraBodies(); // with a shape each
    std::string text =
        fmt::format("taken: {} with {}", countText(definition.bodies.size() - extra, "body", "bodies"),
                    countText(definition.shapes.size() - extra, "shape", "shapes"));
    if (!definition.joints.empty()) text += " and " + countText(definition.joints.size(), "joint", "joints");
    return text + fmt::format(", from {}", toString(format));
}

// Calls read(builder) and makes the result of it.
template<class Read>
SceneResult imported(std::string_view fileName, ImportFormat format, const ImportOptions& options,
                     Read&& read)
{
    SceneResult result;
    result.imported = format;
    const std::string head = printable(fileName, kMaxPathLength) + ": ";
    ImportBuilder builder(options);
    try {
        read(builder);
    } catch (const SceneError& error) {
        result.error = head + error.message;
        return result;
    }
    const SceneDefinition& definition = builder.definition();
    if (definition.bodies.empty()) {
        const std::string reason = builder.report().firstRefusal();
        result.error = head + fmt::format("nothing in it can be taken as a body{}{}",
                                          reason.empty() ? ": it has no shapes" : "; refused: ", reason);
        return result;
    }
    result.scene.name = fs::path(fileName).stem().string();
    result.scene.title = isUtf8(result.scene.name) ? result.scene.name : std::string();
    result.scene.world = buildWorld(definition);
    result.scene.camera = fitCamera(result.scene.world);
    result.notes.push_back(head + takenText(builder, definition, format));
    for (const std::string& line : builder.report().lines()) result.notes.push_back(head + line);
    return result;
}

} // namespace

const char* toString(ImportFormat format)
{
    switch (format) {
    case ImportFormat::Rube:
        return "R.U.B.E.";
    case ImportFormat::PhysicsEditor:
        return "PhysicsEditor";
    case ImportFormat::Svg:
        return "SVG";
    case ImportFormat::Points:
        break;
    }
    return "points";
}

std::optional<ImportFormat> importFormatOf(const fs::path& file)
{
    std::string extension = file.extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(), lowerAscii);
    if (extension == ".svg") return ImportFormat::Svg;
    for (const char* points : {".txt", ".xy", ".dat", ".csv"})
        if (extension == points) return ImportFormat::Points;
    return std::nullopt;
}

std::optional<ImportFormat> importFormatOf(const fs::path& file, std::string_view text)
{
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    const size_t first = text.find_first_not_of(" \t\r\n");
    if (first != std::string_view::npos) {
        if (text[first] == '{') return std::nullopt;
        if (text[first] == '<') return ImportFormat::Svg;
    }
    return importFormatOf(file);
}

std::optional<ImportFormat> importFormatOf(const JsonValue& document)
{
    const auto* root = std::get_if<JsonObject>(&document.data);
    if (root == nullptr) return std::nullopt;
    for (const JsonMember& member : *root)
        if (member.key == "format") return std::nullopt; // a scene
    if (isRube(*root)) return ImportFormat::Rube;
    if (isPhysicsEditor(*root)) return ImportFormat::PhysicsEditor;
    return std::nullopt;
}

SceneResult importScene(std::string_view text, std::string_view fileName, ImportFormat format,
                        const ImportOptions& options)
{
    return imported(fileName, format, options, [&](ImportBuilder& builder) {
        if (text.size() > kMaxSceneBytes)
            throw SceneError{fmt::format("{} bytes, expected at most {}", text.size(), kMaxSceneBytes)};
        if (format == ImportFormat::Svg)
            importSvg(text, builder);
        else
            importPoints(text, builder);
    });
}

SceneResult importJson(const JsonValue& document, std::string_view fileName, ImportFormat format,
                       const ImportOptions& options)
{
    return imported(fileName, format, options, [&](ImportBuilder& builder) {
        const JsonLocation root{document};
        if (format == ImportFormat::Rube)
            importRube(root, builder);
        else
            importPhysicsEditor(root, builder);
    });
}

} // namespace satbox
