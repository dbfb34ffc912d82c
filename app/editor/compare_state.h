#pragma once

#include "app/gfx/camera.h"
#include "app/view/view_memory.h"
#include "engine/world/comparison.h"
#include "engine/world/metrics.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace satbox::app {

// What a world computes with where it differs from the document's: the settings whose keys are in `own`. All
// others follow the document's.
struct ComparedSettings {
    WorldSettings values;
    std::vector<std::string_view> own{"solver"}; // keys of settingFields()

    WorldSettings over(const WorldSettings& base) const;
    bool owns(std::string_view key) const;
    // Takes the setting `key` of `settings` as its own.
    void adopt(const WorldSettings& settings, std::string_view key);
};

// What is written down of a world at one instant.
struct CompareFigures {
    WorldMetrics metrics;
    double stepSeconds = 0.0; // wall clock of a step, smoothed over about 20
};
struct CompareSample {
    uint64_t step = 0;                                         // of the document's world
    double time = 0.0;                                         // s
    std::array<CompareFigures, Comparison::kMaxWorlds> worlds; // [0 .. count)
};

// The figures over time. Memory is bounded: when kMaxSamples are full every other one is dropped, and from
// then on only every second step of those until now is taken down; so a plot of hours has 1024 to 2048 places
// (below 1 MB), at the price of what happened between them.
struct CompareHistory {
    static constexpr size_t kMaxSamples = 2048;
    std::vector<CompareSample> samples; // by time; the first is the start
    uint64_t every = 1;                 // steps from one to the next

    void add(const CompareSample& sample); // if its turn has come
};

// One number of a sample: a row of the table, a line of the plot, a column of the CSV.
struct CompareQuantity {
    std::string_view key;   // "deepest_overlap", with "_m" the head of its column
    std::string_view label; // "Deepest overlap"
    std::string_view unit;  // "" for a count
    double (*of)(const CompareFigures&) = nullptr;
    bool isPositive = false; // never below zero: may have a logarithmic scale
    std::string_view help;   // a sentence
};
std::span<const CompareQuantity> compareQuantities();

// Distances that divergences are kept for, m: 0.1 mm to 10 m in steps of 1, 2, 5.
std::span<const float> partingDistances();

// Two to four worlds beside each other: the document's own, and others that began as copies of it and take
// every step that it takes, with settings of their own. They know nothing of each other, so the document's
// world has the same bits as without them.
struct CompareState {
    bool on = false;
    std::vector<ComparedSettings> others{defaultOther()}; // of the second world on; stay when it ends
    std::vector<World> worlds;                            // of `others`; empty while off
    std::vector<ViewMemory> memories;                     // of `worlds`
    std::vector<MouseJointId> held;                       // in `worlds`, while the mouse spring pulls
    std::vector<double> stepSeconds;                      // smoothed, of all worlds
    DivergenceLog divergences = makeDivergenceLog();
    CompareHistory history;
    CompareSample latest;    // as of the last frame
    uint64_t edits = 0;      // CommandStack::edits() when the worlds were copied
    bool startAgain = false; // asked for by the panel: all worlds from the first one as it is now

    // What the panel shows.
    size_t distance = 6; // into partingDistances(): 1 cm
    size_t quantity = 0; // into compareQuantities()
    bool logarithmic = false;

    // Where the worlds are drawn, window points; all of one size. Set by the layout; empty while off.
    std::vector<ScreenRect> views;
    float viewShare = 1.0f; // of the whole place, by width or height, whichever is less; 1 while off
    size_t pointed = 0;     // the view that the pointer is in, or was last

    static ComparedSettings defaultOther(); // sequential impulses
    static DivergenceLog makeDivergenceLog();

    // Of worlds, the document's with them; those that are there, not those that were just asked for.
    size_t count() const { return (on ? worlds.size() : others.size()) + 1; }
    bool isShown() const { return on && views.size() == count(); }
    const World& world(const World& document, size_t i) const { return i == 0 ? document : worlds[i - 1]; }

    // "greatest_speed", "greatest_speed,log": what is plotted. Empty, or a sentence; nothing is changed then.
    std::string plotQuantity(std::string_view text);

    // Copies of the document's world with the settings of `others`; history and divergences begin anew.
    void begin(const World& document, InstructionSet instructionSet);
    void end();
    // The settings that `others` ask for, as soon as something about them or the document's has changed.
    void applySettings(const World& document);
    // After each step of the document's world.
    void follow(const World& document, TaskExecutor* executor);
    // Once a frame: `latest`.
    void look(const World& document);

    // A place in any view as the same place in the first one, whose camera leads.
    Vec2 toFirstView(Vec2 screen) const;
    // Which view the pointer is in; none leaves it as it was.
    void point(Vec2 screen);
    bool isOverView(Vec2 screen) const;
};

// "soft-step,sequential-impulse:velocityIterations=20,baumgarte=0.1,vertex-contact": a solver for each world,
// perhaps with settings. The first is the document's world. Empty, or a sentence; nothing is changed then.
std::string parseCompared(std::string_view text, std::vector<ComparedSettings>& worlds);

} // namespace satbox::app
