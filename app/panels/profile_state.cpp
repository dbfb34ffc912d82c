#include "app/panels/profile_state.h"

#include <satbox/world.h>

#include <algorithm>

namespace satbox::app {

namespace {

// The i-th newest profile; 0 is the newest.
const StepProfile& newest(const ProfileState& profile, size_t i)
{
    const size_t count = profile.steps.size();
    return profile.steps[(profile.next + 2 * count - 1 - i) % count];
}

template<class Getter>
float median(const ProfileState& profile, Getter&& get)
{
    const size_t count = std::min(profile.steps.size(), ProfileState::kMedianSteps);
    if (count == 0) return 0.0f;
    std::array<float, ProfileState::kMedianSteps> values{};
    for (size_t i = 0; i < count; ++i) values[i] = get(newest(profile, i));
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(count / 2);
    std::nth_element(values.begin(), middle, values.begin() + static_cast<std::ptrdiff_t>(count));
    return *middle;
}

} // namespace

void appendProfileSample(ProfileState& profile, const World& world)
{
    const uint64_t step = world.stepCount();
    if (step == profile.lastStep) return;
    if (step < profile.lastStep) {
        profile.steps.clear();
        profile.next = 0;
    }
    profile.lastStep = step;
    if (step == 0) return;
    if (profile.steps.size() < ProfileState::kSteps) {
        profile.steps.push_back(world.profile());
        profile.next = profile.steps.size() % ProfileState::kSteps;
    } else {
        profile.steps[profile.next] = world.profile();
        profile.next = (profile.next + 1) % ProfileState::kSteps;
    }
}

float medianMs(const ProfileState& profile, Stage stage)
{
    return median(profile, [stage](const StepProfile& p) { return p.of(stage); });
}

float medianTotalMs(const ProfileState& profile)
{
    return median(profile, [](const StepProfile& p) { return p.totalMs; });
}

std::vector<float> totalTimesMs(const ProfileState& profile)
{
    std::vector<float> totals(profile.steps.size());
    for (size_t i = 0; i < totals.size(); ++i) totals[totals.size() - 1 - i] = newest(profile, i).totalMs;
    return totals;
}

} // namespace satbox::app
