#pragma once

#include <QString>

class QWidget;

namespace posewright::ui {

class Session;

/// Asks for names of files. The folders for opening, saving and exporting are remembered apart; a
/// document is first exported beside its own file. The kind of file last exported is remembered,
/// too. Empty: the user cancelled.
namespace file_dialogs {

QString askOpen(QWidget* parent);
/// A name that a project can have: asks again before another file would be replaced.
QString askSaveAs(const Session& session, QWidget* parent);
/// A name with the ending of a kind of file that can be written.
QString askExport(const Session& session, QWidget* parent);

/// Later dialogs for opening begin in the folder of this file.
void rememberOpened(const QString& path);

}  // namespace file_dialogs

}  // namespace posewright::ui
