#include "ui/files/file_dialogs.h"

#include "core/io/format.h"
#include "ui/files/file_dialog_look.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QSettings>
#include <QStandardPaths>

namespace posewright::ui::file_dialogs {

namespace {

QString translated(const char* text)
{
    return QCoreApplication::translate("Files", text);
}

QString lastFolder(const QString& use)
{
    return QSettings().value(QStringLiteral("folders/") + use).toString();
}

void rememberFolder(const QString& use, const QString& path)
{
    QSettings().setValue(QStringLiteral("folders/") + use, QFileInfo(path).absolutePath());
}

/// A path without ending for the document, next to the file that it came from.
QString suggestion(const Session& session, const QString& use)
{
    return folderFor(session, use) + u'/' + QFileInfo(session.file().title()).completeBaseName();
}

constexpr QLatin1String kProjectEnding(".glb");

QStringList endingsOf(const io::Format& format)
{
    return QString::fromStdString(io::extensionsOf(format)).split(u' ');
}

QString filterLine(const QString& title, QStringList endings)
{
    for (QString& ending : endings) ending.prepend(QStringLiteral("*."));
    return title + QStringLiteral(" (%1)").arg(endings.join(u' '));
}

QString openFilters()
{
    QStringList lines, all;
    for (const io::Format& format : io::formats()) {
        if (!format.read) continue;
        all << endingsOf(format);
        lines << filterLine(toQt(format.title), endingsOf(format));
    }
    lines.prepend(
        filterLine(translated(QT_TRANSLATE_NOOP("Files", "All that can be opened")), all));
    return lines.join(QStringLiteral(";;"));
}

/// The full path; empty if cancelled.
QString answerOf(QFileDialog& dialog)
{
    dressFileDialog(dialog);
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) return {};
    return dialog.selectedFiles().front();
}

QString askExisting(QWidget* parent, const QString& title)
{
    QFileDialog dialog(parent, title, lastFolder(QStringLiteral("open")), openFilters());
    dialog.setFileMode(QFileDialog::ExistingFile);
    return answerOf(dialog);
}

}  // namespace

QString askOpen(QWidget* parent)
{
    return askExisting(parent, translated(QT_TRANSLATE_NOOP("Files", "Open")));
}

QString askBringIn(QWidget* parent)
{
    return askExisting(parent, translated(QT_TRANSLATE_NOOP("Files", "Bring In Motion From")));
}

void rememberOpened(const QString& path)
{
    rememberFolder(QStringLiteral("open"), path);
}

QString folderFor(const Session& session, const QString& use)
{
    const std::filesystem::path& own = session.file().path();
    if (!own.empty()) return QFileInfo(pathText(own)).absolutePath();
    for (const QString& last : {use, QStringLiteral("save"), QStringLiteral("open")})
        if (QString folder = lastFolder(last); !folder.isEmpty() && QFileInfo(folder).isDir())
            return folder;
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    return QFileInfo(documents).isDir() ? documents : QDir::homePath();
}

QString askSaveAs(const Session& session, QWidget* parent)
{
    const QString title = translated(QT_TRANSLATE_NOOP("Files", "Save As"));
    const io::Format& project = io::formats().front();
    // Avoid overwriting an imported file by accident.
    const QString base = suggestion(session, QStringLiteral("save"));
    const bool taken = !session.file().isProject() && QFileInfo::exists(base + kProjectEnding);
    const QFileInfo suggested(base + QLatin1String(taken ? "-project" : "") + kProjectEnding);
    QFileDialog dialog(parent, title, suggested.path(),
                       filterLine(toQt(project.title), endingsOf(project)));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setFileMode(QFileDialog::AnyFile);
    dialog.selectFile(suggested.fileName());
    const QString path = answerOf(dialog);
    if (path.isEmpty()) return {};
    QString whole = pathText(projectPath(toPath(path)));
    // The dialog asked about the name without the ending.
    if (whole != path && QFileInfo::exists(whole) &&
        QMessageBox::question(parent, title,
                              translated(QT_TRANSLATE_NOOP("Files", "%1 exists. Replace it?"))
                                  .arg(QDir::toNativeSeparators(whole))) != QMessageBox::Yes)
        return {};
    rememberFolder(QStringLiteral("save"), whole);
    return whole;
}

}  // namespace posewright::ui::file_dialogs
