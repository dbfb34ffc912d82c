#include <satbox/settings_table.h>

#include "engine/collision/manifold.h"
#include "engine/core/number_text.h"
#include "engine/core/parse_number.h"
#include "engine/core/quoted.h"
#include "engine/core/suggest.h"
#include <satbox/contacts.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace satbox {

namespace {

using S = WorldSettings;

constexpr uint8_t kSoft = solverBit(SolverType::SoftStep);
constexpr uint8_t kSequential = solverBit(SolverType::SequentialImpulse);
constexpr uint8_t kManifold = solverBit(SolverType::ManifoldImpulse);
constexpr uint8_t kVertex = solverBit(SolverType::VertexContact);

// In the order of the Solver panel. Motion stays finite for every combination of values within the allowed
// ranges. The usual range is the span of the slider.
constexpr std::array kFields{
    // clang-format off
    SettingField{"gravity", "Gravity", "World", "m/s²", &S::gravity, -1000, 1000, -20, 20,
        "Acceleration due to gravity, as a vector. On Earth it is 9.81 m/s² downwards; at zero everything floats."},
    SettingField{"stepRate", "Step rate", "World", "Hz", &S::stepRate, 10, 1000, 30, 240,
        "Number of steps per second. More steps follow fast motion better and cost more time."},
    SettingField{"continuous", "Continuous collision", "World", "", &S::continuous, 0, 1, 0, 1,
        "Stops fast bodies at static and kinematic ones. Without it, a bullet can pass through a thin wall within "
        "one step.", kSoft | kSequential,
        "This solver has no continuous collision."},
    SettingField{"maxSpeed", "Top speed", "World", "m/s", &S::maxSpeed, 1, 10000, 10, 1000,
        "Bodies faster than this are slowed down to it."},

    SettingField{"solver", "Solver", "Solver", "", &S::solver, 0, 3, 0, 3,
        "Method that computes the forces at contacts. Soft step divides each step into substeps with soft contacts; "
        "sequential impulses make several passes over all contacts with rigid ones. Manifold impulses (after a "
        "tutorial series on writing an engine with rotation) and vertex contacts (after a C#/XNA article) are for "
        "comparison with those published engines: their stacks shake or sink."},
    SettingField{"substeps", "Substeps", "Solver", "", &S::substeps, 1, 64, 1, 16,
        "Number of substeps into which soft step and vertex contacts divide a step. More substeps make stacks "
        "stiffer and cost more time.", kSoft | kVertex},
    SettingField{"velocityIterations", "Velocity iterations", "Solver", "", &S::velocityIterations, 1, 100, 1, 30,
        "Number of passes in which sequential impulses and manifold impulses correct the velocities at all "
        "contacts. More passes make stacks firmer and cost more time.", kSequential | kManifold},
    SettingField{"positionIterations", "Position iterations", "Solver", "", &S::positionIterations, 0, 100, 0, 20,
        "Number of passes in which sequential impulses move overlapping bodies apart. At zero, overlap remains and "
        "stacks sink.",
        kSequential},
    SettingField{"warmStarting", "Warm starting", "Solver", "", &S::warmStarting, 0, 1, 0, 1,
        "Starts each step with the impulses of the last one, at contacts and joints. Without it, tall stacks become "
        "soft. Manifold impulses and vertex contacts keep only those of joints.", kEverySolver},
    SettingField{"exactJoints", "Exact joints", "Solver", "", &S::exactJoints, 0, 1, 0, 1,
        "Solves connected joints simultaneously, so that ropes, machines and trusses hold heavy loads. Without it, joints "
        "are solved one after the other, as contacts are: heavy loads stretch them, and machines with loops take "
        "a third of the time or less.", kEverySolver, {}, true},

    SettingField{"contactFrequency", "Contact frequency", "Contacts", "Hz", &S::contactFrequency, 1, 1000, 5, 120,
        "Stiffness of soft contacts, as the frequency of their spring. Low values let bodies sink in like rubber. "
        "Above 0.125 times the substep rate, only lightly loaded contacts become stiffer; above 0.23 times, none do.",
        kSoft},
    SettingField{"contactDampingRatio", "Contact damping", "Contacts", "", &S::contactDampingRatio, 0, 100, 0, 20,
        "Damping ratio of lightly loaded soft contacts; 1 is critical damping. Heavily loaded contacts use at least "
        "10. Above about 3, lightly loaded boxes creep.", kSoft},
    SettingField{"contactStiffening", "Stiffening under load", "Contacts", "", &S::contactStiffening, 1, 10, 1, 4,
        "Largest factor by which a contact becomes stiffer when it carries more than the weight of its own bodies. The "
        "substep length limits the factor: to 3.3 with four substeps at 60 Hz and a contact frequency of 30 Hz. "
        "Where overlap is deep, it may be greater. High values let piles sink less.", kSoft},
    SettingField{"pushSpeed", "Push speed", "Contacts", "m/s", &S::pushSpeed, 0, 1000, 0, 10,
        "Largest speed at which overlapping bodies are pushed apart. High values make deep overlap explode; at zero "
        "overlap remains.", kSoft},
    SettingField{"baumgarte", "Overlap correction", "Contacts", "", &S::baumgarte, 0, 1, 0, 0.8,
        "Share of the overlap beyond the slop that sequential impulses correct in each position iteration "
        "(Baumgarte factor). High values overshoot and shake.", kSequential},
    SettingField{"projection", "Projection", "Contacts", "", &S::projection, 0, 1, 0, 0.8,
        "Share of the overlap beyond the slop by which manifold impulses move bodies apart in each step; the "
        "published range is 0.2 to 0.8. At zero, stacks sink; high values shake.", kManifold, {}, true},
    SettingField{"pushOut", "Push-out", "Contacts", "", &S::pushOut, 0, 1, 0, 0.5,
        "Share of the depth by which vertex contacts move bodies apart at each vertex in each substep; its "
        "source uses 0.1. High values throw stacks apart.", kVertex, {}, true},
    SettingField{"linearSlop", "Slop", "Contacts", "m", &S::linearSlop, 0, 0.1, 0, 0.02,
        "A contact that touches counts as touching until its gap exceeds this. Sequential and manifold impulses also "
        "leave this much overlap uncorrected; soft contacts do not. At low values contacts flicker; at high values "
        "bodies visibly sink in with those two solvers.", kSoft | kSequential | kManifold,
        "Vertex contacts correct a share of the whole depth."},
    SettingField{"speculativeMargin", "Speculative margin", "Contacts", "m", &S::speculativeMargin, 0, 1, 0, 0.1,
        "Contacts are created up to this gap, before shapes touch, so that bodies stop at the surface and not behind "
        "it. Large values can slow shapes that would just miss each other.", kSoft | kSequential,
        "This solver acts only where shapes overlap."},
    SettingField{"fatMargin", "Fat box margin", "Contacts", "m", &S::fatMargin, 0, 10, 0, 0.5,
        "Largest margin of the fat boxes, the enlarged bounding boxes in the broad phase; small shapes use a quarter "
        "of their half size. Larger boxes need fewer updates but find more pairs that do not touch. The motion "
        "stays the same, unless bodies turn or accelerate so fast that they meet beyond their boxes."},
    SettingField{"lengthUnit", "Length unit", "Contacts", "m", &S::lengthUnit, 0.001, 1000, 0.001, 10,
        "Size of the smallest bodies. Slop and margins scale with it; push speed, speed thresholds and sleep speed "
        "scale with its square root, contact frequency with the inverse of that root. Below 0.1 m, stacks also need "
        "more substeps: at 60 Hz, 7 for 0.1 m, 20 for 1 cm, 64 for 1 mm.", kEverySolver, {}, true},

    SettingField{"restitutionThreshold", "Restitution threshold", "Materials", "m/s", &S::restitutionThreshold, 0,
        1000, 0, 5,
        "Impacts slower than this do not bounce. Low values let bodies bounce for a long time before they rest.",
        kSoft | kSequential,
        "With this solver every impact bounces, however slow."},
    SettingField{"hitThreshold", "Hit threshold", "Materials", "m/s", &S::hitThreshold, 0, 1000, 0, 10,
        "Impacts faster than this are reported as hit events. The motion stays the same."},
    SettingField{"frictionRule", "Friction rule", "Materials", "", &S::frictionRule, 0, 4, 0, 4,
        "How the coefficients of Coulomb friction of two touching shapes are combined.", kSoft | kSequential | kManifold,
        "Vertex contacts multiply the friction coefficients of both shapes."},
    SettingField{"restitutionRule", "Restitution rule", "Materials", "", &S::restitutionRule, 0, 4, 0, 4,
        "How the restitution coefficients of two touching shapes are combined.", kSoft | kSequential | kManifold,
        "Vertex contacts multiply the restitutions of both shapes."},
    SettingField{"overrideFriction", "Same friction everywhere", "Materials", "", &S::overrideFriction, 0, 1, 0, 1,
        "Every contact uses the friction coefficient below instead of those of its materials."},
    SettingField{"frictionOverride", "Common friction", "Materials", "", &S::frictionOverride, 0, 100, 0, 2,
        "Friction coefficient of every contact while the switch above is on: 0 is ice, 0.6 wood on wood, 1 rubber."},
    SettingField{"overrideRestitution", "Same restitution everywhere", "Materials", "", &S::overrideRestitution, 0, 1,
        0, 1,
        "Every contact uses the restitution below instead of those of its materials."},
    SettingField{"restitutionOverride", "Common restitution", "Materials", "", &S::restitutionOverride, 0, 1, 0, 1,
        "Restitution of every contact while the switch above is on: 0 does not bounce, 1 returns the full speed."},

    SettingField{"sleeping", "Sleep", "Sleep", "", &S::sleeping, 0, 1, 0, 1,
        "Bodies at rest leave the simulation until something touches them, which saves computing time."},
    SettingField{"sleepSpeed", "Sleep speed", "Sleep", "m/s", &S::sleepSpeed, 0, 10, 0, 0.5,
        "Bodies slower than this are at rest. High values freeze bodies that still move."},
    SettingField{"timeToSleep", "Time to sleep", "Sleep", "s", &S::timeToSleep, 0, 100, 0, 3,
        "How long all bodies of an island must be at rest before it falls asleep."},

    SettingField{"mouseFrequency", "Mouse stiffness", "Mouse", "Hz", &S::mouseFrequency, 0.1, 100, 0.5, 20,
        "Stiffness of the spring that pulls a grabbed body to the mouse. Low values drag the body as if by a rubber "
        "band."},
    SettingField{"mouseDampingRatio", "Mouse damping", "Mouse", "", &S::mouseDampingRatio, 0, 10, 0, 2,
        "Damping ratio of the mouse spring; 1 is critical damping. Lower values let a grabbed body swing about the "
        "mouse."},
    SettingField{"mouseForceLimit", "Mouse strength", "Mouse", "× weight", &S::mouseForceLimit, 0, 10000, 1, 500,
        "Largest force of the mouse, as a multiple of the grabbed body's weight. Low values cannot lift the body "
        "out of a pile."},
    // clang-format on
};

constexpr std::array kSolvers{SolverType::SoftStep, SolverType::SequentialImpulse,
                              SolverType::ManifoldImpulse, SolverType::VertexContact};
constexpr std::array kRules{CombineRule::GeometricMean, CombineRule::Product, CombineRule::Average,
                            CombineRule::Minimum, CombineRule::Maximum};

std::string_view trimmed(std::string_view text)
{
    const size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string withUnit(double number, std::string_view unit)
{
    return unit.empty() ? numberText(number) : numberText(number) + ' ' + std::string(unit);
}

// Empty, or the error. Limits are rounded to float before the comparison: 0.1f is greater than the double
// 0.1.
std::string rangeError(const SettingField& field, float value)
{
    if (!std::isfinite(value)) return "not a finite number";
    if (value < static_cast<float>(field.minimum)) {
        return numberText(value) + " is below the smallest allowed value, " +
               withUnit(field.minimum, field.unit);
    }
    if (value > static_cast<float>(field.maximum)) {
        return numberText(value) + " is above the largest allowed value, " +
               withUnit(field.maximum, field.unit);
    }
    return {};
}

// Each parse function writes to `out` and returns an empty string, or returns an error and leaves `out`
// unchanged.
std::string parse(const SettingField& field, std::string_view text, float& out)
{
    float value = 0.0f;
    const auto [end, error] = parseNumber(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range)
        return std::string(text) + " is too large or too small a number";
    if (error != std::errc{} || end != text.data() + text.size())
        return quotedText(text) + " is not a number";
    std::string wrong = rangeError(field, value);
    if (wrong.empty()) out = value;
    return wrong;
}

std::string parse(const SettingField& field, std::string_view text, int& out)
{
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc::result_out_of_range)
        return std::string(text) + " is too large or too small a number";
    if (error != std::errc{} || end != text.data() + text.size())
        return quotedText(text) + " is not a whole number";
    std::string wrong = rangeError(field, static_cast<float>(value));
    if (wrong.empty()) out = value;
    return wrong;
}

std::string parse(const SettingField&, std::string_view text, bool& out)
{
    if (text != "true" && text != "false") return quotedText(text) + " is neither true nor false";
    out = text == "true";
    return {};
}

std::string parse(const SettingField& field, std::string_view text, Vec2& out)
{
    const size_t comma = text.find(',');
    if (comma == std::string_view::npos) {
        return quotedText(text) + " is not two numbers with a comma between them, as in 0,-9.81";
    }
    Vec2 value{0.0f, 0.0f};
    if (std::string wrong = parse(field, trimmed(text.substr(0, comma)), value.x); !wrong.empty())
        return wrong;
    if (std::string wrong = parse(field, trimmed(text.substr(comma + 1)), value.y); !wrong.empty())
        return wrong;
    out = value;
    return {};
}

template<class Enum, size_t Count>
std::string parseName(const std::array<Enum, Count>& choices, std::string_view text, Enum& out)
{
    std::string names;
    for (const Enum choice : choices) {
        if (text == toString(choice)) {
            out = choice;
            return {};
        }
        names += names.empty() ? "" : ", ";
        names += toString(choice);
    }
    return quotedText(text) + " is not one of " + names;
}
std::string parse(const SettingField&, std::string_view text, SolverType& out)
{
    return parseName(kSolvers, text, out);
}
std::string parse(const SettingField&, std::string_view text, CombineRule& out)
{
    return parseName(kRules, text, out);
}

std::string textOf(float value) { return numberText(value); }
std::string textOf(int value) { return numberText(value); }
std::string textOf(bool value) { return value ? "true" : "false"; }
std::string textOf(Vec2 value) { return numberText(value.x) + ',' + numberText(value.y); }
std::string textOf(SolverType value) { return toString(value); }
std::string textOf(CombineRule value) { return toString(value); }

std::string check(const SettingField& field, float value) { return rangeError(field, value); }
std::string check(const SettingField& field, int value)
{
    return rangeError(field, static_cast<float>(value));
}
std::string check(const SettingField&, bool) { return {}; }
std::string check(const SettingField& field, Vec2 value)
{
    std::string wrong = rangeError(field, value.x);
    return wrong.empty() ? rangeError(field, value.y) : wrong;
}
template<class Enum>
std::string check(const SettingField& field, Enum value)
{
    return rangeError(field, static_cast<float>(value));
}

std::string unknownKey(std::string_view key)
{
    std::array<std::string_view, kFields.size()> known;
    std::transform(kFields.begin(), kFields.end(), known.begin(),
                   [](const SettingField& f) { return f.key; });
    return printable(key) + ": there is no such setting" + didYouMean(key, known);
}

} // namespace

std::span<const SettingField> settingFields() { return kFields; }

const SettingField* findSetting(std::string_view key)
{
    const auto found =
        std::find_if(kFields.begin(), kFields.end(), [&](const auto& f) { return f.key == key; });
    return found == kFields.end() ? nullptr : &*found;
}

std::string settingText(const WorldSettings& settings, const SettingField& field)
{
    return std::visit([&](auto member) { return textOf(settings.*member); }, field.member);
}

std::string setSetting(WorldSettings& settings, std::string_view key, std::string_view value)
{
    const SettingField* field = findSetting(key);
    if (!field) return unknownKey(key);
    const std::string wrong = std::visit(
        [&](auto member) { return parse(*field, trimmed(value), settings.*member); }, field->member);
    return wrong.empty() ? wrong : std::string(key) + ": " + wrong;
}

std::string validate(const WorldSettings& settings)
{
    for (const SettingField& field : kFields) {
        const std::string wrong =
            std::visit([&](auto member) { return check(field, settings.*member); }, field.member);
        if (!wrong.empty()) return std::string(field.key) + ": " + wrong;
    }
    return {};
}

} // namespace satbox
