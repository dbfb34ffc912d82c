#include "app/document/followed_step.h"

#include "app/document/document_op_text.h"
#include "app/document/history.h"
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <memory>
#include <string>

using namespace satbox;
using namespace satbox::app;

namespace {

constexpr float kDt = 1.0f / 60.0f;

Document threeDiscs()
{
    Document document;
    for (const double x : {0.0, 0.9, 5.0}) {
        const BodyId body = document.world.createBody({.position = {x, 1.0}});
        ShapeDef def;
        def.geometry = Circle{.radius = 0.5f};
        document.world.addShape(body, def);
    }
    document.scene.world = document.world;
    return document;
}

BodyId bodyAt(const Document& document, uint32_t slot) { return document.world.bodyAt(slot); }

DocumentOp moved(std::vector<FollowedStep::Body> bodies, float dt = kDt)
{
    return FollowedStep{dt, std::make_shared<const std::vector<FollowedStep::Body>>(std::move(bodies))};
}

FollowedStep::Body at(BodyId body, double x, float speed = 0.0f)
{
    return {body, {.origin = {x, 1.0}, .rotation = makeRot(0.25f), .velocity = {speed, 0.0f}, .spin = 0.5f}};
}

} // namespace

TEST_CASE("a_followed_step_moves_its_bodies_and_no_others_and_finds_their_contacts")
{
    Document document = threeDiscs();
    const BodyId first = bodyAt(document, 0), second = bodyAt(document, 1), third = bodyAt(document, 2);
    REQUIRE(perform(document, moved({at(first, 0.25, 3.0f), at(third, 2.0)})).ok());
    const World& world = document.world;
    CHECK(world.stepCount() == 1);
    CHECK(world.time() == doctest::Approx(1.0 / 60.0));
    CHECK(world.motion(first).origin().x == 0.25);
    CHECK(world.motion(first).v.x == 3.0f);
    CHECK(world.motion(first).q == makeRot(0.25f));
    CHECK(world.motion(second).origin().x == doctest::Approx(0.9)); // gravity has not acted
    CHECK(world.motion(second).v == Vec2{0.0f, 0.0f});
    CHECK(world.motion(third).origin().x == 2.0);
    CHECK(world.counters().contactsWithPoints == 1); // of the first two
}

TEST_CASE("a_followed_step_wakes_the_bodies_that_it_moves")
{
    Document document = threeDiscs();
    WorldSettings settings = document.world.settings();
    settings.gravity = {0.0f, 0.0f};
    document.world.setSettings(settings);
    for (int i = 0; i < 120; ++i) document.world.step(kDt);
    const BodyId third = bodyAt(document, 2);
    REQUIRE_FALSE(document.world.body(third).awake);
    REQUIRE(perform(document, moved({at(third, 7.0)})).ok());
    CHECK(document.world.body(third).awake);
    CHECK(document.world.motion(third).origin().x == 7.0);
}

TEST_CASE("a_followed_step_that_cannot_be_made_is_refused_and_changes_nothing")
{
    Document document = threeDiscs();
    const World before = document.world;
    const BodyId first = bodyAt(document, 0), second = bodyAt(document, 1);
    CHECK_FALSE(perform(document, moved({at({9, 0}, 1.0)})).ok());
    CHECK_FALSE(perform(document, moved({at(second, 1.0), at(first, 0.0)})).ok()); // not in order
    CHECK_FALSE(perform(document, moved({at(first, 1.0)}, 0.0f)).ok());
    CHECK(document.world == before);
}

TEST_CASE("a_followed_step_is_a_step_of_the_history_and_is_read_back_from_text")
{
    const BodyId first = bodyAt(threeDiscs(), 0), third = bodyAt(threeDiscs(), 2);
    const DocumentOp op = moved({at(first, 0.25, 3.0f), at(third, 2.0)}, 0.02f);
    CHECK(isStep(op));
    CHECK(secondsOf(op) == 0.02f);
    CHECK_FALSE(changesScene(op));
    const DocumentOpTextResult read = readDocumentOp(documentOpText(op));
    REQUIRE(read.error == "");
    CHECK((read.op == op));
    CHECK_FALSE((moved({at(first, 0.25)}) == moved({at(first, 0.5)})));

    History history;
    history.reset(threeDiscs());
    for (int i = 1; i <= 40; ++i) REQUIRE(history.play(moved({at(first, 0.1 * i)}, 0.02f)).ok());
    REQUIRE(history.play(op::Step{kDt}).ok());
    CHECK(history.lastStep() == 41);
    CHECK(history.isFollowedStep(40));
    CHECK_FALSE(history.isFollowedStep(41));
    CHECK(history.secondsOfStep(History::kPresentLine, 7) == 0.02f);
    REQUIRE(history.goToStep(7));
    CHECK(history.world().motion(first).origin().x == doctest::Approx(0.7));
    REQUIRE(history.replayStep());
    CHECK(history.world().motion(first).origin().x == doctest::Approx(0.8));
    CHECK(hasFollowedStep(history.partSince(0).ops));
}
