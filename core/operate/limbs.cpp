#include "core/operate/limbs.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace posewright::operate {

namespace {

/// A share of the limb: joints nearer to each other than this only twist it.
constexpr double kShortBone = 0.05;

bool among(std::string_view word, const auto& words)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// Whether the last word of a name, its side left out, is that of a limb's end. "LeftHandIndex1"
/// is not.
bool isLimbEnd(const std::string& name)
{
    constexpr std::array<std::string_view, 4> kSides{"l", "r", "left", "right"};
    constexpr std::array<std::string_view, 4> kEnds{"hand", "wrist", "foot", "ankle"};
    std::vector<std::string> words = wordsOf(name.substr(name.rfind(':') + 1));
    while (!words.empty() && among(words.back(), kSides)) words.pop_back();
    return !words.empty() && among(words.back(), kEnds);
}

}  // namespace

std::vector<std::string> wordsOf(const std::string& name)
{
    std::vector<std::string> words;
    char before = ' ';
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalpha(byte)) {
            const bool rises =
                std::isupper(byte) && !std::isupper(static_cast<unsigned char>(before));
            if (!std::isalpha(static_cast<unsigned char>(before)) || rises) words.emplace_back();
            words.back() += static_cast<char>(std::tolower(byte));
        }
        before = c;
    }
    return words;
}

NodeIndex limbRoot(const Scene& scene, NodeIndex effector)
{
    double longest = 0;
    NodeIndex root = kNoNode;
    int bones = 0;
    for (NodeIndex row = effector; bones < 2; row = scene[row].parent) {
        const NodeIndex parent = scene[row].parent;
        if (parent == kNoNode || !scene[parent].bone()) break;
        const double length = scene[row].rest.translation.norm();
        longest = std::max(longest, length);
        if (length > kShortBone * longest) ++bones;
        root = parent;
    }
    return root;
}

NodeIndex limbEnd(const Scene& scene, NodeIndex bone)
{
    NodeIndex end = bone;
    for (NodeIndex row = bone; row != kNoNode && scene[row].bone(); row = scene[row].parent) {
        if (!isLimbEnd(scene[row].name)) break;
        end = row;
    }
    return end;
}

}  // namespace posewright::operate
