#include "engine/core/isa.h"

#include "engine/core/quoted.h"

#include <algorithm>
#include <array>

namespace satbox {

namespace {

constexpr std::array kAll{InstructionSet::Scalar, InstructionSet::Sse2, InstructionSet::Avx2,
                          InstructionSet::Avx512, InstructionSet::Neon};

// True if its kernels are compiled into this build.
bool isCompiledIn(InstructionSet set)
{
#if defined(__x86_64__)
    return set != InstructionSet::Neon;
#elif defined(__aarch64__)
    return set == InstructionSet::Scalar || set == InstructionSet::Neon;
#else
    return set == InstructionSet::Scalar;
#endif
}

// SSE2 is part of every 64-bit x86, NEON of every 64-bit ARM.
bool processorHas(InstructionSet set)
{
#if defined(__x86_64__)
    if (set == InstructionSet::Avx2) return __builtin_cpu_supports("avx2") != 0;
    if (set == InstructionSet::Avx512) // the subsets that its files are compiled for
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512vl");
#endif
    return isCompiledIn(set);
}

std::string availableNames()
{
    std::string names;
    for (const InstructionSet set : availableInstructionSets()) {
        if (!names.empty()) names += ", ";
        names += toString(set);
    }
    return names;
}

} // namespace

const char* toString(InstructionSet set)
{
    switch (set) {
    case InstructionSet::Scalar:
        return "scalar";
    case InstructionSet::Sse2:
        return "sse2";
    case InstructionSet::Avx2:
        return "avx2";
    case InstructionSet::Avx512:
        return "avx512";
    case InstructionSet::Neon:
        break;
    }
    return "neon";
}

int lanesOf(InstructionSet set)
{
    switch (set) {
    case InstructionSet::Scalar:
        return 1;
    case InstructionSet::Avx2:
        return 8;
    case InstructionSet::Avx512:
        return 16;
    case InstructionSet::Sse2:
    case InstructionSet::Neon:
        break;
    }
    return 4;
}

bool isAvailable(InstructionSet set) { return isCompiledIn(set) && processorHas(set); }

std::vector<InstructionSet> availableInstructionSets()
{
    std::vector<InstructionSet> sets;
    std::copy_if(kAll.begin(), kAll.end(), std::back_inserter(sets), isAvailable);
    return sets;
}

InstructionSet bestInstructionSet() { return availableInstructionSets().back(); }

InstructionSetChoice chooseInstructionSet(std::string_view option, const char* variable)
{
    const bool fromOption = !option.empty();
    const std::string_view name = fromOption ? option : std::string_view(variable ? variable : "");
    if (name.empty()) return {bestInstructionSet(), {}};

    const auto found =
        std::find_if(kAll.begin(), kAll.end(), [name](InstructionSet set) { return name == toString(set); });
    if (found != kAll.end() && isAvailable(*found)) return {*found, {}};
    std::string error = (fromOption ? "--isa " : "SATBOX_ISA=") + printable(name);
    if (found == kAll.end())
        error += ": no such instruction set";
    else if (!isCompiledIn(*found))
        error += ": not in this build";
    else
        error += ": this processor does not support it";
    return {InstructionSet::Scalar, error + "; available: " + availableNames()};
}

} // namespace satbox
