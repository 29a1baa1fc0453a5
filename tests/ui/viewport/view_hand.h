#pragma once

#include "tests/ui/support.h"
#include "ui/viewport/interaction.h"

namespace posewright::test {

/// A figure, seen by nobody, and a hand on the mouse.
struct ViewHand {
    ui::Session session;
    ui::Evaluator evaluator{session};
    std::unique_ptr<BlindViewport> view;
    std::unique_ptr<ui::Interaction> interaction;

    explicit ViewHand(const Document& doc)
    {
        evaluator.setBudget(1e9);  // other programs may be busy
        session.startNew(doc, "test");
        view = std::make_unique<BlindViewport>(session);
        interaction = std::make_unique<ui::Interaction>(session, evaluator, *view);
    }
    const WorldTransform& world(NodeId node) const
    {
        return evaluator.current()->world[session.document().scene->find(node)];
    }
    Vec3 place(NodeId node) const { return world(node).position; }
    QPointF seen(const Vec3& point) const
    {
        const Pixel p = project(view->camera(), view->viewSize(), point)->pixel;
        return {p.x(), p.y()};
    }
    void set(const ui::ViewState& state) { view->settings().set(state); }
    ui::ViewState state() const { return view->settings().now(); }
    void take(ui::Tool tool)
    {
        ui::ViewState next = state();
        next.tool = tool;
        set(next);
    }

    void press(const QPointF& at, Qt::KeyboardModifiers modifiers = {})
    {
        interaction->press(at, Qt::LeftButton, modifiers);
    }
    void moveTo(const QPointF& from, const QPointF& to, Qt::KeyboardModifiers modifiers = {})
    {
        for (int i = 1; i <= 8; ++i) interaction->move(from + (to - from) * i / 8, modifiers);
    }
    void release(const QPointF& at) { interaction->release(at, Qt::LeftButton); }
    void drag(const QPointF& from, const QPointF& to, Qt::KeyboardModifiers modifiers = {})
    {
        press(from);
        moveTo(from, to, modifiers);
        release(to);
    }
    /// A point of a handle that the pointer can take hold of.
    QPointF handle(GizmoPart part) const
    {
        const std::vector<GizmoStroke> strokes =
            gizmoStrokes(view->camera(), view->viewSize(), *interaction->gizmo());
        for (const GizmoStroke& stroke : strokes) {
            if (stroke.part != part || stroke.faint) continue;
            for (std::size_t i = 1; i < stroke.points.size(); ++i) {
                const Pixel p = (stroke.points[i - 1] + stroke.points[i]) / 2;
                if (gizmoPartAt(strokes, p, 8) == part) return {p.x(), p.y()};
            }
        }
        return {-1, -1};
    }
    int keysOf(NodeId node) const
    {
        const Track* track = session.document().clip().track(node);
        return track ? static_cast<int>(keyFrames(*track).size()) : 0;
    }
};

}  // namespace posewright::test
