#include "app/document/played_operations.h"

#include "app/document/step_seconds.h"
#include <satbox/op.h>

#include <utility>
#include <variant>

namespace satbox::app {

namespace {

class OpCollector final : public OpSink {
  public:
    explicit OpCollector(const World& world) : world_(world) {}
    std::vector<TimedOp> ops;
    bool hasUsualSteps = true;
    void onOp(uint64_t step, const Op& op, const OpResult&) override
    {
        ops.push_back({step, op});
        if (const op::Step* one = std::get_if<op::Step>(&op)) hasUsualSteps &= one->dt == stepSeconds(world_);
    }

  private:
    const World& world_;
};

} // namespace

void replayOps(Document& document, std::span<const DocumentOp> ops, OpSink& sink,
               const std::function<bool()>& isWanted)
{
    document.world.setOpSink(&sink);
    for (const DocumentOp& op : ops) {
        perform(document, op);
        if (!isWanted()) break;
    }
    document.world.setOpSink(nullptr);
}

PlayedOperations operationsOf(History::PlayedPart part, const std::function<bool()>& isWanted)
{
    Document document = part.start;
    OpCollector collector(document.world);
    replayOps(document, part.ops, collector, isWanted);
    return {std::move(part.start), std::move(collector.ops), collector.hasUsualSteps};
}

} // namespace satbox::app
