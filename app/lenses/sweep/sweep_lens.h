#pragma once

#include "app/lenses/lens.h"
#include "app/lenses/sweep/sweep_map.h"
#include "app/lenses/sweep/sweep_table.h"

#include <filesystem>
#include <optional>
#include <string>

namespace satbox::app {

// The results file that is open, and what of it is shown.
struct SweepState {
    std::optional<SweepTable> table;
    SweepChoice choice;
    SweepMap map;
    std::optional<size_t> cell; // whose runs are listed, an index into SweepMap::cells

    // Computes the map again after a change of the choice.
    void updateMap();
};

// The results of `satbox-run --sweep`: a map or curves over two inputs, from which each run can be opened.
class SweepLens final : public Lens {
  public:
    static constexpr std::string_view kName = "Sweep";

    SweepState state;

    // Opens a results file in the panel; the document stays. Returns an empty string, or an error message
    // that begins with the file's name, and then keeps what is open.
    std::string open(const std::filesystem::path& path);

    std::string_view name() const override { return kName; }
    int tabRank() const override { return 85; }
    std::string_view help() const override { return "The runs of a sweep as a map over two of its inputs."; }
    std::span<const LensAction> actions() const override;
    void drawPanel(const UiContext& ui, LensContext& context) override;
};

} // namespace satbox::app
