#pragma once

#include "engine/scene/json_fields.h"
#include "engine/world/world.h"

#include <string>
#include <vector>

namespace satbox {

// A scene's bodies and shapes as its file lists them, before they are a world. Later parts of the file name
// them by their place in these lists.
struct ResumeSource {
    struct ShapeOnBody {
        uint32_t body = 0; // place in `bodies`
        ShapeDef def;
    };
    WorldSettings settings;
    std::vector<BodyDef> bodies;
    std::vector<ShapeOnBody> shapes;
};

// The same lists taken from a world: bodies by slot, shapes by body in the order in which they were added.
struct WorldListing {
    std::vector<BodyId> bodies;
    std::vector<ShapeId> shapes;
    std::vector<uint32_t> bodyPlaces;  // slot -> place in `bodies`
    std::vector<uint32_t> shapePlaces; // slot -> place in `shapes`
};
WorldListing listWorld(const World& world);

// A world at its start: nothing touches yet, everything dynamic is awake unless its definition says
// otherwise.
World freshWorld(const ResumeSource& source);

// A world in the middle of its life, as resumeText wrote it.
World resumeWorld(const JsonPlace& place, const ResumeSource& source);

// JSON of the "resume" part; empty for a world that a fresh start gives just as well.
std::string resumeText(const World& world, const WorldListing& listing);

} // namespace satbox
