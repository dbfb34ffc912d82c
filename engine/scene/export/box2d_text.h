#pragma once

#include "engine/scene/import/conversion_report.h"

#include <string>
#include <string_view>

namespace satbox {

// The text of a program for Box2D. What Box2D lacks becomes a comment at its place and a line of the report.
class Box2dText {
  public:
    void add(std::string_view text) { text_ += text; }
    void changed(std::string_view what, std::string_view place)
    {
        comment(what);
        report_.changed(what, place);
    }
    void refused(std::string_view what, std::string_view place)
    {
        comment(std::string("not in Box2D: ").append(what));
        report_.refused(what, place);
    }
    const std::string& text() const { return text_; }
    const ConversionReport& report() const { return report_; }

  private:
    void comment(std::string_view what) { ((text_ += "    // ") += what) += '\n'; }

    std::string text_;
    ConversionReport report_;
};

} // namespace satbox
