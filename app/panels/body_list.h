#pragma once

#include "app/document/selection.h"
#include "app/tools/requests.h"
#include "app/widgets/ui_context.h"

#include <array>
#include <cstdint>
#include <string_view>
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
    std::array<char, 64> filter{}; // text that the name contains, in any case
};

// Rows in order; equal ones by slot. The names are needed only to sort by name or to filter.
std::vector<BodyRow> bodyRows(const World& world, const BodyListState& list);

// A click selects a body, with Shift or Ctrl it adds or removes it; a double click flies to it.
void drawBodyList(const UiContext& ui, const World& world, Selection& selection, BodyListState& list,
                  Requests& requests);

} // namespace satbox::app
