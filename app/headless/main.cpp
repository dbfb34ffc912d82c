// satbox-run: steps worlds without a window.
#include "app/headless/report.h"
#include "app/headless/run.h"
#include "engine/scene/file_io.h"

#include <exception>

namespace {

int run(int argc, char** argv)
{
    using namespace satbox::app;
    try {
        const ParsedRunOptions parsed = parseRunOptions(argc, argv);
        return parsed.options ? runHeadless(*parsed.options) : parsed.exitStatus;
    } catch (const std::exception& error) { // out of memory, or a failure in the standard library
        return reportError(error.what());
    }
}

} // namespace

int main(int argc, char** argv)
{
    const int status = run(argc, argv);
    const std::string lost = satbox::flushStandardOutput();
    const bool ran = status == satbox::app::kExitOk || status == satbox::app::kExitNeverTrue;
    if (lost.empty() || !ran) return status;
    return satbox::app::reportError(lost);
}
