#include "app/lenses/breakpoints/shrink_job.h"

#include "app/document/played_operations.h"

#include <exception>
#include <utility>
#include <variant>

namespace satbox::app {

namespace {

ShrinkSize sizeOfPart(const History::PlayedPart& part)
{
    ShrinkSize size = sizeOf(ShrinkCase{.start = part.start.world});
    for (const DocumentOp& op : part.ops) isStep(op) ? ++size.steps : ++size.ops;
    return size;
}

ShrinkCase caseOf(PlayedOperations played)
{
    ShrinkCase all{.start = std::move(played.start.world)};
    for (TimedOp& one : played.ops) {
        if (std::holds_alternative<op::Step>(one.op))
            ++all.steps;
        else
            all.ops.push_back(std::move(one));
    }
    return all;
}

} // namespace

ShrinkJob::ShrinkJob(History::PlayedPart played, Condition condition)
    : played_(std::move(played)), sizeBefore_(sizeOfPart(played_)),
      condition_(std::move(condition)), progress_{.size = sizeBefore_}, thread_([this] { search(); })
{}

ShrinkJob::~ShrinkJob()
{
    stops_ = true;
    thread_.join();
}

void ShrinkJob::search()
{
    try {
        PlayedOperations played = operationsOf(std::move(played_), [this] { return !stops_ && !ends_; });
        if (ends_)
            result_.error = "The search was ended before it began.";
        else if (!played.hasUsualSteps)
            result_.error =
                "These steps are not as long as the world's settings say: they cannot be repeated in "
                "another world.";
        else
            shrinkCase(caseOf(std::move(played)));
    } catch (const std::exception& error) { // no memory
        result_.error = error.what();
    }
    done_ = true;
}

void ShrinkJob::shrinkCase(const ShrinkCase& given)
{
    result_ = shrink(given, condition_,
                     {.progress =
                          [this](const ShrinkProgress& progress) {
                              const std::lock_guard lock(mutex_);
                              progress_ = progress;
                              return !ends_;
                          },
                      .stop = &stops_});
}

ShrinkProgress ShrinkJob::progress() const
{
    const std::lock_guard lock(mutex_);
    return progress_;
}

} // namespace satbox::app
