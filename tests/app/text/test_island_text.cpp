#include "app/text/island_text.h"

#include "tests/app/view/view_fixture.h"

#include <doctest/doctest.h>

using namespace satbox;
using namespace satbox::app;
using satbox::test::BoxPicture;

TEST_CASE("each_reason_to_be_awake_has_its_sentence_and_its_short_form")
{
    BoxPicture picture; // sleep speed 50 mm/s, 0.5 s until sleep
    const World& world = picture.world();
    IslandReport island{.bodies = {picture.box.index}, .body = picture.box.index};
    island.speed = 1.2f;
    island.limit = 0.05f;
    island.restTime = 0.25f;
    struct Row {
        AwakeReason reason;
        const char* sentence;
        const char* brief;
    };
    for (const Row& row :
         {Row{AwakeReason::Asleep, "Asleep.", "asleep"},
          Row{AwakeReason::SleepingOff, "Sleeping is switched off.", "sleeping is off"},
          Row{AwakeReason::HeldByMouse, "The mouse holds box 1.", "held by the mouse"},
          Row{AwakeReason::Forbidden, "box 1 is not allowed to sleep.", "not allowed to sleep"},
          Row{AwakeReason::Driven, "Kept awake by a kinematic body at 1.20 m/s.", "kinematic, 1.20 m/s"},
          Row{AwakeReason::Fast, "box 1 moves at 1.20 m/s > 50.0 mm/s.", "1.20 m/s > 50.0 mm/s"},
          Row{AwakeReason::MovingContact, "box 1 touches the island and moves at 1.20 m/s.",
              "moving contact, 1.20 m/s"},
          Row{AwakeReason::Resting, "At rest for 0.25 s of 0.50 s; box 1 came to rest last.",
              "at rest 0.25 s of 0.50 s"}}) {
        island.reason = row.reason;
        CHECK(awakeReasonText(world, island) == row.sentence);
        CHECK(shortAwakeReason(world, island) == row.brief);
    }
}

TEST_CASE("the_reason_follows_what_the_body_does")
{
    BoxPicture picture(12);
    const auto reason = [&] {
        const World& world = picture.world();
        return awakeReasonText(world, reportIslands(world).front());
    };
    CHECK(reason().starts_with("At rest for 0."));
    picture.world().setVelocity(picture.box, {1.0f, 0.0f}, 0.0f);
    CHECK(reason() == "box 1 moves at 1.00 m/s > 50.0 mm/s.");
    WorldSettings settings = picture.world().settings();
    settings.lengthUnit = 4.0f; // doubles all speed tolerances
    picture.world().setSettings(settings);
    CHECK(reason() == "box 1 moves at 1.00 m/s > 100 mm/s.");
    settings.sleeping = false;
    picture.world().setSettings(settings);
    CHECK(reason() == "Sleeping is switched off.");
}
