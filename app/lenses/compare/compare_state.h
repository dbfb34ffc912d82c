#pragma once

#include "app/document/document.h"
#include "app/gfx/camera.h"
#include "app/view/trail_history.h"
#include "engine/peers/peers.h"
#include <satbox/lab/comparison.h>
#include <satbox/lab/metrics.h>

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace satbox::app {

// Measurements of one world at one instant.
struct CompareFigures {
    WorldMetrics metrics;
    double stepSeconds = 0.0; // wall clock time per step, smoothed over about 20 steps
};
struct CompareSample {
    uint64_t step = 0;                                         // of the document's world
    double time = 0.0;                                         // s
    std::array<CompareFigures, Comparison::kMaxWorlds> worlds; // [0 .. count)
};

// Samples over time, in bounded memory: at kMaxSamples every other sample is dropped and the sampling
// interval doubles. A long plot thus has 1024 to 2048 samples (below 1 MB), but loses short events.
struct CompareHistory {
    static constexpr size_t kMaxSamples = 2048;
    std::vector<CompareSample> samples; // ascending in time; the first is the start of the comparison
    uint64_t sampleInterval = 1;        // steps between samples

    // Ignored unless the sample is a multiple of sampleInterval steps after the first.
    void add(const CompareSample& sample);
};

// A quantity that is compared: a row of the table, a plot, columns of the CSV.
struct CompareQuantity {
    std::string_view key;   // "deepest_overlap"; with "_m" the header of its column
    std::string_view label; // "Deepest overlap"
    std::string_view unit;  // "" for a count
    double (*of)(const CompareFigures&) = nullptr;
    bool isNeverNegative = false; // never negative: can have a logarithmic scale
    std::string_view help;        // tooltip
};
std::span<const CompareQuantity> compareQuantities();

// Distances at which divergences are recorded, m: 0.1 mm to 10 m in steps of 1, 2, 5.
std::span<const float> divergenceDistances();

// The other physics engine that steps a compared world, if one does. A copy has no solver until
// CompareState::applySettings() makes one, from the world as it is then.
struct ComparedPeer {
    ComparedPeer() = default;
    ComparedPeer(const ComparedPeer& other) : peer(other.peer), notes(other.notes) {}
    ComparedPeer(ComparedPeer&&) = default;
    ComparedPeer& operator=(ComparedPeer other)
    {
        peer = other.peer;
        solver = std::move(other.solver);
        notes = std::move(other.notes);
        return *this;
    }

    std::optional<Peer> peer;
    std::unique_ptr<ExternalSolver> solver; // null: the world steps itself
    std::vector<std::string> notes;         // what the engine has no counterpart for
};

// Two to four worlds side by side: the document's world, and copies of it that take the same steps with other
// settings. The worlds are independent, so the document's world has the same bits as without a comparison.
struct CompareState {
    bool on = false;
    std::vector<World> otherWorlds;           // of Document::comparedSettings; empty while off
    std::vector<ComparedPeer> peers;          // of `otherWorlds`
    std::vector<TrailHistory> trailHistories; // likewise
    std::vector<MouseJointId> mouseJoints;    // in `otherWorlds`, during a drag
    std::vector<double> stepSeconds;          // smoothed; of all worlds
    DivergenceLog divergences = makeDivergenceLog();
    CompareHistory history;
    CompareSample latest;          // as of the last frame
    uint64_t measuredRevision = 0; // of the history, when `latest` was measured
    uint64_t editsAtStart = 0;     // History::edits() when the worlds were copied
    bool restartRequested = false; // by the panel: copy the document's world again

    // Choices in the panel.
    size_t distanceIndex = 6; // into divergenceDistances(): 1 cm
    size_t quantityIndex = 0; // into compareQuantities()
    bool logarithmic = false;

    // Rectangles in which the worlds are drawn, window points; all of the same size. Set by the layout; empty
    // while off.
    std::vector<ScreenRect> views;
    float viewShare = 1.0f; // size of a view / size of the world area: the smaller of the ratios of width and
                            // height; 1 while off
    size_t pointedView = 0; // the view that the pointer is in, or was in last

    static DivergenceLog makeDivergenceLog();

    // Number of worlds, including the document's; 1 while off.
    size_t count() const { return otherWorlds.size() + 1; }
    bool isShown() const { return on && views.size() == count(); }
    const World& world(const World& document, size_t i) const
    {
        return i == 0 ? document : otherWorlds[i - 1];
    }
    std::optional<Peer> peer(size_t i) const { return i == 0 ? std::nullopt : peers[i - 1].peer; }

    // Chooses the plotted quantity: "greatest_speed" or "greatest_speed,log". Returns an error message, and
    // then changes nothing, or an empty string.
    std::string setPlotQuantity(std::string_view text);

    // Starts with copies of the document's world and its compared settings; clears history and divergences.
    // Returns an error message if a compared peer is not in this build, and then is off; or an empty string.
    std::string begin(const Document& document, InstructionSet instructionSet);
    void end();
    // Applies the compared settings on top of the document's, and lets peers step the worlds that have one.
    // Call when either may have changed. Returns an error message if a peer is not in this build, or an empty
    // string.
    std::string applySettings(const Document& document);
    // Steps the other worlds up to the document's world. Call after each of its steps.
    void stepWorlds(const World& document, TaskExecutor* executor);
    // Updates `latest`. Call once a frame. `revision`: History::revision().
    void updateLatest(const World& document, uint64_t revision);
    void measureLatest(const World& document); // the same, unconditionally

    // Maps a point in any view to the same point in the first view, which has the camera.
    Vec2 toFirstView(Vec2 screen) const;
    // Sets pointedView if `screen` is in a view.
    void updatePointedView(Vec2 screen);
    bool isOverView(Vec2 screen) const;
};

} // namespace satbox::app
