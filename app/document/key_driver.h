#pragma once

#include "app/document/history.h"

#include <span>
#include <string>
#include <vector>

namespace satbox::app {

// Drives motors by the keys that are held now, see joint_keys.h. Each change is an operation, played as a
// drag is: recordings, rewinding and replays have it, and it makes no undo entry.
class KeyDriver {
  public:
    // Begins to hold a key. False if no motor of the world has it.
    bool press(const World& world, const std::string& key);
    void release(const std::string& key);
    bool isHeld(const std::string& key) const;

    // Call before each step. `others`: the other worlds of a comparison, whose motors are driven too.
    void beforeStep(History& history, std::span<World> others);
    // Lets go of all keys at once.
    void releaseAll(History& history, std::span<World> others);

  private:
    std::vector<std::string> held_;
    std::vector<JointId> driven_; // whose motors have not been released yet
};

} // namespace satbox::app
