#include "ui/models/touch_words.h"

#include "core/operate/limbs.h"
#include "ui/session/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace posewright::ui {

namespace {

QString touchTr(const char* text)
{
    return QCoreApplication::translate("Touch", text);
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

QString touchWords(const Document& doc, NodeId end)
{
    const QString hand = toQt(nodeName(*doc.scene, end));
    for (const Constraint& c : doc.rig->constraints)
        if (c.effector == end && c.reaches())
            return touchTr(
                       "\u201c%1\u201d reaches it: drag its target, \u201c%2\u201d, over the box "
                       "and press T to touch it")
                .arg(hand, toQt(nodeName(*doc.scene, c.target)));
    return touchTr(
               "\u201c%1\u201d reaches it: select \u201c%1\u201d and press T, then drag its new "
               "target over the box and press T to touch it")
        .arg(hand);
}

}  // namespace posewright::ui
