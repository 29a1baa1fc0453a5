#include "core/retarget/bone_name.h"

#include "core/base/ascii.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace posewright::retarget {

namespace {

using Word = BonePartWord;

struct Synonym {
    std::string_view text;  ///< the words of a name, joined
    Word part;
};

constexpr std::array kSynonyms = std::to_array<Synonym>({
    {"hips", Word::Hips},
    {"pelvis", Word::Hips},
    {"hip", Word::Hip},
    {"spine", Word::Spine},
    {"chest", Word::Spine},
    {"upperchest", Word::Spine},
    {"abdomen", Word::Spine},
    {"abdomenlower", Word::Spine},
    {"abdomenupper", Word::Spine},
    {"chestlower", Word::Spine},
    {"chestupper", Word::Spine},
    {"lowerabdomen", Word::Spine},
    {"upperabdomen", Word::Spine},
    {"lowerchest", Word::Spine},
    {"torso", Word::Spine},
    {"body", Word::Spine},
    {"bodylow", Word::Spine},
    {"bodylower", Word::Spine},
    {"bodyup", Word::Spine},
    {"bodyupper", Word::Spine},
    {"lowerbody", Word::Spine},
    {"upperbody", Word::Spine},
    {"lowerback", Word::Spine},
    {"upperback", Word::Spine},
    {"back", Word::Spine},
    {"waist", Word::Spine},
    {"belly", Word::Spine},
    {"stomach", Word::Spine},
    {"ab", Word::Spine},
    {"thorax", Word::Spine},
    {"lumbar", Word::Spine},
    {"ribcage", Word::Spine},
    {"neck", Word::Neck},
    {"lowerneck", Word::Neck},
    {"upperneck", Word::Neck},
    {"necklower", Word::Neck},
    {"neckupper", Word::Neck},
    {"head", Word::Head},
    {"collar", Word::Collar},
    {"clavicle", Word::Collar},
    {"collarbone", Word::Collar},
    {"clav", Word::Collar},
    {"shoulder", Word::Shoulder},
    {"upperarm", Word::UpperArm},
    {"uparm", Word::UpperArm},
    {"shldr", Word::UpperArm},
    {"humerus", Word::UpperArm},
    {"bicep", Word::UpperArm},
    {"armupper", Word::UpperArm},
    {"arm", Word::Arm},
    {"lowerarm", Word::LowerArm},
    {"lowarm", Word::LowerArm},
    {"forearm", Word::LowerArm},
    {"elbow", Word::LowerArm},
    {"armlower", Word::LowerArm},
    {"hand", Word::Hand},
    {"wrist", Word::Hand},
    {"thumb", Word::Thumb},
    {"handthumb", Word::Thumb},
    {"thumbfinger", Word::Thumb},
    {"index", Word::Index},
    {"handindex", Word::Index},
    {"indexfinger", Word::Index},
    {"findex", Word::Index},
    {"fmiddle", Word::Middle},
    {"fring", Word::Ring},
    {"fpinky", Word::Little},
    {"middle", Word::Middle},
    {"handmiddle", Word::Middle},
    {"middlefinger", Word::Middle},
    {"mid", Word::Middle},
    {"ring", Word::Ring},
    {"handring", Word::Ring},
    {"ringfinger", Word::Ring},
    {"pinky", Word::Little},
    {"handpinky", Word::Little},
    {"little", Word::Little},
    {"handlittle", Word::Little},
    {"littlefinger", Word::Little},
    {"pinkyfinger", Word::Little},
    {"upperleg", Word::UpperLeg},
    {"upleg", Word::UpperLeg},
    {"thigh", Word::UpperLeg},
    {"femur", Word::UpperLeg},
    {"legupper", Word::UpperLeg},
    {"leg", Word::Leg},
    {"lowerleg", Word::LowerLeg},
    {"lowleg", Word::LowerLeg},
    {"shin", Word::LowerLeg},
    {"calf", Word::LowerLeg},
    {"knee", Word::LowerLeg},
    {"tibia", Word::LowerLeg},
    {"leglower", Word::LowerLeg},
    {"foot", Word::Foot},
    {"ankle", Word::Foot},
    {"toes", Word::Toes},
    {"toe", Word::Toes},
    {"toebase", Word::Toes},
    {"ball", Word::Toes},
    {"toeball", Word::Toes},
    {"balltoe", Word::Toes},
    {"metatarsals", Word::Toes},
    {"toesbase", Word::Toes},
});

/// Words without meaning for the body.
constexpr std::array<std::string_view, 17> kIdle{
    "c",  "mixamorig", "bip", "valvebiped", "def", "jnt", "joint", "bone", "skeleton",
    "bn", "sk",        "cc",  "base",       "j",   "b",   "jt",    "bend"};

/// Words of bones that only control, end or carry others.
constexpr std::array<std::string_view, 24> kHelpers{
    "ik",  "control", "ctrl",  "ctl",      "pole",   "roll", "target", "goal",
    "end", "helper",  "nub",   "slot",     "socket", "tip",  "top",    "eye",
    "jaw", "twist",   "share", "handslot", "mch",    "org",  "prop",   "weapon"};

bool among(std::string_view word, const auto& words)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}

std::string_view afterNamespace(const std::string& name)
{
    const std::size_t at = name.find_last_of(":|");
    return at == std::string::npos ? std::string_view(name) : std::string_view(name).substr(at + 1);
}

std::optional<Word> partCalled(std::string_view text)
{
    const auto at = std::find_if(kSynonyms.begin(), kSynonyms.end(),
                                 [&](const Synonym& s) { return s.text == text; });
    if (at == kSynonyms.end()) return {};
    return at->part;
}

std::optional<BodySide> sideCalled(std::string_view word)
{
    if (word == "l" || word == "left" || word == "lft") return BodySide::Left;
    if (word == "r" || word == "right" || word == "rgt") return BodySide::Right;
    return {};
}

/// "lshldr", "rhand", "leftarm": a side followed by a known word.
std::optional<BoneName> sidedWord(std::string_view text)
{
    constexpr std::array<std::string_view, 4> kFronts{"left", "right", "l", "r"};
    for (const std::string_view front : kFronts)
        if (text.starts_with(front))
            if (const auto part = partCalled(text.substr(front.size())))
                return BoneName{*sideCalled(front), part};
    return {};
}

/// 3ds Max's biped counts from the thumb: "Finger0", "Finger01", "Finger02", then "Finger1".
std::optional<Word> numberedFinger(std::string_view name)
{
    constexpr std::array kFingers{Word::Thumb, Word::Index, Word::Middle, Word::Ring, Word::Little};
    const std::size_t at = name.find_last_not_of("0123456789");
    if (at == std::string_view::npos || at + 1 >= name.size()) return {};
    const auto which = static_cast<std::size_t>(name[at + 1] - '0');
    if (which >= kFingers.size()) return {};
    return kFingers[which];
}

}  // namespace

BoneName readBoneName(const std::string& name)
{
    BoneName out;
    std::string together;
    bool joint = false, biped = false;
    for (const std::string& word : wordsIn(afterNamespace(name))) {
        joint = joint || word == "joint";
        biped = biped || word == "bip";
        if (among(word, kHelpers)) return {};
        if (const auto side = sideCalled(word))
            out.side = *side;
        else if (!among(word, kIdle) || (word == "base" && !together.empty()))
            together += word;
    }
    out.part = partCalled(together);
    if (together == "finger" && biped) out.part = numberedFinger(name);
    // CMU captures have a "LHipJoint" of no length between the hips and each thigh.
    if (out.part == Word::Hip && joint && out.side != BodySide::Middle) return {};
    if (!out.part && out.side == BodySide::Middle)
        if (const auto sided = sidedWord(together)) return *sided;
    return out;
}

bool isTwistBone(const std::string& name)
{
    const std::vector<std::string> words = wordsIn(afterNamespace(name));
    return among("twist", words) || among("roll", words);
}

}  // namespace posewright::retarget
