#include "ui/files/role_words.h"

#include <QCoreApplication>

#include <array>

namespace posewright::ui {

namespace {

using retarget::BodySide;

constexpr std::array<const char*, 4> kMiddleWords{
    QT_TRANSLATE_NOOP("Roles", "Hips"), QT_TRANSLATE_NOOP("Roles", "Spine"),
    QT_TRANSLATE_NOOP("Roles", "Neck"), QT_TRANSLATE_NOOP("Roles", "Head")};
constexpr std::array<const char*, retarget::kRolesOfASide> kLeftWords{
    QT_TRANSLATE_NOOP("Roles", "Left collar bone"),
    QT_TRANSLATE_NOOP("Roles", "Left upper arm"),
    QT_TRANSLATE_NOOP("Roles", "Left forearm"),
    QT_TRANSLATE_NOOP("Roles", "Left hand"),
    QT_TRANSLATE_NOOP("Roles", "Left thumb"),
    QT_TRANSLATE_NOOP("Roles", "Left index finger"),
    QT_TRANSLATE_NOOP("Roles", "Left middle finger"),
    QT_TRANSLATE_NOOP("Roles", "Left ring finger"),
    QT_TRANSLATE_NOOP("Roles", "Left little finger"),
    QT_TRANSLATE_NOOP("Roles", "Left thigh"),
    QT_TRANSLATE_NOOP("Roles", "Left shin"),
    QT_TRANSLATE_NOOP("Roles", "Left foot"),
    QT_TRANSLATE_NOOP("Roles", "Left toes")};
constexpr std::array<const char*, retarget::kRolesOfASide> kRightWords{
    QT_TRANSLATE_NOOP("Roles", "Right collar bone"),
    QT_TRANSLATE_NOOP("Roles", "Right upper arm"),
    QT_TRANSLATE_NOOP("Roles", "Right forearm"),
    QT_TRANSLATE_NOOP("Roles", "Right hand"),
    QT_TRANSLATE_NOOP("Roles", "Right thumb"),
    QT_TRANSLATE_NOOP("Roles", "Right index finger"),
    QT_TRANSLATE_NOOP("Roles", "Right middle finger"),
    QT_TRANSLATE_NOOP("Roles", "Right ring finger"),
    QT_TRANSLATE_NOOP("Roles", "Right little finger"),
    QT_TRANSLATE_NOOP("Roles", "Right thigh"),
    QT_TRANSLATE_NOOP("Roles", "Right shin"),
    QT_TRANSLATE_NOOP("Roles", "Right foot"),
    QT_TRANSLATE_NOOP("Roles", "Right toes")};

}  // namespace

QString roleText(retarget::Role role)
{
    const auto row = static_cast<std::size_t>(role);
    const BodySide side = retarget::sideOf(role);
    const char* text = side == BodySide::Middle ? kMiddleWords[row]
                       : side == BodySide::Left
                           ? kLeftWords[row - kMiddleWords.size()]
                           : kRightWords[row - kMiddleWords.size() - retarget::kRolesOfASide];
    return QCoreApplication::translate("Roles", text);
}

}  // namespace posewright::ui
