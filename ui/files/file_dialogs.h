#pragma once

#include <QString>

class QWidget;

namespace posewright::ui {

class Session;

/// Asks for names of files. The folders for opening and saving are remembered apart. Empty: the
/// user cancelled.
namespace file_dialogs {

QString askOpen(QWidget* parent);
/// A file whose motion the open figure is to have.
QString askBringIn(QWidget* parent);
/// A name that a project can have: asks again before another file would be replaced.
QString askSaveAs(const Session& session, QWidget* parent);

/// Where files of the document go: beside the one that it came from; else where files were written
/// for this use, or saved, or opened last; else where a person keeps documents. Never where the
/// program happened to be started.
QString folderFor(const Session& session, const QString& use);

/// Later dialogs for opening begin in the folder of this file.
void rememberOpened(const QString& path);

}  // namespace file_dialogs

}  // namespace posewright::ui
