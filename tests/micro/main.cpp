// satbox-micro: Google Benchmark on single functions; with --sat, one table of polygon pairs beside Box2D.
#include "tests/micro/sat_table.h"

#include <benchmark/benchmark.h>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace {

constexpr int kExitUsage = 2;

// --sat [--rounds N]. Anything else is refused, so that no mistyped option measures something else.
int runSatTable(int argc, char** argv)
{
    int rounds = 31;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument == "--sat") continue;
        if (argument == "--rounds" && i + 1 < argc) {
            const std::string_view text = argv[++i];
            const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), rounds);
            if (problem == std::errc() && end == text.data() + text.size() && rounds >= 1 && rounds <= 10000)
                continue;
            std::fprintf(stderr, "satbox-micro: --rounds %s: give a whole number from 1 to 10000\n", argv[i]);
            return kExitUsage;
        }
        std::fprintf(stderr, "satbox-micro: %s: beside --sat there is only --rounds N\n", argv[i]);
        return kExitUsage;
    }
    return satbox::micro::printSatTable(rounds);
}

} // namespace

int main(int argc, char** argv)
{
    for (int i = 1; i < argc; ++i)
        if (std::strcmp(argv[i], "--sat") == 0) return runSatTable(argc, argv);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return kExitUsage;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
