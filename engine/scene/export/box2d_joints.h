#pragma once

#include "engine/scene/export/box2d_text.h"
#include "engine/scene/snapshot.h"

namespace satbox {

// Writes functions addJointsN(world, bodies) with the joints of the scene; returns their number.
size_t writeBox2dJoints(const SceneDefinition& definition, Box2dText& out);

} // namespace satbox
