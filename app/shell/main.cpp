#include "app/platform/window.h"
#include "app/shell/options.h"
#include "app/shell/render_picture.h"
#include "app/shell/run_app.h"
#include "engine/scene/file_io.h"

#include <cstdio>
#include <exception>

namespace {

int run(int argc, char** argv)
{
    using namespace satbox::app;
    const ParsedOptions parsed = parseOptions(argc, argv);
    if (parsed.exitCode >= 0) {
        std::fputs(parsed.message.c_str(), parsed.exitCode == 0 ? stdout : stderr);
        return parsed.exitCode;
    }
    try {
        if (parsed.options.renders()) return renderPicture(parsed.options);
        return runApp(parsed.options);
    } catch (const NoDisplayError& error) {
        std::fprintf(stderr, "satbox: %s\n", error.what());
        return kExitNoDisplay;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "satbox: %s\n", error.what());
        return 1;
    }
}

} // namespace

int main(int argc, char** argv)
{
    const int status = run(argc, argv);
    const std::string lost = satbox::flushStandardOutput();
    if (lost.empty() || status != 0) return status;
    std::fprintf(stderr, "satbox: %s\n", lost.c_str());
    return 1;
}
