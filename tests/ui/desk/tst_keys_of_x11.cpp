#include "tests/support/program.h"
#include "tests/ui/desk/desk_support.h"
#include "ui/actions/samples.h"

#include <QLineEdit>

using namespace posewright;
using namespace posewright::ui;

/// Keys that fields of text take on X11 alone.
class TestKeysOfX11 : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        test::startAsNew();
        if (QGuiApplication::platformName() != "xcb") QSKIP("needs a display: run under xvfb-run");
    }

    /// Where a field of text would take them for "to the end of the line" and "delete to the
    /// right".
    void shortcutsAreActionsInFieldsOfText_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<bool>("windows");
        for (const auto key : {Qt::Key_E, Qt::Key_D, Qt::Key_K})
            QTest::newRow(qPrintable(QKeySequence(key).toString())) << int(key) << true;
        for (const auto key : {Qt::Key_C, Qt::Key_V, Qt::Key_A})
            QTest::newRow(qPrintable(QKeySequence(key).toString())) << int(key) << false;
    }
    void shortcutsAreActionsInFieldsOfText()
    {
        QFETCH(int, key);
        QFETCH(bool, windows);
        test::Desktop desk;
        QVERIFY(QTest::qWaitForWindowExposed(&desk.window));
        desk.activate();
        QVERIFY(openSample(desk.window, "figure"));
        auto* field = desk.window.findChild<QLineEdit*>("sceneFilter");
        QVERIFY(field);
        field->setFocus();
        field->setText("hand");
        QKeyEvent asked(QEvent::ShortcutOverride, key, Qt::ControlModifier);
        asked.ignore();
        QCoreApplication::sendEvent(field, &asked);
        QCOMPARE(asked.isAccepted(), !windows);
    }
};

POSEWRIGHT_TEST(TestKeysOfX11, posewright::test::runOnScreen);
#include "tst_keys_of_x11.moc"
