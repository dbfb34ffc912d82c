#pragma once

#include <satbox/config.h>
#include <satbox/scene/import.h>
#include <satbox/world.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace satbox {

// The initial view of the world.
struct SceneCamera {
    Position center{0.0, 5.0};
    float height = 12.0f; // m, from the lower to the upper edge of the view
    friend bool operator==(const SceneCamera&, const SceneCamera&) = default;
};

inline constexpr float kMinCameraHeight = 1e-6f; // m, limits for files
inline constexpr float kMaxCameraHeight = 1e7f;

// The content of a scene file: a world with a name and a camera (docs/scene-format.md).
struct Scene {
    std::string name;        // "box_stack": the file's name without ".json", or the builder's
    std::string title;       // "Box stack"
    std::string description; // a sentence or two
    // Names of collision layers: layer i is bit i of Filter::category. For display; empty names and missing
    // ones are allowed.
    std::vector<std::string> layers{};
    // Remarks for whoever opens the scene, such as what a capture of another engine's world (docs/capture.md)
    // could not carry over. Programs show them when they open the file.
    std::vector<std::string> notes{};
    SceneCamera camera;
    World world; // its settings are part of the scene
};

inline constexpr size_t kMaxLayers = 64;          // as many as Filter::category has bits
inline constexpr size_t kMaxLayerNameLength = 40; // bytes
inline constexpr size_t kMaxSceneNotes = 200;
inline constexpr size_t kMaxSceneNoteLength = 500; // bytes

// A camera that shows all shapes with a margin.
SATBOX_API SceneCamera fitCamera(const World& world);

inline constexpr size_t kMaxSceneBytes = 64u << 20; // larger files are refused
inline constexpr int kSceneVersion = 1;             // of the format; the only one so far

struct SceneResult {
    Scene scene;                    // valid only without an error
    std::vector<std::string> notes; // changes made by the reader: "scene.json:
                                    // /bodies/0/shapes/1/vertices: dropped 1 point inside the hull".
                                    // Of an import: what was taken, changed and refused
    std::string error;              // empty, or "FILE: /json/pointer: what is wrong, what is expected"
    std::filesystem::path file{};   // the file, if openScene() was given its path and it is a scene file;
                                    // else empty
    std::optional<ImportFormat> imported{}; // the format, of a file of another program
    bool ok() const { return error.empty(); }
};

// Messages begin with `fileName`; its stem becomes the scene's name. The JSON of other programs is recognised
// by its keys (satbox/scene/import.h).
SATBOX_API SceneResult readScene(std::string_view json, std::string_view fileName,
                                 const ImportOptions& options = {});
// Reads files of other programs too.
SATBOX_API SceneResult loadSceneFile(const std::filesystem::path& path, const ImportOptions& options = {});

// The text of a scene file. For a world that has been stepped it includes a snapshot ("resume"). The world
// that is read back has the same hash and continues identically.
SATBOX_API std::string writeScene(const Scene& scene);

// Writes a temporary file, reads it back and renames it, so that a failure leaves the old file unchanged.
// Empty, or an error message.
SATBOX_API std::string saveSceneFile(const std::filesystem::path& path, const Scene& scene);

// Accepts a built-in scene's name, a shipped scene's name or a path. The error message suggests the nearest
// name.
SATBOX_API SceneResult openScene(std::string_view nameOrPath, const ImportOptions& options = {});

} // namespace satbox
