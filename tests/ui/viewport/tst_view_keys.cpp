#include "tests/support/program.h"
#include "tests/ui/desk/desk_support.h"
#include "tests/ui/support.h"
#include "ui/inspector/number_field.h"

#include <QLineEdit>

using namespace posewright;
using namespace posewright::ui;

/// Keys that the main window gets while the pointer works in the view: which of the two windows has
/// the keyboard is for the window manager to say.
class TestViewKeys : public QObject {
    Q_OBJECT

    std::unique_ptr<test::Desktop> desk_;

    /// As the system hands them over: to the main window, which finds its widget by itself.
    QWindow* mainWindow() { return desk_->window.windowHandle(); }
    QString written()
    {
        QStringList all;
        for (const PlacedText& placed : desk_->view().texts()) all << placed.text;
        return all.join('|');
    }
    QPoint startDrag(QWidget* focus)
    {
        const QPoint from = desk_->seen(desk_->world(NodeId(500)));
        QTest::mouseMove(desk_->canvas(), from);
        QTest::mousePress(desk_->canvas(), Qt::LeftButton, {}, from);
        for (int i = 1; i <= 6; ++i) QTest::mouseMove(desk_->canvas(), from + QPoint(5 * i, 3 * i));
        focus->setFocus();
        return from + QPoint(30, 18);
    }
    QPoint onRow(int row, double frame)
    {
        const TimelineLayout layout = desk_->window.timeline().layoutNow();
        return {static_cast<int>(std::lround(layout.frameX(frame))),
                layout.rowRect(row).center().y()};
    }

private slots:
    void initTestCase()
    {
        if (QGuiApplication::platformName() != "xcb") QSKIP("needs a display: run under xvfb-run");
        desk_ = std::make_unique<test::Desktop>();
        if (!desk_->window.viewport().draws()) QSKIP("needs OpenGL 3.2");
        desk_->session.startNew(test::crowdOfLimbs(2), "limbs");
        QVERIFY(QTest::qWaitForWindowExposed(&desk_->window));
        desk_->activate();
        QTRY_VERIFY(desk_->canvas()->isExposed());
        QTRY_VERIFY(written().contains("Frame 0"));
    }

    void escapeAndAxesReachTheDragFromAnyPanel_data()
    {
        QTest::addColumn<QString>("panel");
        for (const char* panel : {"timeline", "sceneDock", "historyView", "timelineFilter", ""})
            QTest::newRow(panel) << QString(panel);
    }
    void escapeAndAxesReachTheDragFromAnyPanel()
    {
        QFETCH(QString, panel);
        auto* named = desk_->window.findChild<QWidget*>(panel);
        QWidget* focus = panel.isEmpty() ? static_cast<QWidget*>(&desk_->window) : named;
        QVERIFY(focus);
        const Document before = desk_->doc();
        for (int i = 0; i < 10; ++i) {
            const QPoint at = startDrag(focus);
            QTRY_VERIFY(desk_->view().interaction().dragging());
            QVERIFY(!(desk_->doc() == before));
            QTest::keyClick(mainWindow(), Qt::Key_X);
            QTRY_VERIFY(written().contains("along X"));
            QTest::keyClick(mainWindow(), Qt::Key_Escape);
            QVERIFY(!desk_->view().interaction().dragging());
            QTest::mouseRelease(desk_->canvas(), Qt::LeftButton, {}, at);
            QVERIFY(desk_->doc() == before);
        }
        if (auto* field = qobject_cast<QLineEdit*>(focus)) QCOMPARE(field->text(), QString());
    }

    void anAxisHeldOnStaysChosen()
    {
        const QPoint at = startDrag(&desk_->window.timeline());
        QTest::keyPress(mainWindow(), Qt::Key_Y);
        for (int i = 0; i < 3; ++i) {
            QKeyEvent again(QEvent::KeyPress, Qt::Key_Y, Qt::NoModifier, "y", true);
            QCoreApplication::sendEvent(&desk_->window.timeline(), &again);
            QTRY_VERIFY(written().contains("along Y"));
        }
        QTest::keyRelease(mainWindow(), Qt::Key_Y);
        QTest::keyClick(mainWindow(), Qt::Key_Escape);
        QTest::mouseRelease(desk_->canvas(), Qt::LeftButton, {}, at);
    }

    void kScrubsInTheViewWhoeverHasTheFocus()
    {
        Timeline& timeline = desk_->window.timeline();
        Playhead& playhead = desk_->session.playhead();
        playhead.setFrame(0);
        QTest::mouseClick(timeline.viewport(), Qt::LeftButton, {}, onRow(1, 5));
        QVERIFY(timeline.hasFocus());
        const NodeId chosen = desk_->session.selection().active();
        const QPoint from(desk_->canvas()->width() / 3, desk_->canvas()->height() / 3);
        for (const bool overTheView : {false, true}) {
            if (overTheView) QTest::mouseMove(desk_->canvas(), from + QPoint(3, 3));
            timeline.setFocus();
            QTest::keyPress(mainWindow(), Qt::Key_K);
            // The keyboard may move from one window to the other meanwhile.
            QTest::mousePress(desk_->canvas(), Qt::LeftButton, {}, from);
            QTest::qWait(20);
            QTest::mouseMove(desk_->canvas(), from + QPoint(80, 0));
            QTRY_COMPARE(playhead.frame(), 10.0);
            QTest::mouseRelease(desk_->canvas(), Qt::LeftButton, {}, from + QPoint(80, 0));
            QTest::keyRelease(mainWindow(), Qt::Key_K);
            playhead.setFrame(0);
            QCOMPARE(desk_->session.selection().active(), chosen);
            // Let go of, the key scrubs no longer.
            QTest::mousePress(desk_->canvas(), Qt::LeftButton, {}, from);
            QTest::mouseMove(desk_->canvas(), from + QPoint(80, 0));
            QTest::mouseRelease(desk_->canvas(), Qt::LeftButton, {}, from + QPoint(80, 0));
            QCOMPARE(playhead.frame(), 0.0);
            desk_->session.selection().setNodes({chosen});
        }
    }

    void aTextBeingWrittenKeepsItsLetters()
    {
        auto* filter = desk_->window.findChild<QLineEdit*>("timelineFilter");
        const QPoint from(desk_->canvas()->width() / 3, desk_->canvas()->height() / 3);
        QTest::mouseMove(desk_->canvas(), from);
        filter->setFocus();
        QTest::keyPress(mainWindow(), Qt::Key_K);
        QCOMPARE(filter->text(), "k");
        QTest::mousePress(desk_->canvas(), Qt::LeftButton, {}, from);
        QTest::mouseMove(desk_->canvas(), from + QPoint(80, 0));
        QCOMPARE(desk_->session.playhead().frame(), 0.0);
        QTest::mouseRelease(desk_->canvas(), Qt::LeftButton, {}, from + QPoint(80, 0));
        QTest::keyRelease(mainWindow(), Qt::Key_K);
        filter->setFocus();
        for (const Qt::Key key : {Qt::Key_X, Qt::Key_Y, Qt::Key_Z})
            QTest::keyClick(mainWindow(), key);
        QCOMPARE(filter->text(), "kxyz");
        filter->clear();
    }

    /// The other way about: the view has the keyboard, and the timeline the pointer.
    void escapeReachesADragOfTheTimelineFromTheView()
    {
        Timeline& timeline = desk_->window.timeline();
        QWidget* ground = timeline.viewport();
        int row = -1;
        for (int i = 0; i < std::ssize(timeline.model().rows()) && row < 0; ++i)
            if (timeline.model().rows()[i].id.kind == RowId::Kind::Target) row = i;
        const double frame = timeline.model().rows()[row].keys->front().frame;
        const Document before = desk_->doc();
        const QPoint at = onRow(row, frame);
        for (int i = 0; i < 10; ++i) {
            QTest::mousePress(ground, Qt::LeftButton, {}, at);
            for (int x = 0; x < 60; x += 6) QTest::mouseMove(ground, at + QPoint(x, 0));
            QTRY_VERIFY(!(desk_->doc() == before));
            desk_->view().widget().setFocus();
            QTest::keyClick(desk_->canvas(), Qt::Key_Escape);
            QVERIFY(desk_->doc() == before);
            QTest::mouseRelease(ground, Qt::LeftButton, {}, at + QPoint(60, 0));
            QVERIFY(desk_->doc() == before);
        }
    }

    void cleanupTestCase()
    {
        if (desk_) desk_->session.history().setClean();
        desk_.reset();
    }
};

POSEWRIGHT_TEST(TestViewKeys, posewright::test::runOnScreen);

#include "tst_view_keys.moc"
