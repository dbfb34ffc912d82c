#pragma once

#include "app/document/history.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace satbox::app {

// The keys of all motors and characters of a world, each once: "D", "A".
std::vector<std::string> driveKeys(const World& world);

// Drives motors and characters by the keys that are held now, see joint_keys.h and character_keys.h. Each
// change is an operation, played as a drag is: recordings, rewinding and replays have it, and it makes no
// undo entry.
class KeyDriver {
  public:
    // Begins to hold a key. False if no motor and no character of the world has it.
    bool press(const World& world, const std::string& key);
    void release(const std::string& key);
    bool isHeld(const std::string& key) const;

    // Call before each step. `others`: the other worlds of a comparison, which are driven too. In the past,
    // without a held key, characters move as was played.
    void beforeStep(History& history, std::span<World> others);
    // Lets go of all keys at once. Characters fall and stop in the next steps.
    void releaseAll(History& history, std::span<World> others);

    // driveKeys() of the present world. Searches it only if it may have changed.
    std::span<const std::string> keys(const History& history);

  private:
    void driveMotors(History& history, std::span<World> others);
    void moveCharacters(History& history, std::span<World> others);
    void refresh(const History& history);

    std::vector<std::string> held_;
    std::vector<JointId> driven_; // whose motors have not been released yet
    // What was found in the world at a moment of the history.
    struct Moment {
        uint64_t revision = 0, pastChanges = 0, pastStep = 0;
        friend bool operator==(const Moment&, const Moment&) = default;
    };
    std::optional<Moment> found_;
    std::vector<std::string> keys_;
    std::vector<BodyId> characters_;
};

} // namespace satbox::app
