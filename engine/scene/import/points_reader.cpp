#include "engine/core/number_text.h"
#include "engine/core/parse_number.h"
#include "engine/core/quoted.h"
#include "engine/scene/import/readers.h"

#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace satbox {
namespace {

// m, above which an imported coordinate is refused: bodies reach no farther.
constexpr double kMaxImported = kMaxPosition;

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::string_view withoutBlanks(std::string_view text)
{
    while (!text.empty() && isBlank(text.front())) text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back())) text.remove_suffix(1);
    return text;
}

// Lines of points, one outline after the other.
class PointsReader {
  public:
    explicit PointsReader(ImportBuilder& builder)
        : builder_(builder),
          unitsPerMetre_(builder.options().unitsPerMetre > 0.0f ? double{builder.options().unitsPerMetre}
                                                                : 1.0)
    {}

    void read(std::string_view text)
    {
        for (size_t line = 1; !text.empty(); ++line) {
            const size_t end = text.find('\n');
            readLine(withoutBlanks(text.substr(0, end)), line);
            text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        }
        finishOutline();
        builder_.report().changed("open lines: an outline is closed if its last point is the first one, "
                                  "or with --import-closed",
                                  placeOf(firstOpen_), open_);
    }

  private:
    static std::string placeOf(size_t line) { return fmt::format("line {}", line); }

    void readLine(std::string_view text, size_t line)
    {
        if (text.empty() || text.front() == '#') return finishOutline();
        double x = 0.0, y = 0.0;
        const char* at = text.data();
        const char* const end = at + text.size();
        const bool ok =
            readNumber(at, end, x) && skipSeparator(at, end) && readNumber(at, end, y) && at == end;
        if (!ok)
            throw SceneError{
                fmt::format("{}: {}, expected a point such as \"0.5 -2\" or \"0.5, -2\", an empty "
                            "line between outlines, or a comment that begins with #",
                            placeOf(line), quotedText(text))};
        x /= unitsPerMetre_;
        y /= unitsPerMetre_;
        // (also false for a number that is not finite)
        if (!(std::abs(x) <= kMaxImported && std::abs(y) <= kMaxImported))
            throw SceneError{
                fmt::format("{}: a coordinate beyond {} m", placeOf(line), numberText(kMaxImported))};
        if (++points_ > kMaxImportPoints)
            throw SceneError{
                fmt::format("{}: more than {} points, the maximum", placeOf(line), kMaxImportPoints)};
        outline_.points.push_back({x, y});
        outline_.lines.push_back(line);
    }

    static bool readNumber(const char*& at, const char* end, double& value)
    {
        if (at != end && *at == '+') ++at;
        const auto [next, status] = parseNumber(at, end, value);
        if (status != std::errc{}) return false;
        at = next;
        return true;
    }

    // Blanks, with at most one comma or semicolon among them.
    static bool skipSeparator(const char*& at, const char* end)
    {
        const char* const start = at;
        while (at != end && isBlank(*at)) ++at;
        if (at != end && (*at == ',' || *at == ';')) ++at;
        while (at != end && isBlank(*at)) ++at;
        return at != start;
    }

    void finishOutline()
    {
        ImportOutline outline = std::move(outline_);
        outline_ = {};
        if (outline.points.empty()) return;
        const size_t line = outline.lines.front();
        bool closed = builder_.options().closeLines;
        if (outline.points.size() > 2 && outline.points.front() == outline.points.back()) {
            closed = true;
            outline.points.pop_back();
            outline.lines.pop_back();
        }
        ImportPart part{.geometry = ImportLine{}, .place = placeOf(line)};
        if (closed) {
            part.geometry = std::move(outline);
        } else {
            if (open_++ == 0) firstOpen_ = line;
            part.geometry = ImportLine{std::move(outline.points)};
        }
        builder_.addBodyWithParts({.type = builder_.options().bodyType.value_or(BodyType::Dynamic)},
                                  {std::move(part)});
    }

    ImportBuilder& builder_;
    double unitsPerMetre_;
    ImportOutline outline_; // that is being read
    size_t points_ = 0;
    size_t open_ = 0, firstOpen_ = 0;
};

} // namespace

void importPoints(std::string_view text, ImportBuilder& builder)
{
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    PointsReader(builder).read(text);
}

} // namespace satbox
