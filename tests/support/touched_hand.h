#pragma once

#include "core/operate/adapted.h"
#include "core/operate/hold.h"
#include "core/operate/operate.h"
#include "core/operate/touch_fit.h"
#include "core/retarget/figure.h"
#include "tests/support/biped.h"
#include "tests/support/hand_measure.h"

/// A hand that is dragged onto a box and held there, as T and C do it in the window.
namespace posewright::test {

/// A figure with a box that its hand can touch.
struct HandAndBox {
    Document doc;
    NodeId hand = NodeId::None;  ///< the left one
    ConstraintId target = ConstraintId::None;
    double size = 1;              ///< of the figure, by its arm [m]
    Vec3 surface = Vec3::Zero();  ///< world [m]: of the box, where it is to be touched
    Vec3 normal = Vec3::Zero();
};

inline Document taken(const Document& doc, const operate::Operation& operation)
{
    const Result<operate::Edits> edits = operate::edits(doc, operation);
    if (!edits) qFatal("%s %s", edits.error().where.c_str(), edits.error().message.c_str());
    const Result<Document> out = edit::applyEach(doc, *edits);
    if (!out) qFatal("%s", out.error().message.c_str());
    return *out;
}

/// A target for a hand, and a box a share of its arm away from the shoulder: a table below, or a
/// box before it or beside it.
/// @param where  "top", "front" or "side"
inline HandAndBox handAndBox(Document doc, const QString& where, double frame)
{
    HandAndBox out;
    const retarget::Figure figure = retarget::figureOf(*doc.scene);
    const NodeIndex arm = figure.first(retarget::Role::LeftUpperArm);
    const NodeIndex end = figure.first(retarget::Role::LeftHand);
    const NodeId upper = (*doc.scene)[arm].id;
    out.hand = (*doc.scene)[end].id;
    const auto targetOf = [&](const Document& of) {
        for (const Constraint& c : of.rig->constraints)
            if (c.effector == out.hand) return c.id;
        return ConstraintId::None;
    };
    if (targetOf(doc) == ConstraintId::None)
        doc = taken(doc, operate::NewTargets{{out.hand}, frame});
    const Evaluation shown = evaluate(doc, frame);
    const Vec3 shoulder = shown.world[doc.scene->find(upper)].position;
    double length = 0;
    for (NodeIndex row = doc.scene->find(out.hand); row != doc.scene->find(upper);
         row = (*doc.scene)[row].parent)
        length +=
            (shown.world[row].position - shown.world[(*doc.scene)[row].parent].position).norm();
    const Vec3 way = where == "top"     ? Vec3(0.2, -0.6, 0.8)
                     : where == "front" ? Vec3(0.05, -0.35, 0.7)
                                        : Vec3(0.8, -0.2, 0.3);
    out.normal = where == "top"     ? Vec3(Vec3::UnitY())
                 : where == "front" ? Vec3(-Vec3::UnitZ())
                                    : Vec3(-Vec3::UnitX());
    out.size = length * 1.7 / 0.53;
    const Vec3 sides = out.size * (where == "top" ? Vec3(0.4, 0.05, 0.22) : Vec3(0.15, 0.15, 0.15));
    out.surface = shoulder + 0.9 * length * way;
    const Vec3 middle =
        out.surface - 0.5 * sides.cwiseProduct(out.normal.cwiseAbs()).norm() * out.normal;
    edit::AddBox box;
    box.name = "Box";
    box.size = sides;
    box.position = middle - Vec3(0, sides.y() / 2, 0);
    out.doc = *edit::apply(doc, box);
    out.target = targetOf(out.doc);
    return out;
}

/// The target dragged at a frame until the hand touches.
inline Document touched(const HandAndBox& of, double frame)
{
    const Constraint& target = *findConstraint(*of.doc.rig, of.target);
    const Evaluation shown = evaluate(of.doc, frame);
    operate::TouchFit fit(of.doc, target.target, nullptr);
    fit.begin(of.doc, shown, of.surface, of.normal, of.size);
    const operate::HeldNode held = operate::holdOne(of.doc, shown, target.target);
    Document out;
    do {
        const operate::Edits edits = operate::adapted(
            of.doc, operate::placed(held, frame, fit.place(), std::nullopt), {}, {});
        const Result<Document> next = edit::applyEach(of.doc, edits);
        if (!next) qFatal("%s", next.error().message.c_str());
        out = *next;
    } while (fit.look(out, evaluate(out, frame)));
    return out;
}

inline Document heldFrom(const Document& doc, ConstraintId target, double frame)
{
    return taken(doc, operate::SetSpans{SpanKind::Contact, {}, {target}, {}, frame});
}

/// How deep a hand is in a box, and how near it is to its surface. [m]
struct HandAtBox {
    double deepest = 0;
    double nearest = 1e9;
};

inline HandAtBox handAtBox(const Document& doc, NodeId hand, double frame, double step)
{
    const Evaluation shown = evaluate(doc, frame);
    const BlockShown block(doc, shown, nodeNamed(doc, "Box"));
    HandAtBox out;
    for (const Vec3& at : handShown(doc, shown, hand, step)) {
        out.deepest = std::max(out.deepest, block.depthOf(at));
        out.nearest = std::min(out.nearest, block.distanceTo(at));
    }
    return out;
}

}  // namespace posewright::test
