#include "ui/models/part_words.h"

#include "core/retarget/figure.h"
#include "core/retarget/role.h"
#include "ui/session/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <optional>

namespace posewright::ui {

namespace {

using retarget::Role;

bool isOfLeg(Role role)
{
    const bool left = retarget::sideOf(role) == retarget::BodySide::Left;
    const Role here = left ? role : retarget::mirrored(role);
    return here == Role::LeftUpperLeg || here == Role::LeftLowerLeg || here == Role::LeftFoot ||
           here == Role::LeftToes;
}

/// A single leg is none: the words would call the gripper of a robot's arm a foot.
std::optional<Role> roleOf(const Scene& scene, NodeIndex row)
{
    for (const retarget::Figure& figure : retarget::figuresOf(scene))
        for (const Role role : retarget::allRoles())
            if (std::ranges::count(figure.bones(role), row) > 0) {
                if (isOfLeg(role) && !figure.has(retarget::mirrored(role))) return std::nullopt;
                return role;
            }
    return std::nullopt;
}

/// The words for a role; for what hangs on it without one, those of the role itself.
const char* wordsOf(Role role)
{
    const bool left = retarget::sideOf(role) == retarget::BodySide::Left;
    switch (left ? role : retarget::mirrored(role)) {
    case Role::LeftUpperArm:
        return left ? QT_TRANSLATE_NOOP("Fault", "The left upper arm")
                    : QT_TRANSLATE_NOOP("Fault", "The right upper arm");
    case Role::LeftLowerArm:
        return left ? QT_TRANSLATE_NOOP("Fault", "The left forearm")
                    : QT_TRANSLATE_NOOP("Fault", "The right forearm");
    case Role::LeftHand:
        return left ? QT_TRANSLATE_NOOP("Fault", "The left hand")
                    : QT_TRANSLATE_NOOP("Fault", "The right hand");
    case Role::LeftThumb:
        return left ? QT_TRANSLATE_NOOP("Fault", "The left thumb")
                    : QT_TRANSLATE_NOOP("Fault", "The right thumb");
    case Role::LeftUpperLeg:
        return left ? QT_TRANSLATE_NOOP("Fault", "The left thigh")
                    : QT_TRANSLATE_NOOP("Fault", "The right thigh");
    case Role::LeftLowerLeg:
        return left ? QT_TRANSLATE_NOOP("Fault", "The left shin")
                    : QT_TRANSLATE_NOOP("Fault", "The right shin");
    case Role::LeftFoot:
        return left ? QT_TRANSLATE_NOOP("Fault", "The left foot")
                    : QT_TRANSLATE_NOOP("Fault", "The right foot");
    default: return nullptr;
    }
}

const char* severalWordsOf(Role role)
{
    const bool left = retarget::sideOf(role) == retarget::BodySide::Left;
    const Role here = left ? role : retarget::mirrored(role);
    if (here == Role::LeftToes)
        return left ? QT_TRANSLATE_NOOP("Fault", "The toes of the left foot")
                    : QT_TRANSLATE_NOOP("Fault", "The toes of the right foot");
    if (!retarget::isFinger(here) || here == Role::LeftThumb) return nullptr;
    return left ? QT_TRANSLATE_NOOP("Fault", "The fingers of the left hand")
                : QT_TRANSLATE_NOOP("Fault", "The fingers of the right hand");
}

}  // namespace

PartWords partWords(const Scene& scene, NodeId bone)
{
    const auto translated = [](const char* words) {
        return QCoreApplication::translate("Fault", words);
    };
    // Ends of fingers are parts of them.
    for (NodeIndex row = scene.find(bone); row != kNoNode; row = scene[row].parent) {
        const std::optional<Role> role = roleOf(scene, row);
        if (!role) continue;
        if (const char* words = severalWordsOf(*role)) return {translated(words), true};
        if (const char* words = wordsOf(*role)) return {translated(words), false};
        break;
    }
    return {QStringLiteral("\u201c%1\u201d").arg(toQt(nodeName(scene, bone))), false};
}

LimbWord limbWord(const Scene& scene, NodeId end)
{
    for (NodeIndex row = scene.find(end); row != kNoNode; row = scene[row].parent) {
        const std::optional<Role> role = roleOf(scene, row);
        if (!role) continue;
        const bool left = retarget::sideOf(*role) == retarget::BodySide::Left;
        const Role here = left ? *role : retarget::mirrored(*role);
        if (here == Role::LeftHand || here == Role::LeftLowerArm || retarget::isFinger(here))
            return LimbWord::Hand;
        return here == Role::LeftFoot || here == Role::LeftToes || here == Role::LeftLowerLeg
                   ? LimbWord::Foot
                   : LimbWord::None;
    }
    return LimbWord::None;
}

}  // namespace posewright::ui
