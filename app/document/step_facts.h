#pragma once

#include <satbox/world.h>

#include <cstdint>

namespace satbox::app {

// What happened in a step, in a few bytes: for the marks of the time bar, which has one for every step that
// was played.
struct StepFacts {
    float deepestOverlap = 0.0f; // m, of a contact point at the start of the step; 0 if none overlaps
    uint32_t awakeBodies = 0;    // after the step
    uint16_t begins = 0;         // contacts that began to touch
    uint16_t hits = 0;           // contacts faster than WorldSettings::hitThreshold
    uint16_t quarantines = 0;    // bodies that were frozen
    uint16_t breaks = 0;         // joints that broke
    bool fellAsleep = false;     // fewer bodies are awake than before the step
    friend bool operator==(const StepFacts&, const StepFacts&) = default;
};

// Measures steps in a row. Contacts of sleeping bodies are looked at again only when bodies fell asleep or
// woke, so that a step in which nearly everything sleeps stays cheap.
class StepFactsMeter {
  public:
    // Of the last step of `world`. `awakeBefore`: awake bodies before the step.
    StepFacts measure(const World& world, uint32_t awakeBefore);
    // Call if the next world is not what the measured one became by a step.
    void forget() { isKnown_ = false; }

  private:
    bool isKnown_ = false;
    uint64_t bodyRevision_ = 0, contactRevision_ = 0; // of the world when deepestAsleep_ was measured
    float deepestAsleep_ = 0.0f;                      // m
};

uint32_t awakeBodyCount(const World& world);

} // namespace satbox::app
