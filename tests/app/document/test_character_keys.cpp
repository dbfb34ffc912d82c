#include "app/document/character_keys.h"

#include "app/document/commands.h"
#include "app/document/key_driver.h"
#include "app/document/played_operations.h"
#include "tests/support/character_document.h"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

using namespace satbox;
using namespace satbox::app;
using satbox::test::CharacterDocument;

namespace {

using Keys = std::vector<std::string>;

// A world of one body.
struct Case {
    BodyDef def{.type = BodyType::Kinematic, .leftKey = "Q"};
    Shape shape = Capsule{{0.0f, 0.3f}, {0.0f, 1.0f}, 0.3f};

    bool isCharacter() const
    {
        World world;
        const BodyId id = world.createBody(def);
        world.addShape(id, {.geometry = shape});
        CHECK(charactersOf(world).size() == (app::isCharacter(world, id) ? 1 : 0));
        CHECK(characterKeys(world).size() == charactersOf(world).size());
        return app::isCharacter(world, id);
    }
};

size_t operationCount(const History& history)
{
    size_t count = 0;
    for (const DocumentOp& op : history.partSince(0).ops)
        if (const auto* world = std::get_if<WorldOp>(&op);
            world && std::holds_alternative<op::SetVelocity>(world->op))
            ++count;
    return count;
}

} // namespace

TEST_CASE("a_character_is_a_kinematic_body_with_a_capsule_and_a_key")
{
    CHECK(Case().isCharacter());
    for (const BodyType type : {BodyType::Static, BodyType::Dynamic}) {
        Case other;
        other.def.type = type;
        CHECK_FALSE(other.isCharacter());
    }
    Case without;
    without.def.leftKey.clear();
    CHECK_FALSE(without.isCharacter());
    without.def.jumpKey = "Up";
    CHECK(without.isCharacter());
    Case disabled;
    disabled.def.enabled = false;
    CHECK_FALSE(disabled.isCharacter());
    Case box;
    box.shape = makeBox(0.5f, 0.5f);
    CHECK_FALSE(box.isCharacter());
}

TEST_CASE("held_keys_ask_for_a_direction_and_a_jump_and_an_empty_key_is_never_held")
{
    Body body;
    body.leftKey = "A";
    body.rightKey = "D";
    const auto walk = [&](Keys held) { return inputFor(body, held).walk; };
    CHECK(walk({}) == 0);
    CHECK(walk({"D", "X"}) == 1);
    CHECK(walk({"A"}) == -1);
    CHECK(walk({"A", "D"}) == 0);
    CHECK_FALSE(inputFor(body, std::array{std::string()}).jumps);
    body.jumpKey = "W";
    CHECK(inputFor(body, std::array{std::string("W")}).jumps);
}

TEST_CASE("with_its_first_key_a_body_gets_speeds_and_without_its_last_it_stops")
{
    BodyDef def = withKey({.linearVelocity = {3.0f, 0.0f}}, CharacterKey::Right, "D");
    CHECK(def.rightKey == "D");
    CHECK(def.walkSpeed > 0.0f);
    CHECK(def.jumpSpeed > 0.0f);
    CHECK(def.pushForce > 0.0f);
    CHECK(def.linearVelocity.x == 3.0f);
    CHECK(withKey({.walkSpeed = 1.5f}, CharacterKey::Jump, "W").walkSpeed == 1.5f);
    def = withKey(def, CharacterKey::Left, "D"); // the other direction loses it
    CHECK(def.rightKey == "");
    CHECK(def.leftKey == "D");
    def = withKey(def, CharacterKey::Left, "");
    CHECK_FALSE(hasKeys(def));
    CHECK(def.linearVelocity.x == 0.0f);
    CHECK(withKey({.linearVelocity = {3.0f, 0.0f}}, CharacterKey::Left, "").linearVelocity.x == 3.0f);
}

TEST_CASE("the_keys_of_characters_are_among_those_that_drive_and_copies_share_them")
{
    CharacterDocument o;
    CHECK((driveKeys(o.world()) == Keys{"A", "D", "W"}));
    REQUIRE(o.history.execute(duplicateBodiesCommand(o.world(), std::array{o.character}, {3.0f, 0.0f})) ==
            "");
    CHECK(charactersOf(o.world()).size() == 2);
    CHECK((driveKeys(o.world()) == Keys{"A", "D", "W"}));
    CHECK(o.driver.keys(o.history).size() == 3);
    o.hold("D", 30);
    for (const BodyId id : charactersOf(o.world())) {
        const double start = id == o.character ? 0.0 : 3.0;
        CHECK(o.world().motion(id).origin().x == doctest::Approx(start + 2.0).epsilon(0.01));
    }
}

TEST_CASE("a_walk_is_played_and_makes_no_entry_to_undo")
{
    CharacterDocument o;
    CHECK_FALSE(o.driver.press(o.world(), "X"));
    o.hold("D", 20);
    o.step(5);
    CHECK(o.history.entries().empty());
    CHECK_FALSE(o.history.document().modified);
    CHECK(operationCount(o.history) <= 4); // one for each change of the velocity
}

TEST_CASE("what_a_character_did_is_there_when_time_is_moved_and_replays_to_the_same_bits")
{
    CharacterDocument o;
    o.add(makeBox(0.3f, 0.3f), {1.5, 0.3}, {}, BodyType::Dynamic);
    o.begin();
    o.hold("D", 40);
    o.hold("W", 5);
    o.hold("A", 40);
    o.driver.releaseAll(o.history, o.others);
    o.step(60);
    const uint64_t end = o.world().hash();
    REQUIRE(o.history.goToStep(30));
    o.driver.beforeStep(o.history, o.others); // nothing is held: what was played stays
    CHECK_FALSE(o.history.isAtEnd());
    while (o.history.replayStep()) o.driver.beforeStep(o.history, o.others);
    CHECK(o.world().hash() == end);
    History::PlayedPart part = o.history.partSince(0);
    for (const DocumentOp& op : part.ops) REQUIRE(perform(part.start, op).ok());
    CHECK(part.start.world.hash() == end);
}

TEST_CASE("from_a_moment_in_the_past_the_same_keys_lead_to_the_same_bits")
{
    CharacterDocument o;
    o.add(makeBox(0.3f, 0.3f), {1.5, 0.3}, {}, BodyType::Dynamic);
    o.begin();
    REQUIRE(o.driver.press(o.world(), "D"));
    REQUIRE(o.driver.press(o.world(), "W"));
    o.step(90);
    const uint64_t end = o.world().hash();
    REQUIRE(o.history.goToStep(37));
    o.step(53); // a branch: the keys are still held
    CHECK(o.history.isAtEnd());
    CHECK(o.world().hash() == end);
    CHECK(o.history.linesOfTime().size() == 1);
}

TEST_CASE("compared_worlds_have_characters_that_the_same_keys_move")
{
    CharacterDocument o;
    o.others.assign(2, o.world());
    o.others[1].destroyBody(o.character);
    o.hold("D", 20);
    CHECK(o.others[0] == o.world());
    CHECK(o.others[0].motion(o.character).v.x == satbox::test::kWalk);
}

TEST_CASE("a_character_that_changes_or_goes_while_its_key_is_held_does_no_harm")
{
    CharacterDocument o;
    REQUIRE(o.driver.press(o.world(), "D"));
    o.step(10);
    SUBCASE("deleted") { o.history.play(op::DestroyBody{o.character}); }
    SUBCASE("deleted by hand")
    {
        REQUIRE(o.history.execute(deleteBodiesCommand(o.world(), std::array{o.character})) == "");
    }
    SUBCASE("without shapes") { o.history.play(op::RemoveShape{capsuleOf(o.world(), o.character)}); }
    BodyDef def = o.world().bodyDef(o.character);
    SUBCASE("static") { def.type = BodyType::Static; }
    SUBCASE("dynamic") { def.type = BodyType::Dynamic; }
    SUBCASE("disabled") { def.enabled = false; }
    if (o.world().isValid(o.character) && def != o.world().bodyDef(o.character))
        REQUIRE(o.history.execute(editBodyCommand(o.world(), o.character, def, "body")) == "");
    o.step(20);
    o.driver.release("D");
    o.step(20);
    CHECK(o.driver.press(o.world(), "D") == !charactersOf(o.world()).empty());
}

TEST_CASE("a_character_that_sleeps_is_woken_by_its_key")
{
    CharacterDocument o;
    o.step(200);
    CHECK_FALSE(o.world().body(o.character).awake);
    o.hold("D", 30);
    CHECK(o.x() == doctest::Approx(2.0).epsilon(0.01));
}
