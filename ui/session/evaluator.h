#pragma once

#include "core/evaluate/cache.h"
#include "core/evaluate/evaluate.h"
#include "ui/session/motion_watch.h"
#include "ui/session/session.h"

#include <QObject>
#include <QTimer>

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

namespace posewright::ui {

/// Evaluates the session's document at its playhead, for display.
///
/// A cached frame is shown at once. Otherwise, while evaluation is cheaper than the budget, it is
/// evaluated in the same call, so that dragged limbs follow without lag; else on a worker thread,
/// where the newest request wins. Answers come in the order of requests. A frame of a trajectory
/// that is not solved yet is shown solved by itself in the meantime; that solve is abandoned when
/// the document changes. The cache is filled from the playhead outwards once the user pauses.
class Evaluator : public QObject {
    Q_OBJECT

public:
    explicit Evaluator(Session& session, QObject* parent = nullptr);
    ~Evaluator() override;

    /// The last evaluation for the session's current scene, whose rows match that scene; null
    /// before the first.
    std::shared_ptr<const Evaluation> current() const noexcept
    {
        return currentScene_.sameAs(session_.document().scene) ? current_ : nullptr;
    }

    /// The session's document at a frame, evaluated in this call.
    std::shared_ptr<const Evaluation> at(double frame);

    /// The worst status (seenStatus) of each cached whole frame; at the playhead that of the pose
    /// shown, unkeyed moves included.
    const std::unordered_map<int, ik::Status>& strip() const noexcept { return strip_; }
    /// Whole frames of the range with pops or slips, as far as the frames around them are cached.
    /// Not all are problems: see MotionFault.
    const MotionWatch::Faults& faults() const noexcept { return watch_.faults(); }
    /// Is a target known to be missed at this whole frame, or does it have a fault that is a
    /// problem?
    bool isProblemFrame(int frame) const;
    /// The fault of a frame; null: none is known, or the document has changed.
    const MotionFault* faultAt(double frame) const;
    /// Are all faults at the frames from one to another known?
    bool knowsFaults(double first, double last) const
    {
        return cacheCurrent_ && watch_.knows(first - 1, last);
    }
    /// Share of the range that is cached, in [0, 1].
    double filled() const { return cache_ && cacheCurrent_ ? cache_->filled() : 0; }

    /// Duration of the last evaluation of a frame. [ms]
    double cost() const noexcept { return cost_; }
    /// Above this, frames are evaluated on the worker thread. [ms] For callers to whom it matters
    /// which thread it is, however busy the machine; the editor leaves it as it is.
    void setBudget(double milliseconds) noexcept { budget_ = milliseconds; }

signals:
    /// On the interface's thread, in the order of the requests.
    void evaluated(std::shared_ptr<const posewright::Evaluation> result);
    /// strip() and faults() were extended or cleared.
    void stripChanged();

private:
    struct Request {
        std::shared_ptr<const Prepared> prepared;
        double frame = 0;
        std::uint64_t serial = 0;
        std::shared_ptr<const std::atomic<bool>> stop;
    };
    struct Answer {
        std::shared_ptr<const Evaluation> evaluation;
        std::shared_ptr<const Prepared> prepared;  ///< what was evaluated
        std::uint64_t serial = 0;
        std::optional<double>
            cost;  ///< nullopt: a whole span was solved, which is not representative
    };

    void documentChanged();
    void forgetStrip();
    void refresh();
    void settle();
    void deliver();
    void collectFilled();
    void noteShown();
    void show(std::shared_ptr<const Evaluation> evaluation, const Prepared& of,
              std::uint64_t serial);
    void run();
    std::shared_ptr<const Evaluation> unkeyedPose(double frame) const;
    void showDraft(double frame, std::uint64_t serial);

    Session& session_;
    std::shared_ptr<const Prepared> prepared_;
    std::shared_ptr<const Prepared> draft_;    ///< of the same document
    std::shared_ptr<std::atomic<bool>> stop_;  ///< of requests for it
    std::shared_ptr<const Evaluation> current_;
    Shared<Scene> currentScene_;  ///< the scene of current_
    std::unordered_map<int, ik::Status> strip_;
    MotionWatch watch_;  ///< of the cached frames
    /// The clip that strip_ and watch_ are about.
    struct ShownClip {
        int row = -1;
        std::string name;
    } told_;
    /// The frame whose entry is that of unkeyed moves, and its entry without them.
    std::optional<std::pair<int, std::optional<ik::Status>>> lent_;
    bool cacheCurrent_ = false;  ///< the cache was reset to prepared_
    std::uint64_t serial_ = 0;
    std::uint64_t shown_ = 0;
    double cost_ = 0;
    double draftCost_ = 0;
    double budget_ = 12;
    QTimer settle_;
    QTimer collect_;

    std::mutex mutex_;  ///< guards the next four
    std::optional<Request> inbox_;
    std::optional<Answer> outbox_;
    std::vector<double> filled_;
    bool quit_ = false;
    std::condition_variable wake_;
    std::thread thread_;
    std::unique_ptr<PoseCache>
        cache_;  ///< declared last: its workers must end before what they use
};

}  // namespace posewright::ui
