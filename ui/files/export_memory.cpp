#include "ui/files/export_memory.h"

#include "ui/session/session.h"
#include "ui/session/text.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>
#include <QVariantMap>

#include <algorithm>

namespace posewright::ui {

namespace {

constexpr const char* kList = "export/documents";  ///< most recent first
constexpr const char* kFolder = "folders/export";
constexpr int kMostKept = 40;

struct Kept {
    QString document;
    QString options;
    QString path;
    int clips = 0;  ///< that the document had; 0: not known
    QVariantMap units;
    bool leavesOutHidden = false;
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
                       settings.value(QStringLiteral("path")).toString(),
                       settings.value(QStringLiteral("clips")).toInt(),
                       settings.value(QStringLiteral("units")).toMap(),
                       settings.value(QStringLiteral("leavesOutHidden")).toBool()});
    }
    return all;
}

/// A project's own folder. What is no project, such as a capture from a collection or a sample,
/// goes where the last export or project went; if there is none, beside the file, where that folder
/// can be written to.
QString exportFolder(const Session& session)
{
    const DocumentFile& file = session.file();
    QString own = QFileInfo(pathText(file.path())).absolutePath();
    if (file.isProject()) return own;
    for (const char* use : {"folders/export", "folders/save"}) {
        QString last = QSettings().value(QLatin1String(use)).toString();
        if (!last.isEmpty() && QFileInfo(last).isDir()) return last;
    }
    if (!file.path().empty() && QFileInfo(own).isWritable()) return own;
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    return QFileInfo(documents).isDir() ? documents : QDir::homePath();
}

/// How many clips were brought in, added or made here. The others are those of the opened file,
/// which may be dozens.
std::size_t clipsOfItsOwn(const Session& session)
{
    const Document& doc = session.document();
    const std::size_t opened = std::min(doc.clips.size(), session.file().openedClips());
    return std::max(doc.origins.size(), doc.clips.size() - opened);
}

/// The document's name, in the folder for exports. Avoids the project itself and existing files, so
/// that nothing is overwritten by accident.
QString suggestedPath(const Session& session, const std::string& ending)
{
    const DocumentFile& file = session.file();
    const QString name = exportFolder(session) + u'/' + QFileInfo(file.title()).completeBaseName();
    const QString dot = u'.' + toQt(ending);
    if (!file.isProject() && !QFileInfo::exists(name + dot)) return name + dot;
    const QString other = name + QStringLiteral("-export");
    QString suggested = other + dot;
    for (int i = 2; QFileInfo::exists(suggested); ++i) suggested = other + QString::number(i) + dot;
    return suggested;
}

}  // namespace

std::string unitKey(const exports::Options& options)
{
    return exports::isProject(options) ? "project" : options.ending;
}

bool offersAllClips(const Session& session, const exports::Options& options)
{
    if (exports::isProject(options)) return true;
    const std::size_t own = clipsOfItsOwn(session);
    return own > 1 || (own == 0 && exports::abilitiesOf(options).motion == io::Motion::Keys);
}

namespace {

/// Those that nothing was chosen against since the document was opened.
ExportChoices usualChoices(const Session& session)
{
    const std::vector<Kept> all = keptExports();
    const QString document = pathText(session.file().path());
    for (const Kept& kept : all)
        if (!document.isEmpty() && kept.document == document && !kept.path.isEmpty()) {
            ExportChoices out{exports::optionsOf(kept.options.toStdString()), kept.path};
            out.leavesOutHidden = kept.leavesOutHidden;
            for (const auto& [key, metres] : kept.units.asKeyValueRange())
                out.units[key.toStdString()] = metres.toDouble();
            if (out.options.metres) out.units[unitKey(out.options)] = *out.options.metres;
            // What was chosen when there were fewer clips says nothing of those that came since.
            const auto clips = static_cast<int>(session.document().clips.size());
            if (kept.clips > 0 && clips > kept.clips)
                out.options.allClips = offersAllClips(session, out.options);
            return out;
        }
    ExportChoices out;
    out.options = all.empty() ? exports::findPreset("engine")->options
                              : exports::optionsOf(all.front().options.toStdString());
    out.options.frames.reset();
    out.options.metres.reset();                                // another document's
    if (!out.options.portable) out.options.safeNames.reset();  // whose names these were
    out.options.allClips = offersAllClips(session, out.options);
    out.path = suggestedPath(session, out.options.ending);
    return out;
}

}  // namespace

ExportChoices exportChoices(const Session& session, std::optional<bool> allClips)
{
    ExportChoices out = usualChoices(session);
    if (!allClips) return out;
    out.clipsChosen = true;
    out.options.allClips = *allClips || exports::isProject(out.options);
    return out;
}

void rememberExport(const Session& session, const ExportChoices& choices)
{
    std::vector<Kept> all = keptExports();
    const QString document = pathText(session.file().path());
    std::erase_if(all, [&](const Kept& kept) { return kept.document == document; });
    QVariantMap units;
    for (const auto& [key, metres] : choices.units) units[toQt(key)] = metres;
    all.insert(all.begin(),
               {document, toQt(exports::textOf(choices.options)), choices.path,
                static_cast<int>(session.document().clips.size()), units, choices.leavesOutHidden});
    if (all.size() > kMostKept) all.resize(kMostKept);
    QSettings settings;
    settings.setValue(QLatin1String(kFolder), QFileInfo(choices.path).absolutePath());
    settings.beginWriteArray(QLatin1String(kList), static_cast<int>(all.size()));
    for (int i = 0; i < std::ssize(all); ++i) {
        settings.setArrayIndex(i);
        settings.setValue(QStringLiteral("document"), all[i].document);
        settings.setValue(QStringLiteral("options"), all[i].options);
        settings.setValue(QStringLiteral("path"), all[i].path);
        settings.setValue(QStringLiteral("clips"), all[i].clips);
        settings.setValue(QStringLiteral("units"), all[i].units);
        settings.setValue(QStringLiteral("leavesOutHidden"), all[i].leavesOutHidden);
    }
    settings.endArray();
}

}  // namespace posewright::ui
