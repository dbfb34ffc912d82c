#pragma once

#include "app/document/document.h"
#include "app/document/followed_step.h"
#include "app/document/mirror.h"
#include "app/document/pull_bodies.h"
#include <satbox/op.h>

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace satbox::app {

// An operation on a document is one change as a value. WorldOp and SceneOp wrap an operation on a
// world (satbox/op.h); the others are changes that no single operation on a world expresses. Applied to
// copies of one document, a list of them gives equal documents with the same ids, which undo and redo rely
// on.

// Changes the current world only: settings, steps, forces, pulls with the mouse.
struct WorldOp {
    Op op;
    friend bool operator==(const WorldOp&, const WorldOp&) = default;
};
// Changes bodies or shapes, in the current world and in the scene's start.
struct SceneOp {
    Op op;
    friend bool operator==(const SceneOp&, const SceneOp&) = default;
};
// Changes those fields of a body that differ between `before` and `after`. In the scene's start, the others
// keep their values: editing the damping of a falling body does not move it there.
struct EditBody {
    BodyId body;
    BodyDef before;
    BodyDef after;
    friend bool operator==(const EditBody&, const EditBody&) = default;
};
// Likewise for a joint: after a mirroring, for example, its definition in the start differs in other fields.
struct EditJoint {
    JointId joint;
    JointDef before;
    JointDef after;
    friend bool operator==(const EditJoint&, const EditJoint&) = default;
};
// Sets one property of the materials of all shapes, in the current world and in the scene's start.
struct SetAllMaterials {
    std::string field; // a key of materialNumbers()
    float value = 0.0f;
    friend bool operator==(const SetAllMaterials&, const SetAllMaterials&) = default;
};
// Creates a body from others, which stay: parts of a body that is cut, or several bodies combined. It has the
// definition of the first source, and the motion that all of them would have as one rigid body with the same
// mass and momenta. In the scene's start it has the pose and the motion of the sources there: the parts of a
// moving body start where it started.
struct DeriveBody {
    std::vector<BodyId> sources;  // at least one
    Vec2 localOrigin{0.0f, 0.0f}; // m, of the new body, in the frame of the first source
    friend bool operator==(const DeriveBody&, const DeriveBody&) = default;
};
// Moves the joints of a body to bodies that are made of it: to its parts, or to the body that it becomes a
// part of. A joint goes to the target whose shapes contain its anchor, or are nearest to it; a filter joint
// goes to all targets. Each world moves the joints that it has: some may have broken since the start. Moved
// joints start again from zero with full turns and impulses.
struct MoveJoints {
    struct Target {
        BodyId body;
        Transform frame{}; // of `from`, in the frame of this body
        friend bool operator==(const Target&, const Target&) = default;
    };
    BodyId from;
    std::vector<Target> targets; // at least one
    friend bool operator==(const MoveJoints&, const MoveJoints&) = default;
};
// Mirrors the joints of bodies that are mirrored next, in the current world and in the scene's start, each
// from its own state. A joint to a static body is mirrored as a whole. A joint to another body that is not
// mirrored stays where it is, at another point of the mirrored body. Mirrored joints count full turns from
// zero again.
struct MirrorJoints {
    std::vector<BodyId> bodies;
    Mirror mirror;
    friend bool operator==(const MirrorJoints&, const MirrorJoints&) = default;
};
// Mirrors a body with its shapes and its motion, in the current world and in the scene's start, each from its
// own state.
struct MirrorBody {
    BodyId body;
    Mirror mirror;
    friend bool operator==(const MirrorBody&, const MirrorBody&) = default;
};
struct Restart { // the current world becomes a copy of the scene's start
    friend bool operator==(const Restart&, const Restart&) = default;
};
struct SetStart { // the scene's start becomes a copy of the current world
    friend bool operator==(const SetStart&, const SetStart&) = default;
};
struct SetComparedSettings { // Document::comparedSettings
    std::vector<SettingsOverrides> worlds;
    friend bool operator==(const SetComparedSettings&, const SetComparedSettings&) = default;
};
struct SetLayerNames { // Scene::layers
    std::vector<std::string> names;
    friend bool operator==(const SetLayerNames&, const SetLayerNames&) = default;
};
struct OpenScene {                      // replaces the scene and the current world
    std::shared_ptr<const Scene> scene; // not null
    std::filesystem::path path;         // of its file; empty: none
    bool isLab = false;
    bool isUnsaved = false; // work that no file has
    // Scenes are equal if all that a file stores of them is.
    friend bool operator==(const OpenScene& a, const OpenScene& b);
};

using DocumentOp = std::variant<WorldOp, SceneOp, EditBody, EditJoint, SetAllMaterials, DeriveBody,
                                MoveJoints, MirrorJoints, MirrorBody, Restart, SetStart, SetComparedSettings,
                                SetLayerNames, OpenScene, PullBodies, FollowedStep>;

// Performs an operation. A refused one changes nothing, and the refusal is a sentence for the status bar.
// `executor` is used by steps only.
OpResult perform(Document& document, const DocumentOp& op, TaskExecutor* executor = nullptr);

// True for steps of the world, and for those that another program has made.
bool isStep(const DocumentOp& op);
// Precondition: isStep(op).
float secondsOf(const DocumentOp& op);
// Another program has made a step among these: no operations on the world lead to it.
bool hasFollowedStep(std::span<const DocumentOp> ops);
// True if the world becomes another one, instead of being changed by operations on it.
bool replacesWorld(const DocumentOp& op);

// True if the operation can change Document::scene.
bool changesScene(const DocumentOp& op);

} // namespace satbox::app
