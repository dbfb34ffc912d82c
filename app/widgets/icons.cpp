#include "app/widgets/icons.h"

#include <cmath>
#include <imgui.h>
#include <initializer_list>

namespace satbox::app {

namespace {

// Draws in coordinates of a 24 by 24 grid, y down, which covers a square of the window.
class Pen {
  public:
    Pen(ImDrawList& out, Vec2 center, float size, ImU32 color)
        : out_(out), origin_(center - Vec2(0.5f, 0.5f) * size), unit_(size / 24.0f), color_(color),
          stroke_(std::fmax(size / 12.0f, 1.0f))
    {}

    void line(std::initializer_list<Vec2> points, bool closed = false) const
    {
        path(points);
        out_.PathStroke(color_, closed ? ImDrawFlags_Closed : ImDrawFlags_None, stroke_);
    }
    void fill(std::initializer_list<Vec2> points) const
    {
        path(points);
        out_.PathFillConvex(color_);
    }
    void circle(Vec2 c, float r) const { out_.AddCircle(at(c), r * unit_, color_, 0, stroke_); }
    void disc(Vec2 c, float r) const { out_.AddCircleFilled(at(c), r * unit_, color_); }
    // Angles in radians, clockwise from +x, since y points down.
    void arc(Vec2 c, float r, float from, float to) const
    {
        out_.PathClear();
        out_.PathArcTo(at(c), r * unit_, from, to);
        out_.PathStroke(color_, ImDrawFlags_None, stroke_);
    }
    void box(Vec2 a, Vec2 b, float rounding = 1.0f) const
    {
        out_.AddRect(at(a), at(b), color_, rounding * unit_, ImDrawFlags_None, stroke_);
    }
    void fillBox(Vec2 a, Vec2 b) const { out_.AddRectFilled(at(a), at(b), color_, 0.5f * unit_); }
    void curve(Vec2 a, Vec2 b, Vec2 c, Vec2 d) const
    {
        out_.AddBezierCubic(at(a), at(b), at(c), at(d), color_, stroke_);
    }

  private:
    ImVec2 at(Vec2 p) const { return {origin_.x + p.x * unit_, origin_.y + p.y * unit_}; }
    void path(std::initializer_list<Vec2> points) const
    {
        out_.PathClear();
        for (const Vec2 p : points) out_.PathLineTo(at(p));
    }

    ImDrawList& out_;
    Vec2 origin_;
    float unit_;
    ImU32 color_;
    float stroke_;
};

constexpr float kTurn = 2.0f * kPi;

void drawToolIcon(const Pen& pen, Icon icon)
{
    switch (icon) {
    case Icon::Grab: // an arrow pointer
        pen.line({{6, 3}, {6, 18}, {10, 14.5f}, {12.5f, 20}, {15, 19}, {12.5f, 13.5f}, {17.5f, 13.5f}}, true);
        break;
    case Icon::Box:
        pen.box({4.5f, 4.5f}, {19.5f, 19.5f});
        break;
    case Icon::Circle:
        pen.circle({12, 12}, 8.5f);
        break;
    case Icon::Capsule:
        pen.arc({8, 12}, 5, 0.25f * kTurn, 0.75f * kTurn);
        pen.arc({16, 12}, 5, -0.25f * kTurn, 0.25f * kTurn);
        pen.line({{8, 7}, {16, 7}});
        pen.line({{8, 17}, {16, 17}});
        break;
    case Icon::Triangle:
        pen.line({{12, 4}, {20.5f, 19}, {3.5f, 19}}, true);
        break;
    case Icon::Polygon: // a hexagon
        pen.line({{12, 3}, {19.8f, 7.5f}, {19.8f, 16.5f}, {12, 21}, {4.2f, 16.5f}, {4.2f, 7.5f}}, true);
        break;
    case Icon::Plank:
        pen.line({{2.5f, 13}, {20.8f, 7}, {21.5f, 11}, {3.2f, 17}}, true);
        break;
    case Icon::Wall: // ground with hatching under it
        pen.line({{3, 9}, {21, 9}});
        for (float x = 4.0f; x < 21.0f; x += 5.0f) pen.line({{x + 3.0f, 10}, {x, 16}});
        break;
    default:
        break;
    }
}

// The tools of tool_table.h.
void drawEditToolIcon(const Pen& pen, Icon icon)
{
    switch (icon) {
    case Icon::Outline: // points joined by lines, the last one still open
        pen.line({{19, 9}, {12, 4}, {4, 10}, {7, 19}, {17, 19}});
        for (const Vec2 point : {Vec2{19, 9}, Vec2{12, 4}, Vec2{4, 10}, Vec2{7, 19}, Vec2{17, 19}})
            pen.disc(point, 2);
        break;
    case Icon::Freehand:
        pen.curve({4, 17}, {5, 4}, {12, 3}, {12, 11});
        pen.curve({12, 11}, {12, 19}, {18, 20}, {20, 8});
        break;
    case Icon::Ground: // a profile
        pen.line({{2.5f, 17}, {8, 11}, {12, 14.5f}, {17, 7}, {21.5f, 10}});
        break;
    case Icon::Knife:
        pen.line({{4, 20}, {9, 15}});
        pen.line({{8, 14}, {18.5f, 3.5f}, {20.5f, 8.5f}, {11, 17}}, true);
        break;
    case Icon::Vertices: // a shape with handles
        pen.line({{6, 6}, {18, 8}, {16, 18}, {5, 17}}, true);
        for (const Vec2 point : {Vec2{6, 6}, Vec2{18, 8}, Vec2{16, 18}, Vec2{5, 17}})
            pen.fillBox(point - Vec2(2.2f, 2.2f), point + Vec2(2.2f, 2.2f));
        break;
    case Icon::DistanceJoint: // a rod
        pen.line({{7, 17}, {17, 7}});
        pen.circle({5, 19}, 2.8f);
        pen.circle({19, 5}, 2.8f);
        break;
    case Icon::RevoluteJoint: // two bars on a hinge
        pen.line({{10, 14}, {3, 20}});
        pen.line({{14.5f, 14}, {21, 20}});
        pen.circle({12, 12}, 3);
        pen.arc({12, 12}, 8, 0.58f * kTurn, 0.92f * kTurn);
        break;
    case Icon::PrismaticJoint: // a block on a rail
        pen.line({{2.5f, 16}, {21.5f, 16}});
        pen.box({8, 8}, {16, 16});
        pen.line({{5, 5}, {19, 5}});
        pen.line({{16.5f, 2.5f}, {19, 5}, {16.5f, 7.5f}});
        break;
    case Icon::WeldJoint: // two blocks, one seam
        pen.box({3, 7}, {12, 17});
        pen.box({12, 7}, {21, 17});
        pen.fillBox({10, 10}, {14, 14});
        break;
    case Icon::WheelJoint: // a wheel below a spring
        pen.circle({12, 17}, 4.8f);
        pen.line({{12, 12}, {8.5f, 9.8f}, {15.5f, 7.3f}, {8.5f, 4.8f}, {12, 2.5f}});
        break;
    case Icon::MotorJoint: // a block drawn to its place
        pen.box({3, 12}, {11, 20});
        pen.line({{12, 11}, {19.5f, 3.5f}});
        pen.line({{13.5f, 3.5f}, {20, 3.5f}, {20, 10}});
        break;
    case Icon::PulleyJoint:
        pen.arc({12, 7}, 4.8f, 0.5f * kTurn, kTurn);
        pen.line({{7.2f, 7}, {7.2f, 13}});
        pen.line({{16.8f, 7}, {16.8f, 16.5f}});
        pen.box({4.5f, 13}, {10, 18});
        pen.box({14, 16.5f}, {19.5f, 21.5f});
        break;
    case Icon::FilterJoint: // two discs that overlap
        pen.circle({8.7f, 12}, 5.7f);
        pen.circle({15.3f, 12}, 5.7f);
        break;
    case Icon::GearJoint: { // a wheel with teeth
        pen.circle({12, 12}, 5.5f);
        pen.disc({12, 12}, 1.6f);
        constexpr int kTeeth = 8;
        for (int i = 0; i < kTeeth; ++i) {
            const Rot q = makeRot(kTurn * static_cast<float>(i) / kTeeth);
            pen.line({Vec2(12, 12) + rotate(q, {5.5f, 0.0f}), Vec2(12, 12) + rotate(q, {9.0f, 0.0f})});
        }
        break;
    }
    case Icon::Explosion:
        for (int i = 0; i < 8; ++i) {
            const Rot turn = makeRot(kTurn * static_cast<float>(i) / 8.0f);
            pen.line({Vec2(12, 12) + rotate(turn, {4.0f, 0.0f}), Vec2(12, 12) + rotate(turn, {9.0f, 0.0f})});
        }
        break;
    case Icon::Magnet: // a horseshoe
        pen.arc({12, 11}, 7, 0.5f * kTurn, kTurn);
        pen.line({{5, 11}, {5, 20}});
        pen.line({{19, 11}, {19, 20}});
        pen.line({{3, 16.5f}, {7, 16.5f}});
        pen.line({{17, 16.5f}, {21, 16.5f}});
        break;
    case Icon::Pin:
        pen.line({{8, 3.5f}, {16, 3.5f}});
        pen.line({{9.5f, 4}, {9, 11}, {6, 14.5f}, {18, 14.5f}, {15, 11}, {14.5f, 4}});
        pen.line({{12, 14.5f}, {12, 21.5f}});
        break;
    case Icon::Eraser:
        pen.line({{4, 15}, {13, 5}, {20, 11}, {12, 20}, {8, 20}}, true);
        pen.line({{8.5f, 10}, {16, 16}});
        break;
    case Icon::Stream: // discs that fall from a point
        pen.disc({12, 4}, 2.2f);
        pen.circle({7, 11}, 2.5f);
        pen.circle({16.5f, 12.5f}, 2.5f);
        pen.circle({11, 19}, 2.5f);
        break;
    default:
        break;
    }
}

void drawPlaybackIcon(const Pen& pen, Icon icon)
{
    switch (icon) {
    case Icon::Play:
        pen.fill({{7, 4}, {20, 12}, {7, 20}});
        break;
    case Icon::Pause:
        pen.fillBox({6, 4}, {10, 20});
        pen.fillBox({14, 4}, {18, 20});
        break;
    case Icon::Step:
        pen.fill({{5, 5}, {15.5f, 12}, {5, 19}});
        pen.fillBox({17, 5}, {19.5f, 19});
        break;
    case Icon::PlayBack:
        pen.fill({{18, 5}, {18, 19}, {6, 12}});
        break;
    case Icon::StepBack:
        pen.fill({{19, 5}, {19, 19}, {8.5f, 12}});
        pen.fillBox({4.5f, 5}, {7, 19});
        break;
    case Icon::Substep: // dots before an arrow head
        pen.disc({5, 12}, 2);
        pen.disc({11, 12}, 2);
        pen.fill({{15, 7}, {22, 12}, {15, 17}});
        break;
    case Icon::Restart: // a circular arrow
        pen.arc({12, 12.5f}, 8, -0.2f * kTurn, 0.56f * kTurn);
        pen.fill({{14.5f, 0.8f}, {14.5f, 9.2f}, {8.5f, 5}});
        break;
    case Icon::Previous:
        pen.line({{15, 4}, {7.5f, 12}, {15, 20}});
        break;
    case Icon::Next:
        pen.line({{9, 4}, {16.5f, 12}, {9, 20}});
        break;
    default:
        break;
    }
}

void drawActionIcon(const Pen& pen, Icon icon)
{
    switch (icon) {
    case Icon::Fit: // four corners around a box
        pen.line({{3.5f, 8}, {3.5f, 3.5f}, {8, 3.5f}});
        pen.line({{16, 3.5f}, {20.5f, 3.5f}, {20.5f, 8}});
        pen.line({{20.5f, 16}, {20.5f, 20.5f}, {16, 20.5f}});
        pen.line({{8, 20.5f}, {3.5f, 20.5f}, {3.5f, 16}});
        pen.box({8.5f, 8.5f}, {15.5f, 15.5f});
        break;
    case Icon::Screenshot:
        pen.box({2.5f, 7}, {21.5f, 20}, 2.0f);
        pen.line({{8, 7}, {9.5f, 4}, {14.5f, 4}, {16, 7}});
        pen.circle({12, 13.5f}, 3.5f);
        break;
    case Icon::Trash:
        pen.line({{4, 6.5f}, {20, 6.5f}});
        pen.line({{9, 6}, {9, 3.5f}, {15, 3.5f}, {15, 6}});
        pen.line({{6, 7}, {7, 20.5f}, {17, 20.5f}, {18, 7}});
        pen.line({{10, 10.5f}, {10.3f, 17}});
        pen.line({{14, 10.5f}, {13.7f, 17}});
        break;
    case Icon::Duplicate:
        pen.box({8, 8}, {20.5f, 20.5f});
        pen.line({{16, 4}, {16, 3.5f}, {3.5f, 3.5f}, {3.5f, 16}, {4, 16}});
        break;
    case Icon::Open:
        pen.line({{3, 19.5f}, {3, 5}, {9, 5}, {11, 7.5f}, {20, 7.5f}, {20, 11}});
        pen.line({{3, 19.5f}, {6.5f, 11}, {22, 11}, {18.5f, 19.5f}}, true);
        break;
    case Icon::Save: // an arrow into a tray
        pen.line({{12, 3}, {12, 14.5f}});
        pen.line({{7, 10}, {12, 15}, {17, 10}});
        pen.line({{4, 15}, {4, 20.5f}, {20, 20.5f}, {20, 15}});
        break;
    case Icon::Undo:
        pen.line({{8, 4.5f}, {3.5f, 9}, {8, 13.5f}});
        pen.curve({3.5f, 9}, {14, 9}, {20, 9}, {20, 14.5f});
        pen.curve({20, 14.5f}, {20, 19.5f}, {15, 19.5f}, {10, 19.5f});
        break;
    case Icon::Redo:
        pen.line({{16, 4.5f}, {20.5f, 9}, {16, 13.5f}});
        pen.curve({20.5f, 9}, {10, 9}, {4, 9}, {4, 14.5f});
        pen.curve({4, 14.5f}, {4, 19.5f}, {9, 19.5f}, {14, 19.5f});
        break;
    default:
        break;
    }
}

void drawEye(const Pen& pen)
{
    pen.curve({2, 12}, {6, 4.5f}, {18, 4.5f}, {22, 12});
    pen.curve({2, 12}, {6, 19.5f}, {18, 19.5f}, {22, 12});
    pen.circle({12, 12}, 3.2f);
}

void drawSymbolIcon(const Pen& pen, Icon icon)
{
    switch (icon) {
    case Icon::Eye:
        drawEye(pen);
        break;
    case Icon::EyeOff:
        drawEye(pen);
        pen.line({{4, 20}, {20, 4}});
        break;
    case Icon::Gravity: // a disc that falls on the ground
        pen.circle({12, 5.5f}, 3);
        pen.line({{12, 10.5f}, {12, 17}});
        pen.line({{8.5f, 13.5f}, {12, 17}, {15.5f, 13.5f}});
        pen.line({{4, 20.5f}, {20, 20.5f}});
        break;
    case Icon::Reset: // a circular arrow, back
        pen.arc({12, 12.5f}, 7.5f, 0.56f * kTurn, 1.3f * kTurn);
        pen.line({{3.5f, 4}, {4.5f, 10}, {10.5f, 9}});
        break;
    case Icon::Search:
        pen.circle({10, 10}, 6.5f);
        pen.line({{15, 15}, {21, 21}});
        break;
    case Icon::Close:
        pen.line({{5, 5}, {19, 19}});
        pen.line({{19, 5}, {5, 19}});
        break;
    case Icon::Check:
        pen.line({{4, 13}, {9.5f, 18.5f}, {20, 6}});
        break;
    case Icon::Warning:
        pen.line({{12, 3.5f}, {22, 20.5f}, {2, 20.5f}}, true);
        pen.line({{12, 9.5f}, {12, 14.5f}});
        pen.disc({12, 17.5f}, 1.2f);
        break;
    case Icon::Help:
        pen.arc({12, 8}, 4.5f, 0.5f * kTurn, 1.15f * kTurn);
        pen.line({{14.7f, 11.5f}, {12, 13.5f}, {12, 16}});
        pen.disc({12, 19.5f}, 1.3f);
        break;
    case Icon::Settings: // three sliders
        for (int i = 0; i < 3; ++i) {
            const float y = 5.5f + 6.5f * static_cast<float>(i);
            const float knob = i == 1 ? 15.5f : 8.5f;
            pen.line({{3, y}, {knob - 2.5f, y}});
            pen.line({{knob + 2.5f, y}, {21, y}});
            pen.circle({knob, y}, 2.3f);
        }
        break;
    case Icon::Panel:
        pen.box({3, 4.5f}, {21, 19.5f}, 2.0f);
        pen.line({{14.5f, 4.5f}, {14.5f, 19.5f}});
        break;
    default:
        break;
    }
}

} // namespace

void drawIcon(ImDrawList& out, Icon icon, Vec2 center, float size, const Color& color)
{
    const Pen pen(out, center, size, color.packed());
    if (icon <= Icon::Wall)
        drawToolIcon(pen, icon);
    else if (icon <= Icon::Stream)
        drawEditToolIcon(pen, icon);
    else if (icon <= Icon::Next)
        drawPlaybackIcon(pen, icon);
    else if (icon <= Icon::Redo)
        drawActionIcon(pen, icon);
    else
        drawSymbolIcon(pen, icon);
}

} // namespace satbox::app
