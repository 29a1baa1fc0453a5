#pragma once

#include "tests/ui/run.h"
#include "ui/desk/main_window.h"
#include "ui/timeline/timeline.h"
#include "ui/viewport/qt3d/qt3d_viewport.h"
#include "ui/viewport/qt3d/window3d.h"

#include <QAction>
#include <QApplication>
#include <QScreen>
#include <QStatusBar>
#include <QtTest>

#include <cmath>

/// Driving the whole window as users do: pointer and keys, on what they can see.
namespace posewright::test {

/// The window over a session, shown; real OpenGL where the screen has it.
class Desktop {
public:
    explicit Desktop(const std::filesystem::path& journal = {}) : session(journal), window(session)
    {
        window.evaluator().setBudget(1e9);
        window.resize(1440, 900);
        window.show();
    }

    ui::Qt3dViewport& view() { return static_cast<ui::Qt3dViewport&>(window.viewport()); }
    ui::Window3d* canvas() { return &view().window(); }
    const Document& doc() { return session.document(); }

    Vec3 world(NodeId node)
    {
        return window.evaluator().current()->world[doc().scene->find(node)].position;
    }
    QPoint seen(const Vec3& point)
    {
        const auto p = project(view().camera(), view().viewSize(), point)->pixel;
        return {static_cast<int>(std::lround(p.x())), static_cast<int>(std::lround(p.y()))};
    }
    void dragInView(const QPoint& from, const QPoint& to)
    {
        QTest::mouseMove(canvas(), from);
        QTest::mousePress(canvas(), Qt::LeftButton, {}, from);
        constexpr int kSteps = 10;
        for (int i = 1; i <= kSteps; ++i) {
            QTest::mouseMove(canvas(), from + (to - from) * i / kSteps);
            QTest::qWait(2);
        }
        QTest::mouseRelease(canvas(), Qt::LeftButton, {}, to);
        QTest::qWait(1);
    }
    void clickRuler(double frame)
    {
        ui::Timeline& timeline = window.timeline();
        const ui::TimelineLayout layout = timeline.layoutNow();
        const QPoint at(static_cast<int>(std::lround(layout.frameX(frame))),
                        layout.rulerHeight / 2);
        QTest::mouseClick(timeline.viewport(), Qt::LeftButton, {}, at);
    }
    void activate()
    {
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
    }
    NodeId node(const char* name) { return (*doc().scene)[doc().scene->find(name)].id; }
    const Constraint& target(const char* name)
    {
        return *constraintOfTarget(*doc().rig, node(name));
    }
    void select(std::initializer_list<const char*> names)
    {
        std::vector<NodeId> nodes;
        for (const char* name : names) nodes.push_back(node(name));
        session.selection().pick(nodes);
    }
    void trigger(std::string_view id)
    {
        QAction* action = window.actions()[id];
        if (!action->isEnabled()) qWarning("%s is not enabled", qPrintable(action->objectName()));
        action->trigger();
    }
    /// What the status bar says.
    QString said() { return window.statusBar()->currentMessage(); }
    /// All that is written in the view.
    QString written()
    {
        QStringList all;
        for (const ui::PlacedText& placed : view().texts()) all << placed.text;
        return all.join('|');
    }

    ui::Session session;
    ui::MainWindow window;
};

}  // namespace posewright::test
