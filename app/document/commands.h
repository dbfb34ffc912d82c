#pragma once

#include "app/document/command.h"
#include "engine/model/definition_fields.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace satbox::app {

// All edits of a scene. A command with stale ids or values out of range is refused when it is executed. Edits
// of bodies and shapes apply to the current world and to the scene's start; unedited poses and velocities
// keep their value in each. Settings change the current world only: restarting keeps them.

// Adds the operation that creates a body, and those that add its shapes.
void addBody(std::vector<DocumentOp>& ops, DocumentOp creation, std::vector<ShapeDef> shapes);
std::vector<ShapeDef> shapeDefsOf(const World& world, BodyId body); // in the order of the body

Command createBodyCommand(std::string label, BodyDef body, std::vector<ShapeDef> shapes);
// Creates copies of the bodies at each offset (m) from the originals, with the same velocities. Copies of a
// group are a new group, and joints are copied as JointCopies does. Precondition: all exist.
std::vector<DocumentOp> copyOps(const World& world, std::span<const BodyId> bodies,
                                std::span<const Vec2> offsets);
// Copies at one offset. Precondition: there is a body, and all exist.
Command duplicateBodiesCommand(const World& world, std::span<const BodyId> bodies, Vec2 offset);
// A body's new pose and, if they change, the new definitions of its shapes.
struct BodyPlacement {
    BodyId body;
    WorldTransform pose{};
    std::vector<std::pair<ShapeId, ShapeDef>> shapes{};
};
using JointEdits = std::vector<std::pair<JointId, JointDef>>;
// Sets poses, shapes and joints in the world and in the scene's start, and updates the contacts. Merges
// within a gesture. `verb`: "Move". Precondition: there is a placement, and all bodies exist.
Command placeBodiesCommand(const World& world, std::string_view verb,
                           std::span<const BodyPlacement> placements, const JointEdits& joints = {});
Command moveBodyCommand(const World& world, BodyId body, const WorldTransform& pose);
// Deletes all of them. Precondition: there is one, and all exist.
Command deleteBodiesCommand(const World& world, std::span<const BodyId> bodies);
// `field` names the edited field ("gravity scale"), for the label and for merging the changes of a slider.
Command editBodyCommand(const World& world, BodyId body, BodyDef def, std::string_view field);
Command editShapeCommand(const World& world, ShapeId shape, ShapeDef def, std::string_view field);
// Likewise for several bodies or shapes at once. Precondition: there is one, and all exist.
using BodyEdits = std::vector<std::pair<BodyId, BodyDef>>;
using ShapeEdits = std::vector<std::pair<ShapeId, ShapeDef>>;
Command editBodiesCommand(const World& world, const BodyEdits& edits, std::string_view field);
Command editShapesCommand(const World& world, const ShapeEdits& edits, std::string_view field);
// `verb`: "Change", "Switch on". Merges the changes of a slider or a drag by verb and field. Precondition:
// the joint exists. Fields that do not change keep their value in the scene's start.
Command editJointCommand(const World& world, JointId joint, JointDef def, std::string_view field,
                         std::string_view verb = "Change");
// Likewise for a definition that fits the poses that the bodies have now: its anchors or its kind changed.
// The bodies that joints connect with it start where they are now: otherwise a restart would tear the joint
// apart.
Command refitJointCommand(const Document& document, JointId joint, JointDef def, std::string_view field,
                          std::string_view verb = "Change");
Command deleteJointCommand(const World& world, JointId joint);
// Sets one material property of every shape. `name`: of the field, for the label.
Command editAllMaterialsCommand(const MaterialField& field, float value, std::string_view name);
// `settings`: all new settings. Merges by `field`: a key of settingFields() or, if several settings change, a
// text that names them.
Command settingsCommand(const WorldSettings& settings, std::string_view field);
// `worlds`: the settings of all worlds that are compared with the document's.
Command comparedSettingsCommand(std::vector<SettingsOverrides> worlds, std::string label,
                                std::string mergeKey = {});
// Replaces the document by a scene.
Command openSceneCommand(Scene scene, std::filesystem::path path);
// Likewise, with the unsaved work of an earlier run: the document is modified, and a lab scene is treated as
// a normal one, because it was edited.
Command recoverSceneCommand(Scene scene);
// Changes the current world only, such as by a force: no unsaved work.
Command playCommand(std::string label, Op op);
// Bodies that a stream added since the start: those that are enabled in the world and not in the start.
std::vector<BodyId> streamedBodies(const Document& document);
// Returns to the scene's start, with all edits of bodies and shapes, and removes streamed bodies.
// `settingsToo`: also returns to the start's settings; otherwise those of the world are kept.
Command restartCommand(const Document& document, bool settingsToo);
// The current state of the world becomes the scene's start, to which restart returns.
Command keepMomentCommand();

} // namespace satbox::app
