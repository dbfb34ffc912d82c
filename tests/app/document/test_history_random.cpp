// A person who does everything, in any order, while the world runs: thousands of operations of every kind are
// undone and redone, and each state on the way must have its bits.

#include "app/document/commands.h"
#include "app/document/document_op_text.h"
#include "app/document/groups.h"
#include "app/document/history.h"
#include "app/document/layers.h"
#include "app/document/shape_commands.h"
#include "app/tools/explosion_tool.h"

#include "engine/model/joint_fields.h"
#include "engine/scene/random.h"
#include "engine/world/world_access.h"
#include <satbox/scene/builders.h>
#include <satbox/shapes.h>

#include <doctest/doctest.h>

#include <array>
#include <optional>
#include <utility>
#include <vector>

using namespace satbox;
using namespace satbox::app;

namespace {

// All that undo restores.
struct Fingerprint {
    uint64_t world = 0, start = 0;
    std::vector<std::pair<uint32_t, DisplayColor>> shown{}; // groups and colours, not hashed
    std::vector<SettingsOverrides> compared;
    std::string scene;
    bool modified = false;
    friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

Fingerprint fingerprintOf(const History& history)
{
    const Document& document = history.document();
    Fingerprint print{.world = document.world.hash(),
                      .start = document.scene.world.hash(),
                      .compared = document.comparedSettings,
                      .scene = document.scene.name,
                      .modified = document.modified};
    for (const World* world : {&document.world, &document.scene.world})
        world->forEachBody([&](BodyId, const Body& body, const BodyMotion&) {
            print.shown.emplace_back(body.group, body.color);
        });
    return print;
}

class Person {
  public:
    Person(History& history, uint32_t seed) : history_(history), random_(seed) {}

    // Does one thing, and lets time pass.
    void act()
    {
        const Fingerprint before = fingerprintOf(history_);
        const Journal::Position last = lastEntry();
        switch (random_.below(30)) {
        case 0:
        case 1:
            execute(createBodyCommand("Add", bodyDef(), {shapeDef(), shapeDef()}));
            break;
        case 2:
            execute(deleteBodiesCommand(world(), std::array{body()}));
            break;
        case 3:
            if (const BodyId id = body(); world().isValid(id) && world().counters().bodies < 30)
                execute(duplicateBodiesCommand(world(), std::array{id}, {1.5f, 0.5f}));
            break;
        case 4:
            execute(moveBodyCommand(world(), body(), {{random_.between(-5.0f, 5.0f), 3.0f}}));
            break;
        case 5:
            editBody();
            break;
        case 6:
            if (const ShapeId id = shape(); world().isValid(id))
                execute(editShapeCommand(world(), id, shapeDef(), "shape"));
            break;
        case 7:
            execute(editAllMaterialsCommand(materialNumbers()[static_cast<size_t>(1 + random_.below(2))],
                                            random_.unit(), "it"));
            break;
        case 8:
            tune();
            break;
        case 9:
            execute(restartCommand(history_.document(), random_.below(2) == 0));
            break;
        case 10:
            if (random_.below(20) == 0) execute(openSceneCommand(scene(), "some.json"));
            break;
        case 11:
            throwBody();
            break;
        case 12:
            push();
            break;
        case 13:
            explode();
            break;
        case 14:
            follow();
            break;
        case 15:
            attract();
            break;
        case 16:
            stream();
            break;
        case 17:
            execute(keepMomentCommand());
            break;
        case 18:
        case 19:
        case 20:
        case 21:
        case 22:
            shapeBodies();
            break;
        case 23:
            layer();
            break;
        case 24:
        case 25:
            markBodies();
            break;
        case 26:
        case 27:
        case 28:
            joinBodies();
            break;
        default:
            execute(
                comparedSettingsCommand({2, SettingsOverrides::sequentialImpulse()}, "Compare", "compared"));
            break;
        }
        if (random_.below(3) > 0) history_.closeGesture();
        if (lastEntry() != last) states_.push_back(before);
        play();
    }

    // The state before each entry of the history.
    const std::vector<Fingerprint>& states() const { return states_; }
    Fingerprint takeState() // of the last entry, when it is undone
    {
        Fingerprint state = std::move(states_.back());
        states_.pop_back();
        return state;
    }
    void putState(Fingerprint state) { states_.push_back(std::move(state)); } // when it is redone
    size_t operations() const { return operations_; }                         // without steps
    int shaped() const { return shaped_; } // commands that drew, cut, combined or copied bodies
    // From now on, appends everything done to `lines`, as text.
    void recordTo(std::vector<std::string>& lines) { lines_ = &lines; }

  private:
    const World& world() const { return history_.world(); }
    Journal::Position lastEntry() const
    {
        return history_.entries().empty() ? ~Journal::Position{0} : history_.entries().back().start;
    }
    BodyId body()
    {
        const auto slots = static_cast<uint32_t>(stateOf(world()).bodies.slots.slotCount());
        return slots == 0 ? BodyId{}
                          : world().bodyAt(static_cast<uint32_t>(
                                random_.below(static_cast<int>(slots)))); // null if the slot is free
    }
    ShapeId shape()
    {
        const auto slots = static_cast<uint32_t>(stateOf(world()).shapes.slotCount());
        return slots == 0 ? ShapeId{}
                          : world().shapeAt(static_cast<uint32_t>(random_.below(static_cast<int>(slots))));
    }
    BodyDef bodyDef()
    {
        return {.position = {random_.between(-4.0f, 4.0f), random_.between(1.0f, 5.0f)},
                .linearVelocity = {random_.between(-3.0f, 3.0f), 0.0f},
                .name = random_.below(4) == 0 ? "named" : ""};
    }
    ShapeDef shapeDef()
    {
        ShapeDef def;
        if (random_.below(2) == 0)
            def.geometry = Circle{{random_.between(-0.3f, 0.3f), 0.0f}, random_.between(0.1f, 0.4f)};
        else
            def.geometry = makeBox(random_.between(0.1f, 0.5f), random_.between(0.1f, 0.5f));
        return def;
    }
    Scene scene()
    {
        Scene made = findBuiltinScene("box_stack")->build();
        made.name = "stack " + std::to_string(operations_);
        return made;
    }

    void execute(Command command)
    {
        const size_t count = command.ops.size();
        if (world().counters().bodies > 30 && command.label == "Add") return;
        if (lines_) lines_->push_back(commandText(command));
        if (history_.execute(std::move(command)).empty()) operations_ += count;
    }
    OpResult playOp(Op op) { return playOp(DocumentOp{WorldOp{std::move(op)}}); }
    OpResult playOp(const DocumentOp& op)
    {
        if (lines_) lines_->push_back(documentOpText(op));
        OpResult result = history_.play(op);
        if (result.ok()) ++operations_;
        return result;
    }
    void layer()
    {
        const auto one = static_cast<size_t>(random_.below(4));
        const auto other = static_cast<size_t>(random_.below(4));
        const BodyId id = body();
        switch (random_.below(3)) {
        case 0:
            execute(setLayerRuleCommand(world(), one, other, random_.below(2) == 0));
            break;
        case 1:
            execute(nameLayerCommand(history_.document().scene, one, random_.below(2) == 0 ? "walls" : ""));
            break;
        default:
            if (world().isValid(id) && !world().shapesOf(id).empty())
                execute(setLayerCommand(world(), std::array{id}, one));
            break;
        }
    }
    void editBody()
    {
        const BodyId id = body();
        if (!world().isValid(id)) return;
        BodyDef def = world().bodyDef(id);
        def.gravityScale = random_.between(0.0f, 2.0f);
        def.enabled = random_.below(8) > 0;
        execute(editBodyCommand(world(), id, def, "gravity scale"));
    }
    void tune()
    {
        WorldSettings settings = world().settings();
        settings.gravity.y = random_.between(-15.0f, 0.0f);
        settings.solver = static_cast<SolverType>(random_.below(4));
        settings.substeps = 1 + static_cast<int>(random_.below(6));
        execute(settingsCommand(settings, "gravity"));
    }
    // Draws, cuts, splits, combines, copies or mirrors bodies.
    void shapeBodies()
    {
        const bool isFull = world().counters().bodies > 30;
        const std::vector<BodyId> bodies = someBodies();
        DraftedCommand draft;
        switch (random_.below(7)) {
        case 0:
            if (!isFull) draft = drawnBodyCommand(outline(), bodyDef(), shapeDef(), "polygon");
            break;
        case 1:
            if (!isFull) draft = chainCommand(outline(), {});
            break;
        case 2:
            if (isFull) break;
            draft = knifeCommand(world(), bodies, {random_.between(-4.0f, 4.0f), -9.0f},
                                 {random_.between(-4.0f, 4.0f), 9.0f});
            break;
        case 3:
            draft = splitCommand(world(), bodies);
            break;
        case 4:
            draft = combineCommand(world(), bodies);
            break;
        case 5:
            if (!isFull) draft = arrayCopyCommand(world(), bodies, 2, 1, {1.0f, 0.5f});
            break;
        default:
            draft = mirrorCommand(world(), bodies, static_cast<MirrorAxis>(random_.below(2)));
            break;
        }
        if (draft.ok() && !draft.command.ops.empty()) {
            execute(std::move(draft.command));
            ++shaped_;
        }
    }
    // Creates, changes or destroys a joint. Some break soon.
    void joinBodies()
    {
        const std::vector<JointId> joints = world().joints();
        const int what = joints.empty() ? 0 : random_.below(joints.size() < 30 ? 5 : 2);
        if (what < 2 && !joints.empty()) {
            const JointId joint = joints[static_cast<size_t>(random_.below(static_cast<int>(joints.size())))];
            JointDef def = world().jointDef(joint);
            def.anchorA.x = random_.between(-0.5f, 0.5f);
            DocumentOp op = SceneOp{op::DestroyJoint{joint}};
            if (what == 1 && joints.size() % 2 == 0)
                op = SceneOp{op::SetJoint{joint, std::move(def)}};
            else if (what == 1)
                op = EditJoint{joint, world().jointDef(joint), std::move(def)};
            execute({.label = "Change joint", .ops = {std::move(op)}});
            return;
        }
        JointDef def{.bodyA = body(),
                     .bodyB = body(),
                     .kind = defaultJointKind(static_cast<size_t>(random_.below(8)))};
        def.anchorB = {random_.between(-1.0f, 1.0f), 0.5f};
        if (random_.below(3) == 0) def.breakForce = random_.between(0.1f, 20.0f);
        execute({.label = "Join", .ops = {SceneOp{op::CreateJoint{std::move(def)}}}});
    }
    // Groups, ungroups or colours bodies.
    void markBodies()
    {
        const std::vector<BodyId> bodies = someBodies();
        if (bodies.empty()) return;
        const int what = random_.below(3);
        if (what < 2) {
            DraftedCommand draft =
                what == 0 ? groupCommand(world(), bodies) : ungroupCommand(world(), bodies);
            if (draft.ok()) execute(std::move(draft.command));
            return;
        }
        BodyEdits edits;
        for (const BodyId body : bodies) {
            edits.emplace_back(body, world().bodyDef(body));
            edits.back().second.color = {};
            if (random_.below(3) > 0)
                edits.back().second.color = static_cast<uint32_t>(random_.below(0x1000000));
        }
        execute(editBodiesCommand(world(), edits, "colour"));
    }
    std::vector<BodyId> someBodies()
    {
        std::vector<BodyId> bodies;
        world().forEachBody([&](BodyId id, const Body&, const BodyMotion&) {
            if (random_.below(3) == 0) bodies.push_back(id);
        });
        return bodies;
    }
    std::vector<Position> outline() // concave, sometimes crossing itself
    {
        const float x = random_.between(-4.0f, 4.0f), y = random_.between(1.0f, 5.0f);
        return {{x, y},
                {x + 1.0f, y},
                {x + random_.between(-0.2f, 0.9f), y + 0.3f},
                {x + 1.0f, y + 1.0f},
                {x, y + 1.0f}};
    }
    void throwBody()
    {
        const BodyId id = body();
        const History::Mark begin = history_.mark();
        const OpResult grabbed = playOp(op::CreateMouseJoint{id, {0.0, 2.0}});
        if (!grabbed.ok()) return;
        for (int i = random_.below(6); i > 0; --i) {
            playOp(op::SetMouseTarget{grabbed.mouseJoint, {random_.between(-4.0f, 4.0f), 4.0}});
            play();
        }
        playOp(op::DestroyMouseJoint{grabbed.mouseJoint});
        if (random_.below(4) == 0) return; // a click
        history_.recordPlayed(begin, "Throw");
    }
    // What the play tools do.
    void explode()
    {
        const auto impulses = explosionImpulses(world(), {random_.between(-4.0f, 4.0f), 1.0}, 3.0f, 4.0f);
        if (impulses.empty()) return;
        const History::Mark begin = history_.mark();
        for (const op::ApplyImpulse& impulse : impulses) playOp(Op{impulse});
        history_.recordPlayed(begin, "Explosion");
    }
    void attract()
    {
        const History::Mark begin = history_.mark();
        for (int i = 1 + random_.below(6); i > 0; --i) {
            playOp(DocumentOp{PullBodies{{random_.between(-4.0f, 4.0f), 2.0},
                                         random_.between(1.0f, 5.0f),
                                         random_.between(-40.0f, 40.0f)}});
            playOp(Op{op::Step{1.0f / 60.0f}});
        }
        history_.recordPlayed(begin, "Attract bodies");
    }
    // What a program does that is followed.
    void follow()
    {
        auto bodies = std::make_shared<std::vector<FollowedStep::Body>>();
        world().forEachBody([&](BodyId id, const Body& body, const BodyMotion& motion) {
            if (body.type == BodyType::Static || random_.below(2) == 0) return;
            const Position origin = motion.origin() + Vec2{random_.between(-0.1f, 0.1f), 0.0f};
            bodies->push_back({id, {origin, motion.q, motion.v, motion.w}});
        });
        playOp(DocumentOp{FollowedStep{1.0f / 60.0f, std::move(bodies)}});
    }
    void stream()
    {
        if (world().counters().bodies >= 30) return;
        const History::Mark begin = history_.mark();
        for (int i = 1 + random_.below(4); i > 0 && world().counters().bodies < 30; --i) {
            BodyDef def = bodyDef();
            def.enabled = false;
            const BodyId made = playOp(DocumentOp{SceneOp{op::CreateBody{def}}}).body;
            playOp(DocumentOp{SceneOp{op::AddShape{made, shapeDef()}}});
            def.enabled = true;
            playOp(Op{op::SetBody{made, def}});
            playOp(Op{op::Step{1.0f / 60.0f}});
        }
        history_.recordPlayed(begin, "Stream", CommandKind::Build);
    }
    void push()
    {
        playOp(op::ApplyForce{body(), {random_.between(-50.0f, 50.0f), 20.0f}, {0.0, 1.0}});
        playOp(op::ApplyTorque{body(), 3.0f});
        playOp(op::ApplyImpulse{body(), {0.5f, 1.0f}, {0.0, 1.0}});
        playOp(op::ApplyAngularImpulse{body(), 0.2f});
        playOp(op::SetVelocity{body(), {1.0f, 2.0f}, 0.5f});
        playOp(op::WakeBody{body()});
        if (random_.below(2) == 0) playOp(op::RefreshContacts{});
    }
    void play()
    {
        for (int i = random_.below(4); i > 0; --i, --operations_) playOp(op::Step{1.0f / 60.0f});
    }

    History& history_;
    Random random_;
    std::vector<Fingerprint> states_;
    size_t operations_ = 0;
    int shaped_ = 0;
    std::vector<std::string>* lines_ = nullptr;
};

// Does what a line says, whether it is a command or an operation.
void performLine(History& history, const std::string& line)
{
    if (line.starts_with("{\"label\"")) {
        CommandTextResult read = readCommand(line);
        REQUIRE_MESSAGE(read.ok(), read.error);
        REQUIRE(commandText(read.command) == line);
        history.execute(std::move(read.command)); // refused if the recorded one was
    } else {
        const DocumentOpTextResult read = readDocumentOp(line);
        REQUIRE_MESSAGE(read.ok(), read.error);
        REQUIRE(documentOpText(read.op) == line);
        history.play(read.op);
    }
}

} // namespace

TEST_CASE("ten_thousand_operations_are_undone_and_redone_to_the_same_bits")
{
    History history;
    Person person(history, 1);
    while (person.operations() < 12'000) person.act(); // colouring several bodies is many operations
    const std::vector<Fingerprint>& states = person.states();
    REQUIRE(history.entries().size() == states.size()); // none was dropped
    const Fingerprint last = fingerprintOf(history);
    CHECK(history.bytes() < History::kMaxBytes);
    CHECK(person.shaped() > 200);

    for (size_t i = states.size(); i-- > 0;) {
        REQUIRE(history.undo());
        REQUIRE_MESSAGE((fingerprintOf(history) == states[i]), "undone to entry " << i);
    }
    CHECK_FALSE(history.canUndo());
    for (size_t i = 1; i <= states.size(); ++i) {
        REQUIRE(history.redo());
        REQUIRE_MESSAGE((fingerprintOf(history) == (i < states.size() ? states[i] : last)),
                        "redone to entry " << i);
    }
    CHECK_FALSE(history.canRedo());
    CHECK(history.bytes() < History::kMaxBytes);
}

TEST_CASE("with_little_memory_the_oldest_entries_are_dropped_and_the_others_keep_their_bits")
{
    constexpr size_t kMaxBytes = 3u << 19;
    History history(kMaxBytes);
    Person person(history, 2);
    while (person.operations() < 3'000) {
        person.act();
        REQUIRE(history.bytes() <= kMaxBytes);
    }
    const std::vector<Fingerprint>& states = person.states();
    CHECK(history.entries().size() < states.size());
    size_t undone = 0;
    while (history.undo()) { // what was undone needs memory too, so that more entries may be dropped
        ++undone;
        REQUIRE_MESSAGE((fingerprintOf(history) == states[states.size() - undone]), undone << " undone");
        REQUIRE(history.bytes() <= kMaxBytes);
    }
    CHECK(undone > 100);
    CHECK(undone < states.size());
}

namespace {

// Goes through the history of a person, and knows the state that each moment must have.
class Traveller {
  public:
    Traveller(History& history, Person& person) : history_(history), person_(person) {}

    // Call after acts: a new entry drops what could be redone.
    void noteActs()
    {
        if (!history_.canRedo()) undone_.clear();
    }
    void goTo(size_t count)
    {
        Fingerprint expected = undone_.empty() ? fingerprintOf(history_) : returnedTo_;
        while (person_.states().size() > count) {
            undone_.push_back(std::move(expected));
            expected = person_.takeState();
        }
        while (person_.states().size() < count) {
            person_.putState(std::move(expected));
            expected = std::move(undone_.back());
            undone_.pop_back();
        }
        REQUIRE(history_.goTo(count));
        REQUIRE((fingerprintOf(history_) == expected));
        returnedTo_ = std::move(expected);
    }

  private:
    History& history_;
    Person& person_;
    std::vector<Fingerprint> undone_; // the states that redo leads to, the next one last
    Fingerprint returnedTo_;          // by the last journey; what was played since is dropped by the next
};

} // namespace

TEST_CASE("ten_thousand_sequences_of_edits_plays_and_journeys_lead_to_the_same_bits")
{
    constexpr int kSequences = 10'000;
    constexpr int kSequencesPerHistory = 200; // so that the histories stay as long as a person's
    Random random(4);
    int journeys = 0, jumps = 0, detours = 0;
    for (uint32_t seed = 0; seed < kSequences / kSequencesPerHistory; ++seed) {
        History history;
        Person person(history, seed);
        Traveller traveller(history, person);
        for (int i = 0; i < kSequencesPerHistory; ++i) {
            for (int acts = random.below(3); acts > 0; --acts) person.act();
            traveller.noteActs();
            REQUIRE(history.entries().size() == person.states().size());
            const size_t present = history.entries().size();
            // One back, one forward, or anywhere.
            const int way = random.below(4);
            size_t count = static_cast<size_t>(random.below(static_cast<int>(history.entryCount()) + 1));
            if (way == 0 && present > 0) count = present - 1;
            if (way == 1 && history.canRedo()) count = present + 1;
            if (way == 2) count = history.entryCount(); // so that histories grow
            if (count == present) continue;
            if (history.canRedo() && random.below(3) == 0) { // time goes on before
                history.play(op::Step{1.0f / 60.0f});
                ++detours;
            }
            traveller.goTo(count);
            ++journeys;
            if (count + 1 < present || count > present + 1) ++jumps;
        }
    }
    CHECK(journeys > 4'000);
    CHECK(jumps > 1'000);
    CHECK(detours > 300);
}

TEST_CASE("everything_done_can_be_written_as_lines_and_done_again_to_the_same_bits")
{
    History history;
    History repeated;
    Person person(history, 5);
    std::vector<std::string> lines;
    person.recordTo(lines);
    size_t count = 0;
    while (person.operations() < 4'000) {
        person.act();
        for (const std::string& line : lines) {
            REQUIRE(line.find('\n') == std::string::npos);
            performLine(repeated, line);
        }
        count += lines.size();
        lines.clear();
        // Lines of what was played (a stream) do not say that it counts as unsaved work.
        Fingerprint again = fingerprintOf(repeated);
        again.modified = history.document().modified;
        REQUIRE((again == fingerprintOf(history)));
    }
    CHECK(count > 2'000);
}
