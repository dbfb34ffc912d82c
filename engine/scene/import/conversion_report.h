#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace satbox {

// What an import or an export changed and refused, by kind: equal sentences are counted, and the place of the
// first is kept.
class ConversionReport {
  public:
    // `place`: "line 7, column 3", a JSON pointer, or "body 3".
    void changed(std::string_view what, std::string_view place, size_t count = 1);
    void refused(std::string_view what, std::string_view place, size_t count = 1);

    // "changed: WHAT, PLACE", "refused: WHAT: 3, the first at PLACE", in the order of their first occurrence,
    // changes first.
    std::vector<std::string> lines() const;
    // The first refusal, "WHAT, PLACE"; empty if there is none.
    std::string firstRefusal() const;

  private:
    struct Entry {
        bool isRefusal = false;
        std::string what, place; // of the first
        size_t count = 0;
    };
    void add(bool isRefusal, std::string_view what, std::string_view place, size_t count);

    std::vector<Entry> entries_;
    size_t further_ = 0; // beyond kMaxKinds
};

} // namespace satbox
