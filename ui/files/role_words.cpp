#include "ui/files/role_words.h"

#include "ui/files/role_bones.h"
#include "ui/session/text.h"

#include <QCoreApplication>
#include <QStringList>

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

QString boneWords(const Scene& scene, const std::vector<NodeIndex>& bones)
{
    const std::size_t shared = nameSpaceOf(scene).size();
    QStringList names;
    for (const NodeIndex row : bones) names << toQt(scene[row].name.substr(shared));
    return names.join(QStringLiteral(", "));
}

QString missingWords(const retarget::Figure& here, const retarget::Figure& there)
{
    QStringList still, unused;
    for (const retarget::Role role : retarget::allRoles()) {
        if (here.has(role) && !there.has(role)) still << roleText(role);
        if (!here.has(role) && there.has(role)) unused << roleText(role);
    }
    QStringList out;
    if (!still.isEmpty())
        out << QCoreApplication::translate("Roles", "Here only, left in the rest pose: %1.")
                   .arg(still.join(QStringLiteral(", ")));
    if (!unused.isEmpty())
        out << QCoreApplication::translate("Roles", "In the file only: %1.")
                   .arg(unused.join(QStringLiteral(", ")));
    return out.isEmpty() ? QCoreApplication::translate(
                               "Roles", "Every part of the body that one has the other has, too.")
                         : out.join(u'\n');
}

}  // namespace posewright::ui
