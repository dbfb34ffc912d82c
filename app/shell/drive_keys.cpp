#include "app/shell/drive_keys.h"

#include "app/document/commands.h"
#include "app/document/joint_keys.h"
#include "app/shell/interface/panel_tabs.h"
#include "app/shell/key_meaning.h"
#include "app/shell/key_table.h"
#include "app/text/format.h"
#include "app/text/joint_text.h"
#include "app/text/names.h"

#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>
#include <variant>

namespace satbox::app {

namespace {

constexpr const char* kAdvice = "Choose a letter, a digit or an arrow key.";

bool isModifier(Key key) { return key == Key::Shift || key == Key::Ctrl || key == Key::Alt; }

// Letters, digits, arrows and signs.
bool isDriveKey(Key key)
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

// Whether the Inspect panel, if it is open, has the row that waits for a key.
bool isShown(const AppState& state, const MotorKeySlot& slot)
{
    return state.world().isValid(slot.joint) && state.selection.joint == slot.joint &&
           hasMotor(state.world().jointDef(slot.joint));
}
bool isShown(const AppState& state, const CharacterKeySlot& slot)
{
    return state.world().isValid(slot.body) && state.selection.joint.isNull() &&
           state.selection.body == slot.body && canBeCharacter(state.world(), slot.body);
}
std::string drivenBy(const World& world, const MotorKeySlot& slot)
{
    return "the motor of " + describeJoint(world, slot.joint);
}
std::string drivenBy(const World& world, const CharacterKeySlot& slot)
{
    return describeBody(world, slot.body);
}
Command assignCommand(const World& world, const MotorKeySlot& slot, const std::string& key)
{
    return editJointCommand(world, slot.joint, withKey(world.jointDef(slot.joint), slot.which, key),
                            slot.which == DriveKey::Forward ? "forward key" : "backward key");
}
Command assignCommand(const World& world, const CharacterKeySlot& slot, const std::string& key)
{
    static constexpr std::array kFields{"Left key", "Right key", "Jump key"}; // in the order of CharacterKey
    return editBodyCommand(world, slot.body, withKey(world.bodyDef(slot.body), slot.which, key),
                           kFields[static_cast<size_t>(slot.which)]);
}

// Gives the key to the motor or character whose row waits for it. False if none waits.
bool assignKey(AppState& state, const KeyChord& chord, bool repeat)
{
    std::optional<KeyCapture>& capture = state.ui.inspector.keyCapture;
    if (!capture) return false;
    const auto isOfSelection = [&](const auto& slot) { return isShown(state, slot); };
    if (!state.ui.panels.shows(kInspectPanel) || !std::visit(isOfSelection, *capture)) {
        capture.reset();
        return false;
    }
    if (chord == bindingOf(Action::Screenshot).chord) return false;
    if (repeat || isModifier(chord.key)) return true;
    if (chord.key == Key::Escape) {
        capture.reset();
        return true;
    }
    std::string refusal = chord.modifiers.none() ? whyNoDriveKey(chord.key)
                                                 : "A key that drives is pressed without Ctrl, Alt or Shift.";
    if (!refusal.empty()) {
        state.status.show(Severity::Warning, std::move(refusal));
        return true; // the row waits for another key
    }
    const std::string name = describeKey(chord.key);
    const KeyCapture slot = *capture;
    capture.reset();
    const World& world = state.world();
    std::string text = fmt::format("{} drives {} while time runs.", name,
                                   std::visit([&](const auto& of) { return drivenBy(world, of); }, slot));
    if (const std::string other = meaningWhilePaused(state, chord.key); !other.empty())
        text += fmt::format(" While it is paused, {} remains the key of \"{}\".", name, other);
    std::string refused = state.history.execute(
        std::visit([&](const auto& of) { return assignCommand(world, of, name); }, slot));
    state.history.closeGesture();
    if (refused.empty())
        state.status.show(Severity::Info, std::move(text));
    else
        state.status.show(Severity::Warning, std::move(refused));
    return true;
}

} // namespace

std::string whyNoDriveKey(Key key)
{
    for (const KeyBinding& binding : keyBindings())
        if (binding.group == "Playback" &&
            (binding.chord == KeyChord{key} || binding.alternative == KeyChord{key}))
            return fmt::format("{} is the key of \"{}\", which is needed while time runs. {}",
                               describeKey(key), binding.label, kAdvice);
    return isDriveKey(key) ? std::string()
                           : fmt::format("{} cannot be a key that drives. {}", describeKey(key), kAdvice);
}

std::string wrongDriveKey(const World& world)
{
    for (const std::string& name : driveKeys(world)) {
        const Key key = keyNamed(name);
        if (key == Key::None)
            return fmt::format("This scene is driven by the key \"{}\", which does not exist. {}", name,
                               kAdvice);
        if (std::string reason = whyNoDriveKey(key); !reason.empty())
            return "This scene has a key that cannot drive: " + reason;
    }
    return {};
}

bool pressDriveKey(AppState& state, const KeyChord& chord, bool repeat)
{
    if (assignKey(state, chord, repeat)) return true;
    if (!chord.modifiers.none() || state.playback.paused || state.playback.backwards) return false;
    return whyNoDriveKey(chord.key).empty() && state.keyDriver.press(state.world(), describeKey(chord.key));
}

void releaseDriveKey(AppState& state, Key key) { state.keyDriver.release(describeKey(key)); }

} // namespace satbox::app
