#include "app/explain/explain.h"

#include "app/explain/json_values.h"
#include "app/explain/topics.h"

#include <fmt/format.h>

namespace satbox::app {

namespace {

constexpr int kVersion = 1; // of the document; docs/explain.md

Topic explainSubject(const ExplainedWorld& explained, const ExplainSubject& subject)
{
    switch (subject.kind) {
    case ExplainSubject::Kind::Contact:
        return explainContact(explained, subject.first, subject.second);
    case ExplainSubject::Kind::Body:
        return explainBody(explained, subject.first);
    case ExplainSubject::Kind::Step:
        return explainStep(explained);
    case ExplainSubject::Kind::Island:
        return explainIsland(explained, subject.first);
    case ExplainSubject::Kind::Energy:
        return explainEnergy(explained);
    }
    return {};
}

} // namespace

ExplainReport explain(const ExplainedWorld& explained, std::span<const ExplainSubject> subjects)
{
    const World& world = explained.world;
    Lines lines;
    Json document{{"format", "satbox-explanation"}, {"version", kVersion},
                  {"scene", explained.scene},       {"steps", world.stepCount()},
                  {"time", jsonOf(world.time())},   {"solver", toString(world.settings().solver)},
                  {"explanations", Json::array()}};
    for (const ExplainSubject& subject : subjects) {
        const std::string what = subjectText(subject);
        const Topic topic = explainSubject(explained, subject);
        if (!topic.error.empty()) return {.error = what + ": " + topic.error, .text = {}, .json = {}};
        lines.heading(fmt::format("{}, after step {}, t = {:.3f} s", what, world.stepCount(), world.time()));
        lines.append(topic.lines);
        document["explanations"].push_back({{"what", what}, {nameOf(subject.kind), topic.json}});
    }
    return {.error = {},
            .text = lines.text(),
            .json = document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n'};
}

} // namespace satbox::app
