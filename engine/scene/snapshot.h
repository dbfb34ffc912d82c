#pragma once

#include "engine/scene/json_fields.h"
#include "engine/scene/snapshot_slots.h"
#include <satbox/world.h>

#include <string>
#include <vector>

namespace satbox {

// A snapshot is the state of a world that has been stepped, as a scene file stores it. Its JSON key is
// "resume", which is kept so that existing files can be read.

// A scene's settings, bodies and shapes in file order, before a world is built from them. The snapshot refers
// to bodies and shapes by their index in these lists.

struct SceneDefinition {
    struct ShapeOnBody {
        uint32_t body = 0; // index into `bodies`
        ShapeDef def;
    };
    WorldSettings settings;
    std::vector<BodyDef> bodies;
    std::vector<ShapeOnBody> shapes;
    struct JointBetween {
        uint32_t bodyA = 0, bodyB = 0; // indices into `bodies`
        JointDef def;                  // its body ids are not used
    };
    std::vector<JointBetween> joints; // in slot order
};

// The order in which a file lists a world: bodies by slot, then the shapes of each body in the order of their
// addition.
struct FileOrder {
    std::vector<BodyId> bodies;
    std::vector<ShapeId> shapes;
    std::vector<uint32_t> bodyIndices;  // slot -> index into `bodies`
    std::vector<uint32_t> shapeIndices; // slot -> index into `shapes`
};
FileOrder fileOrderOf(const World& world);
SceneDefinition definitionOf(const World& world, const FileOrder& order);

// True for bodies that buildWorld() defines once more after adding shapes, which wakes a body and, if it
// spins, changes the velocity of its centre of mass.
bool isRedefined(const BodyDef& def);

// Builds a world at time zero: no contacts yet, and dynamic bodies are awake unless their definition says
// otherwise. With `slots`, bodies and shapes get those slots, in ascending order.
World buildWorld(const SceneDefinition& definition, const WorldSlots* slots = nullptr);

// Restores a world that has been stepped from the text of snapshotText().
World readSnapshot(const JsonLocation& location, const SceneDefinition& definition);

// Whether a file stores the slots of a world. Without them, the world that is read is equal, but its bodies,
// shapes and joints are renumbered; with them, it has the same ids, and future ones are the same too.
enum class SavedSlots { None, IfNotDense };

// The snapshot as JSON; empty if buildWorld() gives the same world without it.
std::string snapshotText(const World& world, const FileOrder& order, SavedSlots slots);

} // namespace satbox
