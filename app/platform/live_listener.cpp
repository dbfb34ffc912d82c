#include "app/platform/live_listener.h"

#include "app/live/http_posts.h"
#include "app/platform/input.h"
#include "app/platform/window.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#if !defined(_WIN32) && !defined(__EMSCRIPTEN__)
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#endif

namespace satbox::app {

#if defined(_WIN32) || defined(__EMSCRIPTEN__)

struct LiveListener::Impl {};
LiveListener::LiveListener(uint16_t port) : port_(port)
{
    throw PlatformError("satbox cannot listen for programs on this system");
}
LiveListener::~LiveListener() = default;
LiveListener::Status LiveListener::status() const { return {}; }
std::optional<LiveFrame> LiveListener::next(uint64_t) { return std::nullopt; }
void LiveListener::refuse(uint64_t) {}

#else

namespace {

constexpr size_t kReadBytes = 256u << 10; // at once

bool setNonBlocking(int descriptor)
{
    const int flags = fcntl(descriptor, F_GETFL, 0);
    return flags >= 0 && fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0 &&
           fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0;
}

} // namespace

struct LiveListener::Impl {
    // Owns a descriptor of the system.
    class Descriptor {
      public:
        explicit Descriptor(int value = -1) : value_(value) {}
        Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
        Descriptor& operator=(Descriptor&& other) noexcept
        {
            std::swap(value_, other.value_);
            return *this;
        }
        ~Descriptor()
        {
            if (value_ >= 0) close(value_);
        }
        int value() const { return value_; }
        bool isOpen() const { return value_ >= 0; }

      private:
        int value_;
    };
    using Clock = std::chrono::steady_clock;
    // What a program sends: over one connection or, as HTTP requests, over several.
    struct Session {
        std::string name; // empty if it is a connection of its own
        LiveFrameReader reader{};
        Clock::time_point heard = Clock::now(); // when it has sent something last
    };
    struct Client {
        Descriptor socket;
        HttpPostReader posts;
        std::shared_ptr<Session> session; // null until something has arrived
    };
    static constexpr size_t kMaxClients = 16; // browsers preconnect
    // After this time without a frame, another program may come.
    static constexpr auto kSilence = std::chrono::seconds(3);
    // After this time without a connection, a program that sends HTTP requests has ended. Programs in
    // JavaScript close connections that they have not used for some seconds.
    static constexpr auto kAbsence = std::chrono::seconds(10);

    Descriptor listening;
    std::array<Descriptor, 2> wake; // a pipe: a byte in it wakes the thread

    // Of the thread.
    std::vector<Client> clients;
    std::shared_ptr<Session> program; // that was taken; null: none
    std::vector<std::byte> bytes = std::vector<std::byte>(kReadBytes);

    mutable std::mutex mutex; // guards the rest
    Status status;
    LiveBuffer buffer;
    bool isAnnounced = false; // waitForEvent() was ended for what is there
    bool isEnding = false;    // the thread is to end
    uint64_t refused = 0;     // the last connection that refuse() was called for

    std::thread thread; // last, so that it starts when all else exists

    void run();
    void accept();
    bool receive(Client& client);
    std::string_view take(Client& client, std::span<const std::byte> content);
    void end(const std::shared_ptr<Session>& session, std::string error);
    void endIfAbsent();
    bool handleRequests();
    void wakeThread();
    void announce();
};

// Precondition: the mutex is locked.
void LiveListener::Impl::announce()
{
    if (!std::exchange(isAnnounced, true)) endWaiting();
}

void LiveListener::Impl::end(const std::shared_ptr<Session>& session, std::string error)
{
    const bool isProgram = program && session == program;
    if (isProgram) program.reset();
    const std::lock_guard lock(mutex);
    if (isProgram) {
        status.isConnected = false;
        status.otherEngine.clear();
    }
    if (!error.empty()) {
        ++status.errors;
        status.error = std::move(error);
    }
    announce();
}

void LiveListener::Impl::endIfAbsent()
{
    const bool hasSocket =
        std::ranges::any_of(clients, [&](const Client& client) { return client.session == program; });
    if (program && !program->name.empty() && !hasSocket && Clock::now() - program->heard > kAbsence)
        end(program, {});
}

void LiveListener::Impl::accept()
{
    Descriptor socket(::accept(listening.value(), nullptr, nullptr));
    if (!socket.isOpen() || !setNonBlocking(socket.value())) return;
    if (clients.size() == kMaxClients) { // the oldest that has sent nothing gives way
        const auto silent = std::ranges::find(clients, nullptr, &Client::session);
        if (silent == clients.end()) return;
        clients.erase(silent);
    }
    clients.push_back({.socket = std::move(socket), .posts = {}, .session = nullptr});
}

// Returns false if the connection is to be closed.
bool LiveListener::Impl::receive(Client& client)
{
    const ssize_t count = recv(client.socket.value(), bytes.data(), bytes.size(), 0);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return true;
    if (count <= 0) {
        if (client.session && client.session->name.empty()) end(client.session, {});
        return false;
    }
    HttpPostReader::Result read = client.posts.read(std::span(bytes).first(static_cast<size_t>(count)));
    const std::string_view refusal = read.content.empty() ? std::string_view() : take(client, read.content);
    bool goesOn = refusal.empty();
    if (!goesOn && !client.posts.session().empty()) read.answer = httpAnswer(refusal, client.posts.origin());
    if (!read.answer.empty()) {
        const ssize_t sent =
            send(client.socket.value(), read.answer.data(), read.answer.size(), MSG_NOSIGNAL);
        goesOn = goesOn && sent == static_cast<ssize_t>(read.answer.size());
    }
    if (read.error.empty()) return goesOn;
    end(client.session, std::move(read.error));
    return false;
}

// Reads what a program has sent. Empty, or the answer to a program that is not to be listened to any longer:
// after kUnknown it says hello again at once.
std::string_view LiveListener::Impl::take(Client& client, std::span<const std::byte> content)
{
    if (!client.session) {
        const std::string& name = client.posts.session();
        if (program && !name.empty() && program->name == name)
            client.session = program;
        else
            client.session = std::make_shared<Session>(Session{.name = name});
    }
    constexpr std::string_view kUnknown = "409 Conflict", kOther = "423 Locked", kWrong = "400 Bad Request";
    std::vector<LiveFrame> frames;
    std::string error = client.session->reader.read(content, frames);
    const bool isKnown = client.session == program;
    if (!frames.empty()) {
        const LiveHello* const first = std::get_if<LiveHello>(&frames.front());
        if (!first && !isKnown) return kUnknown; // another one has come since
        const bool isTaken =
            !program || program == client.session || Clock::now() - program->heard > kSilence;
        const std::lock_guard lock(mutex);
        if (!isTaken) {
            status.otherEngine = first->engine;
            announce();
            return kOther;
        }
        program = client.session;
        program->heard = Clock::now();
        for (LiveFrame& frame : frames) {
            if (const LiveHello* hello = std::get_if<LiveHello>(&frame)) {
                status = {.connection = status.connection + 1,
                          .isConnected = true,
                          .engine = hello->engine,
                          .errors = status.errors};
                buffer = LiveBuffer();
            } else {
                buffer.push(std::move(frame));
            }
        }
        announce();
    }
    if (error.empty()) return {};
    end(client.session, std::move(error));
    return isKnown ? kWrong : kUnknown;
}

// Acts on isEnding and refused, which other threads set. Returns false if the thread is to end.
bool LiveListener::Impl::handleRequests()
{
    std::array<char, 16> ignored{};
    static_cast<void>(!read(wake[0].value(), ignored.data(), ignored.size()));
    {
        const std::lock_guard lock(mutex);
        if (isEnding) return false;
        if (refused == 0 || refused != status.connection) return true;
        buffer = LiveBuffer();
    }
    if (!program) return true;
    std::erase_if(clients, [&](const Client& client) { return client.session == program; });
    end(program, {});
    return true;
}

void LiveListener::Impl::wakeThread()
{
    const char byte = 0;
    static_cast<void>(!write(wake[1].value(), &byte, 1));
}

void LiveListener::Impl::run()
{
    std::vector<pollfd> waits;
    for (;;) {
        waits = {{wake[0].value(), POLLIN, 0}, {listening.value(), POLLIN, 0}};
        for (const Client& client : clients) waits.push_back({client.socket.value(), POLLIN, 0});
        // A program that sends HTTP requests is looked for now and then.
        const int milliseconds = program && !program->name.empty() ? 1000 : -1;
        if (poll(waits.data(), static_cast<nfds_t>(waits.size()), milliseconds) < 0 && errno != EINTR) return;
        if (waits[0].revents != 0) {
            if (!handleRequests()) return;
            continue; // with the clients that are left
        }
        for (size_t i = waits.size(); i > 2; --i)
            if (waits[i - 1].revents != 0 && !receive(clients[i - 3]))
                clients.erase(clients.begin() + static_cast<std::ptrdiff_t>(i - 3));
        if (waits[1].revents != 0) accept();
        endIfAbsent();
    }
}

LiveListener::LiveListener(uint16_t port) : port_(port), impl_(std::make_unique<Impl>())
{
    const auto fail = [&](int error) {
        throw PlatformError(fmt::format("satbox cannot listen on port {}: {}. {}", port, std::strerror(error),
                                        error == EADDRINUSE ? "Another program, or another window of satbox, "
                                                              "listens there; choose another port."
                                                            : "Choose a port from 1024 to 65535."));
    };
    impl_->listening = Impl::Descriptor(socket(AF_INET, SOCK_STREAM, 0));
    if (!impl_->listening.isOpen()) fail(errno);
    const int on = 1; // so that a window that was just closed does not keep the port
    setsockopt(impl_->listening.value(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (bind(impl_->listening.value(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        listen(impl_->listening.value(), 4) != 0 || !setNonBlocking(impl_->listening.value()))
        fail(errno);
    socklen_t length = sizeof address; // port 0 lets the system choose one
    if (getsockname(impl_->listening.value(), reinterpret_cast<sockaddr*>(&address), &length) != 0)
        fail(errno);
    port_ = ntohs(address.sin_port);
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) fail(errno);
    for (size_t i = 0; i < ends.size(); ++i) impl_->wake[i] = Impl::Descriptor(ends[i]);
    impl_->thread = std::thread([this] { impl_->run(); });
}

LiveListener::~LiveListener()
{
    {
        const std::lock_guard lock(impl_->mutex);
        impl_->isEnding = true;
    }
    impl_->wakeThread();
    impl_->thread.join();
}

LiveListener::Status LiveListener::status() const
{
    const std::lock_guard lock(impl_->mutex);
    impl_->isAnnounced = false;
    Status status = impl_->status;
    status.isWaiting = !impl_->buffer.isEmpty();
    status.waitingSeconds = impl_->buffer.seconds();
    status.missingSteps = impl_->buffer.missingSteps();
    return status;
}

std::optional<LiveFrame> LiveListener::next(uint64_t connection)
{
    const std::lock_guard lock(impl_->mutex);
    if (connection != impl_->status.connection) return std::nullopt;
    return impl_->buffer.pop();
}

void LiveListener::refuse(uint64_t connection)
{
    {
        const std::lock_guard lock(impl_->mutex);
        impl_->refused = connection;
    }
    impl_->wakeThread();
}

#endif

} // namespace satbox::app
