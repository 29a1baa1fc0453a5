#include "tests/support/figures.h"
#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "ui/desk/history_view.h"
#include "ui/session/session.h"

#include <QtTest>

using namespace posewright;
using namespace posewright::ui;

/// The list of steps.
class TestHistoryView : public QObject {
    Q_OBJECT

private slots:
    void theStepThatIsShownStaysMarked()
    {
        Session session;
        session.startNew(test::chainDocument(3, 0.3, 20), "arm");
        HistoryView view(&session.history());
        view.resize(300, 400);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        for (int fps = 25; fps < 29; ++fps) QVERIFY(session.commit(edit::SetFps{double(fps)}));
        const auto marked = [&] {
            const QModelIndexList rows = view.selectionModel()->selectedIndexes();
            return rows.size() == 1 ? rows.front().row() : -1;
        };
        QCOMPARE(marked(), 4);
        const QPoint empty(150, 380);
        QVERIFY(!view.indexAt(empty).isValid());
        for (const auto modifiers : {Qt::NoModifier, Qt::ControlModifier, Qt::ShiftModifier}) {
            QTest::mouseClick(view.viewport(), Qt::LeftButton, modifiers, empty);
            QCOMPARE(marked(), 4);
            const QPoint second = view.visualRect(view.model()->index(2, 0)).center();
            QTest::mouseClick(view.viewport(), Qt::LeftButton, modifiers, second);
            QCOMPARE(marked(), 2);
            QCOMPARE(session.history().index(), 2);
            QTest::mouseClick(view.viewport(), Qt::LeftButton, modifiers, second);
            QCOMPARE(marked(), 2);
            session.redo();
            session.redo();
            QCOMPARE(marked(), 4);
        }
    }
};

POSEWRIGHT_TEST(TestHistoryView, posewright::test::runWithWidgets);
#include "tst_history_view.moc"
