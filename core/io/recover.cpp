#include "core/evaluate/evaluate.h"
#include "core/io/journal.h"
#include "core/io/journal_base.h"
#include "core/io/journal_folder.h"

#include <algorithm>
#include <map>
#include <sys/stat.h>
#include <system_error>
#include <utility>

namespace posewright::io {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

/// Journals whose process is gone.
std::vector<KeptJournal> leftBehind(const fs::path& root)
{
    std::vector<KeptJournal> found;
    std::error_code ec;
    for (const auto& entry : fs::directory_iterator(root, ec)) {
        const fs::path& folder = entry.path();
        std::error_code ignored;
        if (folder.filename().string().starts_with(kJournalFolder) && entry.is_directory(ignored) &&
            !isOwned(folder))
            found.push_back(readJournal(folder));
    }
    return found;
}

/// Records not contained in any saved file.
std::ptrdiff_t recordsSinceSave(const KeptJournal& kept)
{
    return std::max(std::ssize(kept.records) - std::ptrdiff_t{kept.head.inFile}, std::ptrdiff_t{0});
}

/// History steps not contained in any saved file.
int stepsSinceSave(const KeptJournal& kept)
{
    JournalStack stack;
    std::vector<std::int64_t> saved;
    const std::ptrdiff_t inFile = std::ssize(kept.records) - recordsSinceSave(kept);
    for (std::ptrdiff_t i = 0; i < std::ssize(kept.records); ++i) {
        if (i == inFile) saved = stack.done;
        stack.take(kept.records[static_cast<std::size_t>(i)]);
    }
    const auto differ =
        std::mismatch(stack.done.begin(), stack.done.end(), saved.begin(), saved.end());
    return static_cast<int>(stack.done.end() - differ.first);
}

/// Compares the file, written at `written` [ms], with the journal's last record.
FileState compared(const KeptJournal& kept, std::int64_t written)
{
    if (written <= kept.at) return FileState::Older;
    // A touched or copied file may still be what the work started from.
    const JournalBase& base = kept.head.base;
    const auto source =
        base.elsewhere == kept.head.original ? sourceOf(base.elsewhere) : std::nullopt;
    const bool same = source && source->size == base.size && source->digest == base.digest;
    return same ? FileState::Older : FileState::Newer;
}

Recoverable described(const KeptJournal& kept)
{
    Recoverable work;
    work.folder = kept.folder;
    work.original = kept.head.original;
    if (kept.at > 0) work.when = isoTime(kept.at);
    work.edits = static_cast<int>(recordsSinceSave(kept));
    work.steps = stepsSinceSave(kept);
    work.title = kept.head.title;
    work.damaged = kept.damaged;
    if (work.original.empty()) return work;
    struct stat state {};
    if (::stat(work.original.c_str(), &state) == 0) {
        const std::int64_t written =
            std::int64_t{state.st_mtim.tv_sec} * 1000 + state.st_mtim.tv_nsec / 1'000'000;
        work.file = compared(kept, written);
        work.fileWhen = isoTime(written);
    } else {
        work.file = FileState::Gone;
    }
    return work;
}

/// Replays a journal's records on its start document.
class Replay {
public:
    Replay(Document start, const std::function<bool(double)>& progress) : progress_(progress)
    {
        states_[0] = {-1, {}, std::move(start), {}};
        context_.memo = makeKeyMemo();
    }

    /// Error: cancelled.
    Result<void> play(const std::vector<JournalRecord>& records)
    {
        const auto count = static_cast<double>(records.size());
        for (std::size_t i = 0; i < records.size() && !stopped_; ++i) {
            if (progress_) {
                context_.progress = [this, i, count](double share) {
                    return progress_((double(i) + share) / count);
                };
                if (!context_.progress(0)) return Error{"cancelled", {}, ErrorKind::Cancelled};
            }
            const JournalRecord& record = records[i];
            if (record.kind != JournalRecord::Kind::Do)
                move(record);
            else if (auto done = make(record, i + 1, records.size()); !done)
                return done;
        }
        return {};
    }

    Recovered outcome()
    {
        Recovered out;
        out.start = states_[0].after;
        std::vector<std::int64_t> path;
        for (std::int64_t step = now_; step > 0; step = states_[step].on) path.push_back(step);
        for (auto step = path.rbegin(); step != path.rend(); ++step)
            out.steps.push_back({states_[*step].edits, states_[*step].after, states_[*step].text});
        out.document = states_[now_].after;
        out.complete = complete_;
        for (std::string& words : words_)
            out.diagnostics.push_back({Diagnostic::Severity::Warning, std::move(words), {}});
        if (skipped_ > 0)
            out.diagnostics.push_back(
                {Diagnostic::Severity::Warning,
                 std::to_string(skipped_) + " steps need what is missing and were left out",
                 {}});
        return out;
    }

private:
    struct State {
        std::int64_t on = 0;
        std::vector<edit::Edit> edits;
        Document after;
        std::string text;
    };

    void move(const JournalRecord& record)
    {
        const bool redo = record.kind == JournalRecord::Kind::Redo;
        const std::int64_t to = redo ? record.step : record.on;
        if (states_.contains(to))
            now_ = to;
        else
            complete_ = false;
    }

    Result<void> make(const JournalRecord& record, std::size_t row, std::size_t rows)
    {
        if (states_.contains(record.on)) {
            now_ = record.on;
        } else {
            complete_ = false;  // based on a step that cannot be read
            gap_ = true;
        }
        State state;
        state.on = now_;
        state.text = record.text;
        state.after = states_[now_].after;
        // Ids used by missing steps must not be reused.
        if (gap_) state.after.nextId = std::max(state.after.nextId, record.ids);
        for (const Json& json : record.edits) {
            auto edit = edit::fromJson(json, state.after);
            auto next =
                edit ? edit::apply(state.after, *edit, context_) : Result<Document>(edit.error());
            if (!next && next.error().kind == ErrorKind::Cancelled) return next.error();
            if (!next) return refuse(next.error(), row, rows);
            state.edits.push_back(*std::move(edit));
            state.after = *std::move(next);
        }
        now_ = record.step;
        states_[now_] = std::move(state);
        return {};
    }

    /// A step is replayed completely or not at all.
    Result<void> refuse(const Error& why, std::size_t row, std::size_t rows)
    {
        complete_ = false;
        if (gap_) {
            ++skipped_;
            return {};
        }
        // Later steps depend on this one and would mean something else.
        words_.push_back("entry " + std::to_string(row) + " of " + std::to_string(rows) +
                         " cannot be replayed (" + why.message +
                         "); the document is as it was before it");
        stopped_ = true;
        return {};
    }

    const std::function<bool(double)>& progress_;
    edit::Context context_;
    std::map<std::int64_t, State> states_;
    std::int64_t now_ = 0;
    bool complete_ = true;
    bool gap_ = false;  ///< an earlier step is missing
    bool stopped_ = false;
    int skipped_ = 0;
    std::vector<std::string> words_;
};

}  // namespace

std::vector<Recoverable> findRecoverable(const fs::path& root)
{
    std::vector<Recoverable> found;
    for (const KeptJournal& kept : leftBehind(root))
        if (kept.unsaved()) found.push_back(described(kept));
    std::sort(found.begin(), found.end(), [](const Recoverable& a, const Recoverable& b) {
        return a.when != b.when ? a.when > b.when : a.folder > b.folder;
    });
    return found;
}

void tidyJournals(const fs::path& root)
{
    for (const KeptJournal& kept : leftBehind(root))
        if (!kept.unsaved()) removeFolder(kept.folder);
}

fs::path setAside(const fs::path& folder)
{
    return folder.parent_path() / ("damaged-" + folder.filename().string());
}

Result<Recovered> recover(const Recoverable& work, const std::function<bool(double)>& progress)
{
    const KeptJournal kept = readJournal(work.folder);
    auto base = readBase(work.folder, kept.headWhole ? kept.head.base : anyBase(work.folder));
    if (!base) return base.error();
    Replay replay(std::move(base->document), progress);
    if (auto played = replay.play(kept.records); !played) return played.error();
    Recovered out = replay.outcome();
    out.original = kept.head.original;
    const auto warn = [&](std::string message) {
        out.diagnostics.push_back({Diagnostic::Severity::Warning, std::move(message), {}});
    };
    if (!base->whole) {
        out.complete = false;
        warn("the document that the steps begin from is damaged: look at it before you trust it");
    }
    if (kept.damaged > 0) {
        out.complete = false;
        warn("a part of the journal is damaged: what could be read of it was made again");
        warn("the damaged journal is kept in " + setAside(work.folder).string());
    }
    if (kept.torn > 0 && kept.damaged == 0)
        warn("the last step was not kept whole and was left out");
    for (Diagnostic& diagnostic : out.diagnostics) diagnostic.where = work.folder.string();
    return out;
}

Result<void> discard(const Recoverable& work)
{
    if (isOwned(work.folder))
        return Error{"another Posewright is working on this", work.folder.string()};
    removeFolder(work.folder);
    std::error_code ec;
    if (fs::exists(work.folder, ec))
        return Error{"the folder could not be removed", work.folder.string(), ErrorKind::Machine};
    return {};
}

}  // namespace posewright::io
