#include "app/editor/compare_state.h"

#include "engine/core/quoted.h"
#include "engine/world/settings_table.h"

#include <fmt/format.h>

#include <algorithm>

namespace satbox::app {

namespace {

constexpr std::array kDistances{1e-4f, 2e-4f, 5e-4f, 1e-3f, 2e-3f, 5e-3f, 1e-2f, 2e-2f,
                                5e-2f, 0.1f,  0.2f,  0.5f,  1.0f,  2.0f,  5.0f,  10.0f};
constexpr double kSmoothing = 0.05; // share of a step in its smoothed time

constexpr std::array kQuantities{
    CompareQuantity{"energy", "Energy", "J", [](const CompareFigures& f) { return f.metrics.total; }, false,
                    "Kinetic and potential energy together. Friction and impacts may only lower it; a solver "
                    "that pushes too hard raises it."},
    CompareQuantity{
        "kinetic", "Kinetic energy", "J", [](const CompareFigures& f) { return f.metrics.kinetic; }, true,
        "Of all dynamic bodies, spin included. Of a stack at rest it is zero; jitter keeps it up."},
    CompareQuantity{"potential", "Potential energy", "J",
                    [](const CompareFigures& f) { return f.metrics.potential; }, false,
                    "In the world's gravity, zero at the origin. It falls when a stack sinks or topples."},
    CompareQuantity{"momentum_x", "Momentum x", "N s",
                    [](const CompareFigures& f) { return f.metrics.momentumX; }, false,
                    "Mass times velocity of all dynamic bodies, to the right."},
    CompareQuantity{"momentum_y", "Momentum y", "N s",
                    [](const CompareFigures& f) { return f.metrics.momentumY; }, false,
                    "Mass times velocity of all dynamic bodies, upwards."},
    CompareQuantity{"deepest_overlap", "Deepest overlap", "m",
                    [](const CompareFigures& f) { return f.metrics.maxPenetration; }, true,
                    "How far the two shapes that overlap most reach into each other."},
    CompareQuantity{"greatest_speed", "Greatest speed", "m/s",
                    [](const CompareFigures& f) { return f.metrics.maxSpeed; }, true,
                    "Of the fastest dynamic body. Of a stack at rest it is zero; jitter keeps it up."},
    CompareQuantity{"contacts", "Contacts", "",
                    [](const CompareFigures& f) { return static_cast<double>(f.metrics.contacts); }, true,
                    "Pairs of shapes that have contact points."},
    CompareQuantity{"step_time", "Time per step", "s", [](const CompareFigures& f) { return f.stepSeconds; },
                    true, "Wall clock that one step takes, smoothed over about 20 steps."}};

void copySetting(const WorldSettings& from, std::string_view key, WorldSettings& to)
{
    if (const SettingField* field = findSetting(key))
        std::visit([&](auto member) { to.*member = from.*member; }, field->member);
}

std::string_view firstPart(std::string_view& text, char separator)
{
    const size_t end = std::min(text.find(separator), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return part;
}

// "baumgarte=0.1". Empty, or a sentence.
std::string addSetting(ComparedSettings& world, std::string_view text)
{
    const size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0)
        return fmt::format("{} is not of the form setting=value", quotedText(text));
    const std::string_view key = text.substr(0, equals);
    if (key == "solver")
        return fmt::format("{}: the solver of a world is named first, before its settings", quotedText(text));
    if (std::string sentence = setSetting(world.values, key, text.substr(equals + 1)); !sentence.empty())
        return sentence;
    world.adopt(world.values, findSetting(key)->key);
    return {};
}

} // namespace

std::span<const CompareQuantity> compareQuantities() { return kQuantities; }
std::span<const float> partingDistances() { return kDistances; }

WorldSettings ComparedSettings::over(const WorldSettings& base) const
{
    WorldSettings settings = base;
    for (const std::string_view key : own) copySetting(values, key, settings);
    return settings;
}

void ComparedSettings::adopt(const WorldSettings& settings, std::string_view key)
{
    copySetting(settings, key, values);
    if (!owns(key)) own.push_back(key);
}

bool ComparedSettings::owns(std::string_view key) const { return std::ranges::find(own, key) != own.end(); }

void CompareHistory::add(const CompareSample& sample)
{
    if (!samples.empty() && (sample.step - samples.front().step) % every != 0) return;
    if (samples.size() == kMaxSamples) {
        for (size_t i = 0; 2 * i < samples.size(); ++i) samples[i] = samples[2 * i];
        samples.resize(kMaxSamples / 2);
        every *= 2;
        if ((sample.step - samples.front().step) % every != 0) return;
    }
    samples.push_back(sample);
}

ComparedSettings CompareState::defaultOther()
{
    ComparedSettings other;
    other.values.solver = SolverType::SequentialImpulse;
    return other;
}

DivergenceLog CompareState::makeDivergenceLog()
{
    return DivergenceLog(std::vector<float>(kDistances.begin(), kDistances.end()));
}

std::string CompareState::plotQuantity(std::string_view text)
{
    const bool hasComma = text.find(',') != std::string_view::npos;
    const std::string_view key = firstPart(text, ',');
    if (hasComma && text.empty())
        return "after the comma there is no scale; write log, or leave the comma out";
    if (!text.empty() && text != "log")
        return fmt::format("{} is no scale; write log, or nothing for an even one", quotedText(text));
    const auto found = std::ranges::find(kQuantities, key, &CompareQuantity::key);
    if (found == kQuantities.end()) {
        std::string known;
        for (const CompareQuantity& row : kQuantities) known += fmt::format(" {}", row.key);
        return fmt::format("{} is none of the quantities, which are{}", quotedText(key), known);
    }
    if (!text.empty() && !found->isPositive)
        return fmt::format("{} may be negative, which has no logarithm", key);
    quantity = static_cast<size_t>(found - kQuantities.begin());
    logarithmic = !text.empty();
    return {};
}

void CompareState::begin(const World& document, InstructionSet instructionSet)
{
    on = true;
    worlds.assign(others.size(), document);
    for (World& world : worlds) world.setInstructionSet(instructionSet);
    applySettings(document);
    memories.assign(others.size(), {});
    held.clear();
    stepSeconds.assign(count(), 0.0);
    divergences.clear();
    history = {};
    latest = {};
    look(document);
    history.add(latest);
}

void CompareState::end()
{
    on = false;
    worlds.clear();
    memories.clear();
    held.clear();
    divergences.clear();
    history = {};
    pointed = 0;
}

void CompareState::applySettings(const World& document)
{
    for (size_t i = 0; i < worlds.size(); ++i) worlds[i].setSettings(others[i].over(document.settings()));
}

void CompareState::follow(const World& document, TaskExecutor* executor)
{
    const auto smooth = [&](size_t i, double seconds) {
        double& now = stepSeconds[i];
        now = now > 0.0 ? now + kSmoothing * (seconds - now) : seconds;
    };
    smooth(0, 1e-3 * static_cast<double>(document.profile().totalMs));
    std::vector<const World*> all{&document};
    for (size_t i = 0; i < worlds.size(); ++i) {
        const StepsTaken taken = stepTowards(worlds[i], document.time(), executor);
        if (taken.steps > 0) smooth(i + 1, 1e-3 * taken.ms / taken.steps);
        memories[i].record(worlds[i]);
        all.push_back(&worlds[i]);
    }
    divergences.compare(all);
    const uint64_t start = history.samples.empty() ? 0 : history.samples.front().step;
    if ((document.stepCount() - start) % history.every != 0) return; // measuring takes time
    look(document);
    history.add(latest);
}

void CompareState::look(const World& document)
{
    if (latest.step == document.stepCount() && !history.samples.empty()) return;
    latest.step = document.stepCount();
    latest.time = document.time();
    for (size_t i = 0; i < count(); ++i) latest.worlds[i] = {measure(world(document, i)), stepSeconds[i]};
}

Vec2 CompareState::toFirstView(Vec2 screen) const
{
    if (!isShown() || pointed >= views.size()) return screen;
    const ScreenRect& own = views[pointed];
    const ScreenRect& first = views.front();
    return {screen.x - own.x + first.x, screen.y - own.y + first.y};
}

void CompareState::point(Vec2 screen)
{
    if (!isShown()) return;
    for (size_t i = 0; i < views.size(); ++i)
        if (views[i].contains(screen)) pointed = i;
}

bool CompareState::isOverView(Vec2 screen) const
{
    return std::ranges::any_of(views, [&](const ScreenRect& view) { return view.contains(screen); });
}

std::string parseCompared(std::string_view text, std::vector<ComparedSettings>& worlds)
{
    std::vector<ComparedSettings> read;
    if (text.ends_with(','))
        return fmt::format("{} ends with a comma, after which nothing comes", quotedText(text));
    while (!text.empty()) {
        std::string_view part = firstPart(text, ',');
        const bool startsWorld = part.find('=') == std::string_view::npos || part.find(':') < part.find('=');
        if (startsWorld) {
            ComparedSettings world;
            const bool hasColon = part.find(':') != std::string_view::npos;
            const std::string_view solver = firstPart(part, ':');
            if (hasColon && part.empty())
                return fmt::format("{} has no settings after the colon",
                                   quotedText(std::string(solver) + ':'));
            if (std::string sentence = setSetting(world.values, "solver", solver); !sentence.empty())
                return sentence;
            read.push_back(world);
        }
        if (read.empty()) return fmt::format("{} stands before any solver", quotedText(part));
        if (part.empty()) continue;
        if (std::string sentence = addSetting(read.back(), part); !sentence.empty()) return sentence;
    }
    if (read.size() < 2 || read.size() > Comparison::kMaxWorlds)
        return fmt::format("2 to {} solvers can be compared, not {}", Comparison::kMaxWorlds, read.size());
    worlds = std::move(read);
    return {};
}

} // namespace satbox::app
