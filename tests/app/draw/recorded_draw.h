#pragma once

#include <satbox/draw/debug_draw.h>

#include <string>
#include <vector>

namespace satbox::test {

// A renderer that keeps what it receives, as shapes and marks.
class RecordedDraw : public DebugDraw {
  public:
    struct RecordedShape {
        DrawShape shape; // without points
        std::vector<Position> points;
    };
    struct RecordedText {
        std::string text;
        WorldBox box;
        Position point;
    };
    std::vector<RecordedShape> shapes;
    std::vector<DrawMark> marks;
    std::vector<RecordedText> texts;
    DrawFrame frame; // of the last item

    void drawLine(Position, Position, float, const DrawColor&) override {}
    void drawPolygon(std::span<const Position>, const DrawColor&) override {}
    void drawDisc(Position, float, const DrawColor&) override {}
    void drawText(const DrawLabel& label) override
    {
        texts.push_back({std::string(label.text), label.box, label.point});
    }
    void drawShape(const DrawShape& shape, const DrawFrame& now) override
    {
        shapes.push_back({shape, {shape.points.begin(), shape.points.end()}});
        shapes.back().shape.points = {};
        frame = now;
    }
    void drawMark(const DrawMark& mark, const DrawFrame& now) override
    {
        marks.push_back(mark);
        frame = now;
    }
};

// A renderer with nothing but the four functions, which keeps what it receives.
class PlainDraw : public DebugDraw {
  public:
    struct Line {
        Position a{};
        Position b{};
        float width = 0.0f;
        DrawColor color;
    };
    struct Disc {
        Position center{};
        float radius = 0.0f;
    };
    std::vector<Line> lines;
    std::vector<std::vector<Position>> polygons;
    std::vector<Disc> discs;
    std::vector<std::string> texts;

    void drawLine(Position a, Position b, float width, const DrawColor& color) override
    {
        lines.push_back({a, b, width, color});
    }
    void drawPolygon(std::span<const Position> points, const DrawColor&) override
    {
        polygons.emplace_back(points.begin(), points.end());
    }
    void drawDisc(Position center, float radius, const DrawColor&) override
    {
        discs.push_back({center, radius});
    }
    void drawText(const DrawLabel& label) override { texts.emplace_back(label.text); }
};

} // namespace satbox::test
