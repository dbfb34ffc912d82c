#pragma once

#include "app/editor/tool.h"
#include "engine/math/position.h"
#include "engine/world/query_trace.h"

#include <optional>
#include <string>
#include <string_view>

namespace satbox::app {

// What the broad phase is asked, by hand: all shapes in a box, or the first one that a ray hits.
struct BroadQuery {
    QueryKind kind = QueryKind::Box;
    Position from{}; // a corner, or where the ray begins
    Position to{};   // the opposite corner, or where the ray ends
    friend bool operator==(const BroadQuery&, const BroadQuery&) = default;

    WorldBox box() const { return {minimum(from, to), maximum(from, to)}; }
    WorldRay ray() const { return {from, to - from}; }
};

// "box:x0,y0,x1,y1" or "ray:x0,y0,x1,y1" in m. Nothing for any other text, with a sentence in `error`.
std::optional<BroadQuery> parseQuery(std::string_view text, std::string& error);

// Which look the panel takes.
enum class BroadPhaseView : uint8_t { Tree, Query, Moved, Islands };

// Which of the broad phase's trees are drawn.
enum class ShownTrees : uint8_t { Both, Fixed, Movable };

// What the Broad panel and its drawing in the world share.
struct BroadPhaseState {
    static constexpr int kAllLevels = -1;
    static constexpr double kVisitSeconds = 0.4; // that a visit is shown while all are gone through

    BroadPhaseView part = BroadPhaseView::Tree;
    bool open = false; // the panel can be seen

    int level = kAllLevels; // of the trees that is drawn; the root has 0
    ShownTrees trees = ShownTrees::Both;

    std::optional<BroadQuery> query; // stays where it is in the world while time runs
    bool drawing = false;            // `to` follows the pointer
    std::optional<size_t> visit;     // up to which visit, from 0, the search is shown; none: all of it
    std::optional<size_t> listed;    // the visit that the panel's list last went to
    bool playing = false;            // goes through the visits
    double playClock = 0.0;          // s since the visit that is shown came up

    // Rows of the panel that the pointer is on.
    std::optional<uint32_t> hoveredIsland; // its lowest body, a slot
    ShapeId hoveredShape;

    bool shows(BroadPhase::Layer layer) const;
    void removeQuery();
    // From visit to visit, `count` of them, around the ends.
    void walk(int by, size_t count);
    // Goes on by real time while it plays; the last one stays.
    void advance(double seconds, size_t count);
};

// The engine's answer, with all that it visited. Nothing without a query.
std::optional<QueryTrace> traceQuery(const World& world, const BroadPhaseState& broad);

} // namespace satbox::app
