#pragma once

#include "app/editor/broad_phase_state.h"
#include "app/editor/playback.h"
#include "app/editor/selection.h"
#include "app/editor/step_view.h"
#include "app/editor/tool.h"
#include "app/gfx/camera.h"
#include "app/gfx/draw_list.h"
#include "app/view/overlay_colors.h"
#include "app/view/pair_analysis.h"
#include "app/view/step_analysis.h"
#include "app/view/view_memory.h"
#include "app/view/view_settings.h"
#include "engine/world/world.h"

#include <optional>
#include <span>
#include <vector>

namespace satbox::app {

// A contact point where it is drawn, and how much it matters to what the user looks at.
struct PointView {
    const Contact* contact = nullptr;
    const ContactPoint* point = nullptr;
    std::span<const ContactPoint> siblings{}; // all points of the contact, this one too
    int index = 0;                            // among them
    Position position{};                      // half way between the two surfaces
    bool hovered = false;                     // under the pointer, or its card is pinned
    float emphasis = 1.0f;                    // multiply alphas by it
    float detail = 1.0f;  // multiply sizes in pixels by it: marks shrink with the bodies, see detailOf
    bool notable = false; // among the few deepest or strongest in view: named even where all is small

    bool vertex = false; // of one polygon inside the other: what SolverType::VertexContact solves

    bool firstInView = false; // of its contact's points: what a contact has once is drawn with this one

    float depth() const { return -point->separation; } // m, > 0 overlaps
    bool speculative() const { return point->separation > 0.0f; }
    bool labelled() const { return hovered || notable || detail >= kLabelledDetail; }
    static constexpr float kLabelledDetail = 0.55f;
    Position middleOfContact() const; // mean of all its points, in view or not
};

// All that the overlays may look at. They read it and add to a DrawList; nothing here changes anything.
struct ViewContext {
    const World& world; // the one that is shown: perhaps a substep
    const ViewSettings& view;
    const Selection& selection;
    const Camera& camera;
    const ToolState& tool;
    const Palette& palette;
    const ViewMemory& memory;
    const SubstepReplay* replay = nullptr; // while a step is looked at substep by substep
    const PairState* pair = nullptr;
    const PairAnalysis* analysis = nullptr; // of the pair that is open; nullptr: none
    const BroadPhaseState* broad = nullptr; // nullptr: nothing of it is drawn, the trees as a whole
    const QueryTrace* query = nullptr;      // of the broad phase's query; nullptr: none
    const StepViewState* stepView = nullptr;
    const StepAnalysis* stepAnalysis = nullptr; // of the step that is taken apart; nullptr: none
    std::span<const World> beside{}; // the worlds of the other views: the legend explains theirs too
    float uiScale = 1.0f;            // window points for one pixel of the base design

    // Made by prepare().
    float pixel = 0.01f;                     // m for one pixel of the base design
    float impulseLength = 1.0f;              // m of arrow for each N s
    WorldBox visible;                        // what the camera sees and a little more
    std::optional<ContactKey> focus;         // the pair that was chosen: hovered, or pinned
    uint32_t focusBodyA = 0, focusBodyB = 0; // slots, with focus
    std::vector<PointView> points;           // of all contacts in view
    std::vector<uint32_t> asked{}; // bodies whose leaves the visits that are shown asked: slots, ascending

    // Fills what is above from the rest.
    void prepare();

    // 1, or kDimmed for what has nothing to do with the chosen pair, or with the query.
    float emphasisOfBody(uint32_t slot) const;
    float emphasisOf(const Contact& contact) const;
    bool isInPair(uint32_t slot) const // that is looked into
    {
        return analysis && (slot == focusBodyA || slot == focusBodyB);
    }
    // How large the marks on a body may be, 0.4 to 1: full size on bodies of 56 px or more, smaller where the
    // bodies are smaller, so that a pile seen from afar is not buried under its own contacts.
    float detailOfBody(uint32_t slot) const;
    float detailOf(const Contact& contact) const; // of the smaller of its bodies that move
    LineStyle line(const Color& color, float widthPx = 2.0f) const
    {
        return {color, widthPx * view.lineScale};
    }
    // Length of an arrow in m for a quantity, by its scale and the square-root option; cut at 180 px, so that
    // one hard hit does not cross the picture. Its number tells the rest.
    float arrowLength(float quantity, float metersPerUnit) const;
};

// Ids of what a contact joins; null ones where a slot is free.
ContactKey contactKey(const World& world, const Contact& contact);

} // namespace satbox::app
