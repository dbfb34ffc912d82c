#include "app/document/material_presets.h"

namespace satbox::app {

int presetOf(const Material& material)
{
    for (size_t i = 0; i < kMaterialPresets.size(); ++i)
        if (kMaterialPresets[i].material == material) return static_cast<int>(i);
    return -1;
}

} // namespace satbox::app
