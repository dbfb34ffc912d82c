#pragma once

#include <satbox/math.h>

namespace satbox {

// A body as its joints see it.
//
// A joint under tension turns the body like a spring that draws its anchor outward: its stiffness is the
// force times the anchor's distance from the centre, along the force. Substeps follow such a spring only if
// it does not turn the body by more than about a radian per substep. A light link between heavy loads would
// be torn to and fro; so its joints see it with a greater inertia (after Tournier et al., "Stable Constrained
// Dynamics", SIGGRAPH 2015). All other bodies keep theirs.
struct JointBody {
    float stiffness = 0.0f;      // N m s, times the length of a substep
    float fullInvInertia = 0.0f; // 1/(kg m^2), of the body
    float invInertia = 0.0f;     // limited, in this substep
    Vec2 pushedV{0.0f, 0.0f};    // m/s, velocity after the push, see pushJointsAgain()
    float pushedW = 0.0f;        // rad/s, likewise
};

} // namespace satbox
