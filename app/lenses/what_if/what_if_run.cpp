#include "app/lenses/what_if/what_if_run.h"

#include "app/document/playback.h"
#include "app/document/wall_clock.h"
#include "engine/model/definition_fields.h"
#include <satbox/setting_paths.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <variant>

namespace satbox::app {

namespace {

VariedNumber rowOf(std::string key, std::string label, const SettingField& field, bool isInteger)
{
    return {.key = std::move(key),
            .label = std::move(label),
            .unit = field.unit,
            .minimum = static_cast<float>(field.minimum),
            .maximum = static_cast<float>(field.maximum),
            .usualMinimum = static_cast<float>(field.usualMinimum),
            .usualMaximum = static_cast<float>(field.usualMaximum),
            .isInteger = isInteger};
}

const MaterialField* findMaterial(std::string_view key)
{
    for (const MaterialField& field : materialNumbers())
        if (field.key == key) return &field;
    return nullptr;
}

float Material::*memberOf(const MaterialField& field) { return std::get<float Material::*>(field.member); }

// Calls fn(ShapeId) for the shapes whose material is varied.
template<class Fn>
void forEachVariedShape(const World& world, std::span<const BodyId> bodies, Fn&& fn)
{
    for (const BodyId body : bodies)
        if (world.isValid(body))
            for (const ShapeId shape : world.shapesOf(body)) fn(shape);
    if (bodies.empty()) world.forEachShape([&](ShapeId id, const BodyShape&) { fn(id); });
}

std::vector<BodyId> movableBodies(const World& world, size_t most)
{
    std::vector<BodyId> bodies;
    world.forEachBody([&](BodyId id, const Body& body, const BodyMotion&) {
        if (body.type == BodyType::Dynamic && bodies.size() < most) bodies.push_back(id);
    });
    return bodies;
}

} // namespace

std::vector<VariedNumber> variedNumbers()
{
    std::vector<VariedNumber> numbers;
    for (const SettingField& field : settingFields()) {
        const std::string key(field.key), label(field.label);
        if (std::holds_alternative<float WorldSettings::*>(field.member)) {
            numbers.push_back(rowOf(key, label, field, false));
        } else if (std::holds_alternative<int WorldSettings::*>(field.member)) {
            numbers.push_back(rowOf(key, label, field, true));
        } else if (std::holds_alternative<Vec2 WorldSettings::*>(field.member)) {
            numbers.push_back(rowOf(key + ".x", label + " x", field, false));
            numbers.push_back(rowOf(key + ".y", label + " y", field, false));
        }
    }
    for (const MaterialField& field : materialNumbers())
        numbers.push_back({.key = std::string(field.key),
                           .label = std::string(field.label),
                           .unit = field.unit,
                           .minimum = static_cast<float>(field.minimum),
                           .maximum = static_cast<float>(field.maximum),
                           .usualMinimum = static_cast<float>(field.usualMinimum),
                           .usualMaximum = static_cast<float>(field.usualMaximum),
                           .isMaterial = true});
    return numbers;
}

float valueIn(const World& world, const VariedNumber& number, std::span<const BodyId> bodies)
{
    if (number.isMaterial) {
        const std::vector<BodyId> movable = movableBodies(world, 1);
        std::optional<float> value;
        forEachVariedShape(
            world, bodies.empty() ? std::span<const BodyId>(movable) : bodies, [&](ShapeId shape) {
                if (!value) value = world.shapeDef(shape).material.*memberOf(*findMaterial(number.key));
            });
        return value.value_or(number.usualMinimum);
    }
    const SettingField& field = *findSettingByPath(number.key);
    const WorldSettings& settings = world.settings();
    if (const auto* member = std::get_if<float WorldSettings::*>(&field.member)) return settings.*(*member);
    if (const auto* member = std::get_if<int WorldSettings::*>(&field.member))
        return static_cast<float>(settings.*(*member));
    const Vec2 vector = settings.*std::get<Vec2 WorldSettings::*>(field.member);
    return number.key.ends_with(".x") ? vector.x : vector.y;
}

std::string setIn(World& world, const VariedNumber& number, float value, std::span<const BodyId> bodies)
{
    if (number.isMaterial) {
        std::string refusal;
        const auto member = memberOf(*findMaterial(number.key));
        forEachVariedShape(world, bodies, [&](ShapeId shape) {
            ShapeDef def = world.shapeDef(shape);
            def.material.*member = value;
            const OpResult result = world.apply(op::SetShape{shape, def});
            if (!result.ok() && refusal.empty()) refusal = result.refusal;
        });
        return refusal;
    }
    WorldSettings settings = world.settings();
    const std::string text =
        number.isInteger ? fmt::format("{}", std::lround(value)) : fmt::format("{}", value);
    if (std::string error = setSettingByPath(settings, number.key, text); !error.empty()) return error;
    return world.apply(op::SetSettings{settings}).refusal;
}

WhatIfRun::WhatIfRun(const World& start, VariedNumber number, float from, float to, int count, float seconds,
                     std::span<const BodyId> selected)
    : start_(start), number_(std::move(number)), selected_(selected.begin(), selected.end()),
      followed_(selected_.empty() ? movableBodies(start, kMaxFollowed) : selected_), seconds_(seconds)
{
    for (int i = 0; i < count; ++i) {
        const float share = static_cast<float>(i) / static_cast<float>(count - 1);
        float value = from + (to - from) * share;
        if (number_.isInteger) value = std::round(value);
        if (paths_.empty() || paths_.back().value != value) paths_.push_back({.value = value, .centers = {}});
    }
}

void WhatIfRun::begin(WhatIfPath& path)
{
    world_ = start_;
    facts_.forget();
    step_ = 0;
    refusal_ = setIn(*world_, number_, path.value, selected_);
    // The step rate may be what is varied.
    steps_ = std::max(1, static_cast<int>(std::lround(seconds_ * world_->settings().stepRate)));
    path.centers.resize(followed_.size());
    record(path);
}

void WhatIfRun::record(WhatIfPath& path) const
{
    for (size_t i = 0; i < followed_.size(); ++i)
        path.centers[i].push_back(world_->motion(followed_[i]).center);
}

void WhatIfRun::advance(double seconds, TaskExecutor* executor)
{
    const double begun = secondsNow();
    while (!isDone() && secondsNow() - begun < seconds) {
        WhatIfPath& path = paths_[finished_];
        if (!world_) begin(path);
        if (!refusal_.empty()) {
            paths_.resize(finished_);
            return;
        }
        world_->step(stepSeconds(*world_), nullptr, executor);
        record(path);
        path.deepestOverlap = std::max(path.deepestOverlap, facts_.measure(*world_, 0).deepestOverlap);
        if (++step_ < steps_) continue;
        world_.reset();
        ++finished_;
    }
}

float WhatIfRun::progress() const
{
    if (paths_.empty()) return 1.0f;
    const float within = world_ ? static_cast<float>(step_) / static_cast<float>(steps_) : 0.0f;
    return (static_cast<float>(finished_) + within) / static_cast<float>(paths_.size());
}

} // namespace satbox::app
