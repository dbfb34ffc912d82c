#include "app/sweep/sweep_definition.h"

#include "app/sweep/sweep_range.h"
#include "engine/core/hash.h"
#include "engine/core/quoted.h"
#include "engine/core/suggest.h"
#include "engine/scene/json_fields.h"
#include "engine/scene/random.h"

#include <algorithm>
#include <fmt/format.h>

namespace satbox::app {
namespace {

using Kind = SweepField::Kind;
using Type = SweepField::Type;

constexpr size_t kMaxConditions = 20;
constexpr size_t kMaxTextBytes = 2000;
constexpr std::string_view kUntil = "until";
constexpr std::string_view kSweepBegin =
    "a sweep file begins with {\"format\": \"satbox-sweep\", \"version\": 1";
static_assert(kSweepVersion == 1);

void checkSweepFormat(const JsonLocation& root)
{
    const JsonObject& members = readObject(root, "a sweep");
    const auto find = [&](std::string_view key) -> JsonLocation {
        for (const JsonMember& member : members)
            if (member.key == key) return {member.value, &root, member.key, 0};
        fail(root, fmt::format("\"{}\" is missing; {}", key, kSweepBegin));
    };
    const JsonLocation format = find("format");
    if (readText(format, 100) != "satbox-sweep")
        fail(format, fmt::format("{}, expected \"satbox-sweep\"", quotedText(readText(format, 100))));
    const JsonLocation version = find("version");
    const int64_t number = readInteger(version, INT32_MIN, INT32_MAX);
    if (number != kSweepVersion)
        fail(version, fmt::format("{}, but this program reads version {}", number, kSweepVersion));
}

SweepValue readValue(const JsonLocation& location, const SweepField& field)
{
    SweepValue value;
    switch (field.type) {
    case Type::Number:
        value = readDouble(location, -1e300, 1e300);
        break;
    case Type::Whole:
        value = readInteger(location, INT64_MIN, INT64_MAX);
        break;
    case Type::Bool:
        value = int64_t{readBool(location)};
        break;
    case Type::Text:
        value = readText(location, kMaxTextBytes);
        break;
    }
    if (const std::string message = checkValue(field, value); !message.empty()) fail(location, message);
    return value;
}

void readInputValues(const JsonLocation& location, bool isRandom, SweepInput& input)
{
    if (std::holds_alternative<JsonObject>(location.value.data)) {
        readSweepRange(location, isRandom, input);
        return;
    }
    if (!std::holds_alternative<JsonArray>(location.value.data)) {
        input.values.push_back(readValue(location, input.field));
        return;
    }
    const JsonArray& items = readArray(location, "values", 1, kMaxSweepValues);
    for (size_t i = 0; i < items.size(); ++i)
        input.values.push_back(readValue(element(location, items, i), input.field));
}

bool hasInput(const SweepDefinition& definition, Kind kind)
{
    return std::any_of(definition.inputs.begin(), definition.inputs.end(),
                       [&](const SweepInput& input) { return input.field.kind == kind; });
}

void readInputs(const JsonLocation& location, SweepDefinition& definition)
{
    const JsonObject& members = readObject(location, "inputs by name");
    if (members.size() > kMaxSweepInputs)
        fail(location, fmt::format("{} inputs, expected at most {}", members.size(), kMaxSweepInputs));
    for (const auto& [name, value] : members) {
        const JsonLocation at{value, &location, name, 0};
        SweepInput input;
        if (const std::string message = parseField(name, input.field); !message.empty()) fail(at, message);
        readInputValues(at, definition.combination == SweepCombination::Random, input);
        definition.inputs.push_back(std::move(input));
    }
    for (const auto& [kind, name] : {std::pair{Kind::Scene, "scene"}, std::pair{Kind::Steps, "steps"}})
        if (!hasInput(definition, kind)) fail(location, fmt::format("\"{}\" is missing", name));
    const bool hasNoise = hasInput(definition, Kind::NoisePosition) ||
                          hasInput(definition, Kind::NoiseAngle) || hasInput(definition, Kind::NoiseVelocity);
    if (hasNoise && !hasInput(definition, Kind::Seed))
        fail(location, "noise without \"seed\": add a seed, such as \"seed\": {\"from\": 1, \"to\": 10}");
}

void readCombination(const JsonLocation& location, SweepDefinition& definition)
{
    if (std::holds_alternative<JsonObject>(location.value.data)) {
        const JsonFields fields(location, "a combination", {"random", "seed"});
        definition.combination = SweepCombination::Random;
        definition.samples = static_cast<uint64_t>(
            readInteger(fields.require("random"), 1, static_cast<int64_t>(kMaxSweepRuns)));
        if (const auto seed = fields.find("seed")) definition.seed = readUnsigned(*seed);
        return;
    }
    const auto* name = std::get_if<std::string>(&location.value.data);
    if (!name || (*name != "grid" && *name != "zip"))
        fail(location, "expected \"grid\", \"zip\" or {\"random\": N}");
    definition.combination = *name == "grid" ? SweepCombination::Grid : SweepCombination::Zip;
}

// Numbers of values that do not fit together, or more runs than are allowed.
void checkCombination(const JsonLocation& location, const SweepDefinition& definition)
{
    if (definition.combination == SweepCombination::Random) return;
    size_t grid = 1;
    const SweepInput* longest = nullptr;
    for (const SweepInput& input : definition.inputs) {
        const size_t count = input.values.size();
        if (definition.combination == SweepCombination::Zip && longest && count > 1 &&
            count != longest->values.size())
            fail(location, fmt::format("{} has {} values and {} has {}: with \"zip\", inputs have the same "
                                       "number of values, or one",
                                       quotedText(longest->field.name), longest->values.size(),
                                       quotedText(input.field.name), count));
        if (count > 1) longest = &input;
        grid = std::min(grid * count, kMaxSweepRuns + 1); // values are at most kMaxSweepValues
    }
    if (definition.combination == SweepCombination::Grid && grid > kMaxSweepRuns)
        fail(location, fmt::format("more than {} combinations, the maximum; \"combine\": {{\"random\": N}} "
                                   "draws some of them",
                                   kMaxSweepRuns));
}

Condition readSweepCondition(const JsonLocation& location)
{
    Condition condition;
    if (const std::string message = parseCondition(readText(location, kMaxTextBytes), condition);
        !message.empty())
        fail(location, message);
    if (formOf(condition.kind).comparesWorlds) fail(location, "divergence compares worlds; a run has one");
    return condition;
}

void readConditions(const JsonLocation& location, SweepDefinition& definition)
{
    const JsonObject& members = readObject(location, "conditions by name");
    if (members.size() > kMaxConditions)
        fail(location, fmt::format("{} conditions, expected at most {}", members.size(), kMaxConditions));
    for (const auto& [name, value] : members) {
        const JsonLocation at{value, &location, name, 0};
        const bool isWord = !name.empty() && name.size() <= 40 &&
                            name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                                   "0123456789_") == name.npos;
        if (!isWord) fail(at, "the name of a condition consists of letters, digits and _");
        if (name == kUntil) fail(at, "expected another name: \"until\" is a key of the sweep itself");
        definition.conditions.push_back({name, readSweepCondition(at)});
    }
}

SweepMetricId readMetric(const JsonLocation& location)
{
    const std::string& name = readText(location, kMaxTextBytes);
    if (const SweepMetric* metric = findSweepMetric(name)) return metric->id;
    std::vector<std::string_view> names;
    for (const SweepMetric& metric : sweepMetrics()) names.push_back(metric.name);
    fail(location, fmt::format("there is no metric {}{}", quotedText(name), didYouMean(name, names)));
}

void readMetrics(const JsonLocation& location, SweepDefinition& definition)
{
    const JsonArray& items = readArray(location, "names of metrics", 0, sweepMetrics().size());
    for (size_t i = 0; i < items.size(); ++i) {
        const JsonLocation at = element(location, items, i);
        const SweepMetricId id = readMetric(at);
        if (std::find(definition.metrics.begin(), definition.metrics.end(), id) != definition.metrics.end())
            fail(at, "appears twice, expected once");
        definition.metrics.push_back(id);
    }
}

// A number is the relative tolerance.
SweepTolerance readTolerance(const JsonLocation& location)
{
    SweepTolerance tolerance{.absolute = 0.0, .relative = 0.0};
    if (!std::holds_alternative<JsonObject>(location.value.data)) {
        tolerance.relative = readDouble(location, 0.0, 1e300);
        return tolerance;
    }
    const JsonFields fields(location, "a tolerance", {"absolute", "relative"});
    if (const auto value = fields.find("absolute")) tolerance.absolute = readDouble(*value, 0.0, 1e300);
    if (const auto value = fields.find("relative")) tolerance.relative = readDouble(*value, 0.0, 1e300);
    return tolerance;
}

// Columns that are compared, or "*" for all.
void readTolerances(const JsonLocation& location, SweepDefinition& definition)
{
    std::vector<std::string> names{"*", "lastStep"};
    for (const SweepMetricId id : definition.metrics)
        names.emplace_back(sweepMetrics()[static_cast<size_t>(id)].name);
    for (const SweepCondition& condition : definition.conditions)
        for (const char* part : {".step", ".value"}) names.push_back(condition.name + part);
    const std::vector<std::string_view> known(names.begin(), names.end());
    const JsonFields fields(location, "tolerances by column", known);
    for (const std::string& name : names)
        if (const auto value = fields.find(name))
            definition.tolerances.emplace_back(name, readTolerance(*value));
}

void readDefinition(const JsonLocation& root, SweepDefinition& definition)
{
    checkSweepFormat(root);
    const JsonFields fields(
        root, "a sweep",
        {"format", "version", "title", "inputs", "combine", "until", "conditions", "metrics", "tolerances"});
    if (const auto title = fields.find("title")) definition.title = readText(*title, kMaxTextBytes);
    if (const auto combine = fields.find("combine")) readCombination(*combine, definition);
    readInputs(fields.require("inputs"), definition);
    checkCombination(fields.require("inputs"), definition);
    if (const auto until = fields.find(kUntil))
        definition.conditions.push_back({std::string(kUntil), readSweepCondition(*until)});
    if (const auto conditions = fields.find("conditions")) readConditions(*conditions, definition);
    if (const auto metrics = fields.find("metrics")) {
        readMetrics(*metrics, definition);
    } else {
        for (const SweepMetric& metric : sweepMetrics())
            if (!metric.everyStep) definition.metrics.push_back(metric.id);
    }
    if (const auto tolerances = fields.find("tolerances")) readTolerances(*tolerances, definition);
}

// A number in [0, 1) with 53 random bits.
double randomUnit(Random& random)
{
    const uint64_t high = random.next() >> 5, low = random.next() >> 6;
    return static_cast<double>(high * (1u << 26) + low) * 0x1p-53;
}

SweepValue drawnValue(const SweepInput& input, Random& random)
{
    const double unit = randomUnit(random);
    if (input.range) return sweepRangeValue(*input.range, unit, input.field.type == Type::Whole);
    const auto index = static_cast<size_t>(unit * static_cast<double>(input.values.size()));
    return input.values[std::min(index, input.values.size() - 1)];
}

} // namespace

const SweepInput& SweepDefinition::input(Kind kind) const
{
    return *std::find_if(inputs.begin(), inputs.end(),
                         [&](const SweepInput& each) { return each.field.kind == kind; });
}

size_t SweepDefinition::combinations() const
{
    if (combination == SweepCombination::Random) return static_cast<size_t>(samples);
    size_t grid = 1, longest = 1;
    for (const SweepInput& each : inputs) {
        grid *= each.values.size();
        longest = std::max(longest, each.values.size());
    }
    return combination == SweepCombination::Grid ? grid : longest;
}

std::vector<SweepValue> SweepDefinition::valuesOf(size_t i) const
{
    std::vector<SweepValue> values(inputs.size());
    if (combination == SweepCombination::Random) {
        Hasher hasher; // so that the samples of one number are the same whatever others there are
        hasher.add(seed);
        hasher.add(uint64_t{i});
        Random random(hasher.value());
        for (size_t k = 0; k < inputs.size(); ++k) values[k] = drawnValue(inputs[k], random);
        return values;
    }
    size_t rest = i;
    for (size_t k = inputs.size(); k-- > 0;) {
        const std::vector<SweepValue>& all = inputs[k].values;
        if (combination == SweepCombination::Zip) {
            values[k] = all[all.size() == 1 ? 0 : i];
        } else {
            values[k] = all[rest % all.size()];
            rest /= all.size();
        }
    }
    return values;
}

SweepDefinitionResult readSweepDefinition(std::string_view json)
{
    SweepDefinitionResult result;
    result.error = readJson(json, [&](const JsonLocation& root) { readDefinition(root, result.definition); });
    return result;
}

} // namespace satbox::app
