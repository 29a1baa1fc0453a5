#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace posewright {

/// The candidate that `word` was probably meant to be: the same but for case, or at most two
/// letters away; empty if there is none. O(word x letters of all candidates).
std::string_view closest(std::string_view word, const std::vector<std::string_view>& candidates);

/// The same as advice for an Error: did you mean "LeftHand"? Empty if there is none.
std::string didYouMean(std::string_view word, const std::vector<std::string_view>& candidates);

}  // namespace posewright
