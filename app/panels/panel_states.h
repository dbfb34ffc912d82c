#pragma once

#include "app/document/character_keys.h"
#include "app/document/joint_keys.h"
#include "app/document/selection.h"
#include <satbox/validate.h>

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace satbox::app {

// A card with the values of a contact, pinned over the world, with a line to its contact.
struct PinnedCard {
    ContactKey contact;
    Vec2 position{0.0f, 0.0f}; // window points, upper left corner; set by the card when first drawn
    Vec2 size{0.0f, 0.0f};     // window points, in the last frame
    bool hasPosition = false;
    bool isShown = false; // in this frame: the shapes touch
};

// The key of a motor or of a character for which the next key press is taken.
struct MotorKeySlot {
    JointId joint;
    DriveKey which = DriveKey::Forward;
    friend bool operator==(const MotorKeySlot&, const MotorKeySlot&) = default;
};
struct CharacterKeySlot {
    BodyId body;
    CharacterKey which = CharacterKey::Left;
    friend bool operator==(const CharacterKeySlot&, const CharacterKeySlot&) = default;
};
using KeyCapture = std::variant<MotorKeySlot, CharacterKeySlot>;

// State of the Inspect panel between frames: the edit buffer of the name field, and its body or joint.
struct InspectState {
    std::variant<std::monostate, BodyId, JointId> nameOwner;
    std::array<char, kMaxNameBytes + 1> name{};
    std::optional<KeyCapture> keyCapture;
    // While time runs, the list of contacts keeps its greatest height, so that the panel, scrolled to its
    // end, does not jump.
    struct ContactRoom {
        BodyId body;
        float height = 0.0f; // window points
    };
    ContactRoom contactRoom;
};

// The list of the Scenes panel. Titles and descriptions are read one scene per frame, so that the panel opens
// without delay.
struct ScenesState {
    struct Entry {
        std::string name;
        std::string title;
        std::string description;
    };
    std::vector<Entry> entries;
    std::array<char, 128> search{};
};

// The list of the History card.
struct HistoryCardState {
    size_t shownPresent = ~size_t{0}; // entries that were done when the list last scrolled to the present
};

// Times of the last frames: wall clock in ms, smoothed over about half a second.
struct FrameStats {
    float framesPerSecond = 0.0f;
    float frameMs = 0.0f;    // one frame without waiting
    float stepMs = 0.0f;     // one step
    float listMs = 0.0f;     // filling the draw list, placing labels and legend
    float drawMs = 0.0f;     // that, and rendering
    float allStepsMs = 0.0f; // all steps of the last frame; not smoothed
    int stepsLastFrame = 0;  // not smoothed
};
// A number of FrameStats after a frame in which it was `now`; the first one is taken as it is.
inline float smoothed(float old, double now)
{
    constexpr float kShare = 0.05f; // about half a second at 60 frames a second
    return old <= 0.0f ? static_cast<float>(now) : old + kShare * (static_cast<float>(now) - old);
}

} // namespace satbox::app
