#pragma once

#include "app/lenses/lens.h"
#include "app/lenses/pair/pair_analysis.h"
#include "app/lenses/pair/pair_state.h"

#include <array>
#include <optional>
#include <string>

namespace satbox::app {

// The values of --pair-test, in the order of kOverlapTests.
inline constexpr std::array<const char*, 5> kPairTestWords{"interval", "projection", "minkowski",
                                                           "support-points", "vertex-contacts"};

// Shows why two shapes touch or do not touch: every intermediate result of the engine's collision functions.
class PairLens final : public Lens {
  public:
    static constexpr std::string_view kName = "Pair";

    struct Options {
        std::string pair{};  // --pair: "deepest", or two body numbers; empty: none
        std::string stage{}; // --pair-stage: "axes", "contact", "difference", "tests"; empty: axes
        std::string test{};  // --pair-test, one of kPairTestWords; empty: support points, or vertex
                             // contacts with the solver of that name
        int axis = 0;        // --pair-axis, from 1; 0: the axis of least overlap
    };
    Options options;
    PairState pair;
    std::optional<PairAnalysis> analysis; // of `pair`, updated once per frame

    void open(LensContext& context, ShapeId first, ShapeId second);
    // Key M: inspects the contact under the pointer, else the selected contact; without either, the next two
    // clicks choose the shapes. While picking, it cancels.
    void pick(LensContext& context);
    // Key N: inspects the contact with the deepest overlap.
    void openDeepest(LensContext& context);

    // Copies the open pair to the clipboard, as a C++ test case and as a scene.
    void copyAsTest(LensContext& context) const;

    std::string_view name() const override { return kName; }
    int tabRank() const override { return 20; }
    std::string_view help() const override
    {
        return "Why two shapes touch or do not touch: axes, clipping, Minkowski difference.";
    }
    std::span<const LensAction> actions() const override;
    void addOptions(CLI::App& cli) override;
    std::string checkOptions() const override;
    void applyOptions(LensContext& context, bool renders) override;
    void showOpened(LensContext& context) const override;
    bool press(LensContext& context, Vec2 screen) override;
    void drag(LensContext& context) override;
    void release(LensContext& context) override;
    bool cancel(LensContext& context) override;
    // Shows the candidate axis `by` positions after the one shown; on the Tests tab, the axis of the selected
    // overlap test.
    bool stepItem(LensContext& context, int by) override;
    void documentOpened() override
    {
        pair.close();
        followed_.reset();
    }
    void update(LensContext& context, double seconds) override;
    bool isAnimating() const override { return pair.axis.playing; }
    void drawPanel(const UiContext& ui, LensContext& context) override;
    void prepare(const ViewContext& context, ViewHints& hints) const override;
    void draw(const ViewContext& context, DrawList& out) const override;
    void legend(const ViewContext& context, LegendRows& rows) const override;
    void keepOut(const ViewContext& context, KeepOut& out) const override;

  private:
    bool showsAnAxis() const;
    void followPair(LensContext& context);

    std::optional<Position> followed_; // m, the movable body of the pair in the last frame
    void selectOptionStage(LensContext& context);
};

} // namespace satbox::app
