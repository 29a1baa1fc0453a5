#include "tests/support/program.h"
#include "tests/ui/desk/window_test.h"
#include "ui/actions/actions.h"
#include "ui/actions/preferences_dialog.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QPushButton>
#include <QtTest>

using namespace posewright;
using namespace posewright::ui;

/// What is set for all documents, in one dialog.
class TestPreferences : public test::WindowTest {
    Q_OBJECT

private slots:
    void initTestCase() { test::startAsNew(); }
    void init() { open(); }
    void cleanup() { close(); }

    void aFlagIsItsAction()
    {
        PreferencesDialog dialog(window_->actions(), window_.get());
        dialog.show();
        const QList<QCheckBox*> boxes = dialog.findChildren<QCheckBox*>();
        QVERIFY(boxes.size() >= 14);
        for (QCheckBox* box : boxes) {
            QAction* action = window_->actions()[box->objectName().toStdString()];
            QVERIFY2(action && action->isCheckable(), qPrintable(box->objectName()));
            QCOMPARE(box->isChecked(), action->isChecked());
            if (!box->isEnabled()) continue;
            const bool before = action->isChecked();
            QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
            window_->actions().refresh();
            QVERIFY2(action->isChecked() != before, qPrintable(box->objectName()));
            QCOMPARE(box->isChecked(), !before);
            // The other way round: the menu changes the box.
            action->trigger();
            window_->actions().refresh();
            QCOMPARE(box->isChecked(), before);
        }
    }

    void aListIsItsActions()
    {
        PreferencesDialog dialog(window_->actions(), window_.get());
        dialog.show();
        const QList<QComboBox*> lists = dialog.findChildren<QComboBox*>();
        QVERIFY(lists.size() >= 9);
        for (QComboBox* list : lists) {
            QVERIFY2(list->count() >= 3 && list->currentIndex() >= 0,
                     qPrintable(list->objectName()));
            const int before = list->currentIndex();
            for (const int row : {(before + 1) % list->count(), before}) {
                list->setCurrentIndex(row);
                emit list->activated(row);
                window_->actions().refresh();
                QCOMPARE(list->currentIndex(), row);
            }
        }
    }

    void allIsAsAtFirst()
    {
        PreferencesDialog dialog(window_->actions(), window_.get());
        dialog.show();
        QAction* grid = window_->actions()["view.grid"];
        QAction* seconds = window_->actions()["time.seconds"];
        const bool hadGrid = grid->isChecked(), hadSeconds = seconds->isChecked();
        grid->trigger();
        seconds->trigger();
        QVERIFY(grid->isChecked() != hadGrid && seconds->isChecked() != hadSeconds);
        dialog.findChild<QPushButton*>("preferencesReset")->click();
        window_->actions().refresh();
        QCOMPARE(grid->isChecked(), hadGrid);
        QCOMPARE(seconds->isChecked(), hadSeconds);
        QVERIFY(dialog.minimumSizeHint().height() < 640);
    }
};

POSEWRIGHT_TEST(TestPreferences, posewright::test::runWithoutScreen);
#include "tst_preferences.moc"
