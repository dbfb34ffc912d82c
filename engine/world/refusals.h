#pragma once

#include "engine/core/number_text.h"
#include <satbox/op.h>
#include <satbox/world.h>

#include <string>

namespace satbox {

inline constexpr const char* kNotFinite = "not a finite number";

// Refuses an operation whose id is stale or null; `kind`: "body".
inline OpResult staleId(const char* kind)
{
    return {.refusal = std::string("there is no such ") + kind + ": the id is stale or null"};
}

// Why a step of `dt` seconds is refused; empty if it is not.
inline std::string stepRefusal(float dt)
{
    if (dt >= kMinStep && dt <= kMaxStep) return {};
    return "dt must be " + numberText(kMinStep) + " to " + numberText(kMaxStep) + " s";
}

} // namespace satbox
