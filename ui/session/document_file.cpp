#include "ui/session/document_file.h"

#include "core/export/export.h"
#include "core/io/save.h"
#include "ui/session/session.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"

#include <algorithm>
#include <cassert>
#include <memory>
#include <system_error>
#include <utility>

namespace posewright::ui {

struct DocumentFile::Read {
    Result<io::Import> import;
    std::optional<io::Source> source;  ///< none: the file changed while it was read, or is not
                                       ///< shown as it is
    Reading reading;
    bool plain = false;
};

DocumentFile::DocumentFile(Session& session, std::filesystem::path journalRoot) :
    session_(session), journal_(std::move(journalRoot))
{
    connect(&journal_, &JournalWriter::failed, this, &DocumentFile::unprotected);
    connect(&journal_, &JournalWriter::mended, this, &DocumentFile::protectedAgain);
}

std::optional<DocumentFile::OnDisk> DocumentFile::onDisk(const std::filesystem::path& path)
{
    std::error_code none;
    OnDisk state;
    state.changed = std::filesystem::last_write_time(path, none);
    if (none) return std::nullopt;
    state.size = std::filesystem::file_size(path, none);
    return none ? std::nullopt : std::optional(state);
}

bool DocumentFile::changedOnDisk() const
{
    const std::optional<OnDisk> now = onDisk(path_);
    return now && onDisk_ && !(*now == *onDisk_);  // a deleted file is simply written again
}

void DocumentFile::keep(std::filesystem::path path, QString title, bool project)
{
    held_.reset();
    readAs_.reset();
    path_ = std::move(path);
    onDisk_ = onDisk(path_);
    title_ = std::move(title);
    project_ = project;
}

DocumentFile::Read DocumentFile::read(const std::filesystem::path& path, bool plain,
                                      const Reading& reading, std::function<bool()> goOn)
{
    io::ReadOptions options;
    options.plain = plain;
    options.up = reading.up;
    options.scale = reading.metres.value_or(1);
    options.clip = reading.clip;
    options.rate = reading.rate;
    options.guess = true;
    options.goOn = std::move(goOn);
    io::sweepTemporaries(path.parent_path());
    const std::optional<OnDisk> state = onDisk(path);
    Read out{io::read(path, options), {}, reading, plain};
    if (!out.import) return out;
    out.reading.up = out.import->up;
    if (reading.metres) out.import->document.unit = LengthUnit::Metre;
    // A journal that refers to the file reads it without changes to axes or units.
    Reading plainly;
    plainly.up = io::UpAxis::Y;
    const bool asWritten = out.reading == plainly;
    if (asWritten && state == onDisk(path)) out.source = io::sourceOf(path, plain);
    if (!(state == onDisk(path))) out.source.reset();
    return out;
}

void DocumentFile::open(const std::filesystem::path& path, bool plain)
{
    open(path, plain, {});
}

void DocumentFile::reopen(const std::filesystem::path& path, const Reading& reading)
{
    open(path, false, reading);
}

void DocumentFile::open(const std::filesystem::path& path, bool plain, const Reading& reading)
{
    const auto work = [this, path, plain, reading, before = session_.document()](
                          const Job::Progress& progress) -> Job::Outcome {
        auto found =
            std::make_shared<Read>(read(path, plain, reading, [&progress] { return progress(0); }));
        return [this, path, before, found](bool cancelled) {
            if (cancelled) return;
            if (!found->import)
                emit session_.failed(errorText(found->import.error()));
            else if (!(session_.document() == before))
                emit session_.failed(tr("%1 was not opened: the document was changed meanwhile")
                                         .arg(pathText(path)));
            else
                take(path, *found);
        };
    };
    session_.job().start(tr("Opening %1").arg(pathText(path.filename())), work);
}

void DocumentFile::take(const std::filesystem::path& path, Read& read)
{
    io::Import& import = *read.import;
    session_.replace(std::move(import.document), path, pathText(path.filename()), import.project);
    if (!import.project && !read.plain)
        readAs_ = ReadAs{read.reading, import.guess, import.unplaced, std::move(import.clips)};
    if (read.source) held_ = SavedState{session_.document(), *read.source};
    emit opened(pathText(path), import.diagnostics);
    if (import.motionChanged) emit changedElsewhere(pathText(path));
}

void DocumentFile::save()
{
    assert(isProject());
    write(path_);
}

void DocumentFile::saveAs(const std::filesystem::path& path)
{
    write(projectPath(path));
}

void DocumentFile::exportTo(const std::filesystem::path& path, const exports::Options& options)
{
    session_.finishOpenGesture();
    const auto work = [this, path, options, document = session_.document(),
                       unedited = unedited_](const Job::Progress& progress) {
        auto done = std::make_shared<Result<exports::Exported>>(
            exports::exportDocument(document, options, path, true, {0, progress, unedited}));
        return [this, path, done](bool) {
            if (!*done) {
                if (done->error().kind != ErrorKind::Cancelled)
                    emit session_.failed(errorText(done->error()));
                return;
            }
            exports::BakeReport& report = (*done)->report;
            if (const auto& why = (*done)->unexamined)
                report.files.back().diagnostics.push_back(
                    {Diagnostic::Severity::Warning,
                     "it was not read back and compared: " + why->message,
                     {}});
            emit exported(pathText(path), report);
        };
    };
    session_.job().start(tr("Exporting %1").arg(pathText(path.filename())), work);
}

void DocumentFile::noteBroughtIn()
{
    const Document& now = session_.document();
    for (const Shared<Origin>& origin : now.origins) {
        const auto isIt = [&origin](const Shared<Origin>& known) {
            return known.sameAs(origin) ||
                   (known->motion.sameAs(origin->motion) && known->how == origin->how);
        };
        if (std::any_of(unedited_.origins.begin(), unedited_.origins.end(), isIt)) continue;
        unedited_.origins.push_back(origin);
        for (const Shared<Clip>& clip : now.clips)
            if (clip->name == origin->clip) unedited_.clips.push_back(clip);
    }
}

void DocumentFile::write(const std::filesystem::path& path)
{
    session_.finishOpenGesture();
    const auto work = [this, path, document = session_.document(),
                       origin = replacements_](const Job::Progress& progress) -> Job::Outcome {
        io::WriteOptions options;
        options.progress = progress;
        auto done = std::make_shared<Result<Diagnostics>>(io::write(document, path, options));
        return [this, path, document, origin, done](bool) {
            if (!*done) {
                if (done->error().kind != ErrorKind::Cancelled)
                    emit session_.failed(errorText(done->error()));
                return;
            }
            if (origin == replacements_) written(document, path);
            emit saved(pathText(path));
        };
    };
    session_.job().start(tr("Saving %1").arg(pathText(path.filename())), work);
}

void DocumentFile::written(const Document& document, const std::filesystem::path& path)
{
    path_ = path;
    readAs_.reset();  // projects are read in one way only
    onDisk_ = onDisk(path);
    project_ = true;
    title_ = pathText(path.filename());
    recovered_ = false;
    // A step may have been added meanwhile.
    if (session_.committed() == document) {
        session_.history().setClean();
        if (journal_.started()) journal_.saved(document, path, title_);
    } else {
        session_.history().resetClean();  // the file matches none of the steps
        if (journal_.started()) journal_.renamed(path, title_);
    }
    session_.updateModified();
    emit titleChanged(title_);
}

void DocumentFile::recover(const io::Recoverable& work)
{
    session_.job().start(
        tr("Recovering unsaved work"), [this, work](const Job::Progress& progress) {
            auto found = std::make_shared<Result<io::Recovered>>(io::recover(work, progress));
            return [this, work, found](bool) {
                if (!*found) {
                    if (found->error().kind != ErrorKind::Cancelled)
                        emit session_.failed(errorText(found->error()));
                    return;
                }
                const Diagnostics diagnostics = (*found)->diagnostics;
                adoptRecovered(std::move(**found), work);
                emit recovered(title_, diagnostics);
            };
        });
}

void DocumentFile::adoptRecovered(io::Recovered work, const io::Recoverable& keptIn)
{
    const std::filesystem::path& original = work.original;
    // It is unknown whether the original was a project, and it may have changed since, so the user
    // chooses where to save.
    const QString title = !original.empty()      ? pathText(original.filename())
                          : keptIn.title.empty() ? tr("Recovered work")
                                                 : toQt(keptIn.title);
    session_.replace(work.start, original, title, false);
    journal_.takeOver(keptIn, work);
    recovered_ = true;
    session_.replay(std::move(work.steps));
}

void DocumentFile::startJournal(const Document& from, bool saved)
{
    if (!journal_.enabled()) return;
    io::JournalStart start{from, path_, title_.toStdString(), std::nullopt, saved};
    if (held_ && held_->document == from) start.source = held_->source;
    journal_.start(start);
}

void DocumentFile::discardJournal()
{
    journal_.discard();
    recovered_ = false;
}

void DocumentFile::flushJournal()
{
    journal_.flush();
}

void DocumentFile::keepForLater()
{
    session_.finishOpenGesture();
    flushJournal();
}

std::filesystem::path projectPath(const std::filesystem::path& path)
{
    if (io::formatFor(path) == &io::formats().front()) return path;
    std::filesystem::path whole = path;
    whole += ".glb";
    return whole;
}

}  // namespace posewright::ui
