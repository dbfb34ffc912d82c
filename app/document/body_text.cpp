#include "app/document/body_text.h"

#include "app/document/body_joints.h"
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
    std::vector<BodyId> originals, copies;
    for (const BodyId body : bodies) {
        if (!world.isValid(body)) continue;
        originals.push_back(body);
        const BodyId copy = scene.world.createBody(world.bodyDef(body));
        copies.push_back(copy);
        for (const ShapeId shape : world.shapesOf(body)) scene.world.addShape(copy, world.shapeDef(shape));
        scene.world.setBodyDef(copy,
                               world.bodyDef(body)); // adding a shape wakes it and may change its velocity
    }
    // Last, because a change of a body wakes those that are joined to it.
    const JointCopies joints(world, originals, JointCopies::StaticBodies::LeaveOut);
    for (const JointDef& joint : joints.defsFor(copies, {0.0f, 0.0f})) scene.world.createJoint(joint);
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
    std::vector<BodyId> originals, created;
    std::string name;
    pasted.forEachBody([&](BodyId id, const Body&, const BodyMotion&) {
        BodyDef def = pasted.bodyDef(id);
        def.position += offset;
        def.group = copies.of(def.group);
        addBody(result.command.ops, SceneOp{op::CreateBody{std::move(def)}}, shapeDefsOf(pasted, id));
        if (created.empty()) name = describeBody(pasted, id);
        originals.push_back(id);
        created.push_back(createdBody(created.size()));
    });
    const size_t count = created.size();
    const JointCopies joints(pasted, originals, JointCopies::StaticBodies::LeaveOut);
    for (JointDef& joint : joints.defsFor(created, offset))
        result.command.ops.push_back(SceneOp{op::CreateJoint{std::move(joint)}});
    if (count == 0) result.error = "Nothing was pasted: the scene in the clipboard has no bodies.";
    result.command.label = "Paste " + (count == 1 ? name : bodyCountText(count));
    return result;
}

} // namespace satbox::app
