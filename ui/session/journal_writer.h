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

/// Writes the journal of the open document on a thread of its own, in order: no gesture waits for
/// the disk. The journal begins at the first edit, so that looking at a file leaves nothing behind.
/// What cannot be written is kept and tried again, at every step and every few seconds.
class JournalWriter : public QObject {
    Q_OBJECT

public:
    /// An empty root writes nothing at all.
    explicit JournalWriter(std::filesystem::path root, QObject* parent = nullptr);
    ~JournalWriter() override;  ///< writes what is queued first

    /// A new journal; the one before must be discarded already, or it stays for recovery.
    void start(const io::JournalStart& from);
    /// Goes on with the journal of work that was recovered.
    void takeOver(const io::Recoverable& work, const io::Recovered& recovered);
    /// A step that was made, undone or made again; `after` is the document then. `ids`, `text`: see
    /// io::Journal::append; `steps`: how many records of the journal the step of the history
    /// consists of.
    void append(const std::vector<edit::Edit>& step, std::uint64_t ids, const QString& text);
    void appendUndo(const Document& after, int steps);
    void appendRedo(const std::vector<edit::Edit>& step, std::uint64_t ids, const QString& text);
    /// A file holds the document, or an older state of it, and gives it its name.
    void saved(const Document& document, const std::filesystem::path& original,
               const QString& title);
    void renamed(const std::filesystem::path& original, const QString& title);
    void discard();

    bool enabled() const noexcept { return !root_.empty(); }
    bool started() const noexcept { return started_; }

    /// Returns when everything queued was written, or tried.
    void flush();

signals:
    /// Work is no longer protected, and why. Once until mended().
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
    std::thread thread_;  ///< last: starts when the rest is built
};

}  // namespace posewright::ui
