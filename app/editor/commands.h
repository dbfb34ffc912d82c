#pragma once

#include "app/editor/command_stack.h"

#include <span>

namespace satbox::app {

// Every edit of a scene. Each refuses what is stale or out of range with a sentence and changes nothing then.
// Bodies that are added or edited belong to the scene at once: the edit reaches the scene's start too, with
// the places and velocities that bodies have there. Settings do not, until the scene runs from its start.

Command createBodyCommand(std::string label, BodyDef body, std::vector<ShapeDef> shapes);
Command deleteBodyCommand(const World& world, BodyId body);
// A copy beside the original, `offset` m away, same velocity.
Command duplicateBodyCommand(const World& world, BodyId body, Vec2 offset);
// Pose only; contacts are found afresh. Merges with itself inside a gesture.
Command moveBodyCommand(const World& world, BodyId body, const WorldTransform& pose);
// `field` names what is edited ("gravity scale"): for the label and for merging a slider's changes.
Command editBodyCommand(const World& world, BodyId body, BodyDef def, std::string_view field);
Command editShapeCommand(const World& world, ShapeId shape, ShapeDef def, std::string_view field);
// Sets one number of the material of every shape.
Command editAllMaterialsCommand(float Material::*member, float value, std::string_view field);
// The settings as they are to be; merges by `field` (a key of settingFields()).
Command settingsCommand(const WorldSettings& settings, std::string_view field);
// Another scene: restart, reload, open, next.
Command loadSceneCommand(Scene scene, std::filesystem::path path);
// Back to the scene's start, with all that was built. The settings stay as they are tuned unless
// `settingsToo`.
Command restartCommand(bool settingsToo);

// "box 3", a body's name, or "body 7": what the user calls it.
std::string describeBody(const World& world, BodyId body);

} // namespace satbox::app
