#include "core/evaluate/evaluate.h"
#include "tests/support/program.h"
#include "tests/support/shared.h"
#include "tests/ui/desk/desk_support.h"
#include "tests/ui/desk/in_dialog.h"
#include "ui/desk/notice_bar.h"
#include "ui/files/files.h"

#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QtMath>

#include <algorithm>
#include <cmath>
#include <utility>

using namespace posewright;
using namespace posewright::ui;

namespace {

/// How many bones turn by more than 5 degrees in the first step, and the most that one turns by in
/// one of the eight after it [degrees], by the axis and angle of what is shown.
std::pair<int, double> stepsOf(const Document& doc)
{
    int jumping = 0;
    double later = 0;
    for (int step = 0; step <= 8; ++step) {
        const Evaluation from = evaluate(doc, step), to = evaluate(doc, step + 1);
        for (NodeIndex row = 0; row < doc.scene->size(); ++row) {
            if (!(*doc.scene)[row].bone()) continue;
            const Quat turn = from.local[row].rotation.conjugate() * to.local[row].rotation;
            const double degrees =
                qRadiansToDegrees(2 * std::atan2(turn.vec().norm(), std::abs(turn.w())));
            if (step == 0)
                jumping += degrees > 5 ? 1 : 0;
            else
                later = std::max(later, degrees);
        }
    }
    return {jumping, later};
}

}  // namespace

/// A capture that begins with a T-pose says so, and the pose is left out on demand.
class TestOddStartTold : public QObject {
    Q_OBJECT

    std::unique_ptr<test::Desktop> desk_;

    QString notice() { return desk_->window.findChild<QLabel*>("noticeText")->text(); }
    void open(const char* name)
    {
        QSignalSpy opened(&desk_->session.file(), &DocumentFile::opened);
        desk_->window.files().open(test::sharedPath(QStringLiteral("corpus/bvh/") + name));
        QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 20000);
    }

private slots:
    void initTestCase() { POSEWRIGHT_NEEDS_SHARED("corpus/bvh"); }
    void init()
    {
        test::startAsNew();
        desk_ = std::make_unique<test::Desktop>();
        QVERIFY(QTest::qWaitForWindowExposed(&desk_->window));
    }
    void cleanup() { desk_.reset(); }

    void aNoticeOffersToLeaveItOut()
    {
        open("pybvh_cmu_12_01_walk.bvh");
        const Document before = desk_->doc();
        const auto [jumping, later] = stepsOf(before);
        QVERIFY2(jumping > 2 && later > 1 && later < 5, qPrintable(QString::number(later)));
        QVERIFY2(notice().contains(QString("The motion begins with a T-pose: from frame 0 to 1 "
                                           "\u201cRightArm\u201d turns by 83\u00b0, with %1 other "
                                           "bone(s) popping along. In the 8 frame(s) after "
                                           "that no bone turns by more than %2\u00b0 a frame.")
                                       .arg(jumping - 1)
                                       .arg(std::ceil(later))),
                 qPrintable(notice()));
        // The unit of the file is asked for first: reading it anew brings the pose back.
        QVERIFY(desk_->window.findChild<QToolButton*>("noticeKept")->isVisible());
        desk_->window.findChild<QToolButton*>("noticeOffer")->click();
        QVERIFY(!desk_->window.findChild<QToolButton*>("noticeKept")->isVisible());
        QCOMPARE(desk_->doc().playback.start, 1.0);
        QCOMPARE(desk_->session.playhead().frame(), 1.0);
        QVERIFY2(!notice().contains("T-pose"), qPrintable(notice()));
        QCOMPARE(desk_->session.history().count(), 1);
        desk_->session.undo();
        QVERIFY(desk_->doc() == before);
        // Others say nothing of the kind.
        open("dme_xia_neutral_01_000.bvh");
        QVERIFY2(!notice().contains("begins"), qPrintable(notice()));
        desk_->trigger("time.leaveOutStart");
        QVERIFY(desk_->said().contains("begins smoothly"));
        QCOMPARE(desk_->session.history().count(), 0);
    }

    void findContactsOffersItToo()
    {
        open("assimp_cmu_01_01.bvh");
        QSize size;
        const test::InDialog leaves("contactsDialog", [&](QDialog& dialog) {
            size = dialog.size();
            QVERIFY(
                dialog.findChild<QLabel*>("contactsOddStart")->text().contains("with a T-pose"));
            dialog.findChild<QPushButton*>("contactsLeaveOut")->click();
        });
        desk_->trigger("target.findContacts");
        QVERIFY(leaves.done());
        bool offered = true;
        QSize same;
        const test::InDialog again("contactsDialog", [&](QDialog& dialog) {
            offered = dialog.findChild<QLabel*>("contactsOddStart") != nullptr;
            same = dialog.size();
            dialog.reject();
        });
        QTRY_VERIFY_WITH_TIMEOUT(again.done(), 20000);
        QVERIFY(!offered);
        QCOMPARE(same, size);  // the buttons stay under the pointer
        QCOMPARE(desk_->doc().playback.start, 1.0);
        QCOMPARE(desk_->session.history().count(), 1);
    }
};

POSEWRIGHT_TEST(TestOddStartTold, posewright::test::runOnScreen);
#include "tst_odd_start_told.moc"
