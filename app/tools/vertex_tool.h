#pragma once

#include "app/tools/edit_tool.h"
#include "app/tools/vertex_edit.h"

namespace satbox::app {

// Moves, inserts and removes the corners of the selected body's outlines, which are cut into convex pieces
// again. An outline that would be invalid is shown in red and not applied.
class VertexTool : public EditTool {
  public:
    const ToolText& text() const override;
    std::string hint() const override;
    void press(ToolContext& context, const ToolPointer& pointer) override;
    void move(ToolContext& context, const ToolPointer& pointer) override;
    void release(ToolContext& context, const ToolPointer& pointer) override;
    bool key(ToolContext& context, const KeyChord& chord) override;
    bool cancel(ToolContext& context) override;
    void interrupt(ToolContext& context) override;
    void update(ToolContext& context, const ToolPointer& pointer, double seconds) override;
    void reset(ToolContext& context) override;
    bool holdsTime() const override { return drag_.has_value(); }
    void draw(const ViewContext& context, DrawList& out) const override;

  private:
    struct Drag {
        BodyId body;
        std::vector<EditedOutline> outlines{};
        bool applied = false; // an undo entry has been made
    };

    void applyDrag(ToolContext& context);
    void removeAt(ToolContext& context, const ToolPointer& pointer);
    void drawDrag(const ViewContext& context, DrawList& out) const;

    // The outlines of the selected body, found again when the document has changed: joining them takes
    // O(n^2).
    void findOutlines(const ToolContext& context);

    std::vector<BodyOutline> outlines_;
    BodyId outlinesOf_;             // their body
    uint64_t outlinesRevision_ = 0; // History::revision()
    std::optional<Drag> drag_;
    std::string fault_;               // of the dragged outlines; a sentence
    std::optional<Position> hovered_; // corner
    bool overEdge_ = false;
    ToolPointer pointer_; // of the last frame
};

} // namespace satbox::app
