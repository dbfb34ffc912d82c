// satbox-run: the same worlds as in satbox, without a window.
#include "app/headless/run.h"

#include <cstdio>
#include <exception>

int main(int argc, char** argv)
{
    try {
        const satbox::app::ParsedOptions parsed = satbox::app::parseRunOptions(argc, argv);
        return parsed.options ? satbox::app::runHeadless(*parsed.options) : parsed.exitStatus;
    } catch (const std::exception& error) { // memory ran out, or the standard library failed
        std::fprintf(stderr, "satbox-run: %s\n", error.what());
        return satbox::app::kExitFailed;
    }
}
