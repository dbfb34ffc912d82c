#pragma once

#include <span>

namespace satbox::app {

// A member of the document of --explain-json, for docs/explain.md. Members of an explanation have paths that
// begin with its topic; "[]" stands for each element of a list.
struct ExplainMember {
    const char* path;
    const char* unit; // empty: none
    const char* meaning;
};
std::span<const ExplainMember> explainMembers();

} // namespace satbox::app
