#pragma once

#include <satbox/world.h>

namespace satbox::app {

// The joint with an anchor, or a line of its drawing, nearest to the point; null if none is within `reach`,
// m. A filter joint has no anchors: it is drawn from centre of mass to centre of mass.
JointId pickJoint(const World& world, Position point, float reach);

// The joint with the anchor nearest to the point, the fixed points of a pulley included; null if none is
// within `reach`, m. Where a body is under the pointer, only an anchor should win over it.
JointId pickJointAnchor(const World& world, Position point, float reach);

} // namespace satbox::app
