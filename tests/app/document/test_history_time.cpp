#include "app/document/commands.h"
#include "app/document/history.h"
#include "app/document/playback.h"

#include "engine/scene/random.h"
#include "tests/support/app_worlds.h"
#include <satbox/scene/builders.h>
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <map>
#include <utility>
#include <vector>

using namespace satbox;
using namespace satbox::app;
using satbox::test::makeBoxOnFloor;

namespace {

constexpr float kDt = 1.0f / 60.0f;

// The hash of the world directly after each step that was played, by step.
using Hashes = std::vector<uint64_t>;

Document stackDocument()
{
    Document document;
    document.scene = findBuiltinScene("box_stack")->build();
    document.world = document.scene.world;
    return document;
}

void step(History& history, Hashes& hashes, int count = 1)
{
    for (int i = 0; i < count; ++i) {
        history.play(op::Step{kDt});
        hashes.push_back(history.world().hash());
    }
}

Command frictionCommand(float value)
{
    return editAllMaterialsCommand(materialNumbers()[1], value, "friction");
}

Command gravityCommand(const World& world, float g)
{
    WorldSettings settings = world.settings();
    settings.gravity.y = g;
    return settingsCommand(settings, "gravity");
}

std::vector<StepFacts> factsOf(const History& history)
{
    std::vector<StepFacts> facts;
    for (uint64_t step = history.firstStep() + 1; step <= history.lastStep(); ++step)
        facts.push_back(history.factsOf(step));
    return facts;
}

BodyId someBody(const World& world, Random& random)
{
    const int slots = world.counters().bodies;
    return world.bodyAt(static_cast<uint32_t>(random.below(slots + 2)));
}

// A history that played 120 steps with a change after the 60th.
struct Played {
    History history;
    Hashes hashes;

    Played()
    {
        history.reset(stackDocument());
        hashes.push_back(history.world().hash());
        step(history, hashes, 60);
        history.execute(gravityCommand(history.world(), -3.0f));
        history.closeGesture();
        step(history, hashes, 60);
    }
};

} // namespace

TEST_CASE("every_step_that_was_played_can_be_shown_again_with_its_bits")
{
    Played played;
    History& history = played.history;
    CHECK(history.firstStep() == 0);
    CHECK(history.lastStep() == 120);
    Random random(5);
    for (int i = 0; i < 200; ++i) {
        const auto to = static_cast<uint64_t>(random.below(121));
        const bool moves = to != history.presentStep();
        CHECK(history.goToStep(to) == moves);
        REQUIRE(history.presentStep() == to);
        REQUIRE(history.world().hash() == played.hashes[to]);
    }
    CHECK_FALSE(history.goToStep(121));
    history.goToStep(120);
    CHECK(history.isAtEnd());
    CHECK(history.linesOfTime().empty());
}

TEST_CASE("going_on_from_the_past_replays_what_was_played_and_then_new_steps")
{
    Played played;
    History& history = played.history;
    history.goToStep(20);
    for (uint64_t i = 21; i <= 120; ++i) {
        REQUIRE(history.replayStep());
        REQUIRE(history.world().hash() == played.hashes[i]); // the change of gravity too
    }
    CHECK_FALSE(history.replayStep());
    CHECK(history.isAtEnd());
    CHECK(history.canUndo());
}

TEST_CASE("the_past_knows_whether_its_document_was_saved_and_what_undo_would_revert")
{
    Played played;
    History& history = played.history;
    CHECK(history.document().modified);
    CHECK(history.undoLabel() == "Change Gravity");
    history.goToStep(30);
    CHECK_FALSE(history.document().modified);
    CHECK_FALSE(history.canUndo());
    CHECK(history.redoLabel() == "Change Gravity");
    history.goToStep(90);
    CHECK(history.document().modified);
    CHECK(history.canUndo());
    CHECK_FALSE(history.canRedo());
}

TEST_CASE("a_change_in_the_past_makes_a_branch_and_what_followed_is_kept")
{
    Played played;
    History& history = played.history;
    history.goToStep(30);
    REQUIRE(history.execute(frictionCommand(0.1f)).empty());
    CHECK(history.isAtEnd());
    CHECK(history.lastStep() == 30);
    CHECK(history.entries().size() == 1);
    REQUIRE(history.linesOfTime().size() == 1);
    const History::LineOfTime line = history.linesOfTime().front();
    CHECK(line.branchStep == 30);
    CHECK(line.lastStep == 120);
    CHECK(line.change == frictionCommand(0.1f).label);
    Hashes changed(played.hashes.begin(), played.hashes.begin() + 31);
    step(history, changed, 40);
    CHECK(changed[70] != played.hashes[70]);

    SUBCASE("undo_returns_to_the_moment_of_the_branch")
    {
        CHECK(history.undo());
        CHECK(history.world().hash() == played.hashes[30]);
    }
    SUBCASE("the_other_line_is_entered_at_the_same_step_and_has_its_bits")
    {
        REQUIRE(history.switchToLine(line.id));
        CHECK(history.presentStep() == 70);
        CHECK(history.world().hash() == played.hashes[70]);
        CHECK(history.lastStep() == 120);
        CHECK(history.undoLabel() == "Change Gravity");
        REQUIRE(history.linesOfTime().size() == 1); // the line that was left
        REQUIRE(history.switchToLine(history.linesOfTime().front().id));
        CHECK(history.world().hash() == changed[70]);
    }
    SUBCASE("a_ghost_follows_the_other_line")
    {
        std::optional<History::TimeCursor> ghost;
        for (const uint64_t at : {70u, 71u, 72u, 10u, 120u}) {
            REQUIRE(history.moveCursor(ghost, line.id, at));
            CHECK(ghost->document.world.hash() == played.hashes[at]);
        }
        CHECK_FALSE(history.moveCursor(ghost, line.id, 121)); // beyond its end
        CHECK_FALSE(ghost.has_value());
        CHECK(history.dropLine(line.id));
        CHECK_FALSE(history.moveCursor(ghost, line.id, 70));
    }
}

TEST_CASE("a_cursor_looks_at_any_step_of_the_present_line_and_leaves_the_present_where_it_is")
{
    Played played;
    const History& history = played.history;
    std::optional<History::TimeCursor> cursor;
    for (const uint64_t at : {70u, 71u, 10u, 120u, 0u}) {
        REQUIRE(history.moveCursor(cursor, History::kPresentLine, at));
        CHECK(cursor->document.world.hash() == played.hashes[at]);
    }
    CHECK(history.presentStep() == 120);
    CHECK_FALSE(history.moveCursor(cursor, History::kPresentLine, 121));
    CHECK_FALSE(cursor.has_value());
}

TEST_CASE("a_cursor_before_the_next_step_has_what_was_done_after_the_last_one")
{
    Played played;
    const History& history = played.history;
    std::optional<History::TimeCursor> cursor;
    REQUIRE(history.moveCursor(cursor, History::kPresentLine, 60));
    CHECK(cursor->document.world.settings().gravity.y != -3.0f);
    REQUIRE(history.moveCursorBeforeNext(cursor, History::kPresentLine, 60));
    CHECK(cursor->document.world.settings().gravity.y == -3.0f);
    cursor->document.world.step(kDt);
    CHECK(cursor->document.world.hash() == played.hashes[61]);
    cursor.reset();
    CHECK_FALSE(history.moveCursorBeforeNext(cursor, 77, 60)); // no such line
}

TEST_CASE("a_refused_change_in_the_past_makes_no_branch")
{
    Played played;
    History& history = played.history;
    history.goToStep(30);
    Command command{.label = "Delete", .ops = {SceneOp{op::DestroyBody{{99, 1}}}}};
    CHECK_FALSE(history.execute(std::move(command)).empty());
    CHECK(history.linesOfTime().empty());
    CHECK(history.presentStep() == 30);
    CHECK(history.lastStep() == 120);
}

TEST_CASE("redo_in_the_past_moves_time_forward_and_undo_makes_a_branch")
{
    Played played;
    History& history = played.history;
    history.goToStep(30);
    REQUIRE(history.redo());
    CHECK(history.isAtEnd()); // there is no later entry
    CHECK(history.linesOfTime().empty());
    history.goToStep(90);
    REQUIRE(history.undo());
    CHECK(history.world().hash() == played.hashes[60]);
    REQUIRE(history.linesOfTime().size() == 1);
    REQUIRE(history.redo());
    CHECK(history.world().hash() == played.hashes[90]);
}

TEST_CASE("facts_of_steps_are_kept_with_them")
{
    History history;
    auto made = makeBoxOnFloor();
    made.state.history.play(op::SetTransform{made.box, {{0.0f, 2.0f}}});
    Document document = made.state.document();
    history.reset(document);
    for (int i = 0; i < 120; ++i) history.play(op::Step{kDt});
    const std::vector<StepFacts> facts = factsOf(history);
    REQUIRE(facts.size() == 120);
    size_t begins = 0, asleep = 0;
    float deepest = 0.0f;
    for (const StepFacts& one : facts) {
        begins += one.begins;
        asleep += one.fellAsleep ? 1 : 0;
        deepest = std::max(deepest, one.deepestOverlap);
    }
    CHECK(begins == 1);
    CHECK(asleep == 1);
    CHECK(deepest > 0.0f);
    CHECK(facts.front().deepestOverlap == 0.0f);
    history.goToStep(50);
    CHECK(factsOf(history).size() == 120); // all that was played
    history.execute(frictionCommand(0.2f));
    CHECK(factsOf(history).size() == 50);
}

TEST_CASE("time_begins_with_the_scene_that_is_open_and_after_what_was_built_before_the_first_step")
{
    Played played;
    History& history = played.history;
    history.execute(openSceneCommand(findBuiltinScene("pyramid")->build(), {}));
    history.closeGesture();
    CHECK(history.firstStep() == 120);
    CHECK(history.lastStep() == 120);
    CHECK_FALSE(history.goToStep(60)); // of the scene before
    REQUIRE(
        history
            .execute(createBodyCommand("Add", {.position = {0.0f, 30.0f}}, {{.geometry = Circle{{}, 0.3f}}}))
            .empty());
    const uint64_t built = history.world().hash();
    for (int i = 0; i < 30; ++i) history.play(op::Step{kDt});
    REQUIRE(history.goToStep(120));
    CHECK(history.world().hash() == built); // with the added body
    history.execute(frictionCommand(0.3f));
    REQUIRE(history.linesOfTime().size() == 1);
    CHECK(history.entries().size() == 4); // gravity, open, add, friction
    while (history.undo()) {
    }
    CHECK(history.firstStep() == 0); // the first scene is open again
    CHECK(history.goToStep(30));
    CHECK(history.world().hash() == played.hashes[30]);
}

TEST_CASE("lines_are_the_same_as_the_present_one_only_up_to_the_earliest_branch_since")
{
    Played played;
    History& history = played.history;
    history.goToStep(100);
    history.execute(frictionCommand(0.1f));
    history.closeGesture();
    for (int i = 0; i < 50; ++i) history.play(op::Step{kDt});
    history.goToStep(50);
    history.execute(frictionCommand(0.2f));
    const std::vector<History::LineOfTime> lines = history.linesOfTime();
    REQUIRE(lines.size() == 2);
    CHECK(lines[0].branchStep == 50);
    CHECK(lines[1].branchStep == 50);
    REQUIRE(history.switchToLine(lines[0].id));
    for (const History::LineOfTime& line : history.linesOfTime()) CHECK(line.branchStep == 50);
}

TEST_CASE("a_change_before_the_first_step_changes_the_moment_that_stands_for_it")
{
    History history;
    history.reset(stackDocument());
    REQUIRE(
        history
            .execute(createBodyCommand("Add", {.position = {0.0f, 9.0f}}, {{.geometry = Circle{{}, 0.3f}}}))
            .empty());
    history.closeGesture();
    Hashes hashes;
    step(history, hashes, 10);
    uint64_t known = history.pastChanges();
    REQUIRE(history.undo());
    CHECK(history.firstChangedStep(known) == 0);
    known = history.pastChanges();
    REQUIRE(history.redo());
    CHECK(history.firstChangedStep(known) == 0);
    CHECK_FALSE(history.firstChangedStep(history.pastChanges()).has_value());
    known = history.pastChanges();
    history.execute(gravityCommand(history.world(), -1.0f)); // at the end
    CHECK_FALSE(history.firstChangedStep(known).has_value());
    history.undo();
    CHECK(history.firstChangedStep(known) == 11);
}

TEST_CASE("with_little_memory_other_lines_are_dropped_before_the_present_one_loses_its_oldest_steps")
{
    constexpr size_t kMaxBytes = 700'000;
    History history(kMaxBytes);
    history.reset(stackDocument());
    Hashes hashes{history.world().hash()};
    for (int round = 0; round < 20; ++round) {
        step(history, hashes, 200);
        CHECK(history.bytes() <= kMaxBytes);
        const uint64_t to = history.lastStep() - 50;
        history.goToStep(to);
        REQUIRE(history.world().hash() == hashes[to]);
        history.execute(frictionCommand(0.1f + 0.01f * static_cast<float>(round)));
        history.closeGesture();
        hashes.resize(to + 1);
        CHECK(history.bytes() <= kMaxBytes);
    }
    CHECK(history.linesOfTime().size() < 20);
    for (uint64_t to = history.firstStep(); to <= history.lastStep(); to += 97) {
        history.goToStep(to);
        REQUIRE(history.world().hash() == hashes[to]);
    }
}

TEST_CASE("random_edits_seeks_undos_branches_and_changes_of_line_lead_to_the_same_bits")
{
    struct Undone {
        size_t base = 0; // steps before the moment of redo's part
        Hashes tail;
    };
    int branches = 0, seeks = 0, switches = 0, kept = 0;
    for (uint32_t seed = 0; seed < 40; ++seed) {
        Random random(seed + 100);
        History history;
        history.reset(stackDocument());
        Hashes hashes{history.world().hash()};
        std::vector<Undone> undone;
        std::map<uint64_t, std::pair<Hashes, std::vector<Undone>>> lines; // by id
        // After something that may have made a branch.
        const auto noteBranch = [&](size_t linesBefore) {
            if (history.linesOfTime().size() == linesBefore) return;
            REQUIRE(history.linesOfTime().size() == linesBefore + 1);
            ++branches;
            lines[history.linesOfTime().back().id] = {hashes, std::exchange(undone, {})};
        };
        uint64_t known = history.pastChanges();
        Hashes hashesThen = hashes; // when the number of past changes was `known`
        for (int i = 0; i < 150; ++i) {
            if (const auto changed = history.firstChangedStep(known)) {
                REQUIRE(*changed <= hashes.size());
                const size_t same = std::min<size_t>(*changed, hashesThen.size());
                for (size_t step = 0; step < same; ++step) REQUIRE(hashes[step] == hashesThen[step]);
                if (*changed > 1) ++kept;
            } else {
                for (size_t step = 0; step < hashesThen.size(); ++step)
                    REQUIRE(hashes[step] == hashesThen[step]);
            }
            if (i % 3 == 0) {
                known = history.pastChanges();
                hashesThen = hashes;
            }
            const size_t lineCount = history.linesOfTime().size();
            switch (random.below(9)) {
            case 0:
            case 1: { // a change, perhaps in the past
                const uint64_t at = history.presentStep();
                const bool wasPast = !history.isAtEnd();
                const int what = random.below(4);
                Command command =
                    what == 0   ? frictionCommand(random.unit())
                    : what == 1 ? gravityCommand(history.world(), random.between(-12.0f, 2.0f))
                    : what == 2 ? createBodyCommand("Add", {.position = {random.between(-3.0f, 3.0f), 6.0f}},
                                                    {{.geometry = Circle{{}, 0.3f}}})
                                : restartCommand(history.document(), false);
                if (!history.execute(std::move(command)).empty()) break;
                history.closeGesture();
                noteBranch(lineCount);
                if (wasPast) hashes.resize(at + 1);
                undone.clear();
                break;
            }
            case 2:
            case 3: { // time goes on
                if (!history.isAtEnd()) {
                    const uint64_t next = history.presentStep() + 1;
                    if (!history.replayStep()) break;
                    if (!history.isAtEnd()) REQUIRE(history.world().hash() == hashes.at(next));
                    break;
                }
                step(history, hashes, 1 + random.below(30));
                break;
            }
            case 4: { // a push while time runs
                const uint64_t at = history.presentStep();
                const bool wasPast = !history.isAtEnd();
                if (!history
                         .play(op::ApplyImpulse{someBody(history.world(), random),
                                                {random.between(-3.0f, 3.0f), 2.0f},
                                                {0.0, 1.0}})
                         .ok() &&
                    !wasPast)
                    break;
                noteBranch(lineCount);
                if (wasPast) hashes.resize(at + 1);
                break;
            }
            case 5:
            case 6: { // any moment
                const uint64_t to =
                    static_cast<uint64_t>(random.below(static_cast<int>(history.lastStep()) + 1));
                if (!history.goToStep(to)) break;
                ++seeks;
                if (to > 0 && to < history.lastStep()) REQUIRE(history.world().hash() == hashes[to]);
                break;
            }
            case 7: { // undo or redo
                const uint64_t at = history.presentStep();
                const bool wasPast = !history.isAtEnd();
                if (random.below(2) == 0 && history.canUndo()) {
                    const size_t base = history.stepOf(history.doneCount() - 1);
                    REQUIRE(history.undo());
                    noteBranch(lineCount);
                    if (wasPast) hashes.resize(at + 1);
                    if (!undone.empty())
                        hashes.resize(std::min(hashes.size(), undone.back().base + 1)); // a detour
                    undone.push_back(
                        {base, Hashes(hashes.begin() + static_cast<ptrdiff_t>(base) + 1, hashes.end())});
                    hashes.resize(base + 1);
                } else if (!wasPast && history.canRedo()) {
                    REQUIRE(history.redo());
                    hashes.resize(undone.back().base + 1);
                    hashes.insert(hashes.end(), undone.back().tail.begin(), undone.back().tail.end());
                    undone.pop_back();
                }
                REQUIRE(hashes.size() == history.lastStep() + 1);
                break;
            }
            default: { // another line
                if (lineCount == 0) break;
                const auto all = history.linesOfTime();
                const uint64_t id = all[static_cast<size_t>(random.below(static_cast<int>(all.size())))].id;
                auto other = std::move(lines.at(id));
                lines.erase(id);
                REQUIRE(history.switchToLine(id));
                lines[history.linesOfTime().back().id] = {std::move(hashes), std::move(undone)};
                hashes = std::move(other.first);
                undone = std::move(other.second);
                REQUIRE(hashes.size() == history.lastStep() + 1);
                ++switches;
                break;
            }
            }
            REQUIRE(hashes.size() == history.lastStep() + 1);
        }
        for (uint64_t to = 1; to < history.lastStep(); to += 7) {
            history.goToStep(to);
            REQUIRE(history.world().hash() == hashes[to]);
        }
        for (const auto& [id, saved] : lines) {
            std::optional<History::TimeCursor> ghost;
            for (uint64_t to = 1; to < saved.first.size(); to += 11) {
                REQUIRE(history.moveCursor(ghost, id, to));
                REQUIRE(ghost->document.world.hash() == saved.first[to]);
            }
        }
    }
    CHECK(branches > 100);
    CHECK(seeks > 500);
    CHECK(switches > 100);
    CHECK(kept > 500);
}
