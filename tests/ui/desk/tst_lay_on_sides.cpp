#include "tests/support/biped.h"
#include "tests/support/hand_measure.h"
#include "tests/support/program.h"
#include "tests/ui/desk/desk_support.h"
#include "tests/ui/desk/in_dialog.h"
#include "ui/actions/cures_dialog.h"

#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>

using namespace posewright;
using namespace posewright::ui;

namespace {

/// A hand that is keyed inside a box at frame 12.
Document handKeyedInBox()
{
    return test::edited(test::biped(false), {test::addTarget("hand", "LeftHand", "LeftArm"),
                                             test::targetKey("hand", 0, {0.3, 1.6, 0.2}),
                                             test::targetKey("hand", 12, {0.3, 1.2, 0.3}),
                                             test::targetKey("hand", 24, {0.3, 1.6, 0.2}),
                                             {{"edit", "addBox"},
                                              {"name", "Box"},
                                              {"size", {0.24, 0.2, 0.24}},
                                              {"position", {0.32, 1.08, 0.38}}}});
}

}  // namespace

/// The reach doctor lays a hand on a side of the box that it is in.
class TestLayOnSides : public QObject {
    Q_OBJECT

    std::unique_ptr<test::Desktop> desk_;

private slots:
    void init()
    {
        test::startAsNew();
        desk_ = std::make_unique<test::Desktop>();
        QVERIFY(QTest::qWaitForWindowExposed(&desk_->window));
    }
    void cleanup() { desk_.reset(); }

    void theHandIsLaidOnTheNearestSide()
    {
        const Document before = handKeyedInBox();
        desk_->session.startNew(before, "box");
        Evaluator& evaluator = desk_->window.evaluator();
        QTRY_VERIFY_WITH_TIMEOUT(evaluator.filled() >= 1 && evaluator.strip().size() == 25, 20000);
        desk_->session.playhead().setFrame(12);
        QTRY_VERIFY(desk_->window.actions()["target.cure"]->isEnabled());
        QStringList offers;
        const test::InDialog takes(test::hasRemedies, [&](QDialog& dialog) {
            auto* list = dialog.findChild<QTreeWidget*>("curesList");
            for (int row = 0; row < list->topLevelItemCount(); ++row)
                offers << list->topLevelItem(row)->text(0);
            dialog.findChild<QPushButton*>("curesDo")->click();
        });
        desk_->trigger("target.cure");
        QVERIFY(takes.done());
        const QRegularExpression lays(
            QString::fromUtf8("^Lay the hand on the (top|front|back|underside|side) of the box"
                              "( at [+−]X)?, [0-9.]+ c?m away: keyed at [0-9, ]*12"));
        QVERIFY2(offers.size() > 2 && lays.match(offers[0]).hasMatch() &&
                     lays.match(offers[1]).hasMatch() && offers[2].startsWith("Lead it past"),
                 qPrintable(offers.join('\n')));
        const auto shown = evaluator.at(12);
        const Document& doc = desk_->doc();
        const test::BlockShown block(doc, *shown, desk_->node("Box"));
        double nearest = 1, deepest = 0;
        for (const Vec3& at : test::handShown(doc, *shown, desk_->node("LeftHand"), 0.01)) {
            nearest = std::min(nearest, block.distanceTo(at));
            deepest = std::max(deepest, block.depthOf(at));
        }
        QVERIFY2(nearest < 5e-3 && deepest < 1e-3, qPrintable(QString::number(deepest)));
        QCOMPARE(desk_->session.history().count(), 1);
        desk_->session.undo();
        QVERIFY(desk_->doc() == before);
    }

    /// The dialog is there before the remedies are.
    void theDialogWaitsForRemedies()
    {
        CuresDialog dialog("The hand is in the box", nullptr);
        auto* take = dialog.findChild<QPushButton*>("curesDo");
        auto* note = dialog.findChild<QLabel*>("curesNote");
        QSignalSpy shown(&dialog, &CuresDialog::shown);
        dialog.show();
        QVERIFY(!take->isEnabled());
        QCOMPARE(note->text(), QString("Looking for remedies ..."));
        QCOMPARE(dialog.picked(), -1);
        dialog.offer("It is deep in the box", {{"First", "nothing"}, {"Second", "something"}});
        QVERIFY(take->isEnabled());
        QCOMPARE(dialog.findChild<QLabel*>("curesWhy")->text(), QString("It is deep in the box"));
        QCOMPARE(dialog.picked(), 0);
        QCOMPARE(shown.count(), 1);
        CuresDialog none("It is deep in the box", nullptr);
        none.offer("It is deep in the box", {});
        QVERIFY(!none.findChild<QPushButton*>("curesDo")->isEnabled());
        QCOMPARE(none.findChild<QLabel*>("curesNote")->text(),
                 QString("Nothing that is known helps."));
    }

    /// The interface goes on while remedies are looked for: the search takes far longer than the
    /// longest pause.
    void theInterfaceGoesOn()
    {
        desk_->session.startNew(handKeyedInBox(), "box");
        Evaluator& evaluator = desk_->window.evaluator();
        QTRY_VERIFY_WITH_TIMEOUT(evaluator.filled() >= 1 && evaluator.strip().size() == 25, 20000);
        desk_->session.playhead().setFrame(12);
        QTRY_VERIFY(desk_->window.actions()["target.cure"]->isEnabled());
        QElapsedTimer since, found;
        double longest = 0;
        int looks = 0;
        QTimer beat;
        connect(&beat, &QTimer::timeout, this, [&] {
            auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            if (!dialog) return;
            if (looks++ == 0) found.start();
            if (test::hasRemedies(*dialog)) {
                qInfo("found after %lld ms and %d looks, at most %.0f ms apart", found.elapsed(),
                      looks, longest);
                beat.stop();
                dialog->reject();
                return;
            }
            if (since.isValid()) longest = std::max(longest, double(since.nsecsElapsed()) / 1e6);
            since.start();
        });
        beat.start(1);
        desk_->trigger("target.cure");
        QVERIFY(looks > 0);
        // What is shown meanwhile takes its time on a busy machine.
        QVERIFY2(longest < 200, qPrintable(QString::number(longest)));
    }
};

POSEWRIGHT_TEST(TestLayOnSides, posewright::test::runOnScreen);
#include "tst_lay_on_sides.moc"
