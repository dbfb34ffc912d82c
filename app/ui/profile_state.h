#pragma once

#include "engine/world/step_profile.h"

#include <array>
#include <cstdint>
#include <vector>

namespace satbox {
class World;
}

namespace satbox::app {

// The last steps' times, for the Profile panel.
struct ProfileState {
    static constexpr size_t kSteps = 240;      // that the plot shows
    static constexpr size_t kMedianSteps = 60; // that the bars stand for
    std::vector<StepProfile> steps;            // a ring when full
    size_t next = 0;
    uint64_t lastStep = 0;
};

// Takes down the profile of the world's last step, once; starts anew when time went back.
void appendProfileSample(ProfileState& profile, const World& world);

// Median over the last kMedianSteps, ms; 0 without any.
float medianMs(const ProfileState& profile, Stage stage);
float medianTotalMs(const ProfileState& profile);

// Total times from the oldest to the newest step, ms.
std::vector<float> totalsMs(const ProfileState& profile);

} // namespace satbox::app
