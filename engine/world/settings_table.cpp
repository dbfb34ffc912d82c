#include "engine/world/settings_table.h"

#include "engine/core/number_text.h"
#include "engine/core/parse_number.h"
#include "engine/core/quoted.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <vector>

namespace satbox {

namespace {

using S = WorldSettings;

constexpr uint8_t kSoft = solverBit(SolverType::SoftStep);
constexpr uint8_t kSequential = solverBit(SolverType::SequentialImpulse);
constexpr uint8_t kManifold = solverBit(SolverType::ManifoldImpulse);
constexpr uint8_t kVertex = solverBit(SolverType::VertexContact);

// In the order of the panel. Ranges: every combination of allowed values gives a world that steps on without
// non-finite numbers; the usual range is what a slider spans.
constexpr std::array kFields{
    // clang-format off
    SettingField{"gravity", "Gravity", "World", "m/s²", &S::gravity, -1000, 1000, -20, 20,
        "How fast falling things gain speed, and which way they fall. On Earth it is 9.81 downwards; zero lets "
        "everything float."},
    SettingField{"stepRate", "Step rate", "World", "Hz", &S::stepRate, 10, 1000, 30, 240,
        "How many steps make up one second. More steps follow fast motion better and cost more time."},
    SettingField{"continuous", "Continuous collision", "World", "", &S::continuous, 0, 1, 0, 1,
        "Stops fast bodies where they hit static and kinematic ones. Without it a bullet can jump through a thin wall "
        "from one step to the next.", kSoft | kSequential,
        "The published engines have no continuous collision."},
    SettingField{"maxSpeed", "Top speed", "World", "m/s", &S::maxSpeed, 1, 10000, 10, 1000,
        "Bodies that get faster than this are slowed to it."},

    SettingField{"solver", "Solver", "Solver", "", &S::solver, 0, 3, 0, 3,
        "How contacts push. Soft step divides each step into small ones with springy contacts; sequential impulse "
        "goes over all contacts several times with stiff ones. Manifold impulses (from a series on a custom engine "
        "with rotation) and vertex contacts (from a C#/XNA article) are published engines, to be watched and "
        "compared: their stacks shake or sink."},
    SettingField{"substeps", "Substeps", "Solver", "", &S::substeps, 1, 64, 1, 16,
        "Into how many small steps soft step and vertex contacts divide a step. More makes stacks stiffer and takes "
        "longer.", kSoft | kVertex},
    SettingField{"velocityIterations", "Velocity iterations", "Solver", "", &S::velocityIterations, 1, 100, 1, 30,
        "How often sequential impulses and manifold impulses correct the speeds at all contacts. More makes stacks "
        "firmer and takes longer.", kSequential | kManifold},
    SettingField{"positionIterations", "Position iterations", "Solver", "", &S::positionIterations, 0, 100, 0, 20,
        "How often sequential impulses move overlapping bodies apart. At zero overlap stays and stacks sink.",
        kSequential},
    SettingField{"warmStarting", "Warm starting", "Solver", "", &S::warmStarting, 0, 1, 0, 1,
        "Begins each step with the forces that held in the last one. Without it tall stacks go soft.",
        kSoft | kSequential,
        "The published engines remember nothing from step to step."},

    SettingField{"contactFrequency", "Contact frequency", "Contacts", "Hz", &S::contactFrequency, 1, 1000, 5, 120,
        "How stiff contacts are in soft step. Low values let things sink in like rubber; what carries much gets no "
        "stiffer beyond an eighth of the substep rate, the rest beyond 0.23 of it.", kSoft},
    SettingField{"contactDampingRatio", "Contact damping", "Contacts", "", &S::contactDampingRatio, 0, 100, 0, 20,
        "How strongly contacts that carry little hold back their own spring; heavy loads have 10 at least. 1 just "
        "does not swing; from about 3 on boxes that rest lightly on each other creep.", kSoft},
    SettingField{"contactStiffening", "Stiffer under load", "Contacts", "", &S::contactStiffening, 1, 10, 1, 4,
        "How many times stiffer a contact may become that carries more than its own bodies' weight, as far as "
        "substeps can follow: 3.3 times with four at 60 Hz and 30 Hz. Deep overlap may have more. Piles sink less "
        "into themselves.", kSoft},
    SettingField{"pushSpeed", "Push speed", "Contacts", "m/s", &S::pushSpeed, 0, 1000, 0, 10,
        "The fastest that overlapping bodies are pushed apart. High values make deep overlaps explode, zero leaves "
        "them as they are.", kSoft},
    SettingField{"baumgarte", "Overlap correction", "Contacts", "", &S::baumgarte, 0, 1, 0, 0.8,
        "What share of an overlap sequential impulses remove at a time. High values overshoot and shake.", kSequential},
    SettingField{"projection", "Projection", "Contacts", "", &S::projection, 0, 1, 0, 0.8,
        "What share of the overlap beyond the slop manifold impulses take away in a step, by moving bodies; 0.2 to "
        "0.8 is usual. At zero stacks sink, high values shake.", kManifold, {}, true},
    SettingField{"pushOut", "Push-out", "Contacts", "", &S::pushOut, 0, 1, 0, 0.5,
        "What share of the overlap vertex contacts take away at each vertex in each substep, by moving bodies at once; "
        "the article has 0.1. High values throw stacks apart.", kVertex, {}, true},
    SettingField{"linearSlop", "Slop", "Contacts", "m", &S::linearSlop, 0, 0.1, 0, 0.02,
        "Overlap that is left alone so that contacts last. Too small and contacts flicker, too large and things "
        "visibly sink in.", kSoft | kSequential | kManifold,
        "Vertex contacts push out a share of all of the depth."},
    SettingField{"speculativeMargin", "Speculative margin", "Contacts", "m", &S::speculativeMargin, 0, 1, 0, 0.1,
        "Contacts are made this far before shapes touch, so that they stop at the surface and not behind it. Large "
        "values can hold back shapes that would just have missed.", kSoft | kSequential,
        "The published engines push only where shapes overlap."},
    SettingField{"fatMargin", "Box margin", "Contacts", "m", &S::fatMargin, 0, 10, 0, 0.5,
        "How much larger than its shape a bounding box is kept, at most: small shapes get a quarter of their half "
        "size. Larger boxes need less moving about and find more pairs that do not touch; only speed changes."},
    SettingField{"lengthUnit", "Length unit", "Contacts", "m", &S::lengthUnit, 0.001, 1000, 0.001, 10,
        "The size of the smallest bodies. Slop and margins are multiplied by it, push speed, thresholds of speed and "
        "sleep speed by its square root, and contacts are stiffer by the inverse of that. Below 0.1 m stacks need more "
        "substeps too: at 60 Hz 7 for 0.1 m, 20 for 1 cm, 64 for 1 mm.", kEverySolver, {}, true},

    SettingField{"restitutionThreshold", "Bounce threshold", "Materials", "m/s", &S::restitutionThreshold, 0, 1000,
        0, 5,
        "Slower hits do not bounce at all. Low values let things hop for long before they rest.", kSoft | kSequential,
        "The published engines let every hit bounce, however slow."},
    SettingField{"hitThreshold", "Hit threshold", "Materials", "m/s", &S::hitThreshold, 0, 1000, 0, 10,
        "Only faster hits are reported as hit events. It changes nothing in the motion."},
    SettingField{"frictionRule", "Friction rule", "Materials", "", &S::frictionRule, 0, 4, 0, 4,
        "How the friction of two touching shapes becomes one value.", kSoft | kSequential | kManifold,
        "Vertex contacts multiply the coefficients of both shapes."},
    SettingField{"restitutionRule", "Bounce rule", "Materials", "", &S::restitutionRule, 0, 4, 0, 4,
        "How the bounciness of two touching shapes becomes one value.", kSoft | kSequential | kManifold,
        "Vertex contacts multiply the restitutions of both shapes."},
    SettingField{"overrideFriction", "Same friction everywhere", "Materials", "", &S::overrideFriction, 0, 1, 0, 1,
        "Every contact uses the friction below instead of what its shapes are made of."},
    SettingField{"frictionOverride", "Friction everywhere", "Materials", "", &S::frictionOverride, 0, 100, 0, 2,
        "Friction of every contact while the switch above is on: 0 is ice, 0.6 wood on wood, 1 rubber."},
    SettingField{"overrideRestitution", "Same bounce everywhere", "Materials", "", &S::overrideRestitution, 0, 1, 0,
        1,
        "Every contact uses the bounce below instead of what its shapes are made of."},
    SettingField{"restitutionOverride", "Bounce everywhere", "Materials", "", &S::restitutionOverride, 0, 1, 0, 1,
        "Bounce of every contact while the switch above is on: 0 stays where it falls, 1 gives back all the speed."},

    SettingField{"sleeping", "Sleep", "Sleep", "", &S::sleeping, 0, 1, 0, 1,
        "Bodies that have come to rest are left out until something touches them, which saves time."},
    SettingField{"sleepSpeed", "Sleep speed", "Sleep", "m/s", &S::sleepSpeed, 0, 10, 0, 0.5,
        "Slower than this counts as at rest. High values freeze things that still move."},
    SettingField{"timeToSleep", "Time to sleep", "Sleep", "s", &S::timeToSleep, 0, 100, 0, 3,
        "How long bodies must be at rest before they fall asleep."},

    SettingField{"mouseFrequency", "Mouse stiffness", "Mouse", "Hz", &S::mouseFrequency, 0.1, 100, 0.5, 20,
        "How stiff the spring is that pulls a grabbed body to the mouse. Low values drag it along on a rubber band."},
    SettingField{"mouseDampingRatio", "Mouse damping", "Mouse", "", &S::mouseDampingRatio, 0, 10, 0, 2,
        "How quickly a grabbed body stops swinging about the mouse. 1 just does not swing."},
    SettingField{"mouseForceLimit", "Mouse strength", "Mouse", "× weight", &S::mouseForceLimit, 0, 10000, 1, 500,
        "The greatest pull of the mouse, in multiples of the grabbed body's weight. Low values cannot lift it out of "
        "a pile."},
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

// Empty, or what is wrong with a number. Limits are compared as float, so that 0.1 is not below 0.1.
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

// Each parse function writes to `out` and returns an empty string, or leaves it and returns what is wrong.
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

// Edits (insert, drop, exchange a letter) that turn one word into the other.
size_t editDistance(std::string_view a, std::string_view b)
{
    std::vector<size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), size_t{0});
    for (size_t i = 0; i < a.size(); ++i) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < b.size(); ++j) {
            const size_t exchanged = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, exchanged});
        }
    }
    return row.back();
}

std::string unknownKey(std::string_view key)
{
    if (key.size() > 64) return "setting: there is none with so long a name";
    const auto nearest =
        std::min_element(kFields.begin(), kFields.end(), [&](const SettingField& a, const SettingField& b) {
            return editDistance(key, a.key) < editDistance(key, b.key);
        });
    return printable(key) + ": there is no such setting; the nearest name is " + std::string(nearest->key);
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
