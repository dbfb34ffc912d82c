#include "app/document/joint_keys.h"

#include "app/document/joint_kind.h"
#include "engine/world/world_access.h"

#include <algorithm>
#include <utility>

namespace satbox::app {

bool hasMotor(const JointDef& def) { return motorOf(def.kind) != nullptr; }

bool hasKeys(const JointDef& def)
{
    return (!def.forwardKey.empty() || !def.backwardKey.empty()) && hasMotor(def);
}

std::vector<JointId> jointsWithKeys(const World& world)
{
    std::vector<JointId> ids;
    const auto& joints = stateOf(world).joints.of<Joint>();
    joints.forEach([&](uint32_t slot, const Joint& joint) {
        if (hasKeys(*joint.def)) ids.push_back(joints.handleAt(slot));
    });
    return ids;
}

std::vector<std::string> motorKeys(const World& world)
{
    std::vector<std::string> keys;
    for (const JointId id : jointsWithKeys(world)) {
        const JointDef def = world.jointDef(id);
        for (const std::string& key : {def.forwardKey, def.backwardKey})
            if (!key.empty() && std::ranges::find(keys, key) == keys.end()) keys.push_back(key);
    }
    return keys;
}

KeyDrive driveFor(const JointDef& def, std::span<const std::string> held)
{
    const auto isHeld = [&](const std::string& key) {
        return !key.empty() && std::ranges::find(held, key) != held.end();
    };
    const bool forward = isHeld(def.forwardKey), backward = isHeld(def.backwardKey);
    if (forward == backward) return KeyDrive::Released;
    return forward ? KeyDrive::Forward : KeyDrive::Backward;
}

JointDef driven(JointDef def, KeyDrive drive)
{
    JointMotor& motor = *motorOf(def.kind);
    motor.enabled = drive != KeyDrive::Released || def.keyBrake;
    if (drive == KeyDrive::Forward)
        motor.speed = def.keySpeed;
    else if (drive == KeyDrive::Backward)
        motor.speed = 0.0f - def.keySpeed;
    else if (def.keyBrake)
        motor.speed = 0.0f;
    return def;
}

bool isDriven(const JointDef& def)
{
    if (!hasKeys(def) || def.keySpeed == 0.0f) return false;
    return driven(def, KeyDrive::Forward) == def || driven(def, KeyDrive::Backward) == def;
}

JointDef withKey(JointDef def, DriveKey which, std::string key)
{
    const bool wasDriven = isDriven(def);
    const bool isFirst = !key.empty() && def.forwardKey.empty() && def.backwardKey.empty();
    std::string& chosen = which == DriveKey::Forward ? def.forwardKey : def.backwardKey;
    std::string& other = which == DriveKey::Forward ? def.backwardKey : def.forwardKey;
    if (other == key) other.clear();
    chosen = std::move(key);
    if (wasDriven && !hasKeys(def)) motorOf(def.kind)->enabled = false; // nothing releases it any more
    if (!isFirst) return def;
    JointMotor& motor = *motorOf(def.kind);
    JointKind initial = initialKind(def.kind);
    const JointMotor& useful = *motorOf(initial);
    if (def.keySpeed == 0.0f) def.keySpeed = motor.speed != 0.0f ? motor.speed : useful.speed;
    if (motor.maxForce == 0.0f) motor.maxForce = useful.maxForce;
    return driven(std::move(def), KeyDrive::Released);
}

} // namespace satbox::app
