#include "app/live/http_posts.h"

#include "app/text/format.h"
#include "engine/core/quoted.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

namespace satbox::app {

namespace {

constexpr size_t kMaxHeadBytes = 16u << 10;
constexpr size_t kMaxBodyBytes = 1u << 30;
constexpr size_t kMaxSessionBytes = 40;
constexpr std::string_view kStart = "POST /live?session=", kEndOfHead = "\r\n\r\n";
constexpr std::string_view kPost = kStart.substr(0, 5);

bool isPageOfThisMachine(std::string_view origin)
{
    for (const std::string_view scheme : {"http://", "https://"}) {
        if (!origin.starts_with(scheme)) continue;
        std::string_view host = origin.substr(scheme.size());
        for (const std::string_view own : {"localhost", "127.0.0.1", "[::1]"})
            if (host.starts_with(own) && (host.size() == own.size() || host[own.size()] == ':')) return true;
    }
    return false;
}

bool isSessionName(std::string_view name)
{
    return !name.empty() && name.size() <= kMaxSessionBytes && std::ranges::all_of(name, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
    });
}

// The value of a header line of the request; empty if there is none. `name`: in lower case.
std::string_view headerOf(std::string_view head, std::string_view name)
{
    for (size_t at = head.find("\r\n"); at != std::string_view::npos; at = head.find("\r\n", at + 2)) {
        const std::string_view line = head.substr(at + 2, head.find("\r\n", at + 2) - at - 2);
        const size_t colon = line.find(':');
        if (colon == std::string_view::npos || lowered(line.substr(0, colon)) != name) continue;
        std::string_view value = line.substr(colon + 1);
        while (!value.empty() && value.front() == ' ') value.remove_prefix(1);
        while (!value.empty() && value.back() == ' ') value.remove_suffix(1);
        return value;
    }
    return {};
}

} // namespace

std::string httpAnswer(std::string_view status, std::string_view origin)
{
    return fmt::format("HTTP/1.1 {}\r\nAccess-Control-Allow-Origin: {}\r\nContent-Length: 0\r\n\r\n", status,
                       origin.empty() ? "null" : origin);
}

HttpPostReader::Result HttpPostReader::read(std::span<const std::byte> bytes)
{
    Result result;
    while (!bytes.empty() && result.error.empty()) {
        if (state_ == State::Unknown || state_ == State::Head) {
            bytes = begin(bytes, result);
            continue;
        }
        const size_t count = state_ == State::Body ? std::min(bodyLeft_, bytes.size()) : bytes.size();
        result.content.insert(result.content.end(), bytes.begin(),
                              bytes.begin() + static_cast<std::ptrdiff_t>(count));
        bytes = bytes.subspan(count);
        if (state_ != State::Body) continue;
        bodyLeft_ -= count;
        endBody(result);
    }
    return result;
}

// Answers the request once all of its body has arrived.
void HttpPostReader::endBody(Result& result)
{
    if (bodyLeft_ > 0) return;
    result.answer += httpAnswer("204 No Content", origin_);
    state_ = State::Head;
}

// Reads up to the end of the head, and returns the bytes after it.
std::span<const std::byte> HttpPostReader::begin(std::span<const std::byte> bytes, Result& result)
{
    const size_t before = head_.size();
    head_.append(reinterpret_cast<const char*>(bytes.data()), std::min(bytes.size(), kMaxHeadBytes));
    if (state_ == State::Unknown) {
        const std::string_view start = std::string_view(head_).substr(0, kPost.size());
        if (!kPost.starts_with(start)) {
            state_ = State::PassingThrough;
            // What earlier calls have kept.
            const auto* kept = reinterpret_cast<const std::byte*>(head_.data());
            result.content.insert(result.content.end(), kept, kept + before);
            head_.clear();
            return bytes;
        }
        if (start.size() < kPost.size()) return {};
        state_ = State::Head;
    }
    const size_t end = head_.find(kEndOfHead);
    if (end == std::string::npos) {
        if (head_.size() > kMaxHeadBytes)
            result.error = fmt::format("a request whose head is longer than {} bytes", kMaxHeadBytes);
        return {};
    }
    const std::string head = head_.substr(0, end);
    head_.clear();
    readHead(head, result);
    return bytes.subspan(end + kEndOfHead.size() - before);
}

void HttpPostReader::readHead(const std::string& head, Result& result)
{
    const auto refuse = [&](std::string_view status, std::string sentence) {
        result.answer += httpAnswer(status, {});
        result.error = std::move(sentence);
    };
    const std::string_view line = std::string_view(head).substr(0, head.find("\r\n"));
    // "POST /live?session=NAME HTTP/1.1".
    std::string_view name = line.substr(0, line.rfind(' '));
    const bool isPost = name.starts_with(kStart);
    if (isPost) name.remove_prefix(kStart.size());
    if (!isPost || !isSessionName(name))
        return refuse("404 Not Found",
                      fmt::format("a request for {}, expected {}NAME", quotedText(line), kStart));
    const std::string_view origin = headerOf(head, "origin");
    if (!origin.empty() && !isPageOfThisMachine(origin))
        return refuse(
            "403 Forbidden",
            fmt::format("a page of {}; only pages of this machine, such as http://localhost:8000, may send",
                        quotedText(origin)));
    if (!session_.empty() && session_ != name)
        return refuse("400 Bad Request", "requests of two sessions on one connection");
    const std::string_view length = headerOf(head, "content-length");
    const auto parsed = std::from_chars(length.data(), length.data() + length.size(), bodyLeft_);
    if (length.empty() || parsed.ec != std::errc() || parsed.ptr != length.data() + length.size())
        return refuse("411 Length Required", "a request without Content-Length");
    if (bodyLeft_ > kMaxBodyBytes)
        return refuse("413 Payload Too Large",
                      fmt::format("a request of {} bytes, expected at most {}", bodyLeft_, kMaxBodyBytes));
    session_ = name;
    origin_ = origin;
    state_ = State::Body;
    endBody(result);
}

} // namespace satbox::app
