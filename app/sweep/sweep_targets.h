#pragma once

#include "app/sweep/sweep_field.h"
#include <satbox/world.h>

#include <string>
#include <string_view>
#include <vector>

namespace satbox::app {

// The bodies of a world that an input names. Returns an empty string, or a message if there is none.
std::string findSweptBodies(const World& world, const SweepField& field, std::vector<BodyId>& bodies);

// The joints of a world that an input names, as findSweptBodies(). A joint that is named must have the field;
// `*` names those that have it.
std::string findSweptJoints(const World& world, const SweepField& field, std::vector<JointId>& joints);

// The shapes whose material an input names. `sceneText`: the text of the scene file that the world was read
// from, since a world does not know the names of materials. Precondition: readScene() accepts it.
std::string findSweptShapes(const World& world, std::string_view sceneText, const SweepField& field,
                            std::vector<ShapeId>& shapes);

} // namespace satbox::app
