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

namespace posewright::io {
class Journal;
struct Recoverable;
struct Recovered;
}  // namespace posewright::io

namespace posewright::ui {

/// Writes the journal of the open document on a thread of its own, in order: no gesture waits for
/// the disk. The journal begins at the first edit, so that looking at a file leaves nothing behind.
class JournalWriter : public QObject {
    Q_OBJECT

public:
    /// An empty root writes nothing at all.
    explicit JournalWriter(std::filesystem::path root, QObject* parent = nullptr);
    ~JournalWriter() override;  ///< writes what is queued first

    /// A new journal that starts from this document; the one before must be discarded already, or
    /// it stays for recovery. `saved` false: the document itself is work to recover.
    void start(const Document& document, const std::filesystem::path& original,
               const QString& title, bool saved = true);
    /// Goes on with the journal of work that was recovered.
    void takeOver(const io::Recoverable& work, const io::Recovered& recovered);
    void append(const edit::Edit& edit, bool joined = false);
    void appendUndo();
    void checkpoint(const Document& document, const std::filesystem::path& original, bool saved);
    void discard();

    bool started() const noexcept { return started_; }

    /// Returns when everything queued is on disk.
    void flush();

signals:
    /// Work is no longer protected, and why. Once per journal.
    void failed(const QString& text);

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
