#include "app/document/material_presets.h"

namespace satbox::app {

int presetOf(const Material& material)
{
    for (size_t i = 0; i < kMaterialPresets.size(); ++i)
        if (withPreset(material, i) == material) return static_cast<int>(i);
    return -1;
}

Material withPreset(const Material& material, size_t preset)
{
    Material result = kMaterialPresets[preset].material;
    result.rollingResistance = material.rollingResistance;
    result.surfaceSpeed = material.surfaceSpeed;
    result.userValue = material.userValue;
    return result;
}

} // namespace satbox::app
