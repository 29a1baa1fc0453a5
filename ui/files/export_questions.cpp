#include "ui/files/export_questions.h"

#include "core/export/plan.h"
#include "ui/files/export_memory.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QStringList>

namespace posewright::ui {

namespace {

/// Is the file the project itself? Says so.
bool isProjectItself(QWidget& dialog, const Session& session, const QFileInfo& file)
{
    if (!session.file().isProject() || file != QFileInfo(pathText(session.file().path())))
        return false;
    QMessageBox box(
        QMessageBox::Warning, dialog.windowTitle(),
        QCoreApplication::translate("Export", "%1 is the project itself: Save writes it.")
            .arg(file.fileName()),
        QMessageBox::Ok, &dialog);
    box.setObjectName(QStringLiteral("exportOverProject"));
    box.setTextFormat(Qt::PlainText);
    box.exec();
    return true;
}

}  // namespace

bool mayExport(QWidget& dialog, const Session& session, const ExportChoices& choices)
{
    if (isProjectItself(dialog, session, QFileInfo(choices.path))) return false;
    QStringList there;
    for (const auto& path :
         exports::plannedPaths(session.document(), choices.options, toPath(choices.path)))
        if (QFileInfo::exists(pathText(path))) there << pathText(path.filename());
    if (there.isEmpty()) return true;
    QMessageBox box(
        QMessageBox::Question, dialog.windowTitle(),
        QCoreApplication::translate("Export", "Replace %1?", "files that are there already")
            .arg(there.join(QStringLiteral(", "))),
        QMessageBox::NoButton, &dialog);
    box.setObjectName(QStringLiteral("exportReplaces"));
    box.setTextFormat(Qt::PlainText);
    const QPushButton* replace =
        box.addButton(QCoreApplication::translate("Export", "&Replace"), QMessageBox::AcceptRole);
    box.setDefaultButton(box.addButton(QMessageBox::Cancel));
    box.exec();
    // None is clicked if the program is told to quit.
    return box.clickedButton() == replace;
}

}  // namespace posewright::ui
