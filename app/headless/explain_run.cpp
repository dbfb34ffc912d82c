#include "app/headless/explain_run.h"

#include "app/explain/explain.h"
#include "engine/core/quoted.h"
#include "engine/scene/file_io.h"

#include <fmt/format.h>

namespace satbox::app {
std::string ExplainRun::begin(const World& world) const
{
    for (const ExplainSubject& subject : options_.explained)
        if (const std::string wrong = checkSubject(world, subject); !wrong.empty())
            return fmt::format("--explain {}: {}", subjectText(subject), wrong);
    return options_.explainFile.empty() ? std::string() : checkWritable(options_.explainFile);
}

void ExplainRun::beforeStep(const World& world, int64_t step)
{
    if (!options_.explained.empty() && (options_.until || step + 1 == options_.steps)) before_ = world;
}

std::string ExplainRun::finish(const World& world) const
{
    if (options_.explained.empty()) return {};
    const ExplainReport report =
        explain({.world = world, .before = before_ ? &*before_ : nullptr, .scene = options_.scene},
                options_.explained);
    if (!report.error.empty()) return "--explain " + report.error;
    fmt::print("\n{}\n", report.text);
    return options_.explainFile.empty() ? std::string() : writeFile(options_.explainFile, report.json);
}

std::string readExplained(const std::vector<std::string>& texts, std::vector<ExplainSubject>& subjects)
{
    for (const std::string& text : texts) {
        ExplainSubject subject;
        if (const std::string wrong = parseSubject(text, subject); !wrong.empty())
            return fmt::format("--explain {}: {}", quotedText(text), wrong);
        subjects.push_back(subject);
    }
    return {};
}

} // namespace satbox::app
