#include "ui/viewport/selection_words.h"

#include "ui/models/status_text.h"
#include "ui/session/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace posewright::ui {

namespace {

QString selectionTr(const char* text)
{
    return QCoreApplication::translate("View", text);
}

QString words(const Document& doc, const Evaluation* shown, NodeId node)
{
    const NodeIndex row = doc.scene->find(node);
    if (row == kNoNode) return {};
    const QString name = toQt((*doc.scene)[row].name);
    if (const Constraint* constraint = constraintOfTarget(*doc.rig, node)) {
        if (shown)
            for (const TargetStatus& status : shown->targets)
                if (status.constraint == constraint->id)
                    return selectionTr("%1, target, %2").arg(name, statusWord(doc, status));
        return selectionTr("%1, target").arg(name);
    }
    const std::vector<Constraint>& rig = doc.rig->constraints;
    if (std::any_of(rig.begin(), rig.end(), [&](const Constraint& c) { return c.pole == node; }))
        return selectionTr("%1, pole").arg(name);
    return (*doc.scene)[row].bone() ? selectionTr("%1, bone").arg(name) : name;
}

}  // namespace

QString selectionWords(const Document& doc, const Evaluation* shown,
                       const std::vector<NodeId>& selected)
{
    QStringList all;
    for (const NodeId node : selected)
        if (const QString text = words(doc, shown, node); !text.isEmpty()) all << text;
    if (all.isEmpty()) return selectionTr("Nothing selected");
    if (all.size() == 1) return all.front();
    return selectionTr("%1 selected: %2").arg(all.size()).arg(all.join(QStringLiteral("; ")));
}

}  // namespace posewright::ui
