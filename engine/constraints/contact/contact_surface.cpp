#include "engine/constraints/contact/contact_surface.h"

#include "engine/geometry/shape.h"

#include <algorithm>

namespace satbox {

void findSurfaces(std::span<const Contact> contacts, const ShapeStore& shapes,
                  std::span<ContactSurface> surfaces)
{
    for (size_t i = 0; i < contacts.size(); ++i) {
        const BodyShape& a = shapes.at(contacts[i].shapeA);
        const BodyShape& b = shapes.at(contacts[i].shapeB);
        const Material &ofA = a.def.material, &ofB = b.def.material;
        const float resistance = std::max(ofA.rollingResistance, ofB.rollingResistance);
        surfaces[i] = {.speed = ofA.surfaceSpeed + ofB.surfaceSpeed,
                       .rollingRadius = resistance * std::max(radiusOf(a.shape), radiusOf(b.shape))};
    }
}

} // namespace satbox
