#pragma once

#include "app/tools/tool_context.h"
#include <satbox/joints.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace satbox::app {

// Handles of the selected joint: its anchors, axis and limits are dragged. Time stops meanwhile. A drag is
// one undo entry.

// All handles of a joint with their positions. Those for angles keep their distance from the anchor on the
// screen. Precondition: the joint exists.
std::vector<std::pair<JointHandle, Position>> jointHandlesOf(const World& world, JointId joint,
                                                             float metersPerPoint);
// The handle under the pointer; none of a null or stale joint.
std::optional<JointHandle> pickJointHandle(const World& world, JointId joint, Position pointer,
                                           float metersPerPoint);

// True for anchors and fixed points, which snap to points; the other handles set a direction or a limit.
bool movesPoint(JointHandle handle);
// The definition with the handle at another point. Joints that hold a length get the new one, so that the
// bodies stay. `snapsAngle`: directions are multiples of 15 degrees. Precondition: the joint exists.
JointDef withHandleAt(const World& world, JointId joint, JointHandle handle, Position point, bool snapsAngle);

// Precondition: the joint exists.
void beginJointDrag(ToolContext& context, JointId joint, JointHandle handle, Position pointer,
                    float metersPerPoint);
// `point`: the pointer, or the point that it snaps to. `snaps`: Ctrl is held.
void continueJointDrag(ToolContext& context, Position point, bool snaps);
void endJointDrag(ToolContext& context);
void cancelJointDrag(ToolContext& context); // restores the joint

// What the handle sets now: "2.50 m", "45.0°". Precondition: the joint exists.
std::string describeHandle(const World& world, JointId joint, JointHandle handle);

} // namespace satbox::app
