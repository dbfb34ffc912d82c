#include "app/gfx/primitive_renderer.h"

#include <cstddef>

namespace satbox::app {

namespace {

constexpr std::array<InstanceAttribute, 3> kLayout{
    {{4, false, 0}, {4, false, 4 * sizeof(float)}, {2, true, 8 * sizeof(float)}}};

} // namespace

PrimitiveRenderer::PrimitiveRenderer()
    : program_("primitive.vert", {"primitive.frag"}), stream_(kLayout, sizeof(Instance))
{
    static_assert(sizeof(Instance) == 10 * sizeof(float));
}

void PrimitiveRenderer::draw(std::span<const Primitive> primitives, const RenderView& view)
{
    if (primitives.empty()) return;
    instances_.clear();
    for (const Primitive& primitive : primitives) {
        const Vec2 a = primitive.a - view.center;
        const Vec2 b = primitive.b - view.center;
        const Vec2 c = primitive.c - view.center;
        instances_.push_back(
            {{a.x, a.y, b.x, b.y},
             {c.x, c.y, primitive.widthPx, primitive.sizePx},
             {primitive.color.packed(), static_cast<std::uint32_t>(primitive.kind) |
                                            (static_cast<std::uint32_t>(primitive.antialiasedEdges) << 8)}});
    }
    stream_.upload(std::as_bytes(std::span(instances_)));
    program_.use(view);
    stream_.draw();
}

} // namespace satbox::app
