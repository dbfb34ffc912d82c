#include "app/document/key_driver.h"

#include "app/document/character_motion.h"
#include "app/document/joint_keys.h"
#include "app/document/step_seconds.h"

#include <algorithm>
#include <utility>

namespace satbox::app {

std::vector<std::string> driveKeys(const World& world)
{
    std::vector<std::string> keys = motorKeys(world);
    for (std::string& key : characterKeys(world))
        if (std::ranges::find(keys, key) == keys.end()) keys.push_back(std::move(key));
    return keys;
}

bool KeyDriver::press(const World& world, const std::string& key)
{
    const std::vector<std::string> keys = driveKeys(world);
    if (std::ranges::find(keys, key) == keys.end()) return false;
    if (!isHeld(key)) held_.push_back(key);
    return true;
}

void KeyDriver::release(const std::string& key) { std::erase(held_, key); }

bool KeyDriver::isHeld(const std::string& key) const { return std::ranges::find(held_, key) != held_.end(); }

void KeyDriver::refresh(const History& history)
{
    // In the past, each step may be one at which the bodies were others.
    const Moment now{history.revision(), history.pastChanges(),
                     history.isAtEnd() ? 0 : history.presentStep() + 1};
    if (found_ == now) return;
    found_ = now;
    keys_ = driveKeys(history.world());
    characters_ = charactersOf(history.world());
}

std::span<const std::string> KeyDriver::keys(const History& history)
{
    refresh(history);
    return keys_;
}

void KeyDriver::beforeStep(History& history, std::span<World> others)
{
    driveMotors(history, others);
    moveCharacters(history, others);
}

void KeyDriver::driveMotors(History& history, std::span<World> others)
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

void KeyDriver::moveCharacters(History& history, std::span<World> others)
{
    if (!history.isAtEnd() && held_.empty()) return; // as was played
    refresh(history);
    const auto stepOf = [&](const World& world, BodyId id) {
        return characterStep(world, id, inputFor(world.body(id), held_), stepSeconds(history.world()));
    };
    for (const BodyId id : characters_) {
        if (isCharacter(history.world(), id))
            for (Op& op : stepOf(history.world(), id)) history.play(std::move(op));
        for (World& other : others)
            if (isCharacter(other, id))
                for (const Op& op : stepOf(other, id)) other.apply(op);
    }
}

void KeyDriver::releaseAll(History& history, std::span<World> others)
{
    held_.clear();
    driveMotors(history, others);
}

} // namespace satbox::app
