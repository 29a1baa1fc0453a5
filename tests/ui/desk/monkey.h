#pragma once

#include "tests/support/figures.h"
#include "ui/desk/main_window.h"
#include "ui/timeline/timeline.h"
#include "ui/viewport/qt3d/qt3d_viewport.h"
#include "ui/viewport/qt3d/window3d.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QDialog>
#include <QEventLoop>
#include <QFileDialog>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QTimer>
#include <QWheelEvent>
#include <QtTest>

#include <algorithm>
#include <functional>

namespace posewright::test {

/// Somebody who hits keys and moves the mouse at random, on whatever can be seen of the window and
/// its dialogs. Equal seeds give equal events, as far as the window answers alike.
class Monkey : public QObject {
public:
    /// `check` says after each event what is wrong; empty: nothing.
    Monkey(ui::MainWindow& window, std::uint64_t seed, std::function<QString()> check) :
        window_(window), random_(seed), check_(std::move(check)),
        talks_(!qEnvironmentVariableIsEmpty("POSEWRIGHT_MONKEY_LOG"))
    {
    }

    /// What went wrong, and after which events; empty: nothing.
    QString run(int events)
    {
        left_ = events;
        while (left_ > 0 && wrong_.isEmpty()) {
            QTimer::singleShot(0, this, &Monkey::step);
            loop_.exec();
        }
        closeAll();
        return wrong_;
    }

private:
    void step()
    {
        QWidget* modal = QApplication::activeModalWidget();
        QWidget* popup = QApplication::activePopupWidget();
        // A loop within the answer to an event: one of a dialog goes on with the dialog, any other
        // only waits for something.
        const bool waits = acting_ && modal == modal_ && popup == popup_;
        if (left_ <= 0 || !wrong_.isEmpty()) {
            closeAll();
            loop_.quit();
            if (acting_) QTimer::singleShot(1, this, &Monkey::step);  // until dialogs have returned
            return;
        }
        // Before the event: it may open a dialog that runs a loop of its own.
        QTimer::singleShot(waits ? 1 : 0, this, &Monkey::step);
        if (waits) return;
        patience_ = modal ? patience_ + 1 : 0;
        const bool asksForFile =
            qobject_cast<QFileDialog*>(modal) || (modal && modal->objectName() == "exportDialog");
        if (patience_ > 25 || asksForFile) {
            closeAll();  // files are not the monkey's to touch
            patience_ = 0;
        }
        if (!window_.isVisible()) window_.show();
        const bool outer = acting_;
        QWidget* const outerModal = std::exchange(modal_, modal);
        QWidget* const outerPopup = std::exchange(popup_, popup);
        acting_ = true;
        --left_;
        act();
        acting_ = outer;
        modal_ = outerModal;
        popup_ = outerPopup;
        if (!wrong_.isEmpty()) return;
        if (const QString wrong = check_(); !wrong.isEmpty())
            wrong_ = wrong + "\nafter " + last_.join("; ");
    }

    static void closeAll()
    {
        for (int i = 0; i < 20; ++i) {
            if (QWidget* popup = QApplication::activePopupWidget())
                popup->close();
            else if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget()))
                dialog->reject();
            else
                return;
        }
    }

    void note(const QString& what)
    {
        if (talks_) qInfo("%s", qPrintable(what));
        last_ << what;
        if (last_.size() > 30) last_.removeFirst();
    }

    bool chance(double share) { return random_.uniform() < share; }

    void act()
    {
        const double kind = random_.uniform();
        if (kind < 0.5)
            key();
        else if (kind < 0.7)
            press(1, chance(0.2));
        else if (kind < 0.9)
            press(2 + random_.below(6), false);
        else
            turnOrAsk();
    }

    void key()
    {
        static const int kSpecial[] = {
            Qt::Key_Tab,   Qt::Key_Backtab,  Qt::Key_Escape,      Qt::Key_Return,
            Qt::Key_Space, Qt::Key_Delete,   Qt::Key_Backspace,   Qt::Key_Insert,
            Qt::Key_Home,  Qt::Key_End,      Qt::Key_PageUp,      Qt::Key_PageDown,
            Qt::Key_Left,  Qt::Key_Right,    Qt::Key_Up,          Qt::Key_Down,
            Qt::Key_Plus,  Qt::Key_Minus,    Qt::Key_Period,      Qt::Key_Comma,
            Qt::Key_Slash, Qt::Key_Asterisk, Qt::Key_BracketLeft, Qt::Key_BracketRight,
            Qt::Key_Menu};
        int code = 0;
        switch (random_.below(4)) {
        case 0: code = kSpecial[random_.below(int(std::size(kSpecial)))]; break;
        case 1: code = Qt::Key_F1 + random_.below(12); break;
        case 2: code = Qt::Key_0 + random_.below(10); break;
        default: code = Qt::Key_A + random_.below(26); break;
        }
        Qt::KeyboardModifiers modifiers;
        if (chance(0.2)) modifiers |= Qt::ShiftModifier;
        if (chance(0.2)) modifiers |= Qt::ControlModifier;
        if (chance(0.15)) modifiers |= Qt::AltModifier;
        QString text;
        if (code < 0x80 && !(modifiers & (Qt::ControlModifier | Qt::AltModifier)))
            text = modifiers ? QString(QChar(code)) : QString(QChar(code)).toLower();
        QWidget* to = QApplication::activePopupWidget();
        if (!to) to = QApplication::focusWidget();
        if (!to) to = QApplication::activeModalWidget();
        if (!to) to = &window_;
        note("key " + QKeySequence(int(modifiers) | code).toString() + " on " + nameOf(to));
        const QPointer<QWidget> alive(to);
        QKeyEvent down(QEvent::KeyPress, code, modifiers, text);
        if (qt_sendShortcutOverrideEvent(to, 0, code, modifiers, text, false, 1)) return;
        if (alive) QApplication::sendEvent(to, &down);
        QKeyEvent up(QEvent::KeyRelease, code, modifiers, text);
        if (alive) QApplication::sendEvent(to, &up);
    }

    /// A widget that can be seen of what takes events now; the timeline and the view more often
    /// than the many small ones.
    QWidget* somewhere()
    {
        QWidget* top = QApplication::activePopupWidget();
        if (!top) top = QApplication::activeModalWidget();
        if (!top) {
            if (chance(0.3)) return window_.timeline().viewport();
            top = &window_;
        }
        QList<QWidget*> all = top->findChildren<QWidget*>();
        all << top;
        erase_if(all,
                 [](QWidget* w) { return !w->isVisible() || w->width() < 2 || w->height() < 2; });
        return all.isEmpty() ? top : all[random_.below(int(all.size()))];
    }

    QPoint inside(const QSize& size)
    {
        return {random_.below(std::max(1, size.width())),
                random_.below(std::max(1, size.height()))};
    }

    Qt::KeyboardModifiers someModifiers()
    {
        Qt::KeyboardModifiers modifiers;
        if (chance(0.15)) modifiers |= Qt::ShiftModifier;
        if (chance(0.15)) modifiers |= Qt::ControlModifier;
        if (chance(0.15)) modifiers |= Qt::AltModifier;
        return modifiers;
    }

    /// A press, so many moves less one, and a release; in the view itself now and then.
    void press(int points, bool twice)
    {
        static constexpr Qt::MouseButton kButtons[] = {
            Qt::LeftButton, Qt::LeftButton, Qt::LeftButton, Qt::MiddleButton, Qt::RightButton};
        const Qt::MouseButton button = kButtons[random_.below(5)];
        const Qt::KeyboardModifiers modifiers = someModifiers();
        const bool free = !QApplication::activePopupWidget() && !QApplication::activeModalWidget();
        if (free && window_.viewport().draws() && chance(0.25)) {
            ui::Window3d* canvas = &static_cast<ui::Qt3dViewport&>(window_.viewport()).window();
            QPoint at = inside(canvas->size());
            note(QString("press %1 in the view at %2,%3").arg(button).arg(at.x()).arg(at.y()));
            QTest::mousePress(canvas, button, modifiers, at);
            for (int i = 1; i < points; ++i) QTest::mouseMove(canvas, at = inside(canvas->size()));
            QTest::mouseRelease(canvas, button, modifiers, at);
            return;
        }
        const QPointer<QWidget> to(somewhere());
        QPoint at = inside(to->size());
        note(QString("press %1 x%2 on %3 at %4,%5")
                 .arg(button)
                 .arg(points)
                 .arg(nameOf(to))
                 .arg(at.x())
                 .arg(at.y()));
        const auto send = [&](QEvent::Type type, Qt::MouseButton which, Qt::MouseButtons held) {
            if (!to) return;
            QMouseEvent event(type, at, to->mapToGlobal(at), which, held, modifiers);
            QApplication::sendEvent(to, &event);
        };
        send(QEvent::MouseMove, Qt::NoButton, {});
        send(twice ? QEvent::MouseButtonDblClick : QEvent::MouseButtonPress, button, button);
        for (int i = 1; i < points && to; ++i) {
            at = inside(to->size());
            send(QEvent::MouseMove, Qt::NoButton, button);
        }
        send(QEvent::MouseButtonRelease, button, {});
    }

    void turnOrAsk()
    {
        const QPointer<QWidget> to(somewhere());
        const QPoint at = inside(to->size());
        if (chance(0.7)) {
            note("wheel on " + nameOf(to));
            QWheelEvent event(at, to->mapToGlobal(at), {}, {0, chance(0.5) ? 120 : -120},
                              Qt::NoButton, someModifiers(), Qt::NoScrollPhase, false);
            QApplication::sendEvent(to, &event);
        } else {
            note("menu of " + nameOf(to));
            QContextMenuEvent event(QContextMenuEvent::Mouse, at, to->mapToGlobal(at));
            QApplication::sendEvent(to, &event);
        }
    }

    static QString nameOf(const QWidget* widget)
    {
        if (!widget) return "nothing";
        const QString name = widget->objectName();
        return name.isEmpty() ? QString(widget->metaObject()->className()) : name;
    }

    ui::MainWindow& window_;
    Random random_;
    std::function<QString()> check_;
    bool talks_;
    QEventLoop loop_;
    QString wrong_;
    QStringList last_;
    int left_ = 0;
    int patience_ = 0;  ///< events that one dialog has had
    bool acting_ = false;
    QWidget* modal_ = nullptr;  ///< as they were when the event under way was sent
    QWidget* popup_ = nullptr;
};

}  // namespace posewright::test
