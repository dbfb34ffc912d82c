#include "app/explain/json_values.h"

#include "app/text/names.h"
#include "engine/core/number_text.h"
#include "engine/core/parse_number.h"

#include <cmath>

namespace satbox::app {

Json jsonOf(float number)
{
    if (!std::isfinite(number)) return nullptr;
    const std::string text = numberText(number);
    double shortest = 0.0;
    parseNumber(text.data(), text.data() + text.size(), shortest);
    return shortest;
}

Json jsonOf(double number) { return std::isfinite(number) ? Json(number) : Json(nullptr); }

Json jsonOf(Vec2 v) { return Json::array({jsonOf(v.x), jsonOf(v.y)}); }

Json jsonOf(Position p) { return Json::array({jsonOf(p.x), jsonOf(p.y)}); }

Json jsonOf(const Energy& energy)
{
    return {{"kinetic", jsonOf(energy.kinetic)},
            {"potential", jsonOf(energy.potential)},
            {"total", jsonOf(energy.total())}};
}

Json bodyJson(const World& world, uint32_t slot)
{
    return {{"number", slot}, {"name", describeBody(world, world.bodyAt(slot))}};
}

Json shapeJson(const World& world, ShapeId shape)
{
    return {{"number", shape.index}, {"name", nameOfShape(world, shape)}};
}

} // namespace satbox::app
