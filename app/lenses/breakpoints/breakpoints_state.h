#pragma once

#include "app/document/history.h"
#include "app/lenses/breakpoints/shrink_job.h"
#include <satbox/lab/condition_watch.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace satbox::app {

// A condition at which time stops.
struct Breakpoint {
    uint64_t id = 0;
    Condition condition;
    bool isEnabled = true;
    // While it watches: from the step before the next one on.
    std::optional<ConditionWatch> watch{};
    std::string lastHit{}; // "step 53: overlap 7.07 mm between box 51 and circle 56"; empty: none yet
};

// The search for the first step of the past after which a condition was true. It replays a part of the past
// in each frame.
struct PastSearch {
    uint64_t breakpoint = 0; // id
    ConditionWatch watch;
    std::optional<History::TimeCursor> cursor{};
    uint64_t next = 0; // step
    uint64_t last = 0;
    uint64_t pastChanges = 0;          // of the history when it began
    std::optional<ConditionHit> hit{}; // found; shown once time has moved there
};

// Which bodies a new breakpoint is about.
enum class BreakpointScope : uint8_t { Everything, Selection, BetweenTwo };

// The sentence with blanks from which a breakpoint is made.
struct BreakpointDraft {
    ConditionKind kind = ConditionKind::Overlap;
    std::array<float, static_cast<size_t>(ConditionKind::Count)> thresholds{}; // 0: the usual one
    WorldBox box{{-5.0, -5.0}, {5.0, 5.0}};
    BreakpointScope scope = BreakpointScope::Everything;
};

struct BreakpointsState {
    std::vector<Breakpoint> all; // in the order in which they were made
    BreakpointDraft draft;
    std::optional<PastSearch> search;
    std::shared_ptr<ShrinkJob> shrink; // while it runs
    uint64_t lastId = 0;

    Breakpoint* find(uint64_t id);
    void add(Condition condition); // nothing if there is an equal one
    void remove(uint64_t id);      // ends its search
    bool hasEnabled() const;
};

// The condition of the draft, with the selected bodies if its scope says so.
Condition conditionOf(const BreakpointDraft& draft, std::span<const BodyId> selected);
// "a contact overlaps by more than 5.00 mm, between box 3 and box 7".
std::string sentenceOf(const World& world, const Condition& condition);

} // namespace satbox::app
