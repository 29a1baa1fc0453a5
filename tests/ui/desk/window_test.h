#pragma once

#include "tests/ui/run.h"
#include "tests/ui/saved_bytes.h"
#include "ui/desk/main_window.h"
#include "ui/viewport/qt3d/qt3d_viewport.h"
#include "ui/viewport/qt3d/window3d.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>

namespace posewright::test {

/// The whole window over a session of its own.
class WindowTest : public QObject {
protected:
    /// Not shown yet. Journals are kept below a folder; none are where it is empty.
    void make(const std::filesystem::path& journal = {})
    {
        session_ = std::make_unique<ui::Session>(journal);
        window_ = std::make_unique<ui::MainWindow>(*session_);
        window_->resize(1440, 900);
    }
    void show()
    {
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
        activate();
    }
    void open()
    {
        make();
        show();
    }
    /// Shown to one who has never chosen anything.
    void openFresh()
    {
        QSettings().clear();
        open();
    }
    void close()
    {
        window_.reset();
        session_.reset();
    }
    /// Where there is no window manager, nobody gives the focus back when a dialog closes.
    void activate()
    {
        window_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window_.get()));
    }

    const Document& doc() { return session_->document(); }

    // The view. @pre it draws
    ui::Qt3dViewport& view() { return static_cast<ui::Qt3dViewport&>(window_->viewport()); }
    ui::Window3d* canvas() { return &view().window(); }
    Vec3 world(NodeId node)
    {
        return window_->evaluator().current()->world[doc().scene->find(node)].position;
    }
    QPoint seen(const Vec3& point)
    {
        const Pixel p = project(view().camera(), view().viewSize(), point)->pixel;
        return {static_cast<int>(std::lround(p.x())), static_cast<int>(std::lround(p.y()))};
    }

    QTemporaryDir folder_;
    std::unique_ptr<ui::Session> session_;
    std::unique_ptr<ui::MainWindow> window_;
};

}  // namespace posewright::test
