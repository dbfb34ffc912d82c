#include "app/sweep/sweep.h"

#include "app/sweep/engine_fingerprint.h"
#include "app/sweep/sweep_joint_field.h"
#include "app/sweep/sweep_targets.h"
#include "engine/core/hash.h"
#include "engine/core/quoted.h"
#include "engine/model/scaled_shape.h"
#include "engine/scene/file_io.h"
#include "engine/scene/random.h"
#include <satbox/lab/condition_watch.h>
#include <satbox/scene/builders.h>
#include <satbox/scene/scene.h>
#include <satbox/settings_table.h>
#include <satbox/version.h>

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <span>
#include <unordered_set>

namespace satbox::app {
namespace {

namespace fs = std::filesystem;
using Kind = SweepField::Kind;

constexpr double kDefaultNoise = 0.001; // m

void addText(Hasher& hasher, std::string_view text)
{
    hasher.add(std::as_bytes(std::span(text.data(), text.size())));
}

void addValue(Hasher& hasher, const SweepValue& value)
{
    hasher.add(uint64_t{value.index()});
    if (const auto* whole = std::get_if<int64_t>(&value)) hasher.add(*whole);
    if (const auto* number = std::get_if<double>(&value)) hasher.add(*number);
    if (const auto* text = std::get_if<std::string>(&value)) addText(hasher, *text);
}

// A scene of the sweep file by its name or path.
std::string readSceneText(const std::string& name, const fs::path& folder, std::string& text)
{
    // A path is one from the sweep file's folder, whatever the current folder is.
    const fs::path beside = folder / name;
    std::error_code ignored;
    const bool isFile = !findBuiltinScene(name) && fs::exists(beside, ignored);
    SceneResult opened = openScene(isFile ? beside.string() : name);
    if (!opened.ok()) return opened.error;
    if (!isFile) {
        text = writeScene(opened.scene);
        return {};
    }
    FileText file = readFile(beside, kMaxSceneBytes); // as it is: the world does not know names of materials
    text = std::move(file.text);
    return file.error;
}

const std::vector<SweepValue>& sceneNames(const SweepDefinition& definition)
{
    return definition.input(Kind::Scene).values;
}

// Empty, or the refusal. Definitions that stay the same are not set, since that would lose contacts.
std::string setShape(World& world, ShapeId id, const ShapeDef& def)
{
    return def == world.shapeDef(id) ? std::string() : world.apply(op::SetShape{id, def}).refusal;
}

std::string setBody(World& world, BodyId id, const SweepField& field, const SweepValue& value)
{
    const BodyDef before = world.bodyDef(id);
    BodyDef def = before;
    std::string message = setField(field, value, def);
    if (message.empty() && def != before) message = world.apply(op::SetBody{id, def}).refusal;
    if (!field.isScale) return message;
    const auto factor = static_cast<float>(numberOf(value));
    for (const ShapeId shape : world.shapesOf(id))
        if (message.empty())
            message = setShape(world, shape, scaledShape(world.shapeDef(shape), {factor, factor}));
    return message;
}

std::string setMaterial(World& world, ShapeId id, const SweepField& field, const SweepValue& value)
{
    ShapeDef def = world.shapeDef(id);
    std::string message = setField(field, value, def.material);
    return message.empty() ? setShape(world, id, def) : message;
}

// The joints that inputs change. A joint is set once, with all of its inputs: one alone may not fit.
class JointChanges {
  public:
    void set(const World& world, JointId id, const SweepField& field, const SweepValue& value)
    {
        auto change = changes_.find(id.index);
        if (change == changes_.end())
            change = changes_.emplace(id.index, Change{id, world.jointDef(id)}).first;
        setField(field, value, change->second.def);
    }
    std::string apply(World& world) const
    {
        for (const auto& [slot, change] : changes_) {
            if (change.def == world.jointDef(change.id)) continue;
            if (std::string refusal = world.apply(op::SetJoint{change.id, change.def}).refusal;
                !refusal.empty())
                return fmt::format("joint {}{}: {}", slot,
                                   change.def.name.empty() ? "" : ' ' + quotedText(change.def.name), refusal);
        }
        return {};
    }

  private:
    struct Change {
        JointId id;
        JointDef def;
    };
    std::map<uint32_t, Change> changes_; // by slot
};

struct Noise {
    uint64_t seed = 0;
    double position = kDefaultNoise, angle = 0.0, velocity = 0.0;
};

// Each body draws five numbers, whichever are used, so that a seed means the same for all magnitudes.
std::string addNoise(World& world, const Noise& noise)
{
    if (noise.seed == 0) return {};
    Random random(noise.seed);
    std::vector<BodyId> bodies;
    world.forEachBody([&](BodyId id, const Body& body, const BodyMotion&) {
        if (body.type == BodyType::Dynamic) bodies.push_back(id);
    });
    for (const BodyId id : bodies) {
        std::array<float, 5> share{};
        for (float& each : share) each = random.between(-1.0f, 1.0f);
        const auto scaled = [&](size_t i, double by) { return share[i] * static_cast<float>(by); };
        OpResult result;
        if (noise.position != 0.0 || noise.angle != 0.0) {
            const WorldTransform at = world.motion(id).transform();
            const Vec2 shift{scaled(0, noise.position), scaled(1, noise.position)};
            result =
                world.apply(op::SetTransform{id, {at.p + shift, mul(at.q, makeRot(scaled(2, noise.angle)))}});
        }
        if (result.ok() && noise.velocity != 0.0) {
            const BodyMotion& motion = world.motion(id);
            const Vec2 change{scaled(3, noise.velocity), scaled(4, noise.velocity)};
            result = world.apply(op::SetVelocity{id, motion.v + change, motion.w});
        }
        if (!result.ok()) return "noise: " + result.refusal;
    }
    return {};
}

} // namespace

SweepSourceResult loadSweepFile(const fs::path& path)
{
    SweepSourceResult result;
    FileText file = readFile(path, kMaxSweepBytes);
    if (!file.error.empty()) return {{}, file.error};
    const SweepDefinitionResult read = readSweepDefinition(file.text);
    const std::string head = printablePath(path) + ": ";
    if (!read.error.empty()) return {{}, head + read.error};
    for (const SweepValue& value : sceneNames(read.definition)) {
        SweepSceneText scene{.name = std::get<std::string>(value)};
        const auto& known = result.source.scenes;
        if (std::any_of(known.begin(), known.end(),
                        [&](const auto& each) { return each.name == scene.name; }))
            continue;
        if (const std::string message = readSceneText(scene.name, path.parent_path(), scene.text);
            !message.empty())
            return {{}, head + "/inputs/scene: " + message};
        result.source.scenes.push_back(std::move(scene));
    }
    result.source.definition = std::move(file.text);
    return result;
}

std::string Sweep::load(SweepSource source, std::string_view fileName)
{
    *this = Sweep();
    source_ = std::move(source);
    const std::string head = printable(fileName, kMaxPathLength) + ": ";
    SweepDefinitionResult read = readSweepDefinition(source_.definition);
    if (!read.error.empty()) return head + read.error;
    definition_ = std::move(read.definition);
    inputsByName_.resize(definition_.inputs.size());
    std::iota(inputsByName_.begin(), inputsByName_.end(), size_t{0});
    std::sort(inputsByName_.begin(), inputsByName_.end(), [&](size_t a, size_t b) {
        return definition_.inputs[a].field.name < definition_.inputs[b].field.name;
    });
    const auto indexOf = [&](Kind kind) {
        return static_cast<size_t>(&definition_.input(kind) - definition_.inputs.data());
    };
    sceneInput_ = indexOf(Kind::Scene);
    stepsInput_ = indexOf(Kind::Steps);
    const Version version = World::version();
    version_ = fmt::format("{}.{}.{}-{:08x}", version.majorVersion, version.minorVersion,
                           version.patchVersion, engineFingerprint());
    if (const std::string message = loadScenes(); !message.empty()) return head + message;
    numberRuns();
    return {};
}

std::string Sweep::loadScenes()
{
    for (const SweepSceneText& each : source_.scenes) {
        SceneResult read = readScene(each.text, each.name);
        if (!read.ok()) return "/inputs/scene: " + read.error;
        Hasher hasher;
        addText(hasher, each.text);
        SceneOfSweep scene{each.name, std::move(read.scene), hasher.value(), {}};
        if (std::string message = findTargets(scene, each.text); !message.empty()) return message;
        if (std::string message = checkConditions(scene); !message.empty()) return message;
        scenes_.push_back(std::move(scene));
    }
    for (const SweepValue& value : sceneNames(definition_)) {
        const auto& name = std::get<std::string>(value);
        if (std::none_of(scenes_.begin(), scenes_.end(),
                         [&](const auto& scene) { return scene.name == name; }))
            return fmt::format("/inputs/scene: the scene {} is missing in the file", quotedText(name));
    }
    return {};
}

std::string Sweep::findTargets(SceneOfSweep& scene, std::string_view text) const
{
    scene.targets.resize(definition_.inputs.size());
    for (size_t i = 0; i < definition_.inputs.size(); ++i) {
        const SweepField& field = definition_.inputs[i].field;
        std::string message;
        if (field.kind == Kind::Body)
            message = findSweptBodies(scene.scene.world, field, scene.targets[i].bodies);
        if (field.kind == Kind::Joint)
            message = findSweptJoints(scene.scene.world, field, scene.targets[i].joints);
        if (field.kind == Kind::Material)
            message = findSweptShapes(scene.scene.world, text, field, scene.targets[i].shapes);
        if (!message.empty())
            return fmt::format("/inputs/{}: scene {}: {}", printable(field.name), quotedText(scene.name),
                               message);
    }
    return {};
}

std::string Sweep::checkConditions(const SceneOfSweep& scene) const
{
    for (const SweepCondition& each : definition_.conditions) {
        ConditionWatch watch(each.condition);
        if (const std::string message = watch.begin(scene.scene.world); !message.empty())
            return fmt::format("/{}{}: scene {}: {}", each.name == "until" ? "" : "conditions/", each.name,
                               quotedText(scene.name), message);
    }
    return {};
}

void Sweep::numberRuns()
{
    const size_t count = definition_.combinations();
    std::unordered_set<uint64_t> known;
    known.reserve(count);
    for (size_t i = 0; i < count; ++i) {
        const uint64_t key = keyOf(definition_.valuesOf(i));
        if (!known.insert(key).second) continue;
        combinations_.push_back(static_cast<uint32_t>(i));
        keys_.push_back(key);
    }
}

uint64_t Sweep::keyOf(const std::vector<SweepValue>& values) const
{
    Hasher hasher;
    addText(hasher, version_);
    hasher.add(sceneOf(values).textHash);
    for (const size_t i : inputsByName_) {
        addText(hasher, definition_.inputs[i].field.name);
        addValue(hasher, values[i]);
    }
    for (const SweepCondition& condition : definition_.conditions) {
        addText(hasher, condition.name);
        addText(hasher, conditionText(condition.condition));
    }
    for (const SweepMetricId id : definition_.metrics) hasher.add(static_cast<uint64_t>(id));
    return hasher.value();
}

const Sweep::SceneOfSweep& Sweep::sceneOf(const std::vector<SweepValue>& values) const
{
    const auto& name = std::get<std::string>(values[sceneInput_]);
    return *std::find_if(scenes_.begin(), scenes_.end(),
                         [&](const SceneOfSweep& scene) { return scene.name == name; });
}

int64_t Sweep::stepsOf(const std::vector<SweepValue>& inputs) const
{
    return std::get<int64_t>(inputs[stepsInput_]);
}

std::vector<SweepColumn> Sweep::columns() const
{
    std::vector<SweepColumn> columns;
    for (const SweepInput& input : definition_.inputs)
        columns.push_back({input.field.name, SweepColumn::Kind::Input, input.field.unit, input.field.help});
    columns.push_back({"lastStep", SweepColumn::Kind::Result, "", "Number of steps that the run made."});
    for (const SweepCondition& each : definition_.conditions) {
        const ConditionForm& form = formOf(each.condition.kind);
        const std::string text = conditionText(each.condition);
        columns.push_back(
            {each.name + ".step", SweepColumn::Kind::Result, "",
             fmt::format("Number of steps after which it was true for the first time: {}", text)});
        if (form.blank == ConditionBlank::Threshold)
            columns.push_back({each.name + ".value", SweepColumn::Kind::Result, std::string(form.unit),
                               fmt::format("Greatest value, for the condition: {}", text)});
    }
    for (const SweepMetricId id : definition_.metrics) {
        const SweepMetric& metric = sweepMetrics()[static_cast<size_t>(id)];
        columns.push_back({std::string(metric.name), SweepColumn::Kind::Result, std::string(metric.unit),
                           std::string(metric.help)});
    }
    return columns;
}

std::string Sweep::textOf(size_t run) const
{
    const std::vector<SweepValue> values = inputsOf(run);
    std::string text;
    for (size_t i = 0; i < values.size(); ++i) {
        const SweepInput& input = definition_.inputs[i];
        if (input.values.size() == 1) continue;
        text +=
            (text.empty() ? "" : " ") + printable(input.field.name) + '=' + printable(valueText(values[i]));
    }
    return text;
}

std::string Sweep::apply(const std::vector<SweepValue>& values, World& world) const
{
    const SceneOfSweep& scene = sceneOf(values);
    WorldSettings settings = world.settings();
    JointChanges joints;
    Noise noise;
    // By name, as in keyOf(): where inputs overlap, the order in the file must not matter.
    for (const size_t i : inputsByName_) {
        const SweepField& field = definition_.inputs[i].field;
        const double number = numberOf(values[i]);
        std::string message;
        switch (field.kind) {
        case Kind::Scene:
        case Kind::Steps:
            break;
        case Kind::Seed:
            noise.seed = static_cast<uint64_t>(number);
            break;
        case Kind::NoisePosition:
            noise.position = number;
            break;
        case Kind::NoiseAngle:
            noise.angle = number;
            break;
        case Kind::NoiseVelocity:
            noise.velocity = number;
            break;
        case Kind::Setting:
            message = setField(field, values[i], settings);
            break;
        case Kind::Body:
            for (const BodyId id : scene.targets[i].bodies)
                if (message.empty()) message = setBody(world, id, field, values[i]);
            break;
        case Kind::Material:
            for (const ShapeId id : scene.targets[i].shapes)
                if (message.empty()) message = setMaterial(world, id, field, values[i]);
            break;
        case Kind::Joint:
            for (const JointId id : scene.targets[i].joints) joints.set(world, id, field, values[i]);
            break;
        }
        if (!message.empty()) return field.name + ": " + message;
    }
    if (std::string message = joints.apply(world); !message.empty()) return message;
    if (std::string message = validate(settings); !message.empty()) return message;
    world.setSettings(settings);
    return addNoise(world, noise);
}

std::string Sweep::begin(size_t run, World& world) const
{
    const std::vector<SweepValue> values = inputsOf(run);
    world = sceneOf(values).scene.world;
    return apply(values, world);
}

Sweep::Start Sweep::startOf(size_t run) const
{
    const std::vector<SweepValue> values = inputsOf(run);
    Start start;
    start.scene = sceneOf(values).scene;
    start.scene.world.setInstructionSet(bestInstructionSet());
    start.error = apply(values, start.scene.world);
    start.steps = stepsOf(values);
    return start;
}

void Sweep::setInstructionSet(InstructionSet set)
{
    for (SceneOfSweep& scene : scenes_) scene.scene.world.setInstructionSet(set);
}

} // namespace satbox::app
