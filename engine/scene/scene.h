#pragma once

#include "engine/world/world.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace satbox {

// What part of the world a picture shows at first.
struct SceneCamera {
    Position center{0.0, 5.0};
    float height = 12.0f; // m from the lower to the upper edge of the picture
    friend bool operator==(const SceneCamera&, const SceneCamera&) = default;
};

inline constexpr float kMinCameraHeight = 1e-6f; // m, what files may say
inline constexpr float kMaxCameraHeight = 1e7f;

// A world with a name and a place to look from: what a scene file holds (docs/scene-format.md).
struct Scene {
    std::string name;        // "box_stack": the file's name without ".json", or the builder's
    std::string title;       // "Box stack"
    std::string description; // a sentence or two
    SceneCamera camera;
    World world; // its settings are part of the scene
};

// A camera that shows all shapes with a margin.
SceneCamera fitCamera(const World& world);

inline constexpr size_t kMaxSceneBytes = 64u << 20; // larger files are refused
inline constexpr int kSceneVersion = 1;             // of the format; the only one so far

struct SceneResult {
    Scene scene;                    // meaningful only without an error
    std::vector<std::string> notes; // what was read but changed: "scene.json: /bodies/0/shapes/1/vertices: 1
                                    // point lies inside the hull and was dropped"
    std::string error; // empty when fine, else "FILE: /place/in/file: what is wrong, what would be right"
    bool ok() const { return error.empty(); }
};

// `fileName` heads the sentences; the scene's name is its stem.
SceneResult readScene(std::string_view json, std::string_view fileName);
SceneResult loadSceneFile(const std::filesystem::path& path);

// The text of a scene file. A world that has been stepped carries its contacts and sleep in a "resume" part,
// so that reading it back gives a world with the same hash and the same future.
std::string writeScene(const Scene& scene);

// Writes beside the file, reads that back and renames, so that a failure leaves the old file as it was.
// Empty, or a sentence.
std::string saveSceneFile(const std::filesystem::path& path, const Scene& scene);

// A built-in scene's name, a shipped scene's name, or a path. On error the sentence suggests the nearest
// name.
SceneResult openScene(std::string_view nameOrPath);

} // namespace satbox
