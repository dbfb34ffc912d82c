#include "app/platform/clipboard.h"

#include "app/platform/page.h"
#include "engine/core/quoted.h"

#include <SDL.h>

#include <memory>

namespace satbox::app {

std::string clipboardText()
{
    const std::unique_ptr<char, decltype(&SDL_free)> text(SDL_GetClipboardText(), SDL_free);
    return text ? std::string(text.get()) : std::string();
}

std::string setClipboardText(const std::string& text)
{
    copyInPage(text);
    if (SDL_SetClipboardText(text.c_str()) == 0) return {};
    return "The clipboard cannot be used: " + printable(SDL_GetError()) + ".";
}

} // namespace satbox::app
