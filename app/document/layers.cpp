#include "app/document/layers.h"

#include "app/document/commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace satbox::app {

namespace {

constexpr size_t kMinShownLayers = 4;

uint64_t bitOf(size_t layer) { return uint64_t{1} << layer; }

ShapeDef withMaskBit(ShapeDef def, uint64_t bit, bool isSet)
{
    def.filter.mask = isSet ? def.filter.mask | bit : def.filter.mask & ~bit;
    return def;
}

} // namespace

size_t layerOf(const Filter& filter)
{
    return filter.category == 0 ? 0 : static_cast<size_t>(std::countr_zero(filter.category));
}

LayerMatrix::LayerMatrix(const World& world)
{
    world.forEachShape([&](ShapeId, const BodyShape& shape) {
        Layer& layer = layers_[layerOf(shape.def.filter)];
        ++layer.shapes;
        layer.common &= shape.def.filter.mask;
        layer.some |= shape.def.filter.mask;
    });
}

LayerRule LayerMatrix::rule(size_t a, size_t b) const
{
    // A layer without shapes collides with all: its mask is that of a new shape.
    const auto some = [&](size_t layer) {
        return layers_[layer].shapes == 0 ? ~uint64_t{0} : layers_[layer].some;
    };
    if ((layers_[a].common & bitOf(b)) != 0 && (layers_[b].common & bitOf(a)) != 0) return LayerRule::Collide;
    if ((some(a) & bitOf(b)) == 0 || (some(b) & bitOf(a)) == 0) return LayerRule::Ignore;
    return LayerRule::Mixed;
}

uint64_t LayerMatrix::maskOf(size_t layer) const
{
    uint64_t mask = 0;
    for (size_t other = 0; other < kMaxLayers; ++other)
        if (rule(layer, other) != LayerRule::Ignore) mask |= bitOf(other);
    return mask;
}

std::string layerName(const Scene& scene, size_t layer)
{
    if (layer < scene.layers.size() && !scene.layers[layer].empty()) return scene.layers[layer];
    return layer == 0 ? "Default" : fmt::format("Layer {}", layer + 1);
}

size_t shownLayers(const Scene& scene, const LayerMatrix& matrix)
{
    size_t count = scene.layers.size();
    for (size_t i = 0; i < kMaxLayers; ++i)
        if (matrix.shapesIn(i) > 0) count = std::max(count, i + 1);
    return std::min(std::max(count + 1, kMinShownLayers), kMaxLayers);
}

Command setLayerRuleCommand(const World& world, size_t a, size_t b, bool collide)
{
    Command command;
    command.label = "Change which layers collide";
    world.forEachShape([&](ShapeId id, const BodyShape& shape) {
        const size_t layer = layerOf(shape.def.filter);
        ShapeDef def = shape.def;
        if (layer == a) def = withMaskBit(def, bitOf(b), collide);
        if (layer == b) def = withMaskBit(def, bitOf(a), collide);
        if (def != shape.def) command.ops.push_back(SceneOp{op::SetShape{id, def}});
    });
    return command;
}

Command setLayerCommand(const World& world, std::span<const BodyId> bodies, size_t layer)
{
    const uint64_t mask = LayerMatrix(world).maskOf(layer);
    ShapeEdits edits;
    for (const BodyId body : bodies)
        for (const ShapeId id : world.shapesOf(body)) {
            ShapeDef def = world.shapeDef(id);
            def.filter.category = bitOf(layer);
            def.filter.mask = mask;
            edits.emplace_back(id, std::move(def));
        }
    return editShapesCommand(world, edits, "layer");
}

Command nameLayerCommand(const Scene& scene, size_t layer, std::string name)
{
    SetLayerNames op{scene.layers};
    if (op.names.size() <= layer) op.names.resize(layer + 1);
    op.names[layer] = std::move(name);
    while (!op.names.empty() && op.names.back().empty()) op.names.pop_back();
    return {.label = "Name a layer", .ops = {std::move(op)}, .mergeKey = fmt::format("layer.{}", layer)};
}

} // namespace satbox::app
