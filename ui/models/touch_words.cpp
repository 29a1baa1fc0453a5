#include "ui/models/touch_words.h"

#include "core/operate/limbs.h"
#include "core/operate/near_key.h"
#include "ui/models/status_text.h"
#include "ui/session/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace posewright::ui {

namespace {

QString touchTr(const char* text)
{
    return QCoreApplication::translate("Touch", text);
}

/// How far the nearest point of a box is beyond the reach of the arm with this end; at most 0 if it
/// is within. [m]
double beyondReach(const Document& doc, const Evaluation& shown, NodeId end,
                   const edit::AddBox& box)
{
    const Scene& scene = *doc.scene;
    const auto arm = operate::armOf(scene, retarget::figureOf(scene), scene.find(end));
    if (!arm) return 0;
    const std::vector<NodeIndex> path = scene.path(arm->root, arm->end);
    double length = 0;
    for (std::size_t i = 1; i < path.size(); ++i)
        length += (shown.world[path[i]].position - shown.world[path[i - 1]].position).norm();
    const Vec3 half(box.size.x() / 2, 0, box.size.z() / 2);
    const Vec3 low = box.position - half, high = box.position + half + Vec3(0, box.size.y(), 0);
    const Vec3& shoulder = shown.world[arm->root].position;
    return (shoulder.cwiseMax(low).cwiseMin(high) - shoulder).norm() - length;
}

}  // namespace

QString fingerWords(const Document& doc, const Constraint& target)
{
    using retarget::Role;
    const retarget::Figure figure = retarget::figureOf(*doc.scene);
    const NodeIndex end = doc.scene->find(target.effector);
    const auto hasFingers = [&](Role hand) {
        return std::ranges::any_of(retarget::allRoles(), [&](Role role) {
            return retarget::isFinger(role) && figure.has(role) &&
                   retarget::sideOf(role) == retarget::sideOf(hand);
        });
    };
    for (const Role hand : {Role::LeftHand, Role::RightHand})
        if (end != kNoNode && figure.first(hand) == end && hasFingers(hand))
            return touchTr("To touch with a finger, select its last bone and press T");
    return {};
}

QString stayWords(const Document& doc, const Constraint& target, double frame)
{
    const Span* span = spanAt(doc.clip().spanRow(target.id), frame);
    if (span && span->kind != SpanKind::Reach) return {};
    return (operate::limbHasMotion(doc, target)
                ? touchTr("\u201c%1\u201d is keyed there at this frame; C makes a contact of the "
                          "time in which it acts, in which it stays there")
                : touchTr("\u201c%1\u201d is keyed there at this frame; C makes a contact of it, "
                          "in which it stays up to its next key"))
        .arg(toQt(nodeName(*doc.scene, target.target)));
}

NodeId touchingEnd(const Document& doc, NodeId node)
{
    const Scene& scene = *doc.scene;
    const auto& rig = doc.rig->constraints;
    const auto led = std::ranges::find_if(rig, [node](const Constraint& c) {
        return node != NodeId::None && (c.target == node || c.pole == node);
    });
    NodeIndex row = scene.find(led == rig.end() ? node : led->effector);
    if (row != kNoNode && !scene[row].bone()) row = scene[row].parent;
    if (row == kNoNode || !scene[row].bone()) return NodeId::None;
    const auto arm = operate::armOf(scene, retarget::figureOf(scene), row);
    return arm ? scene[arm->end].id : NodeId::None;
}

QString touchWords(const Document& doc, const Evaluation& shown, NodeId end,
                   const edit::AddBox& box)
{
    const QString hand = toQt(nodeName(*doc.scene, end));
    const double beyond = beyondReach(doc, shown, end, box);
    const QString reach =
        beyond > 0 ? touchTr("\u201c%1\u201d does not reach it, by %2: drag the box nearer, then ")
                         .arg(hand, lengthText(beyond, doc.unit))
                   : touchTr("\u201c%1\u201d reaches it: ").arg(hand);
    for (const Constraint& c : doc.rig->constraints)
        if (c.effector == end && c.reaches())
            return reach + touchTr("drag its target, \u201c%1\u201d, over it and, while dragging, "
                                   "press T to touch the side that is seen, T again for the far "
                                   "side; then C, to stay")
                               .arg(toQt(nodeName(*doc.scene, c.target)));
    return reach + touchTr("select \u201c%1\u201d and press T, then drag its new target over it "
                           "and, while dragging, press T to touch the side that is seen, T again "
                           "for the far side; then C, to stay")
                       .arg(hand);
}

}  // namespace posewright::ui
