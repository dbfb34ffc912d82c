#pragma once

// Included by every public header: what the compiler and its flags must be, and how functions are declared.

// Results are bit-identical everywhere only if float arithmetic is not rearranged and each operation is
// rounded once, to float (docs/embedding.md). The headers have inline arithmetic, so this holds for the code
// that includes them too.
#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error satbox: remove -ffast-math (or -Ofast, -ffinite-math-only) from the files that include its headers
#endif
// 16: types narrower than float are evaluated in their own precision, float in float.
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0 && __FLT_EVAL_METHOD__ != 16
#error satbox: float is evaluated with excess precision; on 32-bit x86 add -msse2 -mfpmath=sse
#endif

// A function or class that a shared library exports. Users of a static library need no export.
#if defined(SATBOX_SHARED)
#define SATBOX_API [[gnu::visibility("default")]]
#else
#define SATBOX_API
#endif

// A function that is compiled into its caller even without optimisation. The program thus never has a common
// copy of it, for which the linker could choose one that was compiled with other flags (-mfma, -march=native)
// than the engine.
#define SATBOX_INLINE [[gnu::always_inline]] inline
