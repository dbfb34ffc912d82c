// satbox/draw/satbox_draw.h: drawWorld() with a struct of functions as the renderer.

#include "app/draw/c_members.h"
#include "engine/c_api/world_handle.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

using namespace satbox;
using namespace satbox::c_api;

struct SatboxDrawHistory {
    DrawHistory history;
};

namespace {

// Passes what is drawn on to the functions of C that are there.
class DrawAdapter final : public DebugDraw {
  public:
    explicit DrawAdapter(const SatboxDebugDraw& functions) : c_(functions) {}

    void drawLine(Position a, Position b, float width, const DrawColor& color) override
    {
        if (c_.drawLine)
            c_.drawLine(asC<SatboxPosition>(a), asC<SatboxPosition>(b), width, asC<SatboxDrawColor>(color),
                        c_.context);
    }
    void drawPolygon(std::span<const Position> points, const DrawColor& color) override
    {
        if (!c_.drawPolygon) return;
        keep(points);
        c_.drawPolygon(points_.data(), points_.size(), asC<SatboxDrawColor>(color), c_.context);
    }
    void drawDisc(Position center, float radius, const DrawColor& color) override
    {
        if (c_.drawDisc)
            c_.drawDisc(asC<SatboxPosition>(center), radius, asC<SatboxDrawColor>(color), c_.context);
    }
    void drawText(const DrawLabel& label) override
    {
        if (!c_.drawText) return;
        const std::string text(label.text);
        auto inC = asC<SatboxDrawLabel>(label);
        inC.text = text.c_str();
        c_.drawText(&inC, c_.context);
    }
    Vec2 textSize(std::string_view text) const override
    {
        if (!c_.textSize) return DebugDraw::textSize(text);
        return asCpp<Vec2>(c_.textSize(std::string(text).c_str(), c_.context));
    }
    void drawShape(const DrawShape& shape, const DrawFrame& frame) override
    {
        if (c_.drawShape) {
            keep(shape.points);
            auto inC = asC<SatboxDrawShape>(shape);
            inC.points = points_.data();
            inC.pointCount = points_.size();
            const auto frameInC = asC<SatboxDrawFrame>(frame);
            if (c_.drawShape(&inC, &frameInC, c_.context)) return;
        }
        DebugDraw::drawShape(shape, frame);
    }
    void drawMark(const DrawMark& mark, const DrawFrame& frame) override
    {
        if (c_.drawMark) {
            const auto inC = asC<SatboxDrawMark>(mark);
            const auto frameInC = asC<SatboxDrawFrame>(frame);
            if (c_.drawMark(&inC, &frameInC, c_.context)) return;
        }
        DebugDraw::drawMark(mark, frame);
    }

  private:
    void keep(std::span<const Position> points)
    {
        points_.resize(points.size());
        for (size_t i = 0; i < points.size(); ++i) toC(points[i], points_[i]);
    }

    const SatboxDebugDraw& c_;
    std::vector<SatboxPosition> points_; // of the last polygon or shape
};

} // namespace

SatboxDrawOptions satbox_draw_options_default(void)
{
    // The strings of the result are those of kDefaults. Without memory they are empty, which draws nothing.
    return guarded(SatboxDrawOptions{}, [] {
        static const DrawOptions kDefaults;
        return asC<SatboxDrawOptions>(kDefaults);
    });
}

SatboxDrawHistory* satbox_draw_history_create(void)
{
    return guarded(static_cast<SatboxDrawHistory*>(nullptr), [] { return new SatboxDrawHistory; });
}
void satbox_draw_history_destroy(SatboxDrawHistory* history) { delete history; }
bool satbox_draw_history_record(SatboxDrawHistory* history, const SatboxWorld* world)
{
    return guarded(false, [&] {
        history->history.record(world->world);
        return true;
    });
}

bool satbox_world_draw(const SatboxWorld* world, const SatboxDebugDraw* draw,
                       const SatboxDrawOptions* options, SatboxDrawHistory* history, SatboxError* error)
{
    return succeeds(error, [&] {
        DrawOptions asked;
        if (options) {
            ReadError unreadable;
            asked = asCpp<DrawOptions>(*options, unreadable);
            if (!unreadable.ok()) return unreadable.text;
            if (options->visible) asked.visible = asCpp<WorldBox>(*options->visible);
        }
        DrawAdapter adapter(*draw);
        return drawWorld(world->world, adapter, asked, history ? &history->history : nullptr);
    });
}

size_t satbox_draw_overlays(SatboxDrawOverlay* overlays, size_t capacity)
{
    const std::span<const DrawOverlay> all = drawOverlays();
    // The texts are literals, which end with a zero.
    for (size_t i = 0; i < std::min(all.size(), capacity); ++i)
        overlays[i] = {all[i].name.data(), all[i].label.data(), all[i].help.data()};
    return all.size();
}
