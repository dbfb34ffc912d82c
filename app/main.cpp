#include "app/app.h"
#include "app/options.h"
#include "app/platform/window.h"
#include "app/render_picture.h"

#include <cstdio>
#include <exception>

int main(int argc, char** argv)
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
