#include "app/platform/page.h"

#if defined(__EMSCRIPTEN__)

#include <SDL.h>
#include <emscripten.h>
#include <memory>
#include <utility>

EM_JS(char*, pageHref, (), {
    const text = location.href.split("#")[0];
    const size = lengthBytesUTF8(text) + 1;
    const memory = _malloc(size);
    stringToUTF8(text, memory, size);
    return memory;
});
EM_JS(void, pageChooseFile, (), { Module.satboxChooseFile(); });
EM_JS(void, pageDownload, (const char* path), { Module.satboxDownload(UTF8ToString(path)); });
EM_JS(void, pageCopy, (const char* text), { Module.satboxCopy(UTF8ToString(text)); });
EM_JS(void, pageKeep, (const char* path), { Module.satboxKeep(UTF8ToString(path)); });
EM_JS(void, pageUnsaved, (int unsaved), { Module.satboxUnsaved = Boolean(unsaved); });

namespace {
std::function<void()> saveWhenLeft;
}

// Called by the page: opens a file that is in the program's file system.
extern "C" EMSCRIPTEN_KEEPALIVE void satboxOpenFile(const char* path)
{
    SDL_Event event{};
    event.type = SDL_DROPFILE;
    event.drop.file = SDL_strdup(path);
    SDL_PushEvent(&event);
}

// Called by the page: pastes a text of the system's clipboard, as Ctrl+V does. Without a text, that of the
// program's own clipboard.
extern "C" EMSCRIPTEN_KEEPALIVE void satboxPaste(const char* text)
{
    if (*text != '\0') SDL_SetClipboardText(text);
    for (const Uint32 type : {SDL_KEYDOWN, SDL_KEYUP}) {
        SDL_Event event{};
        event.type = type;
        event.key.state = type == SDL_KEYDOWN ? SDL_PRESSED : SDL_RELEASED;
        event.key.keysym = {.scancode = SDL_SCANCODE_V, .sym = SDLK_v, .mod = KMOD_LCTRL, .unused = 0};
        SDL_PushEvent(&event);
    }
}

// Called by the page when it is hidden or left.
extern "C" EMSCRIPTEN_KEEPALIVE void satboxLeave()
{
    if (saveWhenLeft) saveWhenLeft();
}

namespace satbox::app {

std::string pageAddress(const std::string&)
{
    const std::unique_ptr<char, decltype(&std::free)> text(pageHref(), std::free);
    return text.get();
}

bool chooseFileInPage()
{
    pageChooseFile();
    return true;
}

void downloadFromPage(const std::filesystem::path& path) { pageDownload(path.c_str()); }
void copyInPage(const std::string& text) { pageCopy(text.c_str()); }
void whenPageIsLeft(std::function<void()> save) { saveWhenLeft = std::move(save); }
void keepInPage(const std::filesystem::path& path) { pageKeep(path.c_str()); }
void setUnsavedInPage(bool unsaved) { pageUnsaved(unsaved ? 1 : 0); }

} // namespace satbox::app

#else

namespace satbox::app {

std::string pageAddress(const std::string& otherwise) { return otherwise; }
bool chooseFileInPage() { return false; }
void downloadFromPage(const std::filesystem::path&) {}
void copyInPage(const std::string&) {}
void whenPageIsLeft(std::function<void()>) {}
void keepInPage(const std::filesystem::path&) {}
void setUnsavedInPage(bool) {}

} // namespace satbox::app

#endif
