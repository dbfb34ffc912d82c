#include "app/lenses/joint/joint_lens.h"
#include "app/text/number_option.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <stdexcept>

namespace satbox::app {

namespace {

// The number of a joint, as its index in the scene file.
std::optional<size_t> parseJoint(const std::string& text)
{
    size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return number;
}

} // namespace

void JointLens::addOptions(CLI::App& cli)
{
    cli.add_option("--joint", options.joint,
                   "Open the Joint panel for a joint: hardest for the largest force, or its number, counted "
                   "from 0 as in the scene file")
        ->type_name("N|hardest")
        ->check([](const std::string& text) {
            return text == "hardest" || parseJoint(text)
                       ? std::string()
                       : fmt::format("expected hardest or the number of a joint, such as 0, not \"{}\"",
                                     text);
        });
    cli.add_option("--joint-stage", options.stage,
                   "With --joint: stage of the step to show, counted from 1; default: the last push")
        ->type_name("N")
        ->check(wholeNumberBetween(1, 1000));
}

std::string JointLens::checkOptions() const
{
    return options.joint.empty() && options.stage != 0 ? "--joint-stage needs --joint" : "";
}

// A picture shows the last step, so the world from before it is needed.
void JointLens::begin(LensContext& context) { context.playback.keepPreviousWorld |= !options.joint.empty(); }

void JointLens::applyOptions(LensContext& context, bool renders)
{
    if (options.joint.empty()) return;
    const std::vector<JointId> joints = context.world().joints();
    if (const std::optional<size_t> number = parseJoint(options.joint)) {
        if (*number >= joints.size())
            throw std::runtime_error(fmt::format("--joint {}: this world has {} joints, counted from 0",
                                                 options.joint, joints.size()));
        open(context, joints[*number]);
    } else if (renders) {
        if (hardestJoint(context.world()).isNull())
            throw std::runtime_error(
                "--joint hardest: no joint had a force in the last step; take more --steps");
        openHardest(context);
    }
    context.panels.show(kName);
    if (options.stage > 0) state.stage.index = static_cast<size_t>(options.stage - 1);
    if (!renders) return;
    update(context, 0.0);
    const size_t count = analysis ? analysis->stages.size() : 0;
    if (static_cast<size_t>(options.stage) > count)
        throw std::runtime_error(
            fmt::format("--joint-stage {}: this step has {} stages for the joint", options.stage, count));
}

} // namespace satbox::app
