#include "core/evaluate/evaluate.h"
#include "core/io/gltf/gltf_format.h"
#include "core/io/journal.h"
#include "core/io/journal_folder.h"
#include "core/io/save.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace posewright::io {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

/// A journal that nobody works on.
struct Left {
    fs::path folder;
    int generation = 0;
    JournalSteps steps;

    bool saved() const { return steps.entries.empty() && steps.saved; }
};

std::vector<Left> leftBehind(const fs::path& root)
{
    std::vector<Left> found;
    std::error_code ec;
    for (const auto& entry : fs::directory_iterator(root, ec)) {
        const fs::path& folder = entry.path();
        std::error_code ignored;
        if (folder.filename().string().rfind(kJournalFolder, 0) != 0 ||
            !entry.is_directory(ignored) || isOwned(folder))
            continue;
        // Without a checkpoint it may be about to begin.
        if (const int generation = newestGeneration(folder); generation > 0)
            found.push_back({folder, generation, readSteps(folder, generation)});
    }
    return found;
}

/// Steps of the history after all entries.
int stepsDone(const std::vector<nlohmann::json>& entries)
{
    std::vector<bool> done, undone;  // joined with the edit before
    const auto move = [](std::vector<bool>& from, std::vector<bool>& to) {
        if (from.empty()) return;
        to.push_back(from.back());
        from.pop_back();
    };
    for (const nlohmann::json& entry : entries) {
        if (entry.contains("undo")) {
            move(done, undone);
        } else if (entry.contains("redo")) {
            move(undone, done);
        } else {
            const auto joined = entry.find("joined");
            done.push_back(joined != entry.end() && joined->is_boolean() && joined->get<bool>());
            undone.clear();
        }
    }
    return static_cast<int>(std::count(done.begin(), done.end(), false));
}

}  // namespace

std::vector<Recoverable> findRecoverable(const fs::path& root)
{
    std::vector<Recoverable> found;
    for (const Left& left : leftBehind(root)) {
        if (left.saved()) continue;
        const auto original = readWhole(originalFile(left.folder, left.generation), 65536);
        found.push_back({left.folder, original ? fs::path(*original) : fs::path(), left.steps.when,
                         static_cast<int>(left.steps.entries.size()), stepsDone(left.steps.entries),
                         left.steps.title});
    }
    std::sort(found.begin(), found.end(), [](const Recoverable& a, const Recoverable& b) {
        return a.when != b.when ? a.when > b.when : a.folder > b.folder;
    });
    return found;
}

void tidyJournals(const fs::path& root)
{
    for (const Left& left : leftBehind(root))
        if (left.saved()) removeFolder(left.folder);
}

Result<Recovered> recover(const Recoverable& work, const std::function<bool(double)>& progress)
{
    const int generation = newestGeneration(work.folder);
    if (generation == 0) return Error{"there is no checkpoint", work.folder.string()};
    const fs::path checkpoint = checkpointFile(work.folder, generation);
    auto bytes = readWhole(checkpoint);
    if (!bytes) return bytes.error();
    auto import = gltf::readBytes(std::move(*bytes), checkpoint);
    if (!import) return import.error();
    const JournalSteps steps = readSteps(work.folder, generation);

    Recovered out;
    out.original = work.original;
    const auto warn = [&](std::string message) {
        out.diagnostics.push_back(
            {Diagnostic::Severity::Warning, std::move(message), work.folder.string()});
    };
    struct Replayed {
        edit::Edit edit;
        bool joined = false;
        Document after;
    };
    std::vector<Replayed> history{{edit::Edit(), false, std::move(import->document)}};
    std::size_t now = 0;
    edit::Means means;
    means.memo = makeKeyMemo();
    const auto entries = static_cast<double>(steps.entries.size());
    for (std::size_t i = 0; i < steps.entries.size(); ++i) {
        const Json& entry = steps.entries[i];
        if (progress) {
            means.progress = [&progress, i, entries](double share) {
                return progress((double(i) + share) / entries);
            };
            if (!means.progress(0)) return Error{"cancelled", {}, ErrorKind::Cancelled};
        }
        if (entry.contains("undo")) {
            if (now > 0) --now;
            continue;
        }
        if (entry.contains("redo")) {
            if (now + 1 < history.size()) ++now;
            continue;
        }
        const Document& before = history[now].after;
        const auto edit = edit::fromJson(entry.value("do", Json()), before);
        auto next = edit ? edit::apply(before, *edit, means) : Result<Document>(edit.error());
        if (!next) {
            if (next.error().kind == ErrorKind::Cancelled) return next.error();
            // What follows was made on top of this step; on another document it would mean
            // something else.
            warn("entry " + std::to_string(i + 1) + " of " + std::to_string(steps.entries.size()) +
                 " cannot be replayed (" + next.error().message +
                 "); the document is as it was before it");
            out.complete = false;
            break;
        }
        history.resize(now + 1);
        history.push_back({*edit, entry.value("joined", false), std::move(*next)});
        ++now;
    }
    if (steps.torn > 0)
        warn("the last " + std::to_string(steps.torn) +
             " bytes of the journal are torn and were ignored");
    out.start = history[0].after;
    for (std::size_t i = 1; i <= now; ++i) {
        if (!history[i].joined || out.steps.empty()) out.steps.emplace_back();
        out.steps.back().edits.push_back(std::move(history[i].edit));
        out.steps.back().after = history[i].after;
    }
    out.document = std::move(history[now].after);
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
