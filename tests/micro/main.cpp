// satbox-micro: Google Benchmark of single functions; with --sat, a table of polygon pairs compared with
// Box2D; with
// --pool, a table of the thread pool compared with oneTBB.
#include "tests/micro/pool_table.h"
#include "tests/micro/sat_table.h"

#include <benchmark/benchmark.h>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace {

constexpr int kExitUsage = 2;

// Parses `name` [--rounds N]. Rejects everything else, so that a mistyped option does not measure something
// else.
int runTable(std::string_view name, int (*print)(int rounds), int argc, char** argv)
{
    int rounds = 31;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument == name) continue;
        if (argument == "--rounds" && i + 1 < argc) {
            const std::string_view text = argv[++i];
            const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), rounds);
            if (problem == std::errc() && end == text.data() + text.size() && rounds >= 1 && rounds <= 10000)
                continue;
            std::fprintf(stderr, "satbox-micro: --rounds %s: give a whole number from 1 to 10000\n", argv[i]);
            return kExitUsage;
        }
        std::fprintf(stderr, "satbox-micro: %s: %s can be combined with --rounds N only\n", argv[i],
                     name.data());
        return kExitUsage;
    }
    return print(rounds);
}

} // namespace

int main(int argc, char** argv)
{
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--sat") == 0)
            return runTable("--sat", satbox::micro::printSatTable, argc, argv);
        if (std::strcmp(argv[i], "--pool") == 0)
            return runTable("--pool", satbox::micro::printPoolTable, argc, argv);
    }
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return kExitUsage;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
