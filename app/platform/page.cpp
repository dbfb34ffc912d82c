#include "app/platform/page.h"

#if defined(__EMSCRIPTEN__)

#include <SDL.h>
#include <emscripten.h>
#include <memory>

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

// Called by the page: opens a file that is in the program's file system.
extern "C" EMSCRIPTEN_KEEPALIVE void satboxOpenFile(const char* path)
{
    SDL_Event event{};
    event.type = SDL_DROPFILE;
    event.drop.file = SDL_strdup(path);
    SDL_PushEvent(&event);
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

} // namespace satbox::app

#else

namespace satbox::app {

std::string pageAddress(const std::string& otherwise) { return otherwise; }
bool chooseFileInPage() { return false; }
void downloadFromPage(const std::filesystem::path&) {}
void copyInPage(const std::string&) {}

} // namespace satbox::app

#endif
