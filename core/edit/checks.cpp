#include "core/edit/checks.h"

#include "core/edit/change.h"
#include "core/math/bounds.h"
#include "core/motion/layer.h"

#include <cmath>

namespace posewright::edit {

namespace {

constexpr double kMostFrame = 1e9;

}  // namespace

bool isFrame(double number)
{
    return std::abs(number) <= kMostFrame;
}

Check check(const Document&, double number)
{
    return std::isfinite(number) ? Check{} : "it is not a finite number";
}
Check check(const Document&, const Vec3& v)
{
    if (!v.allFinite()) return "it is not finite";
    return v.cwiseAbs().maxCoeff() <= kMaxCoordinate ? Check{} : "it is beyond a billion";
}
Check check(const Document&, const Quat& q)
{
    return q.coeffs().allFinite() ? Check{} : "it is not finite";
}
Check check(const Document&, const Ease& ease)
{
    for (const double c : {ease.x1, ease.y1, ease.x2, ease.y2})
        if (!(c >= 0 && c <= 1)) return "its numbers are not in [0, 1]";
    return {};
}
Check check(const Document&, const Handle& handle)
{
    return std::isfinite(handle.frames) && std::isfinite(handle.value) ? Check{}
                                                                       : "it is not finite";
}
Check check(const Document& doc, NodeId node)
{
    return doc.scene->find(node) != kNoNode ? Check{} : "there is no such node";
}
Check check(const Document& doc, ConstraintId constraint)
{
    return findConstraint(*doc.rig, constraint) ? Check{} : "there is no such target";
}
Check check(const Document&, const std::array<double, 2>& frames)
{
    for (const double frame : frames)
        if (!(isFrame(frame))) return "it is not a pair of numbers within range";
    return {};
}
Check check(const Document&, const std::array<double, 4>& angles)
{
    for (const double angle : angles)
        if (!std::isfinite(angle)) return "it is not finite";
    return {};
}
Check check(const Document& doc, const KeyRef& key)
{
    if (!(isFrame(key.frame))) return "its frame is out of range";
    if (!key.layer.empty()) {
        if (findLayer(doc.clip(), key.layer) < 0) return "there is no layer " + quoted(key.layer);
        if (key.constraint != ConstraintId::None) return "a target has no keys in a layer";
        return key.node == NodeId::None ? Check{} : check(doc, key.node);
    }
    if (key.node == NodeId::None && key.constraint == ConstraintId::None)
        return "it names neither a node nor a target";
    if (key.node != NodeId::None)
        if (Check wrong = check(doc, key.node)) return wrong;
    if (key.constraint == ConstraintId::None) return {};
    if (Check wrong = check(doc, key.constraint)) return wrong;
    if (key.node != NodeId::None && constraintOf(doc, key.constraint).target != key.node)
        return "the node is not the node of that target";
    return {};
}

Check check(const Document& doc, const SpanRef& span)
{
    return findSpan(doc, span) ? Check{} : "there is no span that starts there";
}

Check check(const Document& doc, const HintData& data)
{
    if (Check wrong = check(doc, data.node)) return wrong;
    if (!isFrame(data.hint.frame)) return "its frame is out of range";
    for (const KeyHint::Joint& bent : data.hint.joints) {
        if (Check wrong = check(doc, bent.joint)) return wrong;
        if (!(std::abs(bent.turn.norm() - 1) <= 1e-6)) return "it turns a joint by no rotation";
        if (!std::isfinite(bent.travel)) return "it is not finite";
    }
    return check(doc, data.hint.root);
}

Check check(const Document& doc, const KeyData& key)
{
    if (!(isFrame(key.frame()))) return "its frame is out of range";
    const bool influence = key.property == Property::Influence;
    if (!key.layer.empty()) {
        if (findLayer(doc.clip(), key.layer) < 0) return "there is no layer " + quoted(key.layer);
        const bool offset =
            key.property == Property::Rotation || key.property == Property::Translation;
        if (!offset && !influence)
            return "a layer has keys of rotations, translations and its weight alone";
        if (influence != (key.node == NodeId::None) || key.constraint != ConstraintId::None)
            return "a weight is of its layer alone, and an offset of a node";
        if (influence && !(key.key.value >= 0 && key.key.value <= 1))
            return "a weight is not in [0, 1]";
    } else if (influence != (key.node == NodeId::None) ||
               influence == (key.constraint == ConstraintId::None))
        return "a target has influence keys, and a node all others";
    if (!influence)
        if (Check wrong = check(doc, key.node)) return wrong;
    if (influence && key.layer.empty())
        if (Check wrong = check(doc, key.constraint)) return wrong;
    if (key.property == Property::Rotation) {
        if (Check wrong = check(doc, key.rotation.value)) return wrong;
        return {};  // validate checks the shapes
    }
    const int axes = influence ? 1 : numbersOf(doc, key.node, key.property);
    if (key.axis < 0 || key.axis >= axes)
        return key.property == Property::Morph ? "the node has no such morph"
                                               : "there is no such axis";
    if (!std::isfinite(key.key.value)) return "its value is not a finite number";
    for (const Handle& handle : {key.key.left, key.key.right})
        if (Check wrong = check(doc, handle)) return wrong;
    if (key.key.left.frames > 0) return "the left handle is right of its key";
    if (key.key.right.frames < 0) return "the right handle is left of its key";
    return {};
}

}  // namespace posewright::edit
