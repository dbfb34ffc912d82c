#pragma once

#include "app/widgets/stepper.h"
#include "engine/lab/query_trace.h"
#include <satbox/math.h>
#include <satbox/world.h>

#include <optional>
#include <string>
#include <string_view>

namespace satbox::app {

enum class QueryKind : uint8_t { Box, Ray };

// A query of the broad phase drawn by the user: all shapes in a box, or the first shape hit by a ray.
struct BroadPhaseQuery {
    QueryKind kind = QueryKind::Box;
    Position from{}; // a corner of the box, or the start of the ray
    Position to{};   // the opposite corner, or the end of the ray
    friend bool operator==(const BroadPhaseQuery&, const BroadPhaseQuery&) = default;

    WorldBox box() const { return {minimum(from, to), maximum(from, to)}; }
    WorldRay ray() const { return {from, to - from}; }
};

// Parses "box:x0,y0,x1,y1" or "ray:x0,y0,x1,y1", coordinates in m. For any other text: no value, and a
// message in `error`.
std::optional<BroadPhaseQuery> parseQuery(std::string_view text, std::string& error);

// The tabs of the Broad phase panel.
enum class BroadPhaseTab : uint8_t { Tree, Query, Moved, Islands };

// Which of the broad phase's two trees are drawn.
enum class ShownTrees : uint8_t { Both, Fixed, Movable };

// State shared by the Broad phase panel and its drawing in the world.
struct BroadPhaseState {
    static constexpr int kAllLevels = -1;
    static constexpr double kVisitSeconds = 0.4; // time per visit while playing

    BroadPhaseTab tab = BroadPhaseTab::Tree;
    bool isOpen = false; // the panel is visible

    int level = kAllLevels; // tree level drawn; the root is level 0
    ShownTrees trees = ShownTrees::Both;

    std::optional<BroadPhaseQuery> query; // in world coordinates: it stays while the simulation runs
    bool drawing = false;                 // being dragged: `to` follows the pointer
    QueryKind toolKind = QueryKind::Box;  // drawn by the tool, while it is selected
    // The last node visit of the query that is drawn; no index: all visits are.
    Stepper visit{.itemSeconds = kVisitSeconds, .atEnd = Stepper::AtEnd::Stop};
    std::optional<size_t> scrolledTo; // the visit that the panel's list last scrolled to

    // List rows of the panel under the pointer.
    std::optional<uint32_t> hoveredIsland; // the lowest body slot of the island
    ShapeId hoveredShape;

    bool shows(BroadPhase::Layer layer) const;
    void removeQuery();
    // Advances to the next of `count` visits by real time while playing.
    void advance(double seconds, size_t count);
};

// Runs the query and records every node that it visits. No value without a query.
std::optional<QueryTrace> traceQuery(const World& world, const BroadPhaseState& broad);

} // namespace satbox::app
