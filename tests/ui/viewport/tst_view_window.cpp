#include "tests/support/program.h"
#include "tests/ui/viewport/view_window.h"
#include "ui/actions/actions.h"
#include "ui/timeline/timeline.h"

#include <QAccessible>
#include <QAction>
#include <QElapsedTimer>
#include <QMenu>
#include <QSignalSpy>
#include <QWheelEvent>
#include <QtTest>

#include <algorithm>

using namespace posewright;
using namespace posewright::ui;

/// The viewport in its real window, by real keys and buttons, and how soon it is on the screen.
class TestViewWindow : public test::ViewWindow {
    Q_OBJECT

    QRect wordsOfFrame()
    {
        for (const PlacedText& placed : view().texts())
            if (placed.text.startsWith("Frame "))
                return QRect(canvas()->width() - 150, int(placed.place.top()), 140,
                             int(placed.place.height()));
        return {};
    }
    QPoint onRuler(double frame)
    {
        const TimelineLayout layout = window_->timeline().layoutNow();
        return {static_cast<int>(std::lround(layout.frameX(frame))), layout.rulerHeight / 2};
    }
    void moveOnRuler(const QPoint& at)
    {
        QWidget* ruler = window_->timeline().viewport();
        QMouseEvent move(QEvent::MouseMove, at, ruler->mapToGlobal(QPointF(at)), Qt::NoButton,
                         Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(ruler, &move);
    }
    /// An arm that goes so far along x.
    Document walker(double way)
    {
        Document doc = test::chainDocument(3, 0.3, 20);
        return test::withKeys(doc, (*doc.scene)[0].id, {{0, Vec3::Zero()}, {20, Vec3(way, 0, 0)}});
    }

private slots:
    void initTestCase() { openLimbs(); }

    void keysWorkWhereverThePointerIs_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<int>("modifiers");
        QTest::addColumn<QString>("action");
        const auto row = [](const char* name, Qt::Key key, const char* action,
                            Qt::KeyboardModifiers modifiers = {}) {
            QTest::newRow(name) << int(key) << int(modifiers) << QString(action);
        };
        row("Space", Qt::Key_Space, "time.play");
        row("Space again", Qt::Key_Space, "time.play");
        row("F", Qt::Key_F, "view.frameSelected");
        row("A", Qt::Key_A, "view.frameAll");
        row("N", Qt::Key_N, "time.nextProblem");
        row("Q", Qt::Key_Q, "pose.select");
        row("W", Qt::Key_W, "pose.move");
        row("E", Qt::Key_E, "pose.rotate");
        row("1", Qt::Key_1, "view.front");
        row("3", Qt::Key_3, "view.side");
        row("7", Qt::Key_7, "view.top");
        row("keypad 1", Qt::Key_1, "view.front", Qt::KeypadModifier);
        row("Ctrl and keypad 3", Qt::Key_3, "view.left", Qt::ControlModifier | Qt::KeypadModifier);
        row("5", Qt::Key_5, "view.orthographic");
        row("5 again", Qt::Key_5, "view.orthographic");
        row("J", Qt::Key_J, "view.names");
        row("J again", Qt::Key_J, "view.names");
        row("]", Qt::Key_BracketRight, "pose.nextTarget");
        row("right", Qt::Key_Right, "time.nextFrame");
        row("S", Qt::Key_S, "time.setKey");
        row("Ctrl+Z", Qt::Key_Z, "edit.undo", Qt::ControlModifier);
        row("Home", Qt::Key_Home, "time.first");
    }
    void keysWorkWhereverThePointerIs()
    {
        QFETCH(int, key);
        QFETCH(int, modifiers);
        QFETCH(QString, action);
        QSignalSpy triggered(window_->actions()[action.toStdString()], &QAction::triggered);
        this->key(Qt::Key(key), Qt::KeyboardModifiers::fromInt(modifiers));
        QCOMPARE(triggered.count(), 1);
    }

    void keysOfADragAreNoShortcutsMeanwhile()
    {
        key(Qt::Key_Q);
        key(Qt::Key_A);
        const NodeId target = NodeId(500);
        const Document before = session_->document();
        QSignalSpy undo(window_->actions()["edit.undo"], &QAction::triggered);
        const QPoint from = seen(target);
        QTest::mousePress(canvas(), Qt::LeftButton, {}, from);
        for (int i = 1; i <= 6; ++i) QTest::mouseMove(canvas(), from + QPoint(5 * i, 3 * i));
        QTRY_VERIFY(view().interaction().dragging());
        QTest::keyClick(canvas(), Qt::Key_X);
        QTRY_VERIFY(written().contains("along X"));
        QTest::keyClick(canvas(), Qt::Key_Escape);
        QVERIFY(!view().interaction().dragging());
        QTest::mouseRelease(canvas(), Qt::LeftButton, {}, from + QPoint(30, 18));
        QVERIFY(session_->document() == before);
        QCOMPARE(undo.count(), 0);
    }

    void heldKScrubs()
    {
        key(Qt::Key_Home);
        const QPoint from(canvas()->width() / 3, canvas()->height() / 3);
        QTest::keyPress(canvas(), Qt::Key_K);
        QTest::mousePress(canvas(), Qt::LeftButton, {}, from);
        QTest::mouseMove(canvas(), from + QPoint(80, 0));
        QTRY_COMPARE(session_->playhead().frame(), 10.0);
        QTest::mouseRelease(canvas(), Qt::LeftButton, {}, from + QPoint(80, 0));
        QTest::keyRelease(canvas(), Qt::Key_K);
        QTRY_VERIFY(written().contains("Frame 10"));
        QWheelEvent wheel(QPointF(from), canvas()->mapToGlobal(QPointF(from)), {}, {-120, 0},
                          Qt::NoButton, Qt::AltModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(canvas(), &wheel);
        QCOMPARE(session_->playhead().frame(), 11.0);
    }

    void theRightButtonOpensWhatCanBeDone()
    {
        key(Qt::Key_A);
        const QPoint at = seen(NodeId(501));
        QTest::mouseClick(canvas(), Qt::RightButton, {}, at);
        QTRY_VERIFY(window_->findChild<QMenu*>("viewMenu"));
        auto* menu = window_->findChild<QMenu*>("viewMenu");
        QVERIFY(session_->selection().contains(NodeId(501)));
        QVERIFY(menu->actions().contains(window_->actions()["time.setKey"]));
        QVERIFY(!menu->actions().contains(window_->actions()["target.new"]));
        menu->close();
        QTest::mouseClick(canvas(), Qt::RightButton, Qt::ControlModifier, at);
        QTRY_VERIFY(window_->findChild<QMenu*>("hitsMenu"));
        auto* hits = window_->findChild<QMenu*>("hitsMenu");
        QVERIFY(hits->actions().size() >= 2);
        hits->actions().at(1)->trigger();
        QVERIFY(!session_->selection().contains(NodeId(501)));
        hits->close();
        QTRY_VERIFY(!window_->findChild<QMenu*>("hitsMenu"));
    }

    void theViewTellsScreenReadersWhatIsSelected()
    {
        QAccessible::setActive(true);
        session_->selection().setNodes({NodeId(500)});
        QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(&view().widget());
        QVERIFY(spoken);
        QCOMPARE(spoken->role(), QAccessible::Canvas);
        QVERIFY(!spoken->text(QAccessible::Name).isEmpty());
        QVERIFY2(spoken->text(QAccessible::Value).startsWith("target0, target"),
                 qPrintable(spoken->text(QAccessible::Value)));
        QVERIFY(spoken->text(QAccessible::Description).contains("Frame"));
        session_->selection().setNodes({NodeId(500), NodeId(1)});
        QVERIFY(spoken->text(QAccessible::Value).startsWith("2 selected"));
    }

    void standardViewsKeepTheFigureWhole()
    {
        for (const Qt::Key view : {Qt::Key_1, Qt::Key_3, Qt::Key_7, Qt::Key_A}) {
            key(view);
            for (const Node& node : session_->document().scene->nodes())
                QVERIFY2(QRect(0, 0, canvas()->width(), canvas()->height()).contains(seen(node.id)),
                         node.name.c_str());
        }
    }

    /// Where somebody begins to draw, the middle of the picture is the middle of the figure.
    void nothingIsSeenWithItsMiddleInTheMiddle()
    {
        const Document before = session_->document();
        session_->startNew(emptyDocument(), "nothing");
        view().frameAll();
        for (const StandardView from : {StandardView::Front, StandardView::Right}) {
            view().setCamera(lookingFrom(view().camera(), from));
            const auto seen = project(view().camera(), view().viewSize(), Vec3(0, 0.2, 0));
            QVERIFY(seen);
            QVERIFY(std::abs(seen->pixel.x() - view().viewSize().width / 2) < 0.5);
        }
        session_->startNew(before, "limbs");
    }

    void aFileIsFramedAtItsOwnFirstFrame()
    {
        const Document before = session_->document();
        session_->startNew(walker(10), "walk");
        QTRY_VERIFY(written().contains("Frame 0"));
        const Camera fresh = view().camera();
        QVERIFY2(QRect(0, 0, canvas()->width(), canvas()->height())
                     .contains(seen((*session_->document().scene)[0].id)),
                 "it is in view");
        session_->startNew(walker(-5), "another");
        session_->playhead().setFrame(17);
        QTest::qWait(50);
        session_->startNew(walker(10), "walk");
        QTRY_VERIFY(written().contains("Frame 0"));
        QVERIFY2((view().camera().pivot - fresh.pivot).norm() < 1e-9,
                 qPrintable(QString("looks at x %1, not at %2")
                                .arg(view().camera().pivot.x())
                                .arg(fresh.pivot.x())));
        QVERIFY(std::abs(view().camera().distance - fresh.distance) < 1e-9);
        session_->startNew(before, "limbs");
    }

    void theCameraFollowsWhatPlaysAndNothingElseDependsOnIt()
    {
        const Document before = session_->document();
        const Document doc = walker(-10);
        for (const Follow follow : {Follow::Leaving, Follow::Always, Follow::Never}) {
            session_->startNew(doc, "walk");
            ViewState state = view().settings().now();
            state.follow = follow;
            view().settings().set(state);
            QTRY_VERIFY(written().contains("Frame 0"));
            const Camera first = view().camera();
            session_->playhead().setRealTime(false);
            session_->playhead().setPlaying(true);
            int poses = 0;
            const auto listening = connect(&window_->evaluator(), &Evaluator::evaluated, this,
                                           [&](const std::shared_ptr<const Evaluation>& shown) {
                                               QVERIFY(*shown == evaluate(doc, shown->frame));
                                               ++poses;
                                           });
            QTRY_VERIFY(session_->playhead().frame() >= 16);
            session_->playhead().setPlaying(false);
            disconnect(listening);
            session_->playhead().setRealTime(true);
            QVERIFY(poses > 5);
            const NodeId root = (*doc.scene)[0].id;
            QCOMPARE(QRect(0, 0, canvas()->width(), canvas()->height()).contains(seen(root)),
                     follow != Follow::Never);
            QCOMPARE(view().camera() == first, follow == Follow::Never);
            QVERIFY2(session_->document() == doc, "how one looks is no part of a document");
            QVERIFY(!session_->isModified());
            QCOMPARE(session_->history().count(), 0);
            // By hand, too, the figure is seen at every frame; but a camera that is being moved is
            // taken nowhere.
            if (follow == Follow::Never) continue;
            Camera elsewhere = view().camera();
            elsewhere.pivot += Vec3(40, 0, 0);
            view().setCamera(elsewhere);
            QTest::mousePress(canvas(), Qt::MiddleButton, {}, QPoint(200, 200));
            session_->playhead().setFrame(1);
            QVERIFY(view().camera() == elsewhere);
            QTest::mouseRelease(canvas(), Qt::MiddleButton, {}, QPoint(200, 200));
            session_->playhead().setFrame(2);
            if (follow == Follow::Leaving)
                QVERIFY(QRect(0, 0, canvas()->width(), canvas()->height()).contains(seen(root)));
        }
        view().settings().set({});
        session_->startNew(before, "limbs");
    }

    /// How soon is for tests/bars.
    void everyScrubIsAnotherPictureOnTheScreen()
    {
        session_->selection().setNodes({});
        key(Qt::Key_A);
        QTest::qWait(300);
        QWidget* ruler = window_->timeline().viewport();
        QTest::mousePress(ruler, Qt::LeftButton, {}, onRuler(0));
        QTest::qWait(200);
        for (int i = 1; i <= 60; ++i) {
            const QRect place = wordsOfFrame();
            const QImage before = onScreen(place);
            moveOnRuler(onRuler((i * 7) % 21));
            QTRY_VERIFY(onScreen(place) != before);
        }
        QTest::mouseRelease(ruler, Qt::LeftButton, {}, onRuler(0));
    }

    /// 64 bones at 24 frames/s: frames come in order, and keep to the clock.
    void playbackKeepsToTheClock()
    {
        key(Qt::Key_Home);
        QTest::qWait(300);
        const double start = session_->playhead().start();
        const double length = session_->playhead().end() - start + 1;
        QElapsedTimer clock;
        double passed = 0;     // of time, rounds of the loop counted
        double backwards = 0;  // the worst step back against the clock
        int poses = 0;
        const QMetaObject::Connection listening =
            connect(&window_->evaluator(), &Evaluator::evaluated, this,
                    [&](const std::shared_ptr<const Evaluation>& e) {
                        const double due = static_cast<double>(clock.nsecsElapsed()) * 24e-9;
                        const double frame = e->frame - start;
                        const double now = frame + length * std::round((due - frame) / length);
                        backwards = std::max(backwards, passed - now);
                        passed = now;
                        ++poses;
                    });
        // The figure itself, not the words.
        const QRect place(canvas()->width() / 2 - 90, canvas()->height() / 2 - 90, 180, 180);
        QImage last = onScreen(place);
        int pictures = 0, counted = 0;
        QString number;
        clock.start();
        session_->playhead().setPlaying(true);
        while (clock.elapsed() < 3000) {
            QCoreApplication::processEvents(QEventLoop::AllEvents, 2);
            for (const PlacedText& placed : view().texts())
                if (placed.text.startsWith("Frame ") && placed.text != number) {
                    number = placed.text;
                    ++counted;
                }
            const QImage now = onScreen(place);
            if (now == last) continue;
            last = now;
            ++pictures;
        }
        session_->playhead().setPlaying(false);
        disconnect(listening);
        const double seconds = static_cast<double>(clock.nsecsElapsed()) * 1e-9;
        qInfo("playback, 64 bones: %d poses and %d pictures in %.2f s (%.1f pictures/s), "
              "%.0f frames of time at 24 frames/s (%.0f would be exact)",
              poses, pictures, seconds, pictures / seconds, passed, seconds * 24);
        QCOMPARE(backwards, 0.0);
        QVERIFY2(std::abs(passed - seconds * 24) < 4, "real time");
        QVERIFY(pictures > 5);
        QVERIFY2(counted > 5,
                 qPrintable(QString("the view says which frame it shows: %1").arg(written())));
    }

    void cleanupTestCase() { closeUnasked(); }
};

POSEWRIGHT_TEST(TestViewWindow, posewright::test::runOnScreen);

#include "tst_view_window.moc"
