#pragma once

namespace satbox {

// A pointer to an object of the program that belongs to one holder: a copy of the holder has none, and
// assignment keeps the target's own.
template<class T>
struct UncopiedPointer {
    T* pointer = nullptr;
    UncopiedPointer() = default;
    UncopiedPointer(const UncopiedPointer&) {}
    UncopiedPointer& operator=(const UncopiedPointer&) { return *this; }
    explicit operator bool() const { return pointer != nullptr; }
};

} // namespace satbox
