#pragma once

#include <span>
#include <string_view>

namespace posewright {

/// A value of an enumeration, and its word in files and commands. `words(E)`, beside the
/// enumeration, lists them.
template <class E>
struct Word {
    E value;
    std::string_view word;
};

/// The word of a value; empty: it has none.
template <class E>
std::string_view wordOf(E value)
{
    for (const Word<E>& w : words(value))
        if (w.value == value) return w.word;
    return {};
}

}  // namespace posewright
