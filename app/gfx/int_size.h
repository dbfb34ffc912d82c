#pragma once

namespace satbox::app {

struct IntSize {
    int width = 0;
    int height = 0;
    friend bool operator==(const IntSize&, const IntSize&) = default;
};

} // namespace satbox::app
