#pragma once

#include <satbox/material.h>

#include <array>
#include <string_view>

namespace satbox::app {

// A material that can be chosen by name.
struct MaterialPreset {
    std::string_view name;
    Material material;
    std::string_view help;
};

// Densities are relative to water, which has 1 kg/m^2 here, the density of a new shape. Friction is that of
// the material on itself (rubber: on concrete), from the table of coefficients of friction of R. Serway and
// J. Jewett, Physics for Scientists and Engineers, chapter 5. Restitution: usual values for a drop on stone;
// superball: R. Cross, The bounce of a ball, American Journal of Physics 67 (1999).
inline constexpr auto kMaterialPresets = std::to_array<MaterialPreset>({
    {"Ice", {0.92f, 0.1f, 0.03f, 0.1f}, "Slides almost freely and hardly bounces."},
    {"Wood", {0.6f, 0.4f, 0.2f, 0.4f}, "Light, with moderate friction."},
    {"Steel", {7.8f, 0.74f, 0.57f, 0.6f}, "Eight times as heavy as water."},
    {"Rubber", {1.1f, 1.0f, 0.8f, 0.7f}, "Holds on steep slopes."},
    {"Superball", {1.1f, 1.0f, 0.8f, 0.9f}, "Keeps nine tenths of its speed when it bounces."},
});

// The material with density, friction and restitution of a preset; what else it has stays. Precondition:
// preset < kMaterialPresets.size().
Material withPreset(const Material& material, size_t preset);
// The index of the preset whose values the material has; -1: none.
int presetOf(const Material& material);

} // namespace satbox::app
