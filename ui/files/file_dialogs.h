#pragma once

#include <QString>

class QWidget;

namespace posewright::ui {

class Session;

/// Asks for names of files. Folders for opening and saving are remembered separately. Empty: the
/// user cancelled.
namespace file_dialogs {

QString askOpen(QWidget* parent);
/// A file with a motion for the open figure.
QString askBringIn(QWidget* parent);
/// A path for a project; confirms before another file would be replaced.
QString askSaveAs(const Session& session, QWidget* parent);

/// The folder in which a dialog for the document starts: that of its own file; else the first that
/// exists of the folders last used for `use`, for saving and for opening; else the user's
/// documents. Never the working directory.
QString folderFor(const Session& session, const QString& use);

/// Sets the folder in which later open dialogs start to that of this file.
void rememberOpened(const QString& path);

}  // namespace file_dialogs

}  // namespace posewright::ui
