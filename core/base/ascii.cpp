#include "core/base/ascii.h"

#include <algorithm>

namespace posewright {

std::string inSmall(std::string_view text)
{
    std::string out(text);
    std::transform(out.begin(), out.end(), out.begin(), [](char c) { return inSmall(c); });
    return out;
}

std::vector<std::string> wordsIn(std::string_view name)
{
    const auto letter = [&](std::size_t i) { return i < name.size() && isLetter(name[i]); };
    const auto capital = [&](std::size_t i) { return i < name.size() && isCapital(name[i]); };
    std::vector<std::string> words;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (!letter(i)) continue;
        const bool first = i == 0 || !letter(i - 1);
        const bool rises = capital(i) && i > 0 && !capital(i - 1);
        const bool lastOfRun =
            capital(i) && i > 0 && capital(i - 1) && letter(i + 1) && !capital(i + 1);
        if (first || rises || lastOfRun) words.emplace_back();
        words.back() += inSmall(name[i]);
    }
    return words;
}

}  // namespace posewright
