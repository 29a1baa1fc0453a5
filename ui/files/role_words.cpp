#include "ui/files/role_words.h"

#include "core/retarget/reference_pose.h"
#include "core/retarget/retarget.h"
#include "ui/files/role_bones.h"
#include "ui/session/text.h"

#include <QChar>
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

constexpr int kMostNamed = 6;  ///< bones without a role that are named; the rest are counted

/// "Left toes (LToe)"
QString partWords(retarget::Role role, const NamedFigure& of)
{
    return QCoreApplication::translate("Roles", "%1 (%2)", "part of a body, its bones")
        .arg(roleText(role), boneWords(of.scene, of.figure.bones(role)));
}

/// Bones without a role.
QString unknownBones(const NamedFigure& of)
{
    std::vector<bool> known(static_cast<std::size_t>(of.scene.size()), false);
    std::vector<NodeIndex> unknown;
    for (const retarget::Role role : retarget::allRoles())
        for (const NodeIndex row : of.figure.bones(role)) known[row] = true;
    for (NodeIndex row = 0; row < of.scene.size(); ++row)
        if (of.scene[row].bone() && !known[row]) unknown.push_back(row);
    const auto more = static_cast<int>(unknown.size()) - kMostNamed;
    if (more <= 1) return boneWords(of.scene, unknown);
    unknown.resize(kMostNamed);
    return QCoreApplication::translate("Roles", "%1 and %n more", nullptr, more)
        .arg(boneWords(of.scene, unknown));
}

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

QString missingWords(const NamedFigure& here, const NamedFigure& there)
{
    QStringList still, unused;
    for (const retarget::Role role : retarget::allRoles()) {
        if (here.figure.has(role) && !there.figure.has(role)) still << partWords(role, here);
        if (!here.figure.has(role) && there.figure.has(role)) unused << partWords(role, there);
    }
    QStringList out;
    if (!still.isEmpty())
        out << QCoreApplication::translate("Roles", "Here only, left in the rest pose: %1.")
                   .arg(still.join(QStringLiteral(", ")));
    if (!unused.isEmpty())
        out << QCoreApplication::translate("Roles", "In the motion only: %1.")
                   .arg(unused.join(QStringLiteral(", ")));
    if (out.isEmpty())
        out << QCoreApplication::translate(
            "Roles", "Every part of the body that one has the other has, too.");
    if (const QString bones = unknownBones(here); !bones.isEmpty())
        out << QCoreApplication::translate("Roles",
                                           "Other bones here, which only their parents move: %1.")
                   .arg(bones);
    if (const QString bones = unknownBones(there); !bones.isEmpty())
        out << QCoreApplication::translate("Roles",
                                           "Other bones of the motion, which are not used: %1.")
                   .arg(bones);
    return out.join(u'\n');
}

QString groundText(retarget::Ground ground)
{
    switch (ground) {
    case retarget::Ground::Guessed: return QCoreApplication::translate("Roles", "guessed");
    case retarget::Ground::Found:
        return QCoreApplication::translate("Roles", "where its feet come down");
    case retarget::Ground::Kept:
        return QCoreApplication::translate("Roles", "at the motion's height 0");
    }
    return {};
}

QString facesFrontText()
{
    return QCoreApplication::translate("Roles", "the front at its first frame");
}

QString frontText(const Document& doc, const retarget::Figure& figure)
{
    if (!figure.has(retarget::Role::Hips)) return {};
    const Vec3 front =
        retarget::referencePoseOf(*doc.scene, figure, retarget::standingPose(doc, figure))
            .body.col(2);
    Eigen::Index axis = 0;
    front.cwiseAbs().maxCoeff(&axis);
    return QString(front[axis] < 0 ? QChar(0x2212) : QChar(u'+')) + QChar(u"XYZ"[axis]);
}

QString motionWarnings(const Diagnostics& told)
{
    QStringList lines;
    for (const Diagnostic& each : told)
        lines << (each.option == retarget::kFindsGround
                      ? QCoreApplication::translate("Roles",
                                                    "Of the motion: %1. To stand them on it, "
                                                    "choose \u201c%2\u201d as its floor.")
                            .arg(toQt(each.message), groundText(retarget::Ground::Found))
                  : each.option == retarget::kFacesFront
                      ? QCoreApplication::translate("Roles",
                                                    "Of the motion: %1. To turn it there, choose "
                                                    "that it faces \u201c%2\u201d.")
                            .arg(toQt(each.message), facesFrontText())
                      : QCoreApplication::translate("Roles", "Of the motion: %1.")
                            .arg(diagnosticText(each)));
    return lines.join(u'\n');
}

}  // namespace posewright::ui
