#pragma once

#include "app/document/selection.h"
#include "app/gfx/camera.h"
#include "app/gfx/draw_list.h"
#include "app/gfx/palette.h"
#include "app/view/body_colors.h"
#include "app/view/heat_map.h"
#include "app/view/trail_history.h"
#include "app/view/view_settings.h"
#include <satbox/world.h>

#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace satbox::app {

// A contact point in view, with its position, opacity and size for drawing.
struct VisiblePoint {
    const Contact* contact = nullptr;
    const ContactPoint* point = nullptr;
    std::span<const ContactPoint> siblings{}; // all points of the contact, including this one
    int index = 0;                            // within siblings
    Position position{};                      // midway between the surfaces; for a vertex contact, the vertex
    // Copies of what most overlays read: contacts are far apart in memory, and reading them again for each
    // overlay takes longer than all else.
    Vec2 normal{0.0f, 0.0f};
    float separation = 0.0f; // m
    float impulse = 0.0f;    // ContactPoint::totalImpulse, N s
    bool isNew = false;
    bool isSensor = false;
    bool hovered = false;   // hovered or selected
    float emphasis = 1.0f;  // alpha factor, below 1 for unrelated points
    float markScale = 1.0f; // factor of pixel sizes, see markScaleOf()
    bool notable = false;   // one of the 3 deepest, or of the 3 largest impulses, in view: always labelled
    bool marked = true;     // false: the heat map takes the place of its marks and numbers

    bool isVertex = false; // vertex of one polygon inside the other, see SolverType::VertexContact

    bool firstInView = false; // the contact's first point in view: marks of the contact are drawn with it

    float depth() const { return -separation; } // m, > 0: overlap
    bool speculative() const { return separation > 0.0f; }
    bool labelled() const { return marked && (hovered || notable || markScale >= kMinLabelledScale); }
    static constexpr float kMinLabelledScale = 0.55f;
    Position contactCenter() const; // mean of all points of the contact, m
};

// Position in the solving order of each contact of an island. Key: the slots of its shapes A and B.
using SolvingOrder = std::map<std::pair<uint32_t, uint32_t>, size_t>;

// What layers ask of the overlays below them.
struct ViewHints {
    std::optional<ContactKey> focus; // the contact of an open panel: unrelated objects are dimmed
    bool drawsFocusBodies = false;   // a layer draws the two bodies of the focus in colours of its own
    bool drawsFocusPoints = false;   // a layer draws the points of the focus: overlays leave them out
    // Without a focus: the body slots, ascending, that are not dimmed. None: all.
    std::optional<std::vector<uint32_t>> relatedBodies;
    std::optional<int> treeLevel; // the only level of the trees to draw
    bool fixedTree = true;        // the overlay draws the tree of the static shapes
    bool movableTree = true;
    std::optional<uint32_t> island;           // lowest body slot of an island to draw in any case
    std::optional<SolvingOrder> solvingOrder; // force chains are coloured by it, not by contact colour
};

class ViewLayer;

// Read-only input of all overlays, which add to a DrawList.
struct ViewContext {
    const World& world; // the world shown; in a replay, its state within a step
    const ViewSettings& view;
    const Selection& selection;
    const Camera& camera;
    const Palette& palette;
    const TrailHistory& trailHistory;
    std::span<const ViewLayer* const> layers{}; // drawn above the overlays, in this order
    bool isFirstView = true;                    // false in the views of other worlds
    std::span<const World> otherWorlds{};       // worlds of the other views, which the legend covers too
    float uiScale = 1.0f;                       // window points per logical pixel
    // In: of the last frame, or of the first view. Out: prepare() updates it, its scales in the first view
    // only.
    FillScales fillScales{};

    // Computed by prepare().
    float pixel = 0.01f;                     // m per logical pixel
    float impulseLength = 1.0f;              // m of arrow per N s
    WorldBox visible;                        // visible part of the world plus a margin
    std::optional<ContactKey> focus;         // the contact of an open panel, else hovered, else selected
    uint32_t focusBodyA = 0, focusBodyB = 0; // body slots of `focus`
    std::vector<VisiblePoint> points; // of all contacts in view; its capacity may come from an earlier frame
    std::vector<float> heat{};        // heatOfBodies(), empty without a heat map
    BodyGroups groups{};              // of the bodies, as ViewSettings::bodyColoring needs them
    ViewHints hints{};                // of all layers

    void prepare();

    // Alpha factor: kDimmedAlpha for objects unrelated to `focus` or, without a focus, not among
    // ViewHints::relatedBodies; otherwise 1.
    float emphasisOfBody(uint32_t slot) const;
    float emphasisOf(const Contact& contact) const;
    bool isInFocus(uint32_t slot) const { return focus && (slot == focusBodyA || slot == focusBodyB); }
    // True if a layer draws the body in a colour of its own.
    bool isDrawnByLayer(uint32_t slot) const
    {
        return hints.drawsFocusBodies && (slot == focusBodyA || slot == focusBodyB);
    }
    // Scale of marks on a body: 1 for bodies of at least 56 px, down to 0.4 for smaller ones, so that marks
    // do not cover a distant pile.
    float markScaleOfBody(uint32_t slot) const;
    float markScaleOf(const Contact& contact) const; // of the smaller body; static bodies do not count
    LineStyle line(const Color& color, float widthPx = 2.0f) const
    {
        return {color, widthPx * view.lineScale};
    }
    // Of shapes that do not exist yet.
    ShapeStyle previewStyle() const
    {
        return {.fill = palette.accent.withAlpha(0.18f),
                .outline = palette.accent,
                .outlineWidthPx = 1.5f * view.lineScale,
                .dashed = true};
    }
    // Signed length of an arrow, m: `quantity`, or its square root if that option is on, times
    // `metersPerUnit`. At most 180 px, so that the arrow of a hard impact stays on the screen.
    float arrowLength(float quantity, float metersPerUnit) const;
    // An arrow of that length, along a unit vector. Two strokes across its middle mark one that was cut to
    // 180 px.
    void addArrow(DrawList& out, Position from, Vec2 direction, float length, const LineStyle& style) const;

  private:
    void preparePoints();
    void prepareFillScales();
    void prepareBodyColors();
};

} // namespace satbox::app
