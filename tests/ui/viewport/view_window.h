#pragma once

#include "tests/ui/desk/window_test.h"
#include "tests/ui/support.h"
#include "ui/look/theme.h"

#include <QScreen>
#include <QtTest>

namespace posewright::test {

/// The viewport in its real window, on a display that has OpenGL.
class ViewWindow : public WindowTest {
protected:
    /// Skips the tests where nothing can be drawn.
    void openLimbs()
    {
        if (QGuiApplication::platformName() != "xcb")
            QSKIP("needs a display: run under xvfb-run -s '-screen 0 1600x1000x24 +extension GLX'");
        ui::applyTheme(*qApp);
        make();
        if (!window_->viewport().draws()) QSKIP("needs OpenGL 3.2 (Mesa's software one will do)");
        session_->startNew(crowdOfLimbs(6), "limbs");
        show();
        QTRY_VERIFY(canvas()->isExposed());
        QTRY_VERIFY(written().contains("Frame 0"));
    }
    void closeUnasked()
    {
        if (session_) session_->history().setClean();
        window_.reset();
        session_.reset();
    }

    QPoint seen(NodeId node) { return WindowTest::seen(world(node)); }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        activate();
        QTest::keyClick(canvas(), key, modifiers);
    }
    QString written()
    {
        QStringList all;
        for (const ui::PlacedText& placed : view().texts()) all << placed.text;
        return all.join('|');
    }
    /// What the X server shows of a part of the view.
    QImage onScreen(const QRect& part)
    {
        return window_->screen()
            ->grabWindow(canvas()->winId(), part.x(), part.y(), part.width(), part.height())
            .toImage();
    }
};

}  // namespace posewright::test
