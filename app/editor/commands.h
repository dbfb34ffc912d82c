#pragma once

#include "app/editor/command_stack.h"

#include <span>

namespace satbox::app {

// All edits of a scene. A command with stale ids or values out of range is refused with a message and changes
// nothing. Edits of bodies and shapes apply to the current world and to the scene's start; unedited poses
// and velocities keep their value in each. Settings change the current world only; advance() copies them to
// the scene's start before the first step from it.

Command createBodyCommand(std::string label, BodyDef body, std::vector<ShapeDef> shapes);
Command deleteBodyCommand(const World& world, BodyId body);
// A copy at `offset` (m) from the original, with the same velocity.
Command duplicateBodyCommand(const World& world, BodyId body, Vec2 offset);
// Sets the pose in the world and in the scene's start, and updates the contacts. Merges within a gesture.
Command moveBodyCommand(const World& world, BodyId body, const WorldTransform& pose);
// `field` names the edited field ("gravity scale"), for the label and for merging the changes of a slider.
Command editBodyCommand(const World& world, BodyId body, BodyDef def, std::string_view field);
Command editShapeCommand(const World& world, ShapeId shape, ShapeDef def, std::string_view field);
// Sets one material property of every shape.
Command editAllMaterialsCommand(float Material::*member, float value, std::string_view field);
// `settings`: all new settings. Merges by `field`, a key of settingFields().
Command settingsCommand(const WorldSettings& settings, std::string_view field);
// Replaces the document by a scene.
Command loadSceneCommand(Scene scene, std::filesystem::path path);
// Returns to the scene's start, with all edits of bodies and shapes. `settingsToo`: also returns to the
// start's settings; otherwise the current settings are kept.
Command restartCommand(bool settingsToo);

// The text by which messages name a body: its own name, "box 3" or "body 7".
std::string describeBody(const World& world, BodyId body);

} // namespace satbox::app
