#pragma once

#include <satbox/observe.h>

#include <array>
#include <cstdint>
#include <vector>

namespace satbox {
class World;
}

namespace satbox::app {

// Profiles of the last steps, for the Profile card.
struct ProfileState {
    static constexpr size_t kSteps = 240;      // shown by the plot
    static constexpr size_t kMedianSteps = 60; // over which medians are taken
    std::vector<StepProfile> steps;            // a ring buffer once full
    size_t next = 0; // where the next profile is stored once the buffer is full: the oldest one
    uint64_t lastStep = 0;
};

// Appends the profile of the world's last step unless it is recorded already. Clears the history if the step
// count has decreased.
void appendProfileSample(ProfileState& profile, const World& world);

// Median over the last kMedianSteps, ms; 0 without samples.
float medianMs(const ProfileState& profile, Stage stage);
float medianTotalMs(const ProfileState& profile);

// Total time of each recorded step, ms, from the oldest to the newest.
std::vector<float> totalTimesMs(const ProfileState& profile);

} // namespace satbox::app
