#include "app/document/played_operations.h"

#include <satbox/op.h>

#include <utility>

namespace satbox::app {

namespace {

class OpCollector final : public OpSink {
  public:
    std::vector<TimedOp> ops;
    void onOp(uint64_t step, const Op& op, const OpResult&) override { ops.push_back({step, op}); }
};

} // namespace

PlayedOperations operationsOf(History::PlayedPart part, const std::function<bool()>& isWanted)
{
    Document document = part.start;
    OpCollector collector;
    document.world.setOpSink(&collector);
    for (const DocumentOp& op : part.ops) {
        perform(document, op);
        if (!isWanted()) break;
    }
    return {std::move(part.start), std::move(collector.ops)};
}

} // namespace satbox::app
