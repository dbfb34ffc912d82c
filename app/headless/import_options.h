#pragma once

#include <satbox/scene/import.h>

namespace CLI {
class App;
}

namespace satbox::app {

// The command-line options --import-scale, --import-tolerance, --import-body and --import-closed, which set
// `options`. Precondition: both objects exist until the command line is parsed.
void addImportOptions(CLI::App& app, ImportOptions& options);

} // namespace satbox::app
