#pragma once

#include "app/sweep/sweep_definition.h"
#include <satbox/ids.h>
#include <satbox/instruction_set.h>
#include <satbox/scene/scene.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace satbox::app {

// The text of a scene file, under the name that the sweep gives it.
struct SweepSceneText {
    std::string name{};
    std::string text{};
};

// A sweep without anything outside it: what a results file stores, and what another machine needs.
struct SweepSource {
    std::string definition{}; // the text of the sweep file
    std::vector<SweepSceneText> scenes{};
};

struct SweepSourceResult {
    SweepSource source;  // valid only without an error
    std::string error{}; // "FILE: ..."
};
// Reads a sweep file and its scenes. A scene is a built-in or a shipped one, or a path from the folder of the
// sweep file.
SweepSourceResult loadSweepFile(const std::filesystem::path& path);

// A column of the results.
struct SweepColumn {
    enum class Kind : uint8_t { Input, Result, Other };
    std::string name{};
    Kind kind = Kind::Input;
    std::string unit{};
    std::string help{};
    friend bool operator==(const SweepColumn&, const SweepColumn&) = default;
};

// The runs of a sweep. Runs are numbered from 0; combinations that repeat an earlier one are left out.
class Sweep {
  public:
    // Returns an empty string, or an error message. `fileName` begins the message.
    std::string load(SweepSource source, std::string_view fileName);

    const SweepSource& source() const { return source_; }
    const SweepDefinition& definition() const { return definition_; }
    size_t runCount() const { return keys_.size(); }
    // One value for each input of the definition.
    std::vector<SweepValue> inputsOf(size_t run) const { return definition_.valuesOf(combinations_[run]); }
    int64_t stepsOf(const std::vector<SweepValue>& inputs) const; // of a run with these inputs
    // Identifies a run: its scene's text, inputs, conditions and metrics, and version(). Runs of two sweeps
    // with the same key have the same result.
    uint64_t keyOf(size_t run) const { return keys_[run]; }
    // That of the program, and a number that changes with what the engine computes: "0.1.0-5e1c8a2b".
    const std::string& version() const { return version_; }
    // Inputs, then results.
    std::vector<SweepColumn> columns() const;
    std::string textOf(size_t run) const; // "substeps=2 gravity.y=-5": inputs with several values

    // Makes `world` the start of a run. Returns an empty string, or why the run's inputs are refused. May be
    // called from several threads at once.
    std::string begin(size_t run, World& world) const;
    // The scene of a run, with its inputs applied: `scene.world` makes `steps` steps at its step rate.
    struct Start {
        Scene scene;
        int64_t steps = 0;
        std::string error{}; // empty, or why the run's inputs are refused
    };
    Start startOf(size_t run) const;

    // For all runs, see World::setInstructionSet(). Does not change the results.
    void setInstructionSet(InstructionSet set);

  private:
    struct Targets { // of an input in a scene
        std::vector<BodyId> bodies;
        std::vector<ShapeId> shapes;
        std::vector<JointId> joints;
    };
    struct SceneOfSweep {
        std::string name;
        Scene scene;
        uint64_t textHash = 0;
        std::vector<Targets> targets; // one for each input
    };

    std::string loadScenes();
    std::string findTargets(SceneOfSweep& scene, std::string_view text) const;
    std::string checkConditions(const SceneOfSweep& scene) const;
    void numberRuns();
    uint64_t keyOf(const std::vector<SweepValue>& values) const;
    const SceneOfSweep& sceneOf(const std::vector<SweepValue>& values) const;
    std::string apply(const std::vector<SweepValue>& values, World& world) const;

    SweepSource source_;
    SweepDefinition definition_;
    std::vector<SceneOfSweep> scenes_;
    std::vector<size_t> inputsByName_; // so that the order of inputs does not change the keys
    size_t sceneInput_ = 0, stepsInput_ = 0;
    std::vector<uint32_t> combinations_; // of each run
    std::vector<uint64_t> keys_;
    std::string version_;
};

} // namespace satbox::app
