#include "app/shell/actions.h"
#include "app/shell/interface/bars.h"
#include "app/text/names.h"
#include "tests/app/widgets/ui_fixture.h"
#include "tests/support/app_worlds.h"
#include "tests/support/paths.h"

#include <doctest/doctest.h>

namespace satbox::app {

namespace {

// The floor and the box of makeBoxOnFloor(), connected by a joint, and the menu of a right click.
struct MenuOffscreen {
    test::OffscreenUi ui{{640, 800}};
    satbox::test::BoxOnFloor made = satbox::test::makeBoxOnFloor();
    JointId joint;

    explicit MenuOffscreen(const JointKind& kind)
    {
        satbox::test::editDocument(made.state, [&](Document& document) {
            joint = document.scene.world.createJoint({.bodyA = made.floor, .bodyB = made.box, .kind = kind});
            document.world = document.scene.world;
        });
    }
    AppState& state() { return made.state; }
    // Opens the menu of the joint as a right click does.
    void open()
    {
        state().selection.select(state().world(), joint);
        state().ui.contextMenu = ContextMenu{.window = {100.0f, 20.0f}, .joint = joint};
        ui.frames(3, draw());
    }
    void choose(const char* label)
    {
        open();
        ui.click(ui.middleOf(label), draw());
        ui.frames(2, draw());
    }
    std::function<void(const UiContext&)> draw()
    {
        return [this](const UiContext& context) {
            drawContextMenu(context, state());
            performRequests(state());
            CHECK(state().history.applyPending() == "");
            state().history.closeGesture();
        };
    }
};

} // namespace

TEST_CASE("the_context_menu_of_a_joint_switches_its_parts_and_selects_its_bodies")
{
    MenuOffscreen menu(RevoluteJoint{.motor = {.enabled = true, .speed = 2.0f, .maxForce = 1.0f}});
    const auto motor = [&] {
        return std::get<RevoluteJoint>(menu.state().world().jointDef(menu.joint).kind).motor;
    };
    menu.choose("Reverse motor");
    CHECK(motor().speed == -2.0f);
    CHECK(menu.state().history.undoLabel() == "Reverse motor of revolute joint of box 1");
    menu.choose("Motor");
    CHECK_FALSE(motor().enabled);
    CHECK(menu.state().history.undoLabel() == "Switch off motor of revolute joint of box 1");
    menu.choose("Select floor");
    CHECK(menu.state().selection.body == menu.made.floor);
    CHECK(menu.state().selection.joint.isNull());
    menu.choose("Delete");
    CHECK_FALSE(menu.state().world().isValid(menu.joint));
}

TEST_CASE("a_motor_that_the_context_menu_switches_on_drives_the_joint")
{
    MenuOffscreen menu(RevoluteJoint{});
    menu.choose("Motor");
    const auto motor = std::get<RevoluteJoint>(menu.state().world().jointDef(menu.joint).kind).motor;
    CHECK(motor.enabled);
    CHECK(motor.maxForce > 0.0f);
    CHECK(motor.speed > 0.0f);
}

TEST_CASE("the_context_menu_of_a_joint_has_only_the_switches_of_its_kind")
{
    {
        MenuOffscreen rod(DistanceJoint{});
        rod.open();
        CHECK(rod.ui.recorder().find("Rigid") != nullptr);
        CHECK(rod.ui.recorder().find("Collide connected") != nullptr);
        REQUIRE(!writePng(satbox::test::artefactFolder("ui") / "context_menu_joint.png", rod.ui.picture()));
    }
    MenuOffscreen weld(WeldJoint{});
    weld.open();
    CHECK(weld.ui.recorder().find("Rigid") == nullptr);
    CHECK(weld.ui.recorder().find("Motor") == nullptr);
}

} // namespace satbox::app
