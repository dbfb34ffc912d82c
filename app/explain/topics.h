#pragma once

#include "app/explain/explain.h"
#include "app/explain/lines.h"

#include <nlohmann/json.hpp>

namespace satbox::app {

using Json = nlohmann::ordered_json;

// One explanation: `lines` for people, `json` with the members of docs/explain.md. A topic that cannot be
// explained has an error message only.
struct Topic {
    std::string error{};
    Lines lines{};
    Json json = Json::object();
};

// Bodies are given by their slots.
Topic explainContact(const ExplainedWorld& explained, uint32_t bodyA, uint32_t bodyB);
Topic explainBody(const ExplainedWorld& explained, uint32_t body);
Topic explainStep(const ExplainedWorld& explained);
Topic explainIsland(const ExplainedWorld& explained, uint32_t number); // in reportIslands(), from 1
Topic explainEnergy(const ExplainedWorld& explained);

// The error message of a topic that needs the last step.
inline constexpr const char* kNoLastStep =
    "the world was not stepped, so there is no last step to explain; use --steps 1 or more";

} // namespace satbox::app
