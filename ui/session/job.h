#pragma once

#include <QObject>
#include <QString>
#include <QTimer>

#include <functional>
#include <memory>
#include <thread>

namespace posewright::ui {

/// Runs one long piece of work at a time, off the interface's thread, with progress and cancel.
class Job : public QObject {
    Q_OBJECT

public:
    /// Called on the worker thread with the share done, in [0, 1]; false: the user has cancelled.
    using Progress = std::function<bool(double share)>;
    /// Runs on the interface's thread when the work is over.
    using Outcome = std::function<void(bool cancelled)>;
    /// Runs on its own thread; must only use what it captured by value.
    using Work = std::function<Outcome(const Progress&)>;

    explicit Job(QObject* parent = nullptr);
    ~Job() override;  ///< cancels the work and waits for it; drops its outcome

    /// Does nothing and returns false while other work is running.
    bool start(const QString& title, Work work);
    bool running() const noexcept { return state_ != nullptr; }
    void cancel();

signals:
    void started(const QString& title);
    void progressed(double share);
    /// The work is over; its Outcome, which may open dialogs, runs next.
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
