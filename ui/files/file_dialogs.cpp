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

#include <algorithm>
#include <vector>

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

/// A name for a file of the document, without its ending, beside the file that it came from.
QString suggestion(const Session& session, const QString& use)
{
    const QString base = QFileInfo(session.file().title()).completeBaseName();
    const QString folder = session.file().path().empty()
                               ? lastFolder(use)
                               : QFileInfo(pathText(session.file().path())).absolutePath();
    return folder.isEmpty() ? base : folder + u'/' + base;
}

constexpr QLatin1String kProjectEnding(".glb");
constexpr const char* kExported = "export/document";  ///< path of the one last exported

/// Beside the document, or where it was last exported to.
QString exportFolder(const Session& session)
{
    const QString path = pathText(session.file().path());
    const QString last = lastFolder(QStringLiteral("export"));
    const bool again = QSettings().value(QLatin1String(kExported)).toString() == path;
    return path.isEmpty() || (again && !last.isEmpty()) ? last : QFileInfo(path).absolutePath();
}

QStringList endingsOf(const io::Format& format)
{
    return QString::fromStdString(std::string(format.extensions)).split(u' ');
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

/// One line of the export dialog: one ending, so that what is chosen is what is written.
struct Kind {
    QString ending;
    QString line;
};

/// What an ending is good for, where we know it.
QString useOf(const QString& ending, const io::Format& format)
{
    if (ending == QLatin1String("glb"))
        return translated(QT_TRANSLATE_NOOP("Files", "GLB: one file, for engines and viewers"));
    if (ending == QLatin1String("gltf"))
        return translated(QT_TRANSLATE_NOOP("Files", "glTF: readable text"));
    if (ending == QLatin1String("bvh"))
        return translated(
            QT_TRANSLATE_NOOP("Files", "BVH: skeleton and motion, for animation programs"));
    return toQt(format.title);
}

std::vector<Kind> exportKinds()
{
    std::vector<Kind> kinds;
    for (const io::Format& format : io::formats()) {
        if (!format.write) continue;
        for (const QString& ending : endingsOf(format))
            kinds.push_back({ending, filterLine(useOf(ending, format), {ending})});
    }
    return kinds;
}

/// Whole path; empty: none.
QString answerOf(QFileDialog& dialog)
{
    dressFileDialog(dialog);
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) return {};
    return dialog.selectedFiles().front();
}

}  // namespace

QString askOpen(QWidget* parent)
{
    QFileDialog dialog(parent, translated(QT_TRANSLATE_NOOP("Files", "Open")),
                       lastFolder(QStringLiteral("open")), openFilters());
    dialog.setFileMode(QFileDialog::ExistingFile);
    return answerOf(dialog);
}

void rememberOpened(const QString& path)
{
    rememberFolder(QStringLiteral("open"), path);
}

QString askSaveAs(const Session& session, QWidget* parent)
{
    const QString title = translated(QT_TRANSLATE_NOOP("Files", "Save As"));
    const io::Format& project = io::formats().front();
    // A file that was read is not to be written over by accident.
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
    // The dialog asked about the name as it was typed.
    if (whole != path && QFileInfo::exists(whole) &&
        QMessageBox::question(parent, title,
                              translated(QT_TRANSLATE_NOOP("Files", "%1 exists. Replace it?"))
                                  .arg(QDir::toNativeSeparators(whole))) != QMessageBox::Yes)
        return {};
    rememberFolder(QStringLiteral("save"), whole);
    return whole;
}

QString askExport(const Session& session, QWidget* parent)
{
    const QString key = QStringLiteral("export/ending");
    const std::vector<Kind> kinds = exportKinds();
    const QString last = QSettings().value(key).toString();
    const auto known = std::find_if(kinds.begin(), kinds.end(),
                                    [&](const Kind& kind) { return kind.ending == last; });
    const Kind& first = known == kinds.end() ? kinds.front() : *known;
    QStringList lines;
    for (const Kind& kind : kinds) lines << kind.line;

    QFileDialog dialog(parent, translated(QT_TRANSLATE_NOOP("Files", "Export the motion")));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setFileMode(QFileDialog::AnyFile);
    dialog.setNameFilters(lines);
    dialog.selectNameFilter(first.line);
    dialog.setDefaultSuffix(first.ending);
    if (const QString folder = exportFolder(session); !folder.isEmpty())
        dialog.setDirectory(folder);
    QString name = QFileInfo(session.file().title()).completeBaseName();
    // The project itself is not to be written over by accident.
    if (session.file().isProject() &&
        QFileInfo(pathText(session.file().path())).completeBaseName() == name)
        name += QStringLiteral("-export");
    dialog.selectFile(name + u'.' + first.ending);
    // Another kind of file: the name follows.
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, [&](const QString& line) {
        for (const Kind& kind : kinds) {
            if (kind.line != line) continue;
            dialog.setDefaultSuffix(kind.ending);
            const QStringList chosen = dialog.selectedFiles();
            if (!chosen.isEmpty())
                dialog.selectFile(QFileInfo(chosen.front()).completeBaseName() + u'.' +
                                  kind.ending);
        }
    });
    QString path = answerOf(dialog);
    if (path.isEmpty()) return {};
    if (!io::formatFor(toPath(path))) path += u'.' + dialog.defaultSuffix();
    rememberFolder(QStringLiteral("export"), path);
    QSettings().setValue(QLatin1String(kExported), pathText(session.file().path()));
    QSettings().setValue(key, QFileInfo(path).suffix().toLower());
    return path;
}

}  // namespace posewright::ui::file_dialogs
