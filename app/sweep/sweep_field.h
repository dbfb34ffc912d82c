#pragma once

#include "app/sweep/sweep_value.h"
#include "engine/model/definition_fields.h"
#include <satbox/body.h>
#include <satbox/settings.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace satbox::app {

// What an input of a sweep changes, by its name (docs/sweeps.md):
//
//   scene, steps, seed, noise.position, noise.angle, noise.velocity
//   substeps, gravity.y                      a setting, or a component of one
//   body:BODY.FIELD                          BODY: a number, a name, a "name" in quotation marks, or *
//   material:NAME.FIELD                      NAME: of the scene file's "materials", or *
//   joint:JOINT.FIELD                        JOINT: as BODY
struct SweepField {
    enum class Kind : uint8_t {
        Scene,
        Steps,
        Seed,
        NoisePosition,
        NoiseAngle,
        NoiseVelocity,
        Setting,
        Body,
        Material,
        Joint
    };
    enum class Type : uint8_t { Number, Whole, Bool, Text };

    std::string name{}; // of the input
    Kind kind = Kind::Setting;
    Type type = Type::Number;
    std::string unit{};
    std::string help{};
    std::string selector{};  // BODY, NAME or JOINT, without quotation marks
    bool isNumber = false;   // the selector is the number of a body or joint
    bool isAngle = false;    // of Kind::Body: the rotation as an angle, rad
    bool isScale = false;    // of Kind::Body: the size of its shapes, as a factor
    bool isFriction = false; // of Kind::Material: both coefficients at once
    const BodyField* body = nullptr;
    const MaterialField* material = nullptr;
    std::string path{};    // of Kind::Joint: "motor.speed"
    char component = '\0'; // 'x' or 'y' of a vector
};

// "x" of "position.x"; removes it from `member`.
char takeComponent(std::string_view& member);
// Empty, or "7 is out of range, expected 0 to 5".
std::string checkRange(double value, double minimum, double maximum);

// Returns an empty string, or a message that says which part of the name is wrong.
std::string parseField(std::string_view name, SweepField& field);

// Empty if the value has the field's type and is within its range, else a message.
std::string checkValue(const SweepField& field, const SweepValue& value);

// Set a field of its kind. Precondition: checkValue() accepts the value. Each returns an empty string, or
// why the definition as a whole is refused.
std::string setField(const SweepField& field, const SweepValue& value, WorldSettings& settings);
std::string setField(const SweepField& field, const SweepValue& value, BodyDef& def);
std::string setField(const SweepField& field, const SweepValue& value, Material& material);

} // namespace satbox::app
