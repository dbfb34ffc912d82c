#include <satbox/function_ref.h>

#include <doctest/doctest.h>

#include <memory>

using namespace satbox;

namespace {

int half(int value) { return value / 2; }
int callTwice(FunctionRef<int(int)> fn) { return fn(fn(8)); }

} // namespace

TEST_CASE("a_function_ref_calls_lambdas_with_their_state_and_plain_functions")
{
    int calls = 0;
    CHECK(callTwice([&](int value) { return ++calls, value + 1; }) == 10);
    CHECK(calls == 2);
    CHECK(callTwice(half) == 2);
    CHECK(callTwice(&half) == 2);
}

TEST_CASE("a_function_ref_refers_to_the_function_object_and_does_not_copy_it")
{
    struct Counter {
        int calls = 0;
        int operator()(int value) { return ++calls, value; }
        Counter() = default;
        Counter(const Counter&) = delete;
    } counter;
    const FunctionRef<int(int)> ref = counter;
    const FunctionRef<int(int)> copy = ref; // refers to the counter, not to `ref`
    CHECK(copy(3) == 3);
    CHECK(ref(4) == 4);
    CHECK(counter.calls == 2);
}

TEST_CASE("a_function_ref_passes_references_and_values_that_can_only_be_moved")
{
    const auto add = [](int& sum, std::unique_ptr<int> value) { sum += *value; };
    const FunctionRef<void(int&, std::unique_ptr<int>)> ref = add;
    int sum = 1;
    ref(sum, std::make_unique<int>(5));
    CHECK(sum == 6);
}

TEST_CASE("a_function_ref_takes_only_what_can_be_called_with_its_signature")
{
    const auto takesText = [](const char*) { return true; };
    CHECK_FALSE(std::is_constructible_v<FunctionRef<bool(int)>, decltype(takesText)>);
    const auto returnsNothing = [](int) {};
    CHECK_FALSE(std::is_constructible_v<FunctionRef<bool(int)>, decltype(returnsNothing)>);
}
