#pragma once

#include "app/document/command.h"
#include <satbox/scene/scene.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace satbox::app {

// Collision layers: layer i is bit i of Filter::category. A shape belongs to the layer of its lowest category
// bit. Two layers collide if the mask of every shape of each has the other's bit.

// What two layers do. `Mixed`: some shapes of them collide and some do not.
enum class LayerRule : uint8_t { Collide, Ignore, Mixed };

// The filters of all shapes by layer.
class LayerMatrix {
  public:
    explicit LayerMatrix(const World& world);
    LayerRule rule(size_t a, size_t b) const;
    size_t shapesIn(size_t layer) const { return layers_[layer].shapes; }
    // The mask for a shape that is added to the layer: it collides as the layer's shapes do.
    uint64_t maskOf(size_t layer) const;

  private:
    struct Layer {
        size_t shapes = 0;
        uint64_t common = ~uint64_t{0}; // bits that are in the mask of every shape
        uint64_t some = 0;              // bits that are in the mask of some shape
    };
    std::array<Layer, kMaxLayers> layers_{};
};

size_t layerOf(const Filter& filter); // 0 if no category bit is set
// Its name; without one, "Default" for layer 0 and "Layer 3" for layer 2.
std::string layerName(const Scene& scene, size_t layer);
// The number of layers to show: those with a name or shapes, and one more, but at least four.
size_t shownLayers(const Scene& scene, const LayerMatrix& matrix);

// Each applies to the current world and to the scene's start.
Command setLayerRuleCommand(const World& world, size_t a, size_t b, bool collide);
// Moves all shapes of the bodies to a layer. Precondition: one of them has a shape.
Command setLayerCommand(const World& world, std::span<const BodyId> bodies, size_t layer);
Command nameLayerCommand(const Scene& scene, size_t layer, std::string name);

} // namespace satbox::app
