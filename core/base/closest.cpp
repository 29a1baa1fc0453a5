#include "core/base/closest.h"

#include "core/base/ascii.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace posewright {

namespace {

/// Levenshtein distance.
int distance(std::string_view a, std::string_view b)
{
    std::vector<int> row(b.size() + 1);
    std::iota(row.begin(), row.end(), 0);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        int diagonal = row[0];
        row[0] = static_cast<int>(i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const int changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row.back();
}

}  // namespace

std::string_view closest(std::string_view word, const std::vector<std::string_view>& candidates)
{
    const std::string wanted = inSmall(word);
    std::string_view best;
    int least = std::min(3, static_cast<int>(wanted.size()));
    for (const std::string_view candidate : candidates) {
        const int d = distance(wanted, inSmall(candidate));
        if (d < least) {
            least = d;
            best = candidate;
        }
    }
    return best;
}

std::string didYouMean(std::string_view word, const std::vector<std::string_view>& candidates)
{
    const std::string_view like = closest(word, candidates);
    return like.empty() ? std::string() : "did you mean \"" + std::string(like) + "\"?";
}

}  // namespace posewright
