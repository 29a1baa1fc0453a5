#pragma once

#include "tests/ui/desk/row_place.h"
#include "tests/ui/run.h"
#include "tests/ui/saved_bytes.h"
#include "ui/actions/samples.h"
#include "ui/desk/main_window.h"
#include "ui/inspector/number_field.h"
#include "ui/timeline/timeline.h"

#include <QAction>
#include <QClipboard>
#include <QDockWidget>
#include <QLineEdit>
#include <QtTest>

#include <cmath>
#include <functional>

/// What every test of a single step of the history needs: the window on the sample walk, hands for
/// it, and the law.
namespace posewright::test {

/// The window on the sample walk, and hands for it.
class Bench {
public:
    Bench() : window(session)
    {
        window.evaluator().setBudget(1e9);
        window.resize(1500, 1300);
        window.show();
        if (!QTest::qWaitForWindowExposed(&window)) qFatal("no window");
        window.activateWindow();
        if (auto* dock = window.findChild<QDockWidget*>("timelineDock"))
            window.resizeDocks({dock}, {520}, Qt::Vertical);
        fresh();
    }

    const Document& doc() { return session.document(); }
    ui::Timeline& timeline() { return window.timeline(); }
    QWidget* canvas() { return timeline().viewport(); }

    /// The walk as it is at first, at a frame without keys.
    void fresh()
    {
        session.unkeyed().setAutoKey(true);
        timeline().setRipple(false);
        QGuiApplication::clipboard()->clear();
        session.startNew(*ui::loadSample("walk"), "walk");
        session.playhead().setFrame(8);
        // Where there is no window manager, nobody gives the focus back when a dialog closes.
        window.activateWindow();
        if (!QTest::qWaitForWindowActive(&window)) qFatal("the window is not active");
    }
    /// What the document is now is what an action begins with.
    void begin()
    {
        const double frame = session.playhead().frame();
        const Document now = doc();
        session.startNew(now, "walk");
        session.playhead().setFrame(frame);
    }
    void edit(const edit::Edit& edit)
    {
        if (!session.commit(edit)) qFatal("refused");
    }
    const Constraint& target(const char* name = "Left hand")
    {
        const Constraint* found = constraintOfTarget(*doc().rig, nodeOf(name));
        if (!found) qFatal("no target %s", name);
        return *found;
    }
    NodeId nodeOf(const char* name) { return (*doc().scene)[doc().scene->find(name)].id; }
    void select(std::initializer_list<const char*> names)
    {
        std::vector<NodeId> nodes;
        for (const char* name : names) nodes.push_back(nodeOf(name));
        session.selection().setNodes(nodes);
    }
    edit::KeyRef key(const char* name, double frame)
    {
        edit::KeyRef ref;
        ref.node = nodeOf(name);
        ref.frame = frame;
        return ref;
    }
    void selectKeys(const char* name, std::initializer_list<double> frames)
    {
        std::vector<edit::KeyRef> keys;
        for (const double frame : frames) keys.push_back(key(name, frame));
        session.selection().setNodes({nodeOf(name)});
        session.selection().setKeys(keys);
    }
    void selectSpan(const char* name, double start)
    {
        session.selection().setNodes({nodeOf(name)});
        session.selection().setSpans({{target(name).id, start}});
    }
    void trigger(std::string_view id)
    {
        window.actions().refresh();
        QAction* action = window.actions()[id];
        if (!action->isEnabled()) qWarning("%s is not enabled", qPrintable(action->objectName()));
        action->trigger();
    }
    void typeIntoFocus(const QString& text)
    {
        QWidget* field = QApplication::focusWidget();
        if (auto* line = qobject_cast<QLineEdit*>(field)) line->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }
    void settle()
    {
        QTRY_VERIFY_WITH_TIMEOUT(!session.job().running(), 120000);
        QTest::qWait(1);
        QTRY_VERIFY_WITH_TIMEOUT(!session.gestureOpen(), 5000);
        session.playhead().setPlaying(false);
    }

    // The timeline's mouse.
    QPoint at(const char* name, double frame) { return placeOnRow(timeline(), name, frame); }
    QPoint lane(double frame, int y)
    {
        return {static_cast<int>(std::lround(timeline().layoutNow().frameX(frame))), y};
    }
    void drag(QWidget* on, const QPoint& from, const QPoint& to,
              Qt::KeyboardModifiers modifiers = {})
    {
        const auto move = [&](const QPoint& there, Qt::MouseButtons buttons) {
            QMouseEvent event(QEvent::MouseMove, there, on->mapToGlobal(QPointF(there)),
                              Qt::NoButton, buttons, modifiers);
            QCoreApplication::sendEvent(on, &event);
        };
        move(from, Qt::NoButton);
        QTest::mousePress(on, Qt::LeftButton, modifiers, from);
        for (int i = 1; i <= 6; ++i) move(from + (to - from) * i / 6, Qt::LeftButton);
        QTest::mouseRelease(on, Qt::LeftButton, modifiers, to);
    }
    void drag(const QPoint& from, const QPoint& to, Qt::KeyboardModifiers modifiers = {})
    {
        drag(canvas(), from, to, modifiers);
    }
    ui::NumberField& field(const char* name)
    {
        auto* found = window.findChild<ui::NumberField*>(name);
        if (!found) qFatal("no field %s", name);
        return *found;
    }
    void type(QAbstractSpinBox& into, const QString& text)
    {
        into.setFocus();
        into.selectAll();
        QTest::keyClicks(&into, text);
        QTest::keyClick(&into, Qt::Key_Return);
    }

    ui::Session session;
    ui::MainWindow window;
};

/// Tests on one bench.
class BenchTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        startAsNew();
        bench_ = std::make_unique<Bench>();
    }
    void init() { bench_->fresh(); }
    void cleanupTestCase() { bench_.reset(); }

protected:
    std::unique_ptr<Bench> bench_;
};

using Do = std::function<void(Bench&)>;

/// One step since `before`, back to its bytes, and on again to the same ones.
inline void isOneStepBack(ui::Session& session, const Document& before)
{
    const Document after = session.document();
    QVERIFY2(!(after == before), "it changes the document");
    QVERIFY(validate(after));
    QVERIFY(!session.gestureOpen());
    QCOMPARE(session.history().count(), 1);
    QVERIFY(!session.history().undoText().isEmpty());
    const std::string first = savedBytes(before), last = savedBytes(after);
    QVERIFY2(first != last, "the file tells them apart");
    session.undo();
    QVERIFY(session.document() == before);
    QVERIFY(savedBytes(session.document()) == first);
    session.redo();
    QVERIFY(session.document() == after);
    QVERIFY(savedBytes(session.document()) == last);
}

}  // namespace posewright::test
