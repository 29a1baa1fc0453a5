#include "ui/files/export_memory.h"

#include "ui/files/file_dialogs.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <QFileInfo>
#include <QSettings>

namespace posewright::ui {

namespace {

constexpr const char* kList = "export/documents";  ///< most recent first
constexpr const char* kFolder = "folders/export";
constexpr int kMostKept = 40;

struct Kept {
    QString document;
    QString options;
    QString path;
};

std::vector<Kept> keptExports()
{
    QSettings settings;
    std::vector<Kept> all;
    const int count = settings.beginReadArray(QLatin1String(kList));
    for (int i = 0; i < count; ++i) {
        settings.setArrayIndex(i);
        all.push_back({settings.value(QStringLiteral("document")).toString(),
                       settings.value(QStringLiteral("options")).toString(),
                       settings.value(QStringLiteral("path")).toString()});
    }
    return all;
}

/// The document's name, in the folder for exports. Avoids the project itself and existing files, so
/// that nothing is overwritten by accident.
QString suggestedPath(const Session& session, const std::string& ending)
{
    const DocumentFile& file = session.file();
    const QString name = file_dialogs::folderFor(session, QStringLiteral("export")) + u'/' +
                         QFileInfo(file.title()).completeBaseName();
    const QString dot = u'.' + toQt(ending);
    if (!file.isProject() && !QFileInfo::exists(name + dot)) return name + dot;
    const QString other = name + QStringLiteral("-export");
    QString suggested = other + dot;
    for (int i = 2; QFileInfo::exists(suggested); ++i) suggested = other + QString::number(i) + dot;
    return suggested;
}

}  // namespace

ExportChoices exportChoices(const Session& session)
{
    const std::vector<Kept> all = keptExports();
    const QString document = pathText(session.file().path());
    for (const Kept& kept : all)
        if (!document.isEmpty() && kept.document == document && !kept.path.isEmpty())
            return {exports::optionsOf(kept.options.toStdString()), kept.path};
    ExportChoices out;
    out.options = all.empty() ? exports::findPreset("engine")->options
                              : exports::optionsOf(all.front().options.toStdString());
    out.options.frames.reset();
    out.options.allClips = exports::isProject(out.options);
    out.path = suggestedPath(session, out.options.ending);
    return out;
}

void rememberExport(const Session& session, const ExportChoices& choices)
{
    std::vector<Kept> all = keptExports();
    const QString document = pathText(session.file().path());
    std::erase_if(all, [&](const Kept& kept) { return kept.document == document; });
    all.insert(all.begin(), {document, toQt(exports::textOf(choices.options)), choices.path});
    if (all.size() > kMostKept) all.resize(kMostKept);
    QSettings settings;
    settings.setValue(QLatin1String(kFolder), QFileInfo(choices.path).absolutePath());
    settings.beginWriteArray(QLatin1String(kList), static_cast<int>(all.size()));
    for (int i = 0; i < std::ssize(all); ++i) {
        settings.setArrayIndex(i);
        settings.setValue(QStringLiteral("document"), all[i].document);
        settings.setValue(QStringLiteral("options"), all[i].options);
        settings.setValue(QStringLiteral("path"), all[i].path);
    }
    settings.endArray();
}

}  // namespace posewright::ui
