#include "ui/desk/found_nodes.h"

#include "core/evaluate/evaluate.h"
#include "ui/actions/desk.h"
#include "ui/look/icons.h"
#include "ui/session/evaluator.h"
#include "ui/session/selection.h"
#include "ui/session/session.h"
#include "ui/session/text.h"
#include "ui/viewport/bring_into_view.h"

#include <QAction>
#include <QCoreApplication>

namespace posewright::ui {

namespace {

/// The kinds of things that are found, in the order of the list.
enum class FoundKind { Target, Pole, Bone, Other };

FoundKind kindOf(const Document& doc, const Node& node)
{
    if (constraintOfTarget(*doc.rig, node.id)) return FoundKind::Target;
    for (const Constraint& constraint : doc.rig->constraints)
        if (constraint.pole == node.id) return FoundKind::Pole;
    return node.bone() ? FoundKind::Bone : FoundKind::Other;
}

void showNode(Desk& desk, NodeId node)
{
    const NodeIndex row = desk.session().document().scene->find(node);
    if (row == kNoNode) return;
    desk.session().selection().pick({node});
    const auto shown = desk.evaluator().current();
    if (shown && row < std::ssize(shown->world))
        bringIntoView(desk.viewport(), shown->world[row].position);
}

}  // namespace

std::vector<FoundAction> nodesToFind(Desk& desk, QObject& owner)
{
    const struct {
        FoundKind kind;
        const char* words;
        const char* picture;
    } kKinds[] = {
        {FoundKind::Target, QT_TRANSLATE_NOOP("FoundNodes", "Scene \u203a Target"), "target"},
        {FoundKind::Pole, QT_TRANSLATE_NOOP("FoundNodes", "Scene \u203a Pole"), "pole"},
        {FoundKind::Bone, QT_TRANSLATE_NOOP("FoundNodes", "Scene \u203a Bone"), "bone"},
    };
    const Document& doc = desk.session().document();
    std::vector<FoundAction> found;
    for (const auto& [kind, words, name] : kKinds) {
        const QIcon picture = icon(name);
        for (const Node& node : doc.scene->nodes()) {
            if (kindOf(doc, node) != kind) continue;
            QString called = toQt(node.name);
            auto* action = new QAction(picture, called.replace(u'&', QStringLiteral("&&")), &owner);
            QObject::connect(action, &QAction::triggered, action,
                             [&desk, id = node.id] { showNode(desk, id); });
            found.push_back({action, QCoreApplication::translate("FoundNodes", words)});
        }
    }
    return found;
}

}  // namespace posewright::ui
