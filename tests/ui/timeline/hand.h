#pragma once

#include "tests/ui/support.h"
#include "ui/timeline/timeline.h"

#include <QWheelEvent>
#include <QtTest>

#include <cmath>

namespace posewright::test {

inline edit::SetSpan spanOf(ConstraintId target, double start, double end, SpanKind kind)
{
    edit::SetSpan set;
    set.target = target;
    set.start = start;
    set.end = end;
    set.kind = kind;
    return set;
}

/// A timeline on a document, and the hand that uses it: real events, in its own coordinates.
struct TimelineHand {
    ui::Session session;
    ui::Evaluator evaluator{session};
    ui::Timeline timeline{session, evaluator};

    explicit TimelineHand(const Document& doc, QSize size = {1000, 320})
    {
        session.startNew(doc, "test");
        timeline.resize(size);
        timeline.show();
        timeline.showAll();
    }
    const Document& doc() const { return session.document(); }
    QWidget* canvas() const { return timeline.viewport(); }
    const std::vector<ui::TimelineRow>& rows() const { return timeline.model().rows(); }
    int row(const QString& name) const
    {
        for (std::size_t i = 0; i < rows().size(); ++i)
            if (rows()[i].name == name) return static_cast<int>(i);
        return -1;
    }
    QPoint at(int row, double frame) const
    {
        const ui::TimelineLayout layout = timeline.layoutNow();
        return {static_cast<int>(std::lround(layout.frameX(frame))),
                layout.rowRect(row).top() + layout.rowHeight / 2};
    }
    QPoint at(const QString& name, double frame) const { return at(row(name), frame); }
    void move(const QPoint& to, Qt::MouseButtons buttons, Qt::KeyboardModifiers modifiers = {})
    {
        QMouseEvent event(QEvent::MouseMove, to, canvas()->mapToGlobal(QPointF(to)), Qt::NoButton,
                          buttons, modifiers);
        QCoreApplication::sendEvent(canvas(), &event);
    }
    /// Press and move, button still down.
    void pull(const QPoint& from, const QPoint& to, Qt::KeyboardModifiers modifiers = {})
    {
        move(from, Qt::NoButton);
        QTest::mousePress(canvas(), Qt::LeftButton, modifiers, from);
        for (int i = 1; i <= 5; ++i) move(from + (to - from) * i / 5, Qt::LeftButton, modifiers);
    }
    void drag(const QPoint& from, const QPoint& to, Qt::KeyboardModifiers modifiers = {})
    {
        pull(from, to, modifiers);
        QTest::mouseRelease(canvas(), Qt::LeftButton, modifiers, to);
    }
    void click(const QPoint& at, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mouseClick(canvas(), Qt::LeftButton, modifiers, at);
    }
    void wheel(const QPoint& at, int delta, Qt::KeyboardModifiers modifiers)
    {
        QWheelEvent event(at, canvas()->mapToGlobal(QPointF(at)), {}, {0, delta}, Qt::NoButton,
                          modifiers, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(canvas(), &event);
    }
    std::vector<double> frames(const QString& name) const
    {
        std::vector<double> found;
        for (const ui::TimelineKey& key : *rows()[row(name)].keys) found.push_back(key.frame);
        return found;
    }
    /// "Reach 0-20" for each span of a target.
    QStringList spans(const QString& name) const
    {
        static const char* const kKinds[] = {"Reach", "Contact", "Hold", "Off"};
        QStringList out;
        for (const Span& span : rows()[row(name)].spans)
            out << QString("%1 %2-%3").arg(kKinds[int(span.kind)]).arg(span.start).arg(span.end);
        return out;
    }
    int steps() { return session.history().count(); }
};

}  // namespace posewright::test
