#include "app/shell/links.h"

#include "app/platform/clipboard.h"
#include "app/platform/page.h"
#include "app/shell/error_report.h"
#include "app/shell/recordings.h"
#include "app/shell/scene_files.h"
#include "app/text/format.h"

#include <fmt/format.h>

namespace satbox::app {

namespace {

constexpr const char* kFileName = "link"; // for messages, and the name of the scene

} // namespace

bool copyLink(AppState& state, LinkKind kind, std::string_view text, std::string_view name)
{
    const std::string fragment = linkFragment(kind, text);
    const std::string link = pageAddress(SATBOX_PAGE_URL) + fragment;
    std::string error;
    if (fragment.empty())
        error = "There is not enough memory for the link.";
    else if (fragment.size() > kMaxFragment)
        error =
            fmt::format("{} makes a link of {} characters. Many programs cut links that have more than {}.",
                        name, formatCount(fragment.size()), formatCount(kMaxFragment));
    else
        error = setClipboardText(link);
    if (!error.empty()) {
        reportError(
            state, "The link was not copied", error,
            kind == LinkKind::Scene
                ? "A link to what just happened (Ctrl+Shift+L) may be shorter. Or save a file and send "
                  "that: Ctrl+S."
                : "Save a file and send that: Ctrl+S, or F9 for a recording.");
        return false;
    }
    state.status.show(Severity::Info, fmt::format("{} is in the link that was copied ({} characters).", name,
                                                  formatCount(link.size())));
    return true;
}

bool copySceneLink(AppState& state)
{
    return copyLink(state, LinkKind::Scene, writeScene(sceneAsShown(state)), "The scene");
}

bool openLink(AppState& state, const std::string& link)
{
    LinkContent content = readLink(link);
    if (!content.ok()) {
        reportError(state, "The link was not opened", content.error, "The open scene is unchanged.");
        return false;
    }
    if (content.kind == LinkKind::Recording)
        return openRecordingResult(state, readRecording(content.text, kFileName), {});
    return openSceneResult(state, readScene(content.text, kFileName));
}

} // namespace satbox::app
