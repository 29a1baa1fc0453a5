#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Letters of ASCII. Those of <cctype> depend on the locale that a program has set: names in files
/// must not.
namespace posewright {

constexpr bool isSmallLetter(char c) noexcept
{
    return c >= 'a' && c <= 'z';
}
constexpr bool isCapital(char c) noexcept
{
    return c >= 'A' && c <= 'Z';
}
constexpr bool isLetter(char c) noexcept
{
    return isSmallLetter(c) || isCapital(c);
}
constexpr bool isDigit(char c) noexcept
{
    return c >= '0' && c <= '9';
}

/// The small letter of a capital; any other character is returned as it is.
constexpr char inSmall(char c) noexcept
{
    return isCapital(c) ? static_cast<char>(c - 'A' + 'a') : c;
}
std::string inSmall(std::string_view text);

/// The words of a name in small letters: runs of letters; a capital begins another word, and the
/// last one of several does before a small letter. "control-foot-roll.l" has four words, "handIK.l"
/// three, "LHipJoint" three.
std::vector<std::string> wordsIn(std::string_view name);

}  // namespace posewright
