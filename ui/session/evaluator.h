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

/// Keeps an evaluation of the session's document at its playhead: what is on screen.
///
/// A frame that is in the cache is shown at once. Else, while evaluating takes less than a share
/// of a screen refresh, it is evaluated on the spot, so that a limb sticks to the hand that drags
/// it; and else on a worker thread, where the newest request wins. Answers come in the order of the
/// requests. A frame of a span that is solved as a whole, and is not yet, is shown solved by itself
/// meanwhile; such a solve is given up when the document changes. The cache is filled from the
/// playhead outwards once the user has stopped changing things.
class Evaluator : public QObject {
    Q_OBJECT

public:
    explicit Evaluator(Session& session, QObject* parent = nullptr);
    ~Evaluator() override;

    /// The last answer given for the scene that the session holds now, so that its rows are that
    /// scene's; null before the first.
    std::shared_ptr<const Evaluation> current() const noexcept
    {
        return currentScene_.sameAs(session_.document().scene) ? current_ : nullptr;
    }

    /// The session's document at a frame, evaluated here and now.
    std::shared_ptr<const Evaluation> at(double frame);

    /// The worst status of each whole frame that is in the cache, as far as it can be seen
    /// (seenStatus); at the playhead, of what is shown there now, moved without a key or not.
    const std::unordered_map<int, ik::Status>& strip() const noexcept { return strip_; }
    /// Whole frames of the range on the way to which a joint pops, or at which a contact slips, as
    /// far as the frames around are in the cache. Not all are problems: see MotionFault.
    const MotionWatch::Faults& faults() const noexcept { return watch_.faults(); }
    /// Is a target missed at this whole frame, as far as is known, or does it have a fault that is
    /// a problem?
    bool isProblemFrame(int frame) const;
    /// The fault of a frame; null: none is known, or the document was changed since.
    const MotionFault* faultAt(double frame) const;
    /// Share of the range whose frames are known, in [0, 1].
    double filled() const { return cache_ && cacheCurrent_ ? cache_->filled() : 0; }

    /// What the last evaluation of one frame took. [ms]
    double cost() const noexcept { return cost_; }
    /// Above this, frames are evaluated on the worker thread. [ms]
    void setBudget(double milliseconds) noexcept { budget_ = milliseconds; }

signals:
    /// On the interface's thread, in the order of the requests.
    void evaluated(std::shared_ptr<const posewright::Evaluation> result);
    /// More of strip() and faults() is known, or all of it forgotten.
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
        std::optional<double> cost;  ///< empty: a whole span was solved, which is no measure
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
    Shared<Scene> currentScene_;  ///< whose rows current_ has
    std::unordered_map<int, ik::Status> strip_;
    MotionWatch watch_;  ///< of the cached frames
    /// The clip that strip_ and watch_ tell of: what was found in one is no word about another.
    struct Told {
        int row = -1;
        std::string name;
    } told_;
    /// A frame whose entry is of what is moved without a key, and the entry it had.
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
    std::unique_ptr<PoseCache> cache_;  ///< last: its workers end before what they call
};

}  // namespace posewright::ui
