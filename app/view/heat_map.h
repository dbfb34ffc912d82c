#pragma once

#include "app/view/view_settings.h"
#include <satbox/world.h>

#include <span>
#include <vector>

namespace satbox::app {

struct VisiblePoint;

inline constexpr float kMinHeat = 1e-4f;    // m or N s
inline constexpr float kMinTopSpeed = 0.1f; // m/s; well above the speeds of bodies at rest

// Piles seen from afar: if contact points, normals and depths of a typical contact would cover one another,
// then, in the whole view, the fill of each dynamic body shows its deepest overlap or its largest impulse
// instead.

// What a frame passes on to the next, so that neither the picture nor its scales flicker.
struct FillScales {
    bool showsHeat = false;
    float topHeat = 0.0f;  // m or N s: the value of the ramp's last colour, which larger values have too
    float topSpeed = 0.0f; // m/s: likewise, for bodies coloured by speed

    friend bool operator==(const FillScales&, const FillScales&) = default;
};

// Contact points per logical px² around a typical contact in view: the mean over all points of the density in
// their cell of the screen. `pixel`: m per logical pixel.
float contactDensity(std::span<const VisiblePoint> points, float pixel);

// True if the marks of contacts at this density cannot be distinguished. `before`: the answer for the frame
// before; between two limits it stays.
bool isDense(float density, bool before);

// False without the shapes, which it colours, and with HeatMapUse::Never. With Automatic, true if `dense`,
// an overlay is on whose place it takes, and bodies are coloured by state. With Always, true.
bool showsHeatMap(const ViewSettings& view, bool dense);

// By body slot: the largest depth (m) or normal impulse of the step (N s) of the contact points of a dynamic
// body; 0 for all other slots.
std::vector<float> heatOfBodies(const World& world, HeatQuantity quantity);

// By body slot: the speed of the centre of mass of a dynamic body, m/s; 0 for all other slots.
std::vector<float> speedsOfBodies(const World& world);

// The value of the ramp's last colour: a round number, at least `minimum`, that at most 2 % of the positive
// values exceed. `before`, the value of the last frame, stays while the value that 2 % exceed is between a
// quarter of it and it.
float fillScale(std::span<const float> heat, float before, float minimum = kMinHeat);

} // namespace satbox::app
