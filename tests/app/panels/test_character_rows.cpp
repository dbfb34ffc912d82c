#include "app/document/character_keys.h"
#include "app/document/commands.h"
#include "app/gfx/png_image.h"
#include "tests/app/panels/inspect_screen.h"
#include "tests/support/character_document.h"
#include "tests/support/paths.h"

#include <doctest/doctest.h>

#include <string>

using namespace satbox;
using namespace satbox::app;

namespace {

struct InspectCharacter : satbox::test::CharacterDocument, satbox::test::InspectScreen {
    InspectCharacter() : InspectScreen(history)
    {
        selection.select(world(), character);
        frames(3);
    }
    BodyDef def() const { return world().bodyDef(character); }
    void edit(const BodyDef& changed)
    {
        REQUIRE(history.execute(editBodyCommand(world(), character, changed, "body")) == "");
        frames(3);
    }
};

} // namespace

TEST_CASE("inspect_shows_and_edits_the_keys_and_speeds_of_a_character")
{
    InspectCharacter o;
    CHECK(o.ui.widget("Left key").value == "A");
    CHECK(o.ui.widget("Right key").value == "D");
    CHECK(o.ui.widget("Jump key").value == "W");
    REQUIRE(!writePng(satbox::test::artefactFolder("ui") / "inspect_character.png", o.ui.picture()));
    const Vec2 speed = o.ui.middleOf("Walk speed");
    o.ui.drag(speed, speed + Vec2{20.0f, 0.0f}, o.draw());
    CHECK(o.def().walkSpeed != satbox::test::kWalk);
    CHECK(o.history.undoLabel() == "Change Walk speed of kinematic capsule 1");
    CHECK(o.ui.widget("Walk speed").value.ends_with("m/s"));
    CHECK(o.ui.widget("Push force").value == "400 N");

    o.click("Jump key");
    CHECK((o.inspector.keyCapture == KeyCapture{CharacterKeySlot{o.character, CharacterKey::Jump}}));
    CHECK(o.ui.widget("Jump key").value == "Press a key...");
    o.click("Jump key");
    CHECK_FALSE(o.inspector.keyCapture);
    o.click("Clear jump key");
    CHECK(o.def().jumpKey == "");
    CHECK(o.history.undoLabel() == "Change Jump key of kinematic capsule 1");
}

TEST_CASE("the_speeds_of_keys_have_no_effect_without_a_key_and_other_bodies_have_no_such_rows")
{
    InspectCharacter o;
    for (const char* clear : {"Clear left key", "Clear right key", "Clear jump key"}) o.click(clear);
    CHECK_FALSE(hasKeys(o.def()));
    if (o.ui.widget("Keys").value == "folded") o.click("Keys");
    const float before = o.def().walkSpeed;
    const Vec2 speed = o.ui.middleOf("Walk speed");
    o.ui.drag(speed, speed + Vec2{20.0f, 0.0f}, o.draw()); // greyed out
    CHECK(o.def().walkSpeed == before);

    BodyDef dynamic = o.def();
    dynamic.type = BodyType::Dynamic;
    o.edit(dynamic);
    CHECK_FALSE(o.has("Keys"));
    CHECK_FALSE(o.has("Walk speed"));
}
