#pragma once

#include "core/document/document.h"
#include "core/edit/edit.h"

#include <QObject>

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace posewright::io {
class Journal;
struct JournalStart;
struct Recoverable;
struct Recovered;
}  // namespace posewright::io

namespace posewright::ui {

/// Writes the journal of the open document on its own thread, in order, so that no gesture waits
/// for the disk. The journal is created at the first edit, so that viewing a file leaves nothing
/// behind. What cannot be written is kept and retried at every step and every few seconds.
class JournalWriter : public QObject {
    Q_OBJECT

public:
    /// With an empty root, nothing is written.
    explicit JournalWriter(std::filesystem::path root, QObject* parent = nullptr);
    ~JournalWriter() override;  ///< writes what is queued first

    /// Starts a new journal. The previous one stays for recovery unless it was discarded.
    void start(const io::JournalStart& from);
    /// Continues the journal of recovered work.
    void takeOver(const io::Recoverable& work, const io::Recovered& recovered);
    /// Records a step that was done, undone or redone; `after` is the document afterwards. `ids`,
    /// `text`: see io::Journal::append; `steps`: number of journal records of the history step.
    void append(const std::vector<edit::Edit>& step, std::uint64_t ids, const QString& text);
    void appendUndo(const Document& after, int steps);
    void appendRedo(const std::vector<edit::Edit>& step, std::uint64_t ids, const QString& text);
    /// See io::Journal::saved and io::Journal::renamed.
    void saved(const Document& document, const std::filesystem::path& original,
               const QString& title);
    void renamed(const std::filesystem::path& original, const QString& title);
    void discard();

    bool enabled() const noexcept { return !root_.empty(); }
    bool started() const noexcept { return started_; }

    /// Returns when everything queued was written, or writing was tried.
    void flush();

signals:
    /// Work is no longer protected, with the reason. Emitted once until mended().
    void failed(const QString& text);
    /// All work is protected again.
    void mended();

private:
    struct Writer;
    void post(std::function<void(Writer&)> task);
    void run();

    const std::filesystem::path root_;
    bool started_ = false;
    std::mutex mutex_;  ///< guards the next three
    std::deque<std::function<void(Writer&)>> tasks_;
    bool busy_ = false;
    bool quit_ = false;
    std::condition_variable wake_;
    std::condition_variable idle_;
    std::thread thread_;  ///< declared last: starts when the rest is constructed
};

}  // namespace posewright::ui
