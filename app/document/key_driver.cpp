#include "app/document/key_driver.h"

#include "app/document/joint_keys.h"

#include <algorithm>

namespace satbox::app {

bool KeyDriver::press(const World& world, const std::string& key)
{
    const std::vector<std::string> keys = motorKeys(world);
    if (std::ranges::find(keys, key) == keys.end()) return false;
    if (!isHeld(key)) held_.push_back(key);
    return true;
}

void KeyDriver::release(const std::string& key) { std::erase(held_, key); }

bool KeyDriver::isHeld(const std::string& key) const { return std::ranges::find(held_, key) != held_.end(); }

void KeyDriver::beforeStep(History& history, std::span<World> others)
{
    if (held_.empty() && driven_.empty()) return;
    std::vector<JointId> now;
    for (const JointId id : jointsWithKeys(history.world())) {
        const JointDef def = history.world().jointDef(id);
        const KeyDrive drive = driveFor(def, held_);
        const bool wasDriven = std::ranges::find(driven_, id) != driven_.end();
        if (drive == KeyDrive::Released && !wasDriven) continue;
        if (drive != KeyDrive::Released) now.push_back(id);
        // Not only when a key is pressed: undo and restart may have brought back another state of the motor.
        if (JointDef next = driven(def, drive); next != def) history.play(op::SetJoint{id, std::move(next)});
        for (World& other : others) {
            const JointDef before = other.jointDef(id); // a default one if it is not there
            if (!hasKeys(before)) continue;
            if (const JointDef next = driven(before, drive); next != before) other.setJointDef(id, next);
        }
    }
    driven_ = std::move(now);
}

void KeyDriver::releaseAll(History& history, std::span<World> others)
{
    held_.clear();
    beforeStep(history, others);
}

} // namespace satbox::app
