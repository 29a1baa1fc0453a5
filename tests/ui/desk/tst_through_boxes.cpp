#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "tests/ui/desk/desk_support.h"
#include "tests/ui/desk/in_dialog.h"
#include "tests/ui/run.h"
#include "ui/session/text.h"

#include <QDialog>
#include <QLabel>
#include <QRegularExpression>
#include <QSettings>
#include <QTreeWidget>

using namespace posewright;
using namespace posewright::ui;

namespace {

/// The left hand goes down before the figure, and through a box on its way.
Document touchingBelowBox()
{
    return test::edited(test::biped(false), {test::addTarget("hand", "LeftHand", "LeftArm"),
                                             test::targetKey("hand", 0, {0.3, 1.6, 0.3}),
                                             test::targetKey("hand", 12, {0.3, 1.05, 0.3}),
                                             test::targetKey("hand", 20, {0.3, 1.05, 0.3}),
                                             {{"edit", "addBox"},
                                              {"name", "Box"},
                                              {"size", {0.1, 0.1, 0.1}},
                                              {"position", {0.3, 1.25, 0.36}}}});
}

/// "The left hand is up to 3.1 cm inside “Box” at frames 5 to 8", or "at frame 5"
bool saysWhereItIs(const QString& words)
{
    static const QRegularExpression kWords(
        QString::fromUtf8("^The left (hand|forearm) is up to [0-9.]+ c?m inside “Box” at "
                          "(frames [0-9]+ to [0-9]+|frame [0-9]+)"));
    return kWords.match(words).hasMatch();
}

}  // namespace

/// A hand that goes through a box on its way to touching it: said, and cured.
class TestThroughBoxes : public QObject {
    Q_OBJECT

    std::unique_ptr<test::Desktop> desk_;

    QString problems() { return desk_->window.findChild<QLabel*>("problems")->text(); }
    void fill()
    {
        const Evaluator& evaluator = desk_->window.evaluator();
        QTRY_VERIFY_WITH_TIMEOUT(evaluator.filled() >= 1 && evaluator.strip().size() == 25, 20000);
    }

private slots:
    void init()
    {
        QCoreApplication::setOrganizationName("posewright-test-through");
        QSettings().clear();
        desk_ = std::make_unique<test::Desktop>();
        QVERIFY(QTest::qWaitForWindowExposed(&desk_->window));
        desk_->session.startNew(touchingBelowBox(), "box");
    }
    void cleanup() { desk_.reset(); }

    void aContactSaysWhatTheHandGoesThrough()
    {
        std::vector<edit::KeyRef> keys;
        for (const double frame : {12.0, 20.0}) {
            edit::KeyRef key;
            key.node = desk_->node("hand");
            key.frame = frame;
            keys.push_back(key);
        }
        desk_->select({"hand"});
        desk_->session.selection().setKeys(keys);
        desk_->trigger("target.contact");
        QTRY_VERIFY2(saysWhereItIs(desk_->said()), qPrintable(desk_->said()));
        // It is about what was so then.
        QTest::qWait(20);
        QVERIFY(!desk_->said().isEmpty());
        desk_->session.undo();
        QVERIFY2(desk_->said().isEmpty(), qPrintable(desk_->said()));
    }

    void soDoesAKeyThatTouches()
    {
        edit::SetTargetKey key;
        key.target = desk_->target("hand").id;
        key.frame = 13;
        key.position = Vec3(0.3, 1.04, 0.3);
        QVERIFY(desk_->session.commit(key));
        QTRY_VERIFY2(saysWhereItIs(desk_->said()), qPrintable(desk_->said()));
        // A remedy is not promised before it was looked for.
        QVERIFY2(!desk_->said().contains("Shift+H") ||
                     desk_->said().endsWith(": Shift+H looks for a way out there"),
                 qPrintable(desk_->said()));
        // Beside the box nothing is said of it.
        desk_->session.undo();
        for (const double frame : {0.0, 12.0, 20.0}) {
            key.frame = frame;
            key.position = Vec3(0.3, 1.6, 0.3);
            QVERIFY(desk_->session.commit(key));
        }
        fill();
        QTest::qWait(20);
        QCOMPARE(desk_->said(), QString());
    }

    void theReachDoctorLeadsItRound()
    {
        fill();
        QVERIFY2(problems().contains("inside a box"), qPrintable(problems()));
        desk_->session.playhead().setFrame(0);
        desk_->trigger("time.nextProblem");
        const double frame = desk_->session.playhead().frame();
        QVERIFY(frame > 0 && frame < 12);
        QVERIFY2(desk_->said().startsWith("No target is missed. The left ") &&
                     desk_->said().contains(" inside \u201cBox\u201d"),
                 qPrintable(desk_->said()));
        QVERIFY(desk_->session.selection().active() == desk_->node("hand"));
        QTRY_VERIFY(desk_->window.actions()["target.cure"]->isEnabled());
        QString why, first;
        const test::InDialog takes(test::hasRemedies, [&](QDialog& dialog) {
            why = dialog.findChild<QLabel*>("curesWhy")->text();
            auto* list = dialog.findChild<QTreeWidget*>("curesList");
            first = list->topLevelItem(0)->text(0);
            dialog.accept();
        });
        desk_->trigger("target.cure");
        QVERIFY(takes.done());
        QVERIFY2(saysWhereItIs(why), qPrintable(why));
        QVERIFY2(first.startsWith("Lead it past the side of the box at \u2212X, up to "),
                 qPrintable(first));
        fill();
        QTRY_VERIFY2(!problems().contains("inside a box"), qPrintable(problems()));
        QCOMPARE(desk_->session.history().count(), 1);
    }
};

POSEWRIGHT_TEST(TestThroughBoxes, posewright::test::runOnScreen);
#include "tst_through_boxes.moc"
