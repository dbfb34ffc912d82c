#pragma once

#include "app/document/commands.h"
#include "app/document/history.h"
#include "app/document/shape_commands.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

namespace satbox::test {

/// A history of one document, for tests of joints that follow their bodies. Boxes collide with nothing.
struct JointDocument {
    app::History history;

    explicit JointDocument(Vec2 gravity = {0.0f, -9.81f})
    {
        app::Document document;
        document.world.setSettings({.gravity = gravity, .sleeping = false});
        document.scene.world = document.world;
        history.reset(std::move(document));
    }
    const World& world() const { return history.world(); }
    const World& start() const { return history.document().scene.world; }

    std::vector<BodyId> execute(app::Command command)
    {
        REQUIRE(history.execute(std::move(command)) == "");
        history.closeGesture();
        return {history.createdBodies().begin(), history.createdBodies().end()};
    }
    std::vector<BodyId> execute(app::DraftedCommand draft)
    {
        REQUIRE(draft.refusal == "");
        return execute(std::move(draft.command));
    }
    BodyId addBox(const BodyDef& def, Vec2 half = {0.5f, 0.25f})
    {
        const ShapeDef box{.geometry = makeBox(half.x, half.y), .filter = {.group = -1}};
        return execute(app::createBodyCommand("Add", def, {box})).front();
    }
    JointId join(const JointDef& def)
    {
        execute({.label = "Join", .ops = {app::SceneOp{op::CreateJoint{def}}}});
        return world().joints().back();
    }
    void run(int steps)
    {
        for (int i = 0; i < steps; ++i) history.play(op::Step{1.0f / 60.0f});
    }
};

/// m, between the two anchors of a joint that should keep them at one point.
inline float pinError(const World& world, JointId joint)
{
    const JointView view = world.jointView(joint);
    return length(view.anchorB - view.anchorA);
}

/// Executes a command; undoes and redoes it, after which world and start must have the same bits.
template<class CommandOrDraft>
std::vector<BodyId> executeThereAndBack(JointDocument& document, CommandOrDraft command)
{
    const auto hashes = [&] { return std::pair(document.world().hash(), document.start().hash()); };
    const auto before = hashes();
    std::vector<BodyId> created = document.execute(std::move(command));
    const auto after = hashes();
    CHECK((before != after));
    REQUIRE(document.history.undo());
    CHECK((hashes() == before));
    REQUIRE(document.history.redo());
    CHECK((hashes() == after));
    return created;
}

} // namespace satbox::test
