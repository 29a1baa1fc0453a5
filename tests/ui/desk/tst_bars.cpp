#include "core/io/format.h"
#include "tests/support/amount.h"
#include "tests/support/made_captures.h"
#include "tests/support/program.h"
#include "tests/ui/desk/desk_support.h"
#include "tests/ui/desk/export_answer.h"
#include "tests/ui/saved_bytes.h"
#include "tests/ui/support.h"
#include "ui/actions/samples.h"

#include <QAbstractItemView>
#include <QAction>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTimer>
#include <QTreeView>
#include <QWheelEvent>

#include <algorithm>
#include <random>
#include <utility>

using namespace posewright;
using namespace posewright::ui;

namespace {

constexpr int kMostGestures = 15;

/// Closes whatever dialog or menu is open, again and again.
class Dismisser : public QObject {
public:
    Dismisser()
    {
        connect(&timer_, &QTimer::timeout, this, [] {
            if (QWidget* popup = QApplication::activePopupWidget()) popup->close();
            if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget()))
                dialog->reject();
        });
        timer_.start(15);
    }

private:
    QTimer timer_;
};

/// Throws events at a window, from a seed.
class Monkey {
public:
    Monkey(test::Desktop& desk, unsigned seed) : desk_(desk), random_(seed) {}

    void act()
    {
        switch (number(10)) {
        case 0:
        case 1: dragOn(desk_.window.timeline().viewport()); break;
        case 2:
        case 3: dragOnCanvas(); break;
        case 4: wheel(); break;
        case 5:
        case 6: key(); break;
        case 7: menu(); break;
        case 8: clickIn(desk_.window.findChild<QTreeView*>("sceneTree")->viewport()); break;
        default:
            if (number(3))
                desk_.session.undo();
            else
                desk_.session.redo();
            break;
        }
    }

private:
    int number(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }
    Qt::KeyboardModifiers modifiers()
    {
        const Qt::KeyboardModifier all[] = {Qt::NoModifier,      Qt::NoModifier,
                                            Qt::NoModifier,      Qt::ShiftModifier,
                                            Qt::ControlModifier, Qt::AltModifier};
        return all[number(6)];
    }
    Qt::MouseButton button()
    {
        const Qt::MouseButton all[] = {Qt::LeftButton, Qt::LeftButton, Qt::LeftButton,
                                       Qt::MiddleButton, Qt::RightButton};
        return all[number(5)];
    }
    QPoint inside(const QSize& size)
    {
        return {number(std::max(1, size.width())), number(std::max(1, size.height()))};
    }

    template <class Surface>
    void drag(Surface* on, const QSize& size)
    {
        const Qt::MouseButton with = button();
        const Qt::KeyboardModifiers held = modifiers();
        QPoint at = inside(size);
        QMouseEvent press(QEvent::MouseButtonPress, at, on->mapToGlobal(QPointF(at)), with, with,
                          held);
        QCoreApplication::sendEvent(on, &press);
        for (int i = number(5); i > 0; --i) {
            at = inside(size);
            QMouseEvent move(QEvent::MouseMove, at, on->mapToGlobal(QPointF(at)), Qt::NoButton,
                             with, held);
            QCoreApplication::sendEvent(on, &move);
        }
        if (number(8) == 0) QTest::keyClick(&desk_.window, Qt::Key_Escape);
        QMouseEvent release(QEvent::MouseButtonRelease, at, on->mapToGlobal(QPointF(at)), with,
                            Qt::NoButton, held);
        QCoreApplication::sendEvent(on, &release);
        if (number(6) == 0) {
            QMouseEvent twice(QEvent::MouseButtonDblClick, at, on->mapToGlobal(QPointF(at)), with,
                              with, held);
            QCoreApplication::sendEvent(on, &twice);
            QCoreApplication::sendEvent(on, &release);
        }
    }
    void dragOn(QWidget* widget) { drag(widget, widget->size()); }
    void dragOnCanvas()
    {
        if (desk_.window.viewport().draws())
            drag(desk_.canvas(), desk_.canvas()->size());
        else
            dragOn(desk_.window.timeline().viewport());
    }
    void clickIn(QWidget* widget)
    {
        QTest::mouseClick(widget, Qt::LeftButton, modifiers() & ~Qt::AltModifier,
                          inside(widget->size()));
    }
    void wheel()
    {
        QWidget* on = desk_.window.timeline().viewport();
        const QPoint at = inside(on->size());
        QWheelEvent turn(at, on->mapToGlobal(QPointF(at)), {}, {0, number(2) ? 120 : -120},
                         Qt::NoButton, modifiers(), Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(on, &turn);
    }
    bool leavesAlone(std::string_view id)
    {
        return id.starts_with("file.") || id.starts_with("help.") || id.starts_with("window.") ||
               id == "edit.findAction";
    }
    void key()
    {
        const ActionRow& row = actionTable()[number(static_cast<int>(actionTable().size()))];
        if (leavesAlone(row.id) || row.shortcuts.empty()) return;
        const QKeyCombination combination = row.shortcuts.front()[0];
        QTest::keyClick(&desk_.window, combination.key(), combination.keyboardModifiers());
    }
    void menu()
    {
        const ActionRow& row = actionTable()[number(static_cast<int>(actionTable().size()))];
        if (!leavesAlone(row.id)) desk_.window.actions()[row.id]->trigger();
    }

    test::Desktop& desk_;
    std::mt19937 random_;
};

}  // namespace

/// Promises about the whole program: how few gestures lead to a result, and that nothing that is
/// done to it breaks it. How fast it is, tests/bars measures.
class TestBars : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

private slots:
    void initTestCase() { test::startAsNew(); }

    void theProjectionIsKeptForTheNextStart()
    {
        for (const bool orthographic : {true, false}) {
            {
                test::Desktop desk;
                if (!desk.window.viewport().draws())
                    QSKIP("needs OpenGL 3.2 (a software one will do)");
                desk.window.restoreLayout();
                QVERIFY(QTest::qWaitForWindowExposed(&desk.window));
                QCOMPARE(desk.view().camera().orthographic, !orthographic);
                desk.window.actions()["view.orthographic"]->trigger();
                QCOMPARE(desk.view().camera().orthographic, orthographic);
                desk.window.close();
            }
            test::Desktop desk;
            desk.window.restoreLayout();
            openSample(desk.window, "walk");  // a new figure is framed anew
            QTRY_VERIFY(desk.canvas()->isExposed());
            QTRY_VERIFY(desk.window.evaluator().current());
            QCOMPARE(desk.view().camera().orthographic, orthographic);
            desk.window.close();
        }
        QSettings().clear();
    }

    // Long: one job from the start page to the exported file.
    void aFigureReachesTwiceInFewGestures()
    {
        test::Desktop desk;
        QVERIFY(QTest::qWaitForWindowExposed(&desk.window));
        if (!desk.window.viewport().draws()) QSKIP("needs OpenGL 3.2 (a software one will do)");
        int gestures = 0;
        desk.activate();
        QTest::mouseClick(desk.window.findChild<QPushButton*>("start.sample-figure"),
                          Qt::LeftButton);
        ++gestures;
        QTRY_VERIFY(desk.canvas()->isExposed());
        QTRY_VERIFY(desk.window.evaluator().current());
        QTest::qWait(300);  // the camera is placed with the first real size
        const Constraint* hand = findConstraint(desk.doc(), "Left hand");
        QVERIFY(hand);
        const NodeId target = hand->target, effector = hand->effector;

        Vec3 reached[2];
        const double frames[2] = {20, 40};
        const QPoint way[2] = {{-40, -70}, {-30, 45}};
        for (int i = 0; i < 2; ++i) {
            desk.clickRuler(frames[i]);
            ++gestures;
            QCOMPARE(desk.session.playhead().frame(), frames[i]);
            const int steps = desk.session.history().count();
            const Vec3 before = desk.world(target);
            const QPoint from = desk.seen(before);
            desk.dragInView(from, from + way[i]);
            ++gestures;
            QCOMPARE(desk.session.history().count(), steps + 1);
            QVERIFY((desk.world(target) - before).norm() > 0.05);
            reached[i] = desk.world(effector);
            const Evaluation& shown = *desk.window.evaluator().current();
            for (const TargetStatus& status : shown.targets)
                QVERIFY2(!isProblem(status.status),
                         qPrintable(
                             QString("%1 at frame %2, off by %3 m, moved %4 m")
                                 .arg(QString::fromStdString(std::string(ik::name(status.status))))
                                 .arg(frames[i])
                                 .arg(status.positionError)
                                 .arg((desk.world(target) - before).norm())));
        }

        const QString path = folder_.filePath("reaches.glb");
        const test::ExportAnswer answer(path);
        QSignalSpy exported(&desk.session.file(), &DocumentFile::exported);
        desk.activate();
        QTest::keyClick(&desk.window, Qt::Key_E, Qt::ControlModifier);
        ++gestures;
        QTRY_COMPARE_WITH_TIMEOUT(exported.count(), 1, 60000);
        gestures += answer.gestures();
        qInfo("%d gestures from the start page to the exported file (bar %d)", gestures,
              kMostGestures);
        QVERIFY(gestures <= kMostGestures);

        const Result<io::Import> back = io::read(path.toStdString());
        QVERIFY(back);
        for (int i = 0; i < 2; ++i) {
            const Evaluation there = evaluate(back->document, frames[i]);
            const NodeIndex row = back->document.scene->find("LeftHand");
            QVERIFY(row != kNoNode);
            QVERIFY((there.world[row].position - reached[i]).norm() < 1e-5);
        }
        QVERIFY((reached[0] - reached[1]).norm() > 0.1);
    }

    void randomEventsBreakNothing_data()
    {
        QTest::addColumn<QString>("document");
        QTest::newRow("walk") << "walk";
        QTest::newRow("doorbell") << "doorbell";
        QTest::newRow("made capture") << test::madeWalk();
        const QString capture = test::sharedPath("corpus/bvh/pybvh_cmu_12_01_walk.bvh");
        if (!capture.isEmpty()) QTest::newRow("capture") << capture;
    }
    void randomEventsBreakNothing()
    {
        QFETCH(QString, document);
        QTest::failOnWarning(QRegularExpression(".*"));
        test::Desktop desk(folder_.filePath("journal").toStdString());
        desk.window.resize(900, 600);  // two thirds of the time go into software OpenGL
        QVERIFY(QTest::qWaitForWindowExposed(&desk.window));
        QString failed;
        connect(&desk.session, &Session::failed, this, [&](const QString& text) { failed = text; });
        if (QFileInfo(document).isAbsolute()) {
            Result<io::Import> import = io::read(document.toStdString());
            QVERIFY(import);
            desk.session.startNew(import->document, "capture");
            desk.window.actions()["target.biped"]->trigger();
            QCOMPARE(int(desk.doc().rig->constraints.size()), 5);
            desk.session.startNew(desk.doc(), "capture with targets");
        } else {
            Result<Document> sample = loadSample(document.toStdString());
            QVERIFY(sample);
            desk.session.startNew(*std::move(sample), document);
        }
        if (desk.window.viewport().draws()) QTRY_VERIFY(desk.canvas()->isExposed());
        const Document start = desk.doc();
        const std::string bytes = test::savedBytes(start);

        const Dismisser dismisser;
        Monkey monkey(desk, 20261122);
        int deepest = 0;
        const int events = test::amount("POSEWRIGHT_EVENTS", 5000, 1500);
        for (int i = 0; i < events; ++i) {
            monkey.act();
            if (i % 5 == 0) QCoreApplication::processEvents();
            deepest = std::max(deepest, desk.session.history().index());
            if (i % 50 == 0) {
                const Result<void> valid = validate(desk.doc());
                QVERIFY2(valid, valid ? "" : valid.error().message.c_str());
            }
        }
        desk.session.playhead().setPlaying(false);
        QTRY_VERIFY_WITH_TIMEOUT(!desk.session.job().running(), 60000);
        while (QApplication::activeModalWidget() || QApplication::activePopupWidget())
            QTest::qWait(20);
        QVERIFY(validate(desk.doc()));
        while (desk.session.history().canUndo() || desk.session.gestureOpen()) desk.session.undo();
        QVERIFY(desk.doc() == start);
        QVERIFY(test::savedBytes(desk.doc()) == bytes);
        qInfo("%d events, up to %d steps deep, undone to the same bytes%s%s", events, deepest,
              failed.isEmpty() ? "" : "; last refusal: ", qPrintable(failed));
        QVERIFY(deepest > 5);
    }
};

POSEWRIGHT_TEST(TestBars, posewright::test::runOnScreen);

#include "tst_bars.moc"
