#pragma once

#include "app/document/selection.h"
#include "app/tools/requests.h"
#include "app/widgets/ui_context.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace satbox::app {

// The list of all bodies, in a card.

enum class BodyColumn : uint8_t { Name, Type, State, Speed, Depth };
enum class BodyActivity : uint8_t { Still, Awake, Asleep, Frozen, Disabled }; // Still: static

struct BodyRow {
    BodyId id;
    BodyType type = BodyType::Dynamic;
    BodyActivity activity = BodyActivity::Awake;
    float speed = 0.0f; // m/s
    float depth = 0.0f; // m, of its deepest overlap; 0: none
};

struct BodyListState {
    BodyColumn column = BodyColumn::Name;
    bool descending = false;
    std::array<char, 64> filter{}; // text that the name contains, in upper or lower case

    // The list between frames. Names are made, and rows sorted, only when something that they depend on
    // changes.
    struct Cache {
        std::vector<BodyRow> rows;
        std::vector<std::string> names; // by slot, lower case
        uint64_t revision = 0;          // of the history
        int bodies = -1;                // in the world
        BodyColumn column = BodyColumn::Name;
        bool descending = false;
        std::string filter;
        double sorted = 0.0; // s, the clock when rows were last sorted
        BodyId revealed;     // the selected body when the list last scrolled to it
    };
    Cache cache{};
};

// Updates list.cache: rows in order, equal ones by slot. Names are compared as people do: "box 2" before "box
// 10". While time runs, rows sorted by a changing value change places at most twice a second. `revision`: of
// the history; `clock`: s of real time.
void updateRows(const World& world, uint64_t revision, double clock, BodyListState& list);

// A click selects a body, with Shift or Ctrl it adds or removes it; a double click flies to it. The list
// scrolls to a body that is selected elsewhere.
void drawBodyList(const UiContext& ui, const World& world, uint64_t revision, double clock,
                  Selection& selection, BodyListState& list, Requests& requests);

} // namespace satbox::app
