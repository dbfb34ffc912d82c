#include "app/explain/subject.h"

#include "engine/core/quoted.h"
#include "engine/core/suggest.h"
#include "engine/lab/body_label.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

namespace satbox::app {

namespace {

using Kind = ExplainSubject::Kind;

struct Form {
    Kind kind;
    std::string_view name;
    int numbers;              // that follow the name
    std::string_view example; // a whole subject
};
constexpr std::array kForms{Form{Kind::Contact, "contact", 2, "contact:3,7"},
                            Form{Kind::Body, "body", 1, "body:7"}, Form{Kind::Step, "step", 0, "step"},
                            Form{Kind::Island, "island", 1, "island:2"},
                            Form{Kind::Energy, "energy", 0, "energy"}};

const Form& formOf(Kind kind) { return kForms[static_cast<size_t>(kind)]; }

std::string wrongAt(size_t index, std::string_view what)
{
    return fmt::format("character {}: {}", index + 1, what);
}

std::string unknownName(std::string_view name)
{
    std::vector<std::string_view> names;
    for (const Form& form : kForms) names.push_back(form.name);
    return wrongAt(
        0, fmt::format("{} is nothing to explain; expected contact:A,B, body:N, step, island:N or energy{}",
                       quotedText(name), didYouMean(name, names)));
}

// Reads a number at `at` and moves `at` behind it. Returns false if there is none.
bool readNumber(std::string_view text, size_t& at, uint32_t& number)
{
    const char* const begin = text.data() + at;
    const auto [end, problem] = std::from_chars(begin, text.data() + text.size(), number);
    at += static_cast<size_t>(end - begin);
    return problem == std::errc();
}

} // namespace

std::string parseSubject(std::string_view text, ExplainSubject& subject)
{
    const std::string_view name = text.substr(0, text.find(':'));
    const auto* const form =
        std::find_if(kForms.begin(), kForms.end(), [&](const Form& f) { return f.name == name; });
    if (form == kForms.end()) return unknownName(name);
    ExplainSubject found{.kind = form->kind};
    size_t at = name.size();
    for (int i = 0; i < form->numbers; ++i) {
        const char before = i == 0 ? ':' : ',';
        if (at >= text.size() || text[at] != before)
            return wrongAt(at, fmt::format("expected {}, as in {}", quotedText(std::string_view(&before, 1)),
                                           form->example));
        ++at;
        if (!readNumber(text, at, i == 0 ? found.first : found.second))
            return wrongAt(at, fmt::format("expected a number, as in {}", form->example));
    }
    if (at < text.size())
        return wrongAt(
            at, fmt::format("{} is too much; expected {}", quotedText(text.substr(at)), form->example));
    if (form->kind == Kind::Contact && found.first == found.second)
        return wrongAt(at - 1, "both bodies are the same; a contact has two, as in contact:3,7");
    if (form->kind == Kind::Island && found.first == 0)
        return wrongAt(at - 1, "islands are numbered from 1, as in island:2");
    subject = found;
    return {};
}

std::string nameOf(Kind kind) { return std::string(formOf(kind).name); }

std::string subjectText(const ExplainSubject& subject)
{
    const Form& form = formOf(subject.kind);
    std::string text(form.name);
    if (form.numbers > 0) text += fmt::format(":{}", subject.first);
    if (form.numbers > 1) text += fmt::format(",{}", subject.second);
    return text;
}

std::string checkSubject(const World& world, const ExplainSubject& subject)
{
    if (subject.kind != Kind::Contact && subject.kind != Kind::Body) return {};
    for (const uint32_t slot :
         {subject.first, subject.kind == Kind::Contact ? subject.second : subject.first})
        if (!world.isValid(world.bodyAt(slot))) return noBodyWithNumber(world, slot);
    return {};
}

} // namespace satbox::app
