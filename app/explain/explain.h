#pragma once

#include "app/explain/subject.h"

#include <span>
#include <string>

namespace satbox::app {

// A world to explain, and the world from before its last step, from which that step is made again. None: the
// last step is not known.
struct ExplainedWorld {
    const World& world;
    const World* before = nullptr;
    std::string scene{}; // its name or path
};

struct ExplainReport {
    std::string error; // a sentence; then the rest is empty
    std::string text;  // for people; control characters of names are escaped
    std::string json;  // the same as a document (docs/explain.md)
};

// Explains the subjects in order. Precondition: checkSubject() accepts each.
ExplainReport explain(const ExplainedWorld& explained, std::span<const ExplainSubject> subjects);

} // namespace satbox::app
