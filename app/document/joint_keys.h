#pragma once

#include <satbox/world.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace satbox::app {

// Keys that drive the motors of joints: JointDef::forwardKey, backwardKey, keySpeed and keyBrake. While a key
// is held, the motor is on and has the key speed or its opposite. Otherwise it brakes or is off. All of this
// is in the joint's definition, so that operations, files and recordings have it.

enum class KeyDrive : uint8_t { Released, Forward, Backward };
enum class DriveKey : uint8_t { Forward, Backward };

bool hasMotor(const JointDef& def);
// Whether the joint has a motor and a key for it.
bool hasKeys(const JointDef& def);
// In slot order.
std::vector<JointId> jointsWithKeys(const World& world);
// The keys of all motors, each once: "D", "A".
std::vector<std::string> motorKeys(const World& world);

// What the held keys ask for. Both keys together are as none.
KeyDrive driveFor(const JointDef& def, std::span<const std::string> held);
// The definition with its motor as the keys set it. Precondition: hasKeys(def).
JointDef driven(JointDef def, KeyDrive drive);
// Whether the motor is as a held key sets it.
bool isDriven(const JointDef& def);

// The definition with another key; an empty one takes it away. The other direction loses the same key. With
// its first key, the motor waits for it, and gets a key speed and a force if it has none. Precondition: the
// joint has a motor.
JointDef withKey(JointDef def, DriveKey which, std::string key);

} // namespace satbox::app
