#include "ui/session/job.h"

#include <atomic>
#include <utility>

namespace posewright::ui {

struct Job::State {
    std::atomic<bool> cancelled = false;
    std::atomic<double> share = 0;
    Outcome outcome;  ///< written by the worker before the queued call, read after it
};

Job::Job(QObject* parent) : QObject(parent)
{
    poll_.setInterval(50);
    connect(&poll_, &QTimer::timeout, this, [this] {
        if (state_) emit progressed(state_->share);
    });
}

Job::~Job()
{
    cancel();
    if (thread_.joinable()) thread_.join();
}

bool Job::start(const QString& title, Work work)
{
    if (running()) return false;
    state_ = std::make_shared<State>();
    thread_ = std::thread([this, state = state_, job = std::move(work)] {
        state->outcome = job([&state](double share) {
            state->share = share;
            return !state->cancelled;
        });
        QMetaObject::invokeMethod(this, &Job::finish, Qt::QueuedConnection);
    });
    poll_.start();
    emit started(title);
    return true;
}

void Job::cancel()
{
    if (state_) state_->cancelled = true;
}

void Job::finish()
{
    thread_.join();
    poll_.stop();
    const std::shared_ptr<State> state = std::exchange(state_, nullptr);
    emit workEnded();
    if (state->outcome) state->outcome(state->cancelled);
    emit finished();
}

}  // namespace posewright::ui
