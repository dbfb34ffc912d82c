#include "app/lenses/compare/compare_state.h"

#include "engine/core/quoted.h"

#include <fmt/format.h>

#include <algorithm>

namespace satbox::app {

namespace {

constexpr std::array kDistances{1e-4f, 2e-4f, 5e-4f, 1e-3f, 2e-3f, 5e-3f, 1e-2f, 2e-2f,
                                5e-2f, 0.1f,  0.2f,  0.5f,  1.0f,  2.0f,  5.0f,  10.0f};
constexpr double kSmoothing = 0.05; // weight of the newest step time

constexpr std::array kQuantities{
    CompareQuantity{"energy", "Energy", "J", [](const CompareFigures& f) { return f.metrics.total; }, false,
                    "Kinetic plus potential energy. Friction and inelastic impacts can only lower it; a "
                    "solver that pushes too hard raises it."},
    CompareQuantity{
        "kinetic", "Kinetic energy", "J", [](const CompareFigures& f) { return f.metrics.kinetic; }, true,
        "Of all dynamic bodies, including rotation. Zero for a stack at rest; jitter keeps it above zero."},
    CompareQuantity{
        "potential", "Potential energy", "J", [](const CompareFigures& f) { return f.metrics.potential; },
        false, "In the world's gravity, relative to the origin. It falls when a stack sinks or topples."},
    CompareQuantity{"momentum_x", "Momentum x", "N s",
                    [](const CompareFigures& f) { return f.metrics.momentumX; }, false,
                    "Sum of mass times velocity over all dynamic bodies, positive to the right."},
    CompareQuantity{"momentum_y", "Momentum y", "N s",
                    [](const CompareFigures& f) { return f.metrics.momentumY; }, false,
                    "Sum of mass times velocity over all dynamic bodies, positive upwards."},
    CompareQuantity{"deepest_overlap", "Deepest overlap", "m",
                    [](const CompareFigures& f) { return f.metrics.maxPenetration; }, true,
                    "Penetration depth of the contact that overlaps most."},
    CompareQuantity{
        "greatest_speed", "Greatest speed", "m/s", [](const CompareFigures& f) { return f.metrics.maxSpeed; },
        true, "Speed of the fastest dynamic body. Zero for a stack at rest; jitter keeps it above zero."},
    CompareQuantity{"contacts", "Contacts", "",
                    [](const CompareFigures& f) { return static_cast<double>(f.metrics.contacts); }, true,
                    "Number of shape pairs with contact points."},
    CompareQuantity{"step_time", "Time per step", "s", [](const CompareFigures& f) { return f.stepSeconds; },
                    true, "Wall clock time of one step, smoothed over about 20 steps."}};

// Removes the text before the first separator from `text`, and returns it.
std::string_view takePart(std::string_view& text, char separator)
{
    const size_t end = std::min(text.find(separator), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return part;
}

} // namespace

std::span<const CompareQuantity> compareQuantities() { return kQuantities; }
std::span<const float> divergenceDistances() { return kDistances; }

void CompareHistory::add(const CompareSample& sample)
{
    if (!samples.empty() && (sample.step - samples.front().step) % sampleInterval != 0) return;
    if (samples.size() == kMaxSamples) {
        for (size_t i = 0; 2 * i < samples.size(); ++i) samples[i] = samples[2 * i];
        samples.resize(kMaxSamples / 2);
        sampleInterval *= 2;
        if ((sample.step - samples.front().step) % sampleInterval != 0) return;
    }
    samples.push_back(sample);
}

DivergenceLog CompareState::makeDivergenceLog()
{
    return DivergenceLog(std::vector<float>(kDistances.begin(), kDistances.end()));
}

std::string CompareState::setPlotQuantity(std::string_view text)
{
    const bool hasComma = text.find(',') != std::string_view::npos;
    const std::string_view key = takePart(text, ',');
    if (hasComma && text.empty())
        return "the scale after the comma is missing; write log, or remove the comma";
    if (!text.empty() && text != "log")
        return fmt::format("{} is not a scale; write log, or nothing for a linear scale", quotedText(text));
    const auto found = std::ranges::find(kQuantities, key, &CompareQuantity::key);
    if (found == kQuantities.end()) {
        std::string known;
        for (const CompareQuantity& row : kQuantities) known += fmt::format(" {}", row.key);
        return fmt::format("{} is not a quantity; the quantities are{}", quotedText(key), known);
    }
    if (!text.empty() && !found->isNeverNegative)
        return fmt::format("{} may be negative, so it has no logarithmic scale", key);
    quantityIndex = static_cast<size_t>(found - kQuantities.begin());
    logarithmic = !text.empty();
    return {};
}

std::string CompareState::begin(const Document& document, InstructionSet instructionSet)
{
    on = true;
    otherWorlds.assign(document.comparedSettings.size(), document.world);
    peers.clear();
    peers.resize(otherWorlds.size());
    for (World& world : otherWorlds) world.setInstructionSet(instructionSet);
    if (std::string sentence = applySettings(document); !sentence.empty()) {
        end();
        return sentence;
    }
    trailHistories.assign(otherWorlds.size(), {});
    mouseJoints.clear();
    stepSeconds.assign(count(), 0.0);
    divergences.clear();
    history = {};
    measureLatest(document.world);
    history.add(latest);
    return {};
}

void CompareState::end()
{
    on = false;
    otherWorlds.clear();
    peers.clear();
    trailHistories.clear();
    mouseJoints.clear();
    divergences.clear();
    history = {};
    pointedView = 0;
}

std::string CompareState::applySettings(const Document& document)
{
    for (size_t i = 0; i < otherWorlds.size(); ++i) {
        const SettingsOverrides& compared = document.comparedSettings[i];
        otherWorlds[i].setSettings(compared.appliedTo(document.world.settings()));
        ComparedPeer& now = peers[i];
        if (compared.peer == now.peer && compared.peer.has_value() == (now.solver != nullptr)) continue;
        now = {};
        now.peer = compared.peer;
        if (!compared.peer) continue;
        PeerSolver made = makePeerSolver(*compared.peer, otherWorlds[i]);
        if (!made.ok()) return made.error;
        now.solver = std::move(made.solver);
        now.notes = std::move(made.notes);
    }
    return {};
}

void CompareState::stepWorlds(const World& document, TaskExecutor* executor)
{
    const auto smooth = [&](size_t i, double seconds) {
        double& now = stepSeconds[i];
        now = now > 0.0 ? now + kSmoothing * (seconds - now) : seconds;
    };
    smooth(0, 1e-3 * static_cast<double>(document.profile().totalMs));
    std::vector<const World*> all{&document};
    for (size_t i = 0; i < otherWorlds.size(); ++i) {
        const StepsTaken taken =
            stepTowards(otherWorlds[i], document.time(), executor, peers[i].solver.get());
        if (taken.steps > 0) smooth(i + 1, 1e-3 * taken.ms / taken.steps);
        trailHistories[i].record(otherWorlds[i]);
        all.push_back(&otherWorlds[i]);
    }
    divergences.compare(all);
    const uint64_t start = history.samples.empty() ? 0 : history.samples.front().step;
    if ((document.stepCount() - start) % history.sampleInterval != 0) return; // measure() is not free
    measureLatest(document);
    history.add(latest);
}

void CompareState::updateLatest(const World& document, uint64_t revision)
{
    if (latest.step == document.stepCount() && measuredRevision == revision) return;
    measureLatest(document);
    measuredRevision = revision;
}

void CompareState::measureLatest(const World& document)
{
    latest.step = document.stepCount();
    latest.time = document.time();
    for (size_t i = 0; i < count(); ++i) latest.worlds[i] = {measure(world(document, i)), stepSeconds[i]};
}

Vec2 CompareState::toFirstView(Vec2 screen) const
{
    if (!isShown() || pointedView >= views.size()) return screen;
    const ScreenRect& own = views[pointedView];
    const ScreenRect& first = views.front();
    return {screen.x - own.x + first.x, screen.y - own.y + first.y};
}

void CompareState::updatePointedView(Vec2 screen)
{
    if (!isShown()) return;
    for (size_t i = 0; i < views.size(); ++i)
        if (views[i].contains(screen)) pointedView = i;
}

bool CompareState::isOverView(Vec2 screen) const
{
    return std::ranges::any_of(views, [&](const ScreenRect& view) { return view.contains(screen); });
}

} // namespace satbox::app
