#include "app/shell/frame.h"

#include "app/document/wall_clock.h"
#include "app/gfx/framebuffer.h"
#include "app/gfx/picture_size.h"
#include "app/lenses/compare/panel/compare_views.h"
#include "app/panels/legend.h"
#include "app/panels/world_annotations.h"
#include "app/platform/window.h"
#include "app/shell/card_rects.h"
#include "app/shell/interface/interface.h"
#include "app/shell/vector_picture.h"
#include "app/text/names.h"
#include "app/tools/interaction.h"
#include "app/view/ghost_layer.h"
#include "app/view/world_view.h"
#include "app/widgets/theme.h"
#include <satbox/lab/compared_worlds.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace satbox::app {

namespace {

// Glyphs of the fonts are made at most this many times as large as at scale 1: above it, their texture would
// exceed what graphics drivers take.
constexpr float kMaxGlyphScale = 4.0f;

constexpr float kMaxLegendShare = 0.4f; // share of a view's height

// For tests that control the window: enough to point at a body and to see that the world has changed.
std::string describeWorld(const AppState& state, std::uint64_t frame)
{
    const Camera& camera = state.camera;
    return fmt::format(
        "frame={} scene={} step={} hash={:016x} paused={} bodies={} selected={} x={:.6f} y={:.6f} "
        "scale={:.6f}",
        frame, state.document().scene.name, state.world().stepCount(), state.world().hash(),
        state.playback.paused, state.world().counters().bodies,
        state.world().isValid(state.selection.body) ? describeBody(state.world(), state.selection.body) : "-",
        camera.center().x, camera.center().y, camera.pixelsPerMeter());
}

std::vector<const ViewLayer*> shownLenses(const AppState& state)
{
    std::vector<const ViewLayer*> all;
    for (const Lens* lens : lensesOf(state.lenses))
        if (isLensShown(state, *lens)) all.push_back(lens);
    return all;
}

// Keeps the value that a variable has when this is constructed, and restores it in the destructor.
template<class T>
class Restored {
  public:
    explicit Restored(T& variable) : variable_(variable), kept_(variable) {}
    ~Restored() { variable_ = std::move(kept_); }
    Restored(const Restored&) = delete;
    Restored& operator=(const Restored&) = delete;

  private:
    T& variable_;
    T kept_;
};

// Binds a framebuffer, and in the destructor that of the window.
class BoundFramebuffer {
  public:
    explicit BoundFramebuffer(const Framebuffer& framebuffer) { framebuffer.bind(); }
    ~BoundFramebuffer() { Framebuffer::bindWindow(); }
    BoundFramebuffer(const BoundFramebuffer&) = delete;
    BoundFramebuffer& operator=(const BoundFramebuffer&) = delete;
};

} // namespace

Frame::Frame(const Window& window, ImGuiGlue& glue, std::filesystem::path recordUi)
    : window_(window), glue_(glue), recordsWorld_(!recordUi.empty()), recorder_(std::move(recordUi))
{}

float Frame::pixelsPerPoint() const { return window_.pixelsPerPoint() * magnification_; }

// Precondition: no frame of Dear ImGui has begun, since fonts and style must not change within a frame.
void Frame::updateStyle(const AppState& state)
{
    const float scale = state.ui.scale > 0.0f ? state.ui.scale : window_.suggestedScale();
    const float density =
        std::min(pixelsPerPoint(), std::max(window_.pixelsPerPoint(), kMaxGlyphScale / scale));
    const bool scaled = scale != scale_ || density != density_;
    if (!scaled && state.view.theme == theme_) return;
    theme_ = state.view.theme;
    palette_ = makePalette(theme_);
    if (scaled) {
        scale_ = scale;
        density_ = density;
        fonts_ = buildFonts(scale_, density_);
        glue_.fontsChanged();
    }
    applyTheme(palette_, scale_);
}

UiContext Frame::context()
{
    return {.palette = palette_, .fonts = fonts_, .scale = scale_, .recorder = &recorder_};
}

void Frame::begin(AppState& state, const std::optional<SyntheticPointer>& pointer)
{
    updateStyle(state);
    state.ui.effectiveScale = scale_;
    state.ui.windowPixels = window_.drawableSize();
    glue_.newFrame(pointer, magnification_);
    recorder_.beginFrame();
    if (state.ui.panels.worldOnly) {
        const IntSize size = window_.size();
        state.ui.worldRect = {0.0f, 0.0f, static_cast<float>(size.width), static_cast<float>(size.height)};
    } else {
        std::string notice;
        UiContext ui = context();
        ui.notice = &notice;
        drawInterface(ui, state);
        if (!notice.empty()) state.status.show(Severity::Warning, notice);
    }
    // The switch of a legend that has folded itself opens it.
    if (legend_.isFolded && legendView_.legend && !state.view.legend)
        state.view.legend = state.ui.legendStaysOpen = true;
    else if (!state.view.legend)
        state.ui.legendStaysOpen = false;
    // Of the last frame, since the legend is drawn in render().
    state.ui.legendIsFolded = legend_.isFolded;
    state.ui.legendRect = legend_.rect;
    state.ui.legendCorner = legend_.corner;
    const ScreenRect& view = state.camera.viewport();
    const bool isAtBottom = legend_.rect.width > 0.0f && !isAtTop(legend_.corner);
    const float height = isAtBottom ? view.y + view.height - legend_.rect.y : 0.0f;
    // The limit leaves most of a small view to the scene.
    state.ui.legendHeight = std::min(height, kMaxLegendShare * view.height);
    layOutViews(state.compare(), state.camera, state.ui.worldRect, scale_);
    if (!recordsWorld_) return;
    recorder_.add("World", state.ui.worldRect, describeWorld(state, ++frames_));
    for (size_t i = 0; i < state.compare().views.size(); ++i)
        recorder_.add(fmt::format("View {}", worldLetter(i)), state.compare().views[i]);
}

void Frame::render(const AppState& state, IntSize target)
{
    const CompareState& compare = state.compare();
    Background background{.color = palette_.background, .grid = std::nullopt};
    if (state.view.grid) background.grid = palette_.grid;
    clearFramebuffer(target, palette_.background);
    listMs_ = 0.0f;
    legend_.isSteady =
        !state.playback.paused && state.view == legendView_ && state.ui.panels.open == legendPanel_;
    legend_.mayFold = !state.ui.legendStaysOpen;
    legendView_ = state.view;
    legendPanel_ = state.ui.panels.open;
    const std::vector<ScreenRect> cards =
        state.ui.panels.worldOnly ? std::vector<ScreenRect>() : cardRects(state.ui);
    for (size_t i = 0; i < (compare.isShown() ? compare.count() : 1); ++i) {
        const bool isFirst = i == 0;
        Camera camera = state.camera;
        if (compare.isShown()) camera.setViewport(compare.views[i]);
        const SubstepReplay* replay = isFirst && state.playback.replay ? &*state.playback.replay : nullptr;
        const ArrayCopyOptions* array = state.ui.arrayCard.open ? &state.ui.arrayCopy : nullptr;
        const InteractionLayer interaction(state.tool, selectedEditTool(state.editTools, state.tool), replay,
                                           array);
        std::vector<const ViewLayer*> layers = shownLenses(state);
        layers.push_back(&interaction);
        std::optional<GhostLayer> ghost;
        if (isFirst && state.ui.ghost) layers.push_back(&ghost.emplace(state.ui.ghost->document.world));
        ViewContext view{.world = isFirst ? state.displayedWorld() : compare.otherWorlds[i - 1],
                         .view = state.view,
                         .selection = state.selection,
                         .camera = camera,
                         .palette = palette_,
                         .trailHistory = isFirst ? state.trailHistory : compare.trailHistories[i - 1],
                         .layers = layers,
                         .isFirstView = isFirst,
                         .otherWorlds = compare.otherWorlds,
                         .uiScale = scale_,
                         .fillScales = fillScales_,
                         .visible = {},
                         .focus = {},
                         .points = std::exchange(points_, {})};
        const double begun = secondsNow();
        list_.clear();
        drawWorld(view, list_);
        fillScales_ = view.fillScales;
        drawWorldAnnotations(context(), view, list_, isFirst ? &legend_ : nullptr, state.status.clock, cards);
        listMs_ += static_cast<float>(1e3 * (secondsNow() - begun));
        points_ = std::move(view.points);
        renderer_.draw(list_, camera, background, target, pixelsPerPoint(), scale_);
    }
    drawCompareFrames(context(), state.world(), compare, state.ui.worldRect);
    glue_.render();
    recordError_ = recorder_.endFrame(window_.size());
}

std::string Frame::vectorPicture(const AppState& state) const
{
    return app::vectorPicture(list_, state.camera, palette_, scale_);
}

Image Frame::capture(const AppState& state)
{
    std::optional<Framebuffer> framebuffer;
    try {
        framebuffer.emplace(window_.drawableSize());
    } catch (const GraphicsError&) {
        render(state, window_.drawableSize()); // ends the frame that begin() has begun
        throw;
    }
    const BoundFramebuffer bound(*framebuffer);
    render(state, framebuffer->size());
    return framebuffer->read();
}

Image Frame::picture(AppState& state, const PictureRequest& request)
{
    const Framebuffer framebuffer(pictureSize(window_.drawableSize(), request.scale));
    const Restored magnification(magnification_);
    const Restored worldOnly(state.ui.panels.worldOnly);
    const Restored legend(legend_);
    const Restored legendView(legendView_);
    const Restored legendPanel(legendPanel_);
    magnification_ = request.scale;
    state.ui.panels.worldOnly = request.worldOnly;
    // Those before the last one only for the layout: into the window, which does not show them.
    for (int i = 1; i < kLayoutFrames; ++i) {
        begin(state);
        render(state, window_.drawableSize());
    }
    begin(state);
    const BoundFramebuffer bound(framebuffer);
    render(state, framebuffer.size());
    return framebuffer.read();
}

} // namespace satbox::app
