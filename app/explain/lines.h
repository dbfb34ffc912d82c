#pragma once

#include <string>
#include <string_view>

namespace satbox::app {

// Text of indented lines. Control characters in a line are escaped.
class Lines {
  public:
    void heading(std::string_view text);                     // after an empty line, if there are lines before
    void add(std::string_view text, int indent = 1);         // in units of two spaces
    void row(std::string_view name, std::string_view value); // aligned with the rows around it
    void append(const Lines& lines) { text_ += lines.text_; } // as they are
    const std::string& text() const { return text_; }

  private:
    std::string text_;
};

} // namespace satbox::app
