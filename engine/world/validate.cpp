#include "engine/world/validate.h"

#include "engine/core/quoted.h"
#include "engine/geometry/validate_fields.h"

namespace satbox {

namespace {

using namespace detail;

constexpr float kMaxDamping = 1e4f; // 1/s
constexpr float kMaxGravityScale = 1e3f;
constexpr float kMaxFriction = 100.0f;
constexpr float kUnitTolerance = 1e-3f; // of a rotation's length

std::string checkRotation(std::string_view field, Rot q)
{
    if (!isFinite(q)) return fieldError(field, "not a finite rotation");
    const float len = std::sqrt(q.c * q.c + q.s * q.s);
    if (std::fabs(len - 1.0f) <= kUnitTolerance) return {};
    return fieldError(field, "cosine and sine have length " + numberText(len) + " together, it must be 1");
}

std::string checkName(const std::string& name)
{
    if (name.size() > kMaxNameBytes) {
        return fieldError("name", "a text of " + numberText(static_cast<double>(name.size())) +
                                      " bytes, it must have at most " +
                                      numberText(static_cast<int>(kMaxNameBytes)));
    }
    return isUtf8(name) ? std::string() : fieldError("name", "not UTF-8, which a text must be");
}

} // namespace

std::string validate(const Material& m)
{
    return firstError(
        [&] { return checkRange("density", m.density, 0.0f, kMaxDensity, "kg/m²"); },
        [&] { return checkRange("staticFriction", m.staticFriction, 0.0f, kMaxFriction, ""); },
        [&] { return checkRange("dynamicFriction", m.dynamicFriction, 0.0f, kMaxFriction, ""); },
        [&] { return checkRange("restitution", m.restitution, 0.0f, 1.0f, ""); });
}

std::string validate(const ShapeDef& def)
{
    return firstError(
        [&] { return validate(def.geometry); }, [&] { return checkPoint("local position", def.local.p); },
        [&] { return checkRotation("local rotation", def.local.q); }, [&] { return validate(def.material); });
}

std::string validate(const BodyDef& def)
{
    return firstError(
        [&] { return checkName(def.name); },
        [&] { return checkVector("position", toVec2(def.position), static_cast<float>(kMaxPosition), "m"); },
        [&] { return checkRotation("rotation", def.rotation); },
        [&] { return checkVector("linearVelocity", def.linearVelocity, kMaxVelocity, "m/s"); },
        [&] {
            return checkRange("angularVelocity", def.angularVelocity, -kMaxVelocity, kMaxVelocity, "rad/s");
        },
        [&] { return checkRange("linearDamping", def.linearDamping, 0.0f, kMaxDamping, "1/s"); },
        [&] { return checkRange("angularDamping", def.angularDamping, 0.0f, kMaxDamping, "1/s"); },
        [&] {
            return checkRange("gravityScale", def.gravityScale, -kMaxGravityScale, kMaxGravityScale, "");
        });
}

} // namespace satbox
