#include "app/document/body_text.h"

#include "app/document/commands.h"
#include "app/document/groups.h"
#include "app/text/format.h"
#include "app/text/names.h"
#include <satbox/scene/scene.h>

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace satbox::app {

std::string bodiesAsText(const World& world, std::span<const BodyId> bodies)
{
    Scene scene;
    // The unit sets the grid of positions.
    scene.world.setSettings({.lengthUnit = world.settings().lengthUnit});
    for (const BodyId body : bodies) {
        if (!world.isValid(body)) continue;
        const BodyId copy = scene.world.createBody(world.bodyDef(body));
        for (const ShapeId shape : world.shapesOf(body)) scene.world.addShape(copy, world.shapeDef(shape));
        scene.world.setBodyDef(copy,
                               world.bodyDef(body)); // adding a shape wakes it and may change its velocity
    }
    scene.camera = fitCamera(scene.world);
    return writeScene(scene);
}

PasteResult pasteCommand(const World& world, std::string_view text, std::optional<Position> center)
{
    PasteResult result;
    if (text.empty()) {
        result.error = "The clipboard has no text. Copy a body first (Ctrl+C), or a scene from an editor.";
        return result;
    }
    const SceneResult read = readScene(text, "clipboard");
    if (!read.ok()) {
        result.error = fmt::format("Nothing was pasted. {}", read.error);
        return result;
    }
    result.notes = read.notes;
    const World& pasted = read.scene.world;
    const WorldBox bounds = pasted.bounds();
    const Vec2 offset = center && isFinite(bounds)
                            ? *center - (bounds.lower + 0.5f * (bounds.upper - bounds.lower))
                            : Vec2{0.0f, 0.0f};
    std::vector<uint32_t> groups;
    pasted.forEachBody([&](BodyId, const Body& body, const BodyMotion&) { groups.push_back(body.group); });
    CopiedGroups copies(world);
    copies.beginCopy(groups);
    size_t count = 0;
    std::string name;
    pasted.forEachBody([&](BodyId id, const Body&, const BodyMotion&) {
        BodyDef def = pasted.bodyDef(id);
        def.position += offset;
        def.group = copies.of(def.group);
        addBody(result.command.ops, SceneOp{op::CreateBody{std::move(def)}}, shapeDefsOf(pasted, id));
        if (count++ == 0) name = describeBody(pasted, id);
    });
    if (count == 0) result.error = "Nothing was pasted: the scene in the clipboard has no bodies.";
    result.command.label = "Paste " + (count == 1 ? name : bodyCountText(count));
    return result;
}

} // namespace satbox::app
