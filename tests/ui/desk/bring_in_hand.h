#pragma once

#include "core/retarget/role.h"
#include "tests/support/made_body.h"
#include "ui/files/bring_in_dialog.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QtTest>

/// What a hand does in the dialog for motions of other figures.
namespace posewright::test {

/// What accepts it, where motions are brought in or changed.
inline QPushButton* bringButton(QDialog& dialog)
{
    for (QPushButton* button : dialog.findChildren<QPushButton*>())
        if (button->text() == "&Bring In" || button->text() == "&Change") return button;
    return nullptr;
}

/// The list of a row's bones; of a chain, of its first bone.
inline QComboBox* bonesOf(QDialog& dialog, retarget::Role role, int column)
{
    auto* map = dialog.findChild<QTableWidget*>("broughtBones");
    return map->cellWidget(static_cast<int>(role), column)->findChild<QComboBox*>("firstBone");
}
/// Null: the role is no chain.
inline QComboBox* lastBoneOf(QDialog& dialog, retarget::Role role, int column)
{
    return bonesOf(dialog, role, column)->parent()->findChild<QComboBox*>("lastBone");
}

/// As a hand does, with the signal for it.
inline void choose(QComboBox* combo, const QString& text)
{
    const int row = combo->findText(text);
    QVERIFY2(row >= 0, qPrintable(text));
    combo->setCurrentIndex(row);
    emit combo->activated(row);
}

/// What is said below the choices.
inline QString saidIn(QDialog& dialog)
{
    return dialog.findChild<QLabel*>("broughtJoints")->text();
}

/// A body that stands all the time, this high above the floor.
inline Document standingMotion(double height)
{
    const MadeBody body = madeBody();
    BodyPose pose;
    pose.turns.assign(body.joints.size(), {0, 0, 0, 1});
    pose.hips = body.joints[0].at + plain::V{0, height, 0};
    return documentOf(body, {pose, pose}, 30);
}

}  // namespace posewright::test
