#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace satbox::app {

// An answer without a body: "409 Conflict", to a page of `origin`; empty if no page has asked.
std::string httpAnswer(std::string_view status, std::string_view origin);

// Takes the bytes of a connection out of HTTP requests: programs in JavaScript, in a browser or not, send
// their frames as the bodies of POST requests, to /live?session=NAME. Bytes that are no such request pass
// through unchanged.
//
// Browsers let every page send requests to this machine, so only pages that come from it are accepted: those
// whose Origin is localhost, 127.0.0.1 or [::1].
class HttpPostReader {
  public:
    struct Result {
        std::vector<std::byte> content{}; // of the bodies, or the bytes that passed through
        std::string answer{};             // to send back
        std::string error{};              // empty, or a sentence: close the connection after the answer
    };
    Result read(std::span<const std::byte> bytes);
    // The page that has sent the last request; empty if it was none.
    const std::string& origin() const { return origin_; }
    // The name in the requests: the frames of one program may come over several connections. Empty for bytes
    // that pass through.
    const std::string& session() const { return session_; }

  private:
    std::span<const std::byte> begin(std::span<const std::byte> bytes, Result& result);
    void readHead(const std::string& head, Result& result);
    void endBody(Result& result);

    enum class State { Unknown, PassingThrough, Head, Body };
    State state_ = State::Unknown;
    std::string head_; // of the request, as far as it has arrived
    std::string origin_;
    std::string session_;
    size_t bodyLeft_ = 0; // bytes
};

} // namespace satbox::app
