#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace posewright::import {

/// The value of an attribute of the tag that begins at `tag` in a COLLADA text; empty: it has none.
std::string attributeOf(std::string_view text, std::size_t tag, std::string_view name);

/// Calls `look` with the place of each tag that begins with these characters.
template <class Look>
void eachTag(std::string_view text, std::string_view open, Look&& look)
{
    for (std::size_t at = text.find(open); at != std::string_view::npos;
         at = text.find(open, at + 1))
        look(at);
}

/// Calls `look` with each word, until it returns false.
template <class Look>
void eachWord(std::string_view words, Look&& look)
{
    constexpr std::string_view kBlanks = " \t\r\n";
    for (;;) {
        words.remove_prefix(std::min(words.find_first_not_of(kBlanks), words.size()));
        const std::string_view word = words.substr(0, words.find_first_of(kBlanks));
        if (word.empty() || !look(word)) return;
        words.remove_prefix(word.size());
    }
}

/// What is between the tag that begins at `tag` and the next one.
std::string_view insideOf(std::string_view text, std::size_t tag);

/// The numbers that these words begin with; it ends where one is none.
std::vector<double> numbersIn(std::string_view words);

/// The text that XML spells so.
std::string decoded(std::string_view text);

/// The text with blanks in place of its comments, line by line as long as before.
std::string withoutComments(std::string collada);

}  // namespace posewright::import
