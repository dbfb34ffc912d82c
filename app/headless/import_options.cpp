#include "app/headless/import_options.h"

#include "app/text/number_option.h"
#include <CLI/CLI.hpp>

#include <array>
#include <fmt/format.h>

namespace satbox::app {

void addImportOptions(CLI::App& app, ImportOptions& options)
{
    app.add_option(
           "--import-scale", options.unitsPerMetre,
           "For a file of another program: its units per metre, such as pixels. Default: 100 for SVG and "
           "PhysicsEditor, 1 for others")
        ->type_name("F")
        ->check(numberBetween(kMinUnitsPerMetre, kMaxUnitsPerMetre));
    app.add_option(
           "--import-tolerance", options.tolerance,
           "For an SVG file: how far, in m, the polygon that replaces a curve may be from it; default: 0.01")
        ->type_name("F")
        ->check(numberBetween(kMinImportTolerance, kMaxImportTolerance));
    app.add_option_function<std::string>(
           "--import-body",
           [&options](const std::string& name) {
               for (const BodyType type : {BodyType::Static, BodyType::Kinematic, BodyType::Dynamic})
                   if (name == toString(type)) options.bodyType = type;
           },
           "For a file that does not say it: the type of bodies with an area; default: dynamic")
        ->type_name("static|kinematic|dynamic")
        ->check([](const std::string& name) {
            for (const BodyType type : {BodyType::Static, BodyType::Kinematic, BodyType::Dynamic})
                if (name == toString(type)) return std::string();
            return std::string("expected static, kinematic or dynamic");
        });
    app.add_flag("--import-closed", options.closeLines,
                 "For a file of points: close each outline, even if its last point is not the first one");
}

} // namespace satbox::app
