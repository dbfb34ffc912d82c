#pragma once

#include <satbox/op.h>

#include <string>

namespace satbox {

// Refuses an operation whose id is stale or null; `kind`: "body".
inline OpResult staleId(const char* kind)
{
    return {.refusal = std::string("there is no such ") + kind + ": the id is stale or null"};
}

} // namespace satbox
