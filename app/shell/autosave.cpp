#include "app/shell/autosave.h"

#include "app/document/commands.h"
#include "app/document/wall_clock.h"
#include "engine/core/quoted.h"
#include <satbox/scene/scene.h>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <limits>
#include <system_error>
#include <utility>

namespace satbox::app {

namespace fs = std::filesystem;

namespace {

constexpr const char* kLockName = "lock";
constexpr int kMaxSessions = 1000;

std::string localTime(fs::file_time_type time)
{
    const auto system =
        std::chrono::system_clock::now() + std::chrono::duration_cast<std::chrono::system_clock::duration>(
                                               time - fs::file_time_type::clock::now());
    const std::time_t seconds = std::chrono::system_clock::to_time_t(system);
    char text[32] = "";
    if (const std::tm* local = std::localtime(&seconds))
        std::strftime(text, sizeof text, "%Y-%m-%d %H:%M", local);
    return text;
}

// Creates and locks a new folder "session-N" in `folder`; returns an empty path if that fails. Another
// instance that searches for recovery files may briefly hold the lock and then remove the folder; the next
// number is tried then.
fs::path makeSession(const fs::path& folder, FileLock& lock)
{
    std::error_code problem;
    fs::create_directories(folder, problem);
    for (int i = 1; i <= kMaxSessions; ++i) {
        fs::path session = folder / fmt::format("session-{}", i);
        const bool made = fs::create_directory(session, problem);
        if (problem) break;
        if (made && lock.tryLock(session / kLockName)) return session;
    }
    return {};
}

} // namespace

std::string Autosave::update(const Document& document, uint64_t revision, bool unsaved, double clock)
{
    if (folder_.empty()) return {};
    if (!unsaved) {
        discard();
        revision_ = revision;
        return {};
    }
    if (revision != revision_) {
        textPending_ = clock < textDue_;
        if (textPending_) return {};
        revision_ = revision;
        const double begun = secondsNow();
        const std::string sentence = serialize(document);
        textDue_ = clock + std::max(kMinTextSeconds, 50.0 * (secondsNow() - begun));
        if (!sentence.empty()) return std::exchange(failureReported_, true) ? std::string() : sentence;
        if (!writeDue_) writeDue_ = clock + kWriteSeconds;
    }
    if (!writeDue_ && !text_.empty()) writeDue_ = clock + kWriteSeconds; // write() has failed
    if (!writeDue_ || clock < *writeDue_) return {};
    const std::string sentence = write();
    if (!sentence.empty()) writeDue_ = clock + kWriteSeconds;
    return std::exchange(failureReported_, !sentence.empty()) ? std::string() : sentence;
}

std::string Autosave::serialize(const Document& document)
{
    if (session_.empty()) {
        session_ = makeSession(folder_, lock_);
        if (session_.empty())
            return fmt::format(
                "Automatic saving failed: cannot create a folder in {}. Save the scene to keep your work.",
                printablePath(folder_));
    }
    Scene scene = document.scene;
    scene.world.setSettings(document.world.settings());
    for (const BodyId body : streamedBodies(document)) scene.world.destroyBody(body); // as restart does
    const fs::path file = session_ / (scene.name + ".json");
    std::error_code ignored;
    if (!file_.empty() && file != file_) fs::remove(file_, ignored);
    file_ = file;
    setPendingText(writeScene(scene));
    return {};
}

void Autosave::setPendingText(std::string text)
{
    if (text.empty() && text_.empty()) return;
    text_ = std::move(text);
    if (listener_) listener_(file_, text_);
}

double Autosave::secondsUntilDue(double clock) const
{
    double due = textPending_ ? textDue_ : std::numeric_limits<double>::infinity();
    if (writeDue_) due = std::min(due, *writeDue_);
    return std::max(due - clock, 0.0);
}

std::string Autosave::write()
{
    writeDue_.reset();
    if (text_.empty()) return {};
    if (std::string sentence = writeFile(file_, text_); !sentence.empty())
        return "Automatic saving failed: " + sentence + ". Save the scene to keep your work.";
    setPendingText({});
    return {};
}

void Autosave::discard()
{
    setPendingText({});
    writeDue_.reset();
    textPending_ = failureReported_ = false;
    if (session_.empty()) return;
    lock_.unlock();
    std::error_code ignored;
    fs::remove_all(session_, ignored);
    session_.clear();
    file_.clear();
}

std::vector<RecoveryFile> findRecoveryFiles(const fs::path& folder)
{
    struct Found {
        RecoveryFile recovery;
        fs::file_time_type time;
    };
    std::vector<Found> found;
    std::error_code problem;
    std::vector<fs::path> sessions;
    for (fs::directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem))
        if (at->path().filename().string().starts_with("session-")) sessions.push_back(at->path());
    for (const fs::path& session : sessions) {
        FileLock lock;
        if (!lock.tryLock(session / kLockName)) continue; // its instance is still running
        const size_t before = found.size();
        for (fs::directory_iterator at(session, problem), end; !problem && at != end; at.increment(problem)) {
            const fs::path& file = at->path();
            std::error_code none;
            if (file.extension() != ".json" || !at->is_regular_file(none)) continue;
            const fs::file_time_type time = fs::last_write_time(file, none);
            found.push_back({{file, file.stem().string(), localTime(time)}, time});
        }
        if (found.size() == before) fs::remove_all(session, problem); // while it is locked
    }
    std::ranges::sort(found, [](const Found& a, const Found& b) {
        return a.time != b.time ? a.time > b.time : a.recovery.file < b.recovery.file;
    });
    std::vector<RecoveryFile> recoveryFiles;
    for (Found& each : found) recoveryFiles.push_back(std::move(each.recovery));
    return recoveryFiles;
}

void removeRecoveryFile(const RecoveryFile& recovery)
{
    std::error_code ignored;
    fs::remove_all(recovery.file.parent_path(), ignored);
}

} // namespace satbox::app
