#pragma once

#include <QObject>
#include <QString>
#include <QTimer>

#include <functional>
#include <memory>
#include <thread>

namespace posewright::ui {

/// One long piece of work at a time, off the interface's thread, with progress and cancel.
class Job : public QObject {
    Q_OBJECT

public:
    /// Told the share done, in [0, 1]; false: the user asked to stop. From the worker thread.
    using Progress = std::function<bool(double share)>;
    /// Runs on the interface's thread when the work is over.
    using Outcome = std::function<void(bool cancelled)>;
    /// Runs on a thread of its own; touches nothing but what it was given by value.
    using Work = std::function<Outcome(const Progress&)>;

    explicit Job(QObject* parent = nullptr);
    ~Job() override;  ///< asks the work to stop and waits for it; its outcome is dropped

    /// False, and nothing happens, while another work is under way.
    bool start(const QString& title, Work work);
    bool running() const noexcept { return state_ != nullptr; }
    void cancel();

signals:
    void started(const QString& title);
    void progressed(double share);
    /// The work is over; its outcome, which may ask the user something, comes next.
    void workEnded();
    void finished();

private:
    struct State;
    void finish();

    std::shared_ptr<State> state_;
    std::thread thread_;
    QTimer poll_;
};

}  // namespace posewright::ui
