#include "ui/session/journal_writer.h"

#include "core/io/journal.h"
#include "ui/session/text.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

namespace posewright::ui {

namespace {

using Clock = std::chrono::steady_clock;

/// Delay before a failed write is retried; longer if the attempt itself took long.
constexpr std::chrono::milliseconds kRetry(1000);
constexpr int kRetryShare = 4;

}  // namespace

/// Everything that belongs to the writer's thread.
struct JournalWriter::Writer {
    JournalWriter& owner;
    std::optional<io::Journal> journal;
    bool failing = false;
    Clock::time_point retry;

    /// Does something with the journal, and reports when work becomes unsafe or safe again.
    template <class Work>
    void with(Work&& work)
    {
        if (!journal) return;
        const Clock::time_point before = Clock::now();
        const Result<void> done = work(*journal);
        const Clock::time_point now = Clock::now();
        retry = now + std::max<Clock::duration>(kRetry, kRetryShare * (now - before));
        tell(done);
    }
    void tell(const Result<void>& done)
    {
        if (failing == !done) return;
        failing = !done;
        JournalWriter* to = &owner;
        const QString text = done ? QString() : errorText(done.error());
        QMetaObject::invokeMethod(
            to, [to, text] { text.isEmpty() ? emit to->mended() : emit to->failed(text); },
            Qt::QueuedConnection);
    }
    void drop()
    {
        journal.reset();
        tell({});
    }
    /// Is there background work?
    bool restless() const { return journal && (journal->copying() || journal->pending()); }
    void goOn()
    {
        with([](io::Journal& j) { return j.pending() ? j.flush() : j.copySome(); });
    }
};

JournalWriter::JournalWriter(std::filesystem::path root, QObject* parent) :
    QObject(parent), root_(std::move(root)), thread_([this] { run(); })
{
}

JournalWriter::~JournalWriter()
{
    {
        const std::lock_guard lock(mutex_);
        quit_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

void JournalWriter::start(const io::JournalStart& from)
{
    if (root_.empty()) return;
    started_ = true;
    post([root = root_, from](Writer& w) {
        w.drop();
        w.journal.emplace(root, from);
        w.with([](io::Journal& j) { return j.flush(); });
    });
}

void JournalWriter::takeOver(const io::Recoverable& work, const io::Recovered& recovered)
{
    if (root_.empty()) return;
    started_ = true;
    post([root = root_, work, recovered](Writer& w) {
        w.drop();
        Result<io::Journal> journal = io::Journal::takeOver(work, recovered);
        if (journal) {
            w.journal.emplace(std::move(*journal));
            return;
        }
        // Recovered work must be protected wherever it came from.
        w.journal.emplace(root, io::JournalStart{recovered.document, recovered.original, work.title,
                                                 std::nullopt, false});
        w.with([](io::Journal& j) { return j.flush(); });
    });
}

void JournalWriter::append(const std::vector<edit::Edit>& step, std::uint64_t ids,
                           const QString& text)
{
    post([step, ids, words = text.toStdString()](Writer& w) {
        w.with([&](io::Journal& j) { return j.append(step, ids, words); });
    });
}

void JournalWriter::appendUndo(const Document& after, int steps)
{
    post([after, steps](Writer& w) {
        w.with([&](io::Journal& j) {
            return j.canUndo(steps) ? j.appendUndo(steps) : j.startOver(after);
        });
    });
}

void JournalWriter::appendRedo(const std::vector<edit::Edit>& step, std::uint64_t ids,
                               const QString& text)
{
    post([step, ids, words = text.toStdString()](Writer& w) {
        w.with([&](io::Journal& j) {
            return j.canRedo() ? j.appendRedo() : j.append(step, ids, words);
        });
    });
}

void JournalWriter::saved(const Document& document, const std::filesystem::path& original,
                          const QString& title)
{
    post([document, original, name = title.toStdString()](Writer& w) {
        w.with([&](io::Journal& j) { return j.saved(document, original, name); });
    });
}

void JournalWriter::renamed(const std::filesystem::path& original, const QString& title)
{
    post([original, name = title.toStdString()](Writer& w) {
        w.with([&](io::Journal& j) { return j.renamed(original, name); });
    });
}

void JournalWriter::discard()
{
    started_ = false;
    post([](Writer& w) {
        if (w.journal) w.journal->discard();
        w.drop();
    });
}

void JournalWriter::flush()
{
    std::unique_lock lock(mutex_);
    idle_.wait(lock, [&] { return tasks_.empty() && !busy_; });
}

void JournalWriter::post(std::function<void(Writer&)> task)
{
    if (root_.empty()) return;
    {
        const std::lock_guard lock(mutex_);
        tasks_.push_back(std::move(task));
    }
    wake_.notify_one();
}

void JournalWriter::run()
{
    Writer writer{*this, std::nullopt, false, {}};
    std::unique_lock lock(mutex_);
    const auto asked = [&] { return quit_ || !tasks_.empty(); };
    for (;;) {
        if (!writer.restless())
            wake_.wait(lock, asked);
        else if (writer.failing)
            wake_.wait_until(lock, writer.retry, asked);
        std::function<void(Writer&)> task;
        if (!tasks_.empty()) {
            task = std::move(tasks_.front());
            tasks_.pop_front();
        } else if (quit_ && (writer.failing || !writer.restless())) {
            if (writer.restless()) writer.goOn();  // one last attempt
            return;
        }
        busy_ = task != nullptr;
        lock.unlock();
        task ? task(writer) : writer.goOn();
        lock.lock();
        busy_ = false;
        if (tasks_.empty()) idle_.notify_all();
    }
}

}  // namespace posewright::ui
