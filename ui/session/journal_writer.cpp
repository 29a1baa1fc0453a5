#include "ui/session/journal_writer.h"

#include "core/io/journal.h"
#include "ui/session/text.h"

#include <optional>
#include <utility>

namespace posewright::ui {

/// What lives on the writer's thread.
struct JournalWriter::Writer {
    JournalWriter& owner;
    std::optional<io::Journal> journal;

    void check(const Result<void>& done)
    {
        if (done) return;
        report(done.error());
        journal.reset();
    }
    void report(const Error& error)
    {
        const QString text = errorText(error);
        JournalWriter* to = &owner;
        QMetaObject::invokeMethod(
            to, [to, text] { emit to->failed(text); }, Qt::QueuedConnection);
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

void JournalWriter::start(const Document& document, const std::filesystem::path& original,
                          const QString& title, bool saved)
{
    if (root_.empty()) return;
    started_ = true;
    post([root = root_, document, original, name = title.toStdString()](Writer& w) {
        Result<io::Journal> journal = io::Journal::start(root, document, original, name);
        if (journal)
            w.journal.emplace(std::move(*journal));
        else
            w.report(journal.error());
    });
    if (!saved) checkpoint(document, original, false);
}

void JournalWriter::takeOver(const io::Recoverable& work, const io::Recovered& recovered)
{
    if (root_.empty()) return;
    started_ = true;
    post([work, recovered](Writer& w) {
        Result<io::Journal> journal = io::Journal::takeOver(work, recovered);
        if (journal)
            w.journal.emplace(std::move(*journal));
        else
            w.report(journal.error());
    });
}

void JournalWriter::append(const edit::Edit& edit, bool joined)
{
    post([edit, joined](Writer& w) {
        if (w.journal) w.check(w.journal->append(edit, joined));
    });
}

void JournalWriter::appendUndo()
{
    post([](Writer& w) {
        if (w.journal) w.check(w.journal->appendUndo());
    });
}

void JournalWriter::checkpoint(const Document& document, const std::filesystem::path& original,
                               bool saved)
{
    post([document, original, saved](Writer& w) {
        if (w.journal) w.check(w.journal->checkpoint(document, original, saved));
    });
}

void JournalWriter::discard()
{
    started_ = false;
    post([](Writer& w) {
        if (w.journal) w.journal->discard();
        w.journal.reset();
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
    Writer writer{*this, std::nullopt};
    std::unique_lock lock(mutex_);
    for (;;) {
        wake_.wait(lock, [&] { return quit_ || !tasks_.empty(); });
        if (tasks_.empty()) return;
        const std::function<void(Writer&)> task = std::move(tasks_.front());
        tasks_.pop_front();
        busy_ = true;
        lock.unlock();
        task(writer);
        lock.lock();
        busy_ = false;
        if (tasks_.empty()) idle_.notify_all();
    }
}

}  // namespace posewright::ui
