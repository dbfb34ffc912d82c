#include "app/shell/drive_keys.h"

#include "app/document/commands.h"
#include "app/document/joint_keys.h"
#include "app/shell/interface/panel_tabs.h"
#include "app/shell/key_meaning.h"
#include "app/shell/key_table.h"
#include "app/text/format.h"
#include "app/text/joint_text.h"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace satbox::app {

namespace {

constexpr const char* kAdvice = "Choose a letter, a digit or an arrow key.";

bool isModifier(Key key) { return key == Key::Shift || key == Key::Ctrl || key == Key::Alt; }

// Letters, digits, arrows and signs.
bool isMotorKey(Key key)
{
    return (key >= Key::A && key <= Key::Num9) || (key >= Key::Left && key <= Key::Down) ||
           (key >= Key::LeftBracket && key <= Key::Grave);
}

Key keyNamed(std::string_view name)
{
    for (int i = 1; i < static_cast<int>(Key::Count); ++i)
        if (describeKey(static_cast<Key>(i)) == name) return static_cast<Key>(i);
    return Key::None;
}

// What the key does while time is paused: "Pause or run"; empty: nothing.
std::string meaningWhilePaused(AppState& state, Key key)
{
    const KeyMeaning meaning = meaningOf(state.lenses, {key});
    if (meaning.binding) return std::string(meaning.binding->label);
    if (meaning.lensAction) return std::string(meaning.lensAction->label);
    if (meaning.toolboxItem) return std::string(meaning.toolboxItem->label);
    if (meaning.viewSwitch) return std::string(meaning.viewSwitch->label);
    for (const ToolText& tool : editToolTexts())
        if (tool.key == meaning.editTool) return std::string(tool.label);
    return {};
}

// Gives the key to the motor whose row waits for it. False if none waits.
bool assignKey(AppState& state, const KeyChord& chord, bool repeat)
{
    std::optional<KeyCapture>& capture = state.ui.inspector.keyCapture;
    if (!capture) return false;
    const JointId joint = capture->joint;
    const bool isShown = state.world().isValid(joint) && state.selection.joint == joint &&
                         state.ui.panels.shows(kInspectPanel) && hasMotor(state.world().jointDef(joint));
    if (!isShown) {
        capture.reset();
        return false;
    }
    if (chord == bindingOf(Action::Screenshot).chord) return false;
    if (repeat || isModifier(chord.key)) return true;
    if (chord.key == Key::Escape) {
        capture.reset();
        return true;
    }
    std::string refusal = chord.modifiers.none()
                              ? whyNoMotorKey(chord.key)
                              : "A key that drives a motor is pressed without Ctrl, Alt or Shift.";
    if (!refusal.empty()) {
        state.status.show(Severity::Warning, std::move(refusal));
        return true; // the row waits for another key
    }
    const std::string name = describeKey(chord.key);
    const bool isForward = capture->which == DriveKey::Forward;
    JointDef def = withKey(state.world().jointDef(joint), capture->which, name);
    capture.reset();
    std::string text =
        fmt::format("{} drives the motor of {} while time runs.", name, describeJoint(state.world(), joint));
    if (const std::string other = meaningWhilePaused(state, chord.key); !other.empty())
        text += fmt::format(" While it is paused, {} remains the key of \"{}\".", name, other);
    std::string refused = state.history.execute(
        editJointCommand(state.world(), joint, std::move(def), isForward ? "forward key" : "backward key"));
    state.history.closeGesture();
    if (refused.empty())
        state.status.show(Severity::Info, std::move(text));
    else
        state.status.show(Severity::Warning, std::move(refused));
    return true;
}

} // namespace

std::string whyNoMotorKey(Key key)
{
    for (const KeyBinding& binding : keyBindings())
        if (binding.group == "Playback" &&
            (binding.chord == KeyChord{key} || binding.alternative == KeyChord{key}))
            return fmt::format("{} is the key of \"{}\", which is needed while time runs. {}",
                               describeKey(key), binding.label, kAdvice);
    return isMotorKey(key) ? std::string()
                           : fmt::format("{} cannot drive a motor. {}", describeKey(key), kAdvice);
}

std::string wrongMotorKey(const World& world)
{
    for (const std::string& name : motorKeys(world)) {
        const Key key = keyNamed(name);
        if (key == Key::None)
            return fmt::format("A motor of this scene has the key \"{}\", which does not exist. {}", name,
                               kAdvice);
        if (std::string reason = whyNoMotorKey(key); !reason.empty())
            return "A motor of this scene has a key that cannot drive it: " + reason;
    }
    return {};
}

bool pressMotorKey(AppState& state, const KeyChord& chord, bool repeat)
{
    if (assignKey(state, chord, repeat)) return true;
    if (!chord.modifiers.none() || state.playback.paused || state.playback.backwards) return false;
    return whyNoMotorKey(chord.key).empty() && state.keyDriver.press(state.world(), describeKey(chord.key));
}

void releaseMotorKey(AppState& state, Key key) { state.keyDriver.release(describeKey(key)); }

} // namespace satbox::app
