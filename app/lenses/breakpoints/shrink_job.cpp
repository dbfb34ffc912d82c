#include "app/lenses/breakpoints/shrink_job.h"

#include <utility>

namespace satbox::app {

namespace {

ShrinkCase caseOf(const History::PlayedOperations& played)
{
    ShrinkCase all{.start = played.start.world};
    for (const TimedOp& one : played.ops) {
        if (std::holds_alternative<op::Step>(one.op))
            ++all.steps;
        else
            all.ops.push_back(one);
    }
    return all;
}

} // namespace

ShrinkJob::ShrinkJob(const History::PlayedOperations& played, Condition condition)
    : given_(caseOf(played)), condition_(std::move(condition)), thread_([this] { search(); })
{}

ShrinkJob::~ShrinkJob()
{
    end();
    thread_.join();
}

void ShrinkJob::search()
{
    result_ = shrink(given_, condition_, {.progress = [this](const ShrinkProgress& progress) {
                         const std::lock_guard lock(mutex_);
                         progress_ = progress;
                         return !ends_;
                     }});
    done_ = true;
}

ShrinkProgress ShrinkJob::progress() const
{
    const std::lock_guard lock(mutex_);
    return progress_;
}

} // namespace satbox::app
