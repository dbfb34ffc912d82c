#include "app/live/http_posts.h"

#include <doctest/doctest.h>

#include <fmt/format.h>

#include <algorithm>
#include <string>

using namespace satbox::app;

namespace {

std::span<const std::byte> bytesOf(std::string_view text)
{
    return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}
std::string textOf(const std::vector<std::byte>& bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string post(std::string_view body, std::string_view session = "a1", std::string_view more = "")
{
    return fmt::format("POST /live?session={} HTTP/1.1\r\nHost: 127.0.0.1\r\n{}Content-Length: {}\r\n\r\n{}",
                       session, more, body.size(), body);
}

std::string errorOf(std::string_view request)
{
    HttpPostReader reader;
    const HttpPostReader::Result result = reader.read(bytesOf(request));
    CHECK(result.content.empty());
    CHECK(result.answer.find("HTTP/1.1 4") == 0);
    return result.error;
}

} // namespace

TEST_CASE("bytes_that_are_no_requests_pass_through_however_they_are_divided")
{
    for (const size_t piece : {size_t{1}, size_t{3}, size_t{100}}) {
        for (const std::string& text :
             {std::string("SBL1 and more"), std::string("PoST"), std::string("POS, no")}) {
            HttpPostReader reader;
            std::string content;
            for (size_t at = 0; at < text.size(); at += piece) {
                const auto result = reader.read(bytesOf(std::string_view(text).substr(at, piece)));
                content += textOf(result.content);
                CHECK(result.answer.empty());
                CHECK(result.error.empty());
            }
            CHECK(content == text);
            CHECK(reader.session().empty());
        }
    }
}

TEST_CASE("the_bodies_of_requests_are_taken_out_and_each_is_answered")
{
    const std::string all =
        post("first") + post("") + post("second", "a1", "Origin: http://localhost:8000\r\n");
    for (const size_t piece : {size_t{1}, size_t{11}, all.size()}) {
        HttpPostReader reader;
        std::string content, answer;
        for (size_t at = 0; at < all.size(); at += piece) {
            const auto result = reader.read(bytesOf(std::string_view(all).substr(at, piece)));
            REQUIRE(result.error == "");
            content += textOf(result.content);
            answer += result.answer;
        }
        CHECK(content == "firstsecond");
        CHECK(reader.session() == "a1");
        size_t answers = 0;
        for (size_t at = 0; (at = answer.find("HTTP/1.1 204", at)) != std::string::npos; ++at) ++answers;
        CHECK(answers == 3);
        CHECK(answer.find("Access-Control-Allow-Origin: http://localhost:8000\r\n") != std::string::npos);
    }
}

TEST_CASE("pages_of_other_machines_are_refused")
{
    for (const char* origin :
         {"https://example.org", "http://localhost.example.org", "http://127.0.0.1.example.org:80", "null",
          "file://", "ftp://localhost", "http://evil.org/http://localhost"})
        CHECK(errorOf(post("x", "a", fmt::format("Origin: {}\r\n", origin)))
                  .starts_with(fmt::format("a page of \"{}\"", origin)));
    for (const char* origin : {"http://localhost", "https://127.0.0.1:8443", "http://[::1]:3000"}) {
        HttpPostReader reader;
        CHECK(reader.read(bytesOf(post("x", "a", fmt::format("oRIGIN:  {} \r\n", origin)))).error == "");
    }
}

TEST_CASE("other_requests_are_refused_with_the_reason")
{
    CHECK(errorOf("POST / HTTP/1.1\r\n\r\n") ==
          "a request for \"POST / HTTP/1.1\", expected POST /live?session=NAME");
    CHECK(errorOf("POST /live?session=a HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n") ==
          "a request of 99999999999 bytes, expected at most 1073741824");
    CHECK(errorOf("POST /live?session=a.b HTTP/1.1\r\n\r\n").starts_with("a request for "));
    CHECK(errorOf("POST /live?session= HTTP/1.1\r\n\r\n").starts_with("a request for "));
    CHECK(errorOf("POST /live?session=" + std::string(41, 'a') + " HTTP/1.1\r\n\r\n")
              .starts_with("a request for "));
    CHECK(errorOf("POST /live?session=a HTTP/1.1\r\n\r\n") == "a request without Content-Length");
    CHECK(errorOf("POST /live?session=a HTTP/1.1\r\nContent-Length: 3x\r\n\r\n") ==
          "a request without Content-Length");
    CHECK(errorOf("POST /live?session=a HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n") ==
          "a request without Content-Length");
    CHECK(errorOf("POST \r\n\r\n") == "a request for \"POST \", expected POST /live?session=NAME");
    for (const char* second :
         {"X\r\n\r\n", "\r\n\r\n", "HEAD /live?session=one HTTP/1.1\r\nContent-Length: 1\r\n\r\nx"}) {
        HttpPostReader reader;
        REQUIRE(reader.read(bytesOf(post("x", "one"))).error == "");
        CHECK(reader.read(bytesOf(second)).error.starts_with("a request for "));
    }
    HttpPostReader reader;
    REQUIRE(reader.read(bytesOf(post("x", "one"))).error == "");
    CHECK(reader.read(bytesOf(post("x", "two"))).error == "requests of two sessions on one connection");
    HttpPostReader endless;
    std::string error;
    for (int i = 0; i < 100 && error.empty(); ++i)
        error = endless.read(bytesOf("POST " + std::string(1000, 'a'))).error;
    CHECK(error == "a request whose head is longer than 16384 bytes");
}
