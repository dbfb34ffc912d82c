#include "engine/model/mixed_material.h"

namespace satbox {

MixedMaterial mixedMaterial(const Material& a, const Material& b, const ContactSettings& settings)
{
    MixedMaterial mixed;
    if (settings.overrideFriction) {
        mixed.staticFriction = mixed.dynamicFriction = settings.frictionOverride;
    } else {
        mixed.staticFriction = combine(settings.frictionRule, a.staticFriction, b.staticFriction);
        mixed.dynamicFriction = combine(settings.frictionRule, a.dynamicFriction, b.dynamicFriction);
    }
    mixed.restitution = settings.overrideRestitution
                            ? settings.restitutionOverride
                            : combine(settings.restitutionRule, a.restitution, b.restitution);
    return mixed;
}

} // namespace satbox
