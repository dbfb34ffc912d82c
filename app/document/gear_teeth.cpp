#include "app/document/gear_teeth.h"

#include "engine/model/gear_mesh.h"
#include "engine/model/joint_fields.h"
#include <satbox/queries.h>
#include <satbox/shapes.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace satbox::app {

namespace {

constexpr int kMinTeeth = 16; // of the smaller wheel

int maxTeeth() { return static_cast<int>(fieldsOf(static_cast<const GearJoint*>(nullptr))[0].maximum); }

// m, of a disc with the area of the body.
float sizeOf(const World& world, BodyId body)
{
    float area = 0.0f;
    for (const ShapeId shape : world.shapesOf(body)) area += computeArea(world.shape(shape).shape);
    return std::max(std::sqrt(area / kPi), kMinSize);
}

// The point of the body nearest to `point`, both in its frame; `point` itself without shapes.
Vec2 nearestPoint(const World& world, BodyId body, Vec2 point)
{
    Vec2 nearest = point;
    float smallest = std::numeric_limits<float>::infinity();
    for (const ShapeId shape : world.shapesOf(body)) {
        const Vec2 found = closestPoint(world.shape(shape).shape, point);
        if (length(found - point) >= smallest) continue;
        smallest = length(found - point);
        nearest = found;
    }
    return nearest;
}

Position anchorPosition(const World& world, BodyId body, Vec2 anchor)
{
    return transformPoint(world.motion(body).transform(), anchor);
}

void fitRack(const World& world, JointDef& def, GearJoint& gear)
{
    const WorldTransform rack = world.motion(def.bodyA).transform();
    const Vec2 wheel = invTransformPoint(rack, anchorPosition(world, def.bodyB, def.anchorB));
    const Vec2 foot = nearestPoint(world, def.bodyA, wheel);
    float radius = length(wheel - foot);
    if (radius < kMinSize)
        radius = sizeOf(world, def.bodyB); // the wheel overlaps the rack
    else
        def.angleA = std::atan2(wheel.y - foot.y, wheel.x - foot.x) - 0.5f * kPi;
    def.anchorA = foot;
    gear.teethB = kMinTeeth;
    gear.pitch = 2.0f * kPi * radius / static_cast<float>(kMinTeeth);
}

void fitWheels(const World& world, const JointDef& def, GearJoint& gear)
{
    float sizeA = sizeOf(world, def.bodyA), sizeB = sizeOf(world, def.bodyB);
    if (gear.ring) { // the outer one meshes where the inner one touches it
        const float apart = length(anchorPosition(world, def.bodyB, def.anchorB) -
                                   anchorPosition(world, def.bodyA, def.anchorA));
        (sizeA < sizeB ? sizeB : sizeA) = std::min(sizeA, sizeB) + apart;
    }
    const bool isASmaller = sizeA < sizeB;
    const float ratio = isASmaller ? sizeB / sizeA : sizeA / sizeB;
    const int fewest = gear.ring ? kMinTeeth + 1 : kMinTeeth; // a ring has more teeth than its wheel
    const int more = static_cast<int>(std::clamp(std::round(ratio * static_cast<float>(kMinTeeth)),
                                                 static_cast<float>(fewest), static_cast<float>(maxTeeth())));
    (isASmaller ? gear.teethA : gear.teethB) = kMinTeeth;
    (isASmaller ? gear.teethB : gear.teethA) = more;
}

} // namespace

void chooseTeeth(const World& world, JointDef& def)
{
    auto* gear = std::get_if<GearJoint>(&def.kind);
    if (!gear) return;
    if (gear->rack)
        fitRack(world, def, *gear);
    else
        fitWheels(world, def, *gear);
    meshTeeth(world, def);
}

void meshTeeth(const World& world, JointDef& def)
{
    if (!std::holds_alternative<GearJoint>(def.kind)) return;
    def.angleB = meshedAngleB(def, world.motion(def.bodyA).transform(), world.motion(def.bodyB).transform());
}

} // namespace satbox::app
