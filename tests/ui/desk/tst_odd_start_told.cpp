#include "tests/support/program.h"
#include "tests/support/shared.h"
#include "tests/ui/desk/desk_support.h"
#include "tests/ui/desk/in_dialog.h"
#include "ui/desk/notice_bar.h"
#include "ui/files/files.h"

#include <QLabel>
#include <QPushButton>
#include <QToolButton>

using namespace posewright;
using namespace posewright::ui;

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
        QVERIFY2(notice().contains("The motion begins with a T-pose: from frame 0 to 1 "
                                   "\u201cRightArm\u201d turns by 83\u00b0, and no bone by more "
                                   "than 2\u00b0 a frame after that."),
                 qPrintable(notice()));
        const Document before = desk_->doc();
        desk_->window.findChild<QToolButton*>("noticeOffer")->click();
        QCOMPARE(desk_->doc().playback.start, 1.0);
        QCOMPARE(desk_->session.playhead().frame(), 1.0);
        QVERIFY2(notice().isEmpty(), qPrintable(notice()));
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
        const test::InDialog leaves("contactsDialog", [](QDialog& dialog) {
            QVERIFY(
                dialog.findChild<QLabel*>("contactsOddStart")->text().contains("with a T-pose"));
            dialog.findChild<QPushButton*>("contactsLeaveOut")->click();
        });
        desk_->trigger("target.findContacts");
        QVERIFY(leaves.done());
        bool offered = true;
        const test::InDialog again("contactsDialog", [&](QDialog& dialog) {
            offered = dialog.findChild<QLabel*>("contactsOddStart") != nullptr;
            dialog.reject();
        });
        QTRY_VERIFY_WITH_TIMEOUT(again.done(), 20000);
        QVERIFY(!offered);
        QCOMPARE(desk_->doc().playback.start, 1.0);
        QCOMPARE(desk_->session.history().count(), 1);
    }
};

POSEWRIGHT_TEST(TestOddStartTold, posewright::test::runOnScreen);
#include "tst_odd_start_told.moc"
