#include "tests/support/allocation_counter.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<size_t> allocations{0};
std::atomic<size_t> deletions{0};
std::atomic<size_t> failing{0}; // number of the allocation that throws; 0: none

void* throwIfNull(void* memory)
{
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

void count()
{
    const size_t number = allocations.fetch_add(1, std::memory_order_relaxed) + 1;
    if (number != failing.load(std::memory_order_relaxed)) return;
    deletions.fetch_add(1, std::memory_order_relaxed); // so that it does not count as live
    throw std::bad_alloc();
}

void* allocate(std::size_t bytes)
{
    count();
    return throwIfNull(std::malloc(bytes > 0 ? bytes : 1));
}

void* allocate(std::size_t bytes, std::align_val_t alignment)
{
    count();
    const auto align = static_cast<std::size_t>(alignment);
    return throwIfNull(std::aligned_alloc(align, (bytes + align - 1) / align * align));
}

void release(void* memory)
{
    if (memory != nullptr) deletions.fetch_add(1, std::memory_order_relaxed);
    std::free(memory);
}

} // namespace

namespace satbox::test {

size_t allocationCount() { return allocations.load(std::memory_order_relaxed); }
size_t liveAllocations() { return allocationCount() - deletions.load(std::memory_order_relaxed); }

FailingAllocation::FailingAllocation(size_t number) { failing = allocationCount() + number; }
FailingAllocation::~FailingAllocation() { failing = 0; }
bool FailingAllocation::hasFailed() const { return allocationCount() >= failing; }

} // namespace satbox::test

void* operator new(std::size_t bytes) { return allocate(bytes); }
void* operator new[](std::size_t bytes) { return allocate(bytes); }
void* operator new(std::size_t bytes, std::align_val_t alignment) { return allocate(bytes, alignment); }
void* operator new[](std::size_t bytes, std::align_val_t alignment) { return allocate(bytes, alignment); }
void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }
