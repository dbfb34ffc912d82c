#include "app/panels/panels.h"

#include "app/document/commands.h"
#include "app/shell/actions.h"
#include "app/widgets/floating_card.h"
#include "tests/app/widgets/ui_fixture.h"
#include "tests/support/app_worlds.h"
#include "tests/support/paths.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace satbox::app {

namespace {

constexpr IntSize kSize{360, 480};

// A card over the whole window, and the requests that it made.
struct CardOfHistory {
    History& history;
    test::OffscreenUi ui{kSize};
    CardState card{.open = true};
    std::optional<uint64_t> ghostLine{};
    HistoryCardState list{};
    Requests requests{};
    ScreenRect bounds{0.0f, 0.0f, 360.0f, 480.0f};

    void draw(const UiContext& context)
    {
        const FloatingCard window(context, "History", bounds, {340.0f, 460.0f}, card, {}, CardHeight::Full);
        drawHistoryCard(context, history, ghostLine, list, requests);
    }
    void frames(int count)
    {
        ui.frames(count, [this](const UiContext& context) { draw(context); });
    }
    void click(const char* label)
    {
        ui.click(ui.middleOf(label), [this](const UiContext& context) { draw(context); });
    }
    std::string valueOf(const char* label) { return ui.widget(label).value; }
};

void addBodies(History& history, int count)
{
    for (int i = 0; i < count; ++i) {
        history.execute(createBodyCommand("Add body " + std::to_string(i), {}, {}));
        history.closeGesture();
    }
}

} // namespace

TEST_CASE("the_history_card_lists_entries_marks_the_present_and_a_click_asks_to_go_there")
{
    auto made = satbox::test::makeBoxOnFloor();
    History& history = made.state.history;
    addBodies(history, 2);
    history.recordPlayed(history.mark(), "Throw box");
    history.execute(openSceneCommand(made.state.document().scene, {}));
    history.undo();
    history.undo();
    CardOfHistory card{history};
    card.frames(3);
    CHECK(card.valueOf("Beginning") == "");
    CHECK(card.valueOf("Add body 0") == "built");
    CHECK(card.valueOf("Add body 1") == "present");
    CHECK(card.valueOf("Throw box") == "undone");
    CHECK(card.valueOf("Memory").ends_with(" kB of 256 MB"));
    REQUIRE(!writePng(satbox::test::artefactFolder("ui") / "history_card.png", card.ui.picture()));

    card.click("Add body 1");
    CHECK_FALSE(card.requests.history); // it is the present
    card.click("Throw box");
    CHECK(card.requests.history == size_t{3});
    card.click("Beginning");
    CHECK(card.requests.history == size_t{0});
    made.state.requests.history = 3;
    performRequests(made.state);
    CHECK(history.entries().size() == 3);
    CHECK(made.state.status.message.text == "Redone: Throw box");
    made.state.requests.history = 0;
    performRequests(made.state);
    CHECK(history.entries().empty());
    CHECK(made.state.status.message.text == "Undone: 3 entries of the history");
}

TEST_CASE("a_long_history_shows_the_present_when_it_changes")
{
    History history;
    addBodies(history, 200);
    CardOfHistory card{history};
    card.frames(3);
    CHECK(card.ui.recorder().find("Add body 199", "History") != nullptr);
    history.goTo(20);
    card.frames(3);
    CHECK(card.ui.recorder().find("Add body 199", "History") == nullptr);
    CHECK(card.valueOf("Add body 19") == "present");
}

TEST_CASE("the_history_card_keeps_its_height_and_regains_it_when_there_is_room")
{
    History history;
    addBodies(history, 3);
    CardOfHistory card{history};
    card.frames(60);
    CHECK(card.card.size.y == 460.0f);
    card.bounds.height = 200.0f;
    card.frames(3);
    CHECK(card.card.size.y < 200.0f);
    card.bounds.height = 480.0f;
    card.frames(3);
    CHECK(card.card.size.y == 460.0f);
}

TEST_CASE("other_lines_of_time_are_listed_and_their_buttons_ask_to_show_enter_and_drop_them")
{
    auto made = satbox::test::makeBoxOnFloor();
    History& history = made.state.history;
    for (int i = 0; i < 10; ++i) history.play(op::Step{1.0f / 60.0f});
    CardOfHistory card{history};
    history.goToStep(history.lastStep() - 4);
    history.execute(createBodyCommand("Add ball", {}, {}));
    const uint64_t line = history.linesOfTime().front().id;
    card.frames(3);
    CHECK(card.valueOf("Steps 6 to 10") == "left at: Add ball");
    CHECK(card.ui.widget("Drop").rect.y == card.ui.widget("Steps 6 to 10").rect.y); // on the same line
    card.click("Show over the world");
    CHECK(card.requests.toggleGhost == line);
    card.click("Go there");
    CHECK(card.requests.switchToLine == line);
    card.click("Drop");
    CHECK(card.requests.dropLine == line);
    REQUIRE(!writePng(satbox::test::artefactFolder("ui") / "lines_of_time.png", card.ui.picture()));
}

TEST_CASE("with_many_lines_of_time_the_entries_stay_in_view")
{
    auto made = satbox::test::makeBoxOnFloor();
    History& history = made.state.history;
    for (int line = 0; line < 12; ++line) {
        for (int i = 0; i < 10; ++i) history.play(op::Step{1.0f / 60.0f});
        history.goToStep(history.lastStep() - 4);
        history.execute(createBodyCommand("Add ball " + std::to_string(line), {}, {}));
        history.closeGesture();
    }
    REQUIRE(history.linesOfTime().size() == 12);
    CardOfHistory card{history};
    card.frames(3);
    const auto lines =
        std::ranges::count(card.ui.recorder().widgets(), std::string("Go there"), &RecordedWidget::label);
    CHECK(lines >= 4);
    CHECK(lines <= 5);
    CHECK(card.valueOf("Add ball 11") == "present");
    const ScreenRect& present = card.ui.widget("Add ball 11").rect;
    CHECK(present.y + present.height <= 470.0f);
}

} // namespace satbox::app
