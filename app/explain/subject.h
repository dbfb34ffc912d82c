#pragma once

#include <satbox/world.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace satbox::app {

// What --explain is asked about: "contact:3,7", "body:7", "step", "island:2" or "energy".
struct ExplainSubject {
    enum class Kind : uint8_t { Contact, Body, Step, Island, Energy };
    Kind kind = Kind::Step;
    uint32_t first = 0;  // the body, the first body of a contact, or the number of an island, from 1
    uint32_t second = 0; // the second body of a contact
    friend bool operator==(const ExplainSubject&, const ExplainSubject&) = default;
};

// Returns an empty string, or an error message that says where in the text the mistake is.
std::string parseSubject(std::string_view text, ExplainSubject& subject);
std::string nameOf(ExplainSubject::Kind kind);          // "contact", "body", ...
std::string subjectText(const ExplainSubject& subject); // as parseSubject reads it

// Returns an empty string, or an error message: a body of the subject does not exist.
std::string checkSubject(const World& world, const ExplainSubject& subject);

} // namespace satbox::app
