#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace satbox::app {

// What the page in a browser does for the program (assets/page/page.js). Elsewhere there is no page.

// The address of the page without its fragment; without a page `otherwise`.
std::string pageAddress(const std::string& otherwise);
// Opens the browser's dialog that chooses a file. It arrives as InputEventType::DropFile. Returns false
// without a page.
bool chooseFileInPage();
// Offers a file that was written as a download: a page's files are in memory, and gone when it is closed.
// Without a page it does nothing.
void downloadFromPage(const std::filesystem::path& path);
// Writes to the clipboard of the system, which SDL cannot do in a page. Without a page it does nothing.
void copyInPage(const std::string& text);
// `save` is called when the page is hidden or left, after which it may never run again. Without a page it is
// never called.
void whenPageIsLeft(std::function<void()> save);
// Keeps a file that was written for later visits. Without a page it does nothing.
void keepInPage(const std::filesystem::path& path);
// While there is unsaved work, the browser asks before it leaves the page. Without a page it does nothing.
void setUnsavedInPage(bool unsaved);

} // namespace satbox::app
