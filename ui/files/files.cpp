#include "ui/files/files.h"

#include "core/io/fitting.h"
#include "core/io/join.h"
#include "core/operate/bring_in.h"
#include "core/operate/clip_match.h"
#include "core/scene/contents.h"
#include "ui/files/bring_in_dialog.h"
#include "ui/files/choose_figures.h"
#include "ui/files/contents_words.h"
#include "ui/files/export_dialog.h"
#include "ui/files/file_dialogs.h"
#include "ui/files/guessed_words.h"
#include "ui/files/import_dialog.h"
#include "ui/files/notice_lines.h"
#include "ui/files/reading_dialog.h"
#include "ui/files/recent_files.h"
#include "ui/session/selection.h"
#include "ui/session/session.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"

#include <QEventLoop>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

#include <algorithm>
#include <iterator>
#include <memory>

namespace posewright::ui {

Files::Files(Session& session, QWidget& window) : session_(session), window_(window)
{
    connect(&session.file(), &DocumentFile::opened, this,
            [this](const QString& path, const Diagnostics& diagnostics) {
                opened(path, diagnostics);
                emit motionCame();
            });
    connect(&session, &Session::replaced, this, [this] { exportsAllClips_.reset(); });
    connect(&session.file(), &DocumentFile::saved, this, &Files::saved);
    connect(&session.file(), &DocumentFile::changedElsewhere, this, &Files::askWhichMotion);
    connect(&session.file(), &DocumentFile::recovered, this,
            [this](const QString& title, const Diagnostics& diagnostics) {
                emit done(tr("Your work is back: %1").arg(title),
                          noticeLines(diagnostics, pathText(session_.file().path())));
            });
    connect(&session.file(), &DocumentFile::exported, this, &Files::wasExported);
}

void Files::opened(const QString& path, const Diagnostics& diagnostics)
{
    recent_files::add(path);
    emit recentChanged();
    const QString name = QFileInfo(path).fileName();
    const Document& doc = session_.document();
    const auto clips = static_cast<int>(doc.clips.size());
    const SceneContents there = contentsOf(*doc.scene);
    QString head = tr("Opened %1").arg(name);
    if (clips > 1) head += tr(", with %n clips to choose from in Time > Show Clip", nullptr, clips);
    if (there.bones == 0 && doc.scene->size() > 0)
        head += there.morphs   ? tr("; it has no bones: select a mesh to key its morphs")
                : there.meshes ? tr("; it has no bones, so nothing of it can be posed")
                               : tr("; it has neither bones nor meshes");
    const std::optional<DocumentFile::ReadAs>& as = session_.file().readAs();
    const QStringList guessed = as ? guessedWords(*as, doc) : QStringList();
    // What cannot be seen at all comes before what may be odd.
    const auto isUnseen = [](const Diagnostic& d) {
        return d.message.find("not beside the file") != std::string::npos;
    };
    Diagnostics unseen, others;
    std::ranges::partition_copy(diagnostics, std::back_inserter(unseen), std::back_inserter(others),
                                isUnseen);
    const QStringList warnings = noticeLines(unseen, path) + guessed + noticeLines(others, path);
    if (guessed.isEmpty())
        emit done(head, warnings);
    else
        emit openedByGuess(head, warnings);
}

void Files::askReading()
{
    const std::filesystem::path path = session_.file().path();
    ReadingDialog dialog(session_, &window_);
    if (dialog.exec() != QDialog::Accepted || !dialog.waits()) return;
    if (mayReplaceDocument(tr("The file is read again as you chose: what you did to it since it "
                              "was opened is not in it.")))
        session_.file().reopen(path, dialog.reading());
}

void Files::importClips(const QString& path)
{
    io::ReadOptions options;
    options.plain = true;  // a project's targets act on its own figure
    readMotion(path, options, &Files::chooseClips);
}

void Files::bringIn(const QString& path)
{
    io::ReadOptions options;
    options.up = std::nullopt;  // turns a figure that lies on the ground upright
    readMotion(path, options, &Files::chooseMotion);
}

void Files::addScene(const QString& path)
{
    io::ReadOptions options;
    options.plain = true;  // adds nodes without the effect of targets
    const auto reader = [doc = session_.document()](const std::filesystem::path& file,
                                                    const io::ReadOptions& reading) {
        return io::readFitting(doc, file, reading);
    };
    readMotion(path, options, &Files::takeScene, reader);
}

void Files::readMotion(const QString& path, const io::ReadOptions& options, Chooser choose,
                       const Reader& reader)
{
    if (session_.job().running()) return;
    file_dialogs::rememberOpened(path);
    const auto work = [this, path, options, choose,
                       reader](const Job::Progress& progress) -> Job::Outcome {
        io::ReadOptions reading = options;
        reading.goOn = [&progress] { return progress(0); };
        auto read = std::make_shared<Result<io::Import>>(reader(toPath(path), reading));
        return [this, path, read, choose](bool cancelled) {
            if (cancelled) return;
            if (!*read) return emit session_.failed(errorText(read->error()));
            // Start the dialog after this job has ended, since the dialog starts a job of its own.
            QTimer::singleShot(0, this,
                               [this, path, read, choose] { (this->*choose)(path, **read); });
        };
    };
    session_.job().start(tr("Reading %1").arg(QFileInfo(path).fileName()), work);
}

void Files::chooseClips(const QString& path, const io::Import& import)
{
    ImportDialog dialog(session_, path, import, &window_);
    if (dialog.exec() != QDialog::Accepted) {
        if (dialog.opensInstead()) open(path);
        return;
    }
    emit done(dialog.outcome(), noticeLines(import.diagnostics, path) + dialog.differences());
    emit motionCame();
}

void Files::chooseMotion(const QString& path, const io::Import& import)
{
    BringInDialog dialog(session_, path, import, &window_);
    if (dialog.exec() != QDialog::Accepted) return;
    emit broughtIn(dialog.outcome(), dialog.warnings() + noticeLines(import.diagnostics, path));
    emit motionCame();
}

void Files::takeScene(const QString& path, const io::Import& import)
{
    const Document before = session_.document();
    const Result<io::Joining> joining = io::joining(before, import.document);
    if (!joining) return emit session_.failed(errorText(joining.error()));
    const Result<operate::Edits> edits = operate::withMotion(before, joining->edit, joining->other);
    if (!edits) return emit session_.failed(errorText(edits.error()));
    const NodeIndex first = before.scene->size();
    const QString name = QFileInfo(path).fileName();
    if (const Result<void> added = session_.commit(*edits, tr("Add %1").arg(name)); !added)
        return emit session_.failed(errorText(added.error()));
    // New rows come after the existing ones.
    std::vector<NodeId> roots;
    const Scene& now = *session_.document().scene;
    for (NodeIndex row = first; row < now.size(); ++row)
        if (now[row].parent == kNoNode) roots.push_back(now[row].id);
    session_.selection().setNodes(roots);
    emit done(tr("Added %1: %2").arg(name, contentsWords(import.document)),
              noticeLines(import.diagnostics, path) + noticeLines(joining->diagnostics, path));
    emit sceneCame();
}

void Files::askBringInHere()
{
    const auto figures = chooseFigures(session_.document(), session_.selection().nodes(), &window_);
    if (!figures) return;
    BringInDialog dialog(session_, figures->here, figures->there, &window_);
    if (dialog.exec() != QDialog::Accepted) return;
    emit broughtIn(dialog.outcome(), dialog.warnings());
    emit motionCame();
}

void Files::askBringInAnew()
{
    BringInDialog dialog(session_, &window_);
    if (dialog.exec() != QDialog::Accepted) return;
    emit broughtIn(dialog.outcome(), dialog.warnings());
    emit motionCame();
}

void Files::saved(const QString& path)
{
    recent_files::add(path);
    file_dialogs::rememberOpened(path);
    emit recentChanged();
    const auto unkeyed = static_cast<int>(session_.unkeyed().edits().size());
    const QString backup = QFileInfo(path).fileName() + u'~';
    const bool kept = !toldOfBackup_ && QFileInfo::exists(path + u'~');
    toldOfBackup_ = toldOfBackup_ || kept;
    const QString plain = kept ? tr("Saved %1; the version before is kept as %2").arg(path, backup)
                               : tr("Saved %1").arg(path);
    emit told(unkeyed == 0 ? plain
                           : tr("Saved %1, but not what %n thing(s) moved to without a key: "
                                "Ctrl+K keys that",
                                nullptr, unkeyed)
                                 .arg(path));
}

void Files::askWhichMotion(const QString& path)
{
    QMessageBox box(QMessageBox::Question, tr("Changed by another program"),
                    tr("Another program changed the motion in %1 after Posewright saved it.")
                        .arg(QFileInfo(path).fileName()),
                    QMessageBox::NoButton, &window_);
    box.setObjectName(QStringLiteral("whichMotion"));
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(
        tr("Yours has the targets and their keys. The other one has joint keys only; taking it "
           "leaves the file as it is until you save under a name."));
    QPushButton* ours = box.addButton(tr("&Keep mine"), QMessageBox::RejectRole);
    QPushButton* theirs = box.addButton(tr("&Take the other"), QMessageBox::AcceptRole);
    box.setDefaultButton(ours);
    box.setEscapeButton(ours);
    box.exec();
    if (box.clickedButton() == theirs) session_.file().open(toPath(path), true);
}

bool Files::mayReplaceDocument(const QString& why)
{
    if (session_.job().running()) {
        emit told(tr("Something is still being read or written"));
        return false;
    }
    const auto unkeyed = static_cast<int>(session_.unkeyed().edits().size());
    if (!session_.isModified() && unkeyed == 0) return true;
    QMessageBox box(&window_);
    box.setObjectName(QStringLiteral("unsaved"));
    box.setTextFormat(Qt::PlainText);
    box.setIcon(QMessageBox::Warning);
    box.setWindowTitle(tr("Unsaved changes"));
    const DocumentFile& file = session_.file();
    QString asks = tr("Save the changes to %1?");
    if (!session_.isModified())
        asks = tr("Key and save what is moved but not keyed in %1?");
    else if (!file.path().empty() && !file.isProject())
        asks = tr("Save what you made of %1 as a project? %1 itself stays as it is.");
    box.setText(asks.arg(file.title()));
    QStringList more;
    if (!why.isEmpty()) more << why;
    if (unkeyed > 0)
        more << tr("%n thing(s) moved without a key: such moves are in no file. "
                   "Save keys them at frame %1 first.",
                   nullptr, unkeyed)
                    .arg(frameText(session_.playhead().frame()));
    box.setInformativeText(more.join(u' '));
    box.setStandardButtons(QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
    box.button(QMessageBox::Save)->setText(tr("&Save"));
    box.button(QMessageBox::Discard)->setText(tr("&Discard"));
    box.button(QMessageBox::Cancel)->setText(tr("&Cancel"));
    box.setDefaultButton(QMessageBox::Save);
    switch (box.exec()) {
    case QMessageBox::Discard: return true;
    case QMessageBox::Save:
        if (const Result<void> keyed = unkeyed > 0 ? keyUnkeyed(session_) : Result<void>();
            !keyed) {
            emit told(errorText(keyed.error()));
            return false;
        }
        save();
        return waitForSave();
    default: return false;
    }
}

bool Files::waitForSave()
{
    if (session_.job().running()) {
        QEventLoop loop;
        connect(&session_.job(), &Job::finished, &loop, &QEventLoop::quit);
        loop.exec(QEventLoop::ExcludeUserInputEvents);
    }
    return !session_.isModified();
}

void Files::open(const QString& path)
{
    if (!mayReplaceDocument()) return;
    file_dialogs::rememberOpened(path);
    // An absolute path, so that saving works from any working directory, even after recovery.
    session_.file().open(toPath(QFileInfo(path).absoluteFilePath()));
}

void Files::askOpen()
{
    const QString path = file_dialogs::askOpen(&window_);
    if (!path.isEmpty()) open(path);
}

void Files::askImport()
{
    const QString path = file_dialogs::askOpen(&window_);
    if (!path.isEmpty()) importClips(path);
}

void Files::askAddScene()
{
    const QString path = file_dialogs::askOpen(&window_);
    if (!path.isEmpty()) addScene(path);
}

void Files::askBringIn()
{
    const QString path = file_dialogs::askBringIn(&window_);
    if (path.isEmpty()) return;
    file_dialogs::rememberOpened(path);
    bringIn(path);
}

void Files::save()
{
    if (!session_.file().isProject()) return askSaveAs();
    if (!session_.file().changedOnDisk()) return session_.file().save();
    QMessageBox box(QMessageBox::Warning, tr("Changed meanwhile"),
                    tr("%1 was changed by another program since it was read or saved here.")
                        .arg(session_.file().title()),
                    QMessageBox::NoButton, &window_);
    box.setObjectName(QStringLiteral("changedOnDisk"));
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(tr("Saving puts what is shown here in its place."));
    QPushButton* over = box.addButton(tr("Save An&yway"), QMessageBox::DestructiveRole);
    QPushButton* other = box.addButton(tr("Save &As..."), QMessageBox::AcceptRole);
    QPushButton* cancel = box.addButton(QMessageBox::Cancel);
    box.setDefaultButton(other);
    box.setEscapeButton(cancel);
    box.exec();
    if (box.clickedButton() == over) session_.file().save();
    if (box.clickedButton() == other) askSaveAs();
}

void Files::askSaveAs()
{
    const QString path = file_dialogs::askSaveAs(session_, &window_);
    if (!path.isEmpty()) session_.file().saveAs(toPath(path));
}

void Files::askExport(const ExportView& view)
{
    ExportChoices first = exportChoices(session_, exportsAllClips_);
    first.view = view;
    const Scene& scene = *session_.document().scene;
    std::erase_if(first.view.hidden, [&scene](NodeId id) {
        const NodeIndex row = scene.find(id);
        return row == kNoNode || !std::holds_alternative<MeshPart>(scene[row].part);
    });
    ExportDialog dialog(session_, first, &window_);
    if (dialog.exec() != QDialog::Accepted) return;
    const ExportChoices choices = dialog.choices();
    if (choices.clipsChosen && !exports::isProject(choices.options))
        exportsAllClips_ = choices.options.allClips;
    rememberExport(session_, choices);
    session_.file().exportTo(toPath(choices.path), choices.options);
}

void Files::wasExported(const QString& path, const exports::BakeReport& report)
{
    QStringList warnings;
    bool compared = true;
    for (const exports::FileReport& file : report.files) {
        warnings << noticeLines(file.diagnostics, path);
        compared = compared && !file.clips.empty();
    }
    warnings.removeDuplicates();
    const auto files = static_cast<int>(report.files.size());
    QString what =
        files == 1
            ? tr("Exported %1").arg(path)
            : tr("Exported %n files to %1", nullptr, files).arg(QFileInfo(path).absolutePath());
    if (compared) what += tr(", read back and compared");
    emit wrote(what, warnings);
    emit exported(report);
}

}  // namespace posewright::ui
