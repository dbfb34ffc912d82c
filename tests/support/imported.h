#pragma once

#include <satbox/scene/scene.h>
#include <satbox/shapes.h>

#include <algorithm>
#include <string>
#include <vector>

namespace satbox::test {

// Results of imports.

inline bool hasNote(const SceneResult& result, const std::string& note)
{
    return std::find(result.notes.begin(), result.notes.end(), note) != result.notes.end();
}

inline BodyDef bodyOf(const SceneResult& result, uint32_t slot)
{
    return result.scene.world.bodyDef(result.scene.world.bodyAt(slot));
}
inline std::vector<ShapeDef> shapesOf(const SceneResult& result, uint32_t slot)
{
    std::vector<ShapeDef> defs;
    for (const ShapeId id : result.scene.world.shapesOf(result.scene.world.bodyAt(slot)))
        defs.push_back(result.scene.world.shapeDef(id));
    return defs;
}
inline double areaOf(const SceneResult& result, uint32_t slot)
{
    double area = 0.0;
    for (const ShapeDef& def : shapesOf(result, slot)) area += double{computeArea(def.geometry)};
    return area;
}
inline size_t bodyCount(const SceneResult& result)
{
    size_t count = 0;
    result.scene.world.forEachBody([&](BodyId, const Body&, const BodyMotion&) { ++count; });
    return count;
}

} // namespace satbox::test
