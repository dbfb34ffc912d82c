#pragma once

#include "app/document/step_facts.h"
#include <satbox/world.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace satbox {
class TaskExecutor;
}

namespace satbox::app {

// A number that can be varied: a setting of the world, or a material property of its shapes.
struct VariedNumber {
    std::string key; // as --set takes it, or the key of a material field
    std::string label;
    std::string_view unit;
    float minimum = 0.0f, maximum = 0.0f;           // allowed
    float usualMinimum = 0.0f, usualMaximum = 0.0f; // span of the sliders
    bool isMaterial = false;
    bool isInteger = false;
};
std::vector<VariedNumber> variedNumbers(); // settings first, then materials

// Its value in a world: of a material, that of the first of `bodies`, or of the first movable body.
float valueIn(const World& world, const VariedNumber& number, std::span<const BodyId> bodies);
// Sets it. A material is set in all shapes of `bodies`, or of all bodies if there are none. Returns the
// refusal, or an empty string.
std::string setIn(World& world, const VariedNumber& number, float value, std::span<const BodyId> bodies);

// What happens next for one value of the number.
struct WhatIfPath {
    float value = 0.0f;
    std::vector<std::vector<Position>> centers; // of each followed body: at the start and after each step
    float deepestOverlap = 0.0f;                // m, of all contacts in all steps, as they began
};

// The next seconds, simulated on copies of a world: one for each of several values, evenly spaced. The world
// itself stays as it is.
class WhatIfRun {
  public:
    static constexpr size_t kMaxFollowed = 40; // bodies, if none is selected

    // `selected`: the bodies whose paths are followed, and whose material is varied; if none, all movable
    // ones. Precondition: count >= 2, from < to.
    WhatIfRun(const World& start, VariedNumber number, float from, float to, int count, float seconds,
              std::span<const BodyId> selected);

    // Simulates for about `seconds` of wall-clock time. Precondition: not isDone().
    void advance(double seconds, TaskExecutor* executor = nullptr);
    bool isDone() const { return finished_ == paths_.size(); }
    float progress() const; // 0 to 1
    const VariedNumber& number() const { return number_; }
    std::span<const BodyId> followed() const { return followed_; }
    std::span<const WhatIfPath> paths() const
    {
        return paths_;
    }                                                       // the last ones are incomplete until isDone()
    size_t finished() const { return finished_; }           // paths that are complete
    const std::string& refusal() const { return refusal_; } // of a value; the run then ends

  private:
    void begin(WhatIfPath& path);
    void record(WhatIfPath& path) const;

    World start_;
    VariedNumber number_;
    std::vector<BodyId> selected_, followed_;
    std::vector<WhatIfPath> paths_;
    size_t finished_ = 0;
    float seconds_ = 0.0f;
    int steps_ = 0;              // of the path that is simulated
    std::optional<World> world_; // of the path that is simulated
    StepFactsMeter facts_;       // of its steps
    int step_ = 0;
    std::string refusal_;
};

} // namespace satbox::app
