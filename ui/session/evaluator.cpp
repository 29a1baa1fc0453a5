#include "ui/session/evaluator.h"

#include "ui/session/seen_status.h"
#include "ui/session/shown_targets.h"

#include <QElapsedTimer>

#include <chrono>
#include <cmath>
#include <utility>

namespace posewright::ui {

namespace {

using Clock = std::chrono::steady_clock;

double millisecondsSince(Clock::time_point start)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Idle time before the background starts to fill the cache. [ms]
constexpr int kSettle = 60;

}  // namespace

Evaluator::Evaluator(Session& session, QObject* parent) :
    QObject(parent), session_(session), thread_([this] { run(); })
{
    cache_ = std::make_unique<PoseCache>(0, [this](double frame) {
        const std::lock_guard lock(mutex_);
        filled_.push_back(frame);
    });
    settle_.setSingleShot(true);
    settle_.setInterval(kSettle);
    collect_.setInterval(100);
    connect(&settle_, &QTimer::timeout, this, &Evaluator::settle);
    connect(&collect_, &QTimer::timeout, this, &Evaluator::collectFilled);
    connect(&session, &Session::changed, this, &Evaluator::documentChanged);
    connect(&session, &Session::replaced, this, [this] {
        current_ = nullptr;
        forgetStrip();
        shown_ = serial_ + 1;  // drop pending results of the old document
        documentChanged();
    });
    connect(&session.playhead(), &Playhead::moved, this, &Evaluator::refresh);
    connect(&session.unkeyed(), &UnkeyedMoves::changed, this, &Evaluator::refresh);
    documentChanged();
}

Evaluator::~Evaluator()
{
    *stop_ = true;
    cache_.reset();
    {
        const std::lock_guard lock(mutex_);
        quit_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

std::shared_ptr<const Evaluation> Evaluator::at(double frame)
{
    if (!session_.unkeyed().empty())
        return std::make_shared<const Evaluation>(
            evaluate(*prepare(session_.shownAt(frame), session_.memo()), frame));
    if (cacheCurrent_)
        if (std::shared_ptr<const Evaluation> known = cache_->find(frame)) return known;
    const Clock::time_point start = Clock::now();
    if (!prepared_) prepared_ = prepare(session_.document(), session_.memo());
    auto result = std::make_shared<const Evaluation>(evaluate(*prepared_, frame));
    cost_ = millisecondsSince(start);
    return result;
}

std::shared_ptr<const Evaluation> Evaluator::unkeyedPose(double frame) const
{
    const Document doc = session_.shownAt(frame);
    std::shared_ptr<const Prepared> prepared = prepare(doc, session_.memo());
    if (waits(*prepared, frame)) prepared = prepareDraft(doc, session_.memo());
    return std::make_shared<const Evaluation>(evaluate(*prepared, frame));
}

void Evaluator::documentChanged()
{
    if (stop_) *stop_ = true;
    stop_ = std::make_shared<std::atomic<bool>>(false);
    cache_->pause();
    prepared_ = nullptr;
    draft_ = nullptr;
    cacheCurrent_ = false;
    const Playback& playback = session_.document().playback;
    const std::string& clip = session_.document().clip().name;
    if (playback.clip != told_.row || clip != told_.name) {
        told_ = {playback.clip, clip};
        forgetStrip();
        emit stripChanged();
    }
    settle_.start();
    refresh();
}

void Evaluator::refresh()
{
    const double frame = session_.playhead().frame();
    const std::uint64_t serial = ++serial_;
    if (cacheCurrent_) cache_->moveTo(frame);
    if (!prepared_) prepared_ = prepare(session_.document(), session_.memo());
    if (!session_.unkeyed().empty()) {
        show(unkeyedPose(frame), *prepared_, serial);
        return;
    }
    if (cacheCurrent_)
        if (std::shared_ptr<const Evaluation> known = cache_->find(frame)) {
            show(std::move(known), *prepared_, serial);
            return;
        }
    if (waits(*prepared_, frame)) {
        showDraft(frame, serial);
    } else if (cost_ <= budget_) {
        show(at(frame), *prepared_, serial);
        return;
    }
    {
        const std::lock_guard lock(mutex_);
        inbox_ = Request{prepared_, frame, serial, stop_};
    }
    wake_.notify_one();
}

void Evaluator::showDraft(double frame, std::uint64_t serial)
{
    if (draftCost_ > budget_) {
        draftCost_ -= budget_;  // skip drafts until their cost is paid off
        return;
    }
    const Clock::time_point start = Clock::now();
    if (!draft_) draft_ = prepareDraft(session_.document(), session_.memo());
    auto result = std::make_shared<const Evaluation>(evaluate(*draft_, frame));
    draftCost_ = millisecondsSince(start);
    show(std::move(result), *prepared_, serial);
}

void Evaluator::forgetStrip()
{
    strip_.clear();
    watch_.reset(session_.document(), session_.file().unedited());
    lent_.reset();
}

void Evaluator::settle()
{
    if (session_.gestureOpen()) {  // leave the whole machine to the drag
        settle_.start();
        return;
    }
    if (!prepared_) prepared_ = prepare(session_.document(), session_.memo());
    {
        const std::lock_guard lock(mutex_);
        filled_.clear();
    }
    forgetStrip();
    noteShown();
    cache_->reset(prepared_);
    cache_->moveTo(session_.playhead().frame());
    cacheCurrent_ = true;
    collect_.start();
    emit stripChanged();
}

void Evaluator::collectFilled()
{
    std::vector<double> frames;
    const bool full = cache_->filled() >= 1;
    {
        const std::lock_guard lock(mutex_);
        frames.swap(filled_);
    }
    if (!cacheCurrent_) return;
    std::vector<int> wholes;
    for (const double frame : frames)
        if (const std::shared_ptr<const Evaluation> known = cache_->find(frame)) {
            const auto whole = static_cast<int>(std::lround(frame));
            wholes.push_back(whole);
            const ik::Status status = worstSeen(session_.document(), *known);
            if (lent_ && lent_->first == whole)
                lent_->second = status;
            else
                strip_[whole] = status;
        }
    watch_.add(wholes, [this](int frame) { return cache_->find(frame); });
    if (!frames.empty()) emit stripChanged();
    // The worker that fills the last frame counts it before it reports, so check once more.
    if (full && frames.empty()) collect_.stop();
}

bool Evaluator::isProblemFrame(int frame) const
{
    const auto known = strip_.find(frame);
    if (known != strip_.end() && isProblem(known->second)) return true;
    const auto fault = faults().find(frame);
    return fault != faults().end() && fault->second.isProblem();
}

const MotionFault* Evaluator::faultAt(double frame) const
{
    if (!cacheCurrent_ || frame != std::round(frame)) return nullptr;
    const auto found = faults().find(static_cast<int>(frame));
    return found == faults().end() ? nullptr : &found->second;
}

void Evaluator::deliver()
{
    std::optional<Answer> answer;
    {
        const std::lock_guard lock(mutex_);
        answer = std::exchange(outbox_, std::nullopt);
    }
    if (!answer) return;
    if (answer->cost) cost_ = *answer->cost;
    show(std::move(answer->evaluation), *answer->prepared, answer->serial);
}

void Evaluator::show(std::shared_ptr<const Evaluation> evaluation, const Prepared& of,
                     std::uint64_t serial)
{
    if (serial < shown_) return;
    // Results for another scene have other rows; do not show them.
    const Shared<Scene>& scene = document(of).scene;
    if (!scene.sameAs(session_.document().scene)) return;
    shown_ = serial;
    currentScene_ = scene;
    current_ = withTargetsPlaced(document(of), std::move(evaluation));
    noteShown();
    emit evaluated(current_);
}

void Evaluator::noteShown()
{
    if (lent_) {
        const auto [frame, status] = *std::exchange(lent_, std::nullopt);
        if (status)
            strip_[frame] = *status;
        else
            strip_.erase(frame);
    }
    const std::shared_ptr<const Evaluation> shown = current();
    const Playback& playback = session_.document().playback;
    if (!shown || shown->frame != std::round(shown->frame) || shown->frame < playback.start ||
        shown->frame > playback.end)
        return;
    const auto frame = static_cast<int>(shown->frame);
    const auto known = strip_.find(frame);
    if (!session_.unkeyed().empty())
        lent_.emplace(frame, known == strip_.end() ? std::nullopt : std::optional(known->second));
    strip_[frame] = worstSeen(session_.document(), *shown);
}

void Evaluator::run()
{
    for (;;) {
        Request request;
        {
            std::unique_lock lock(mutex_);
            wake_.wait(lock, [&] { return quit_ || inbox_; });
            if (quit_) return;
            request = *std::exchange(inbox_, std::nullopt);
        }
        const Clock::time_point start = Clock::now();
        const bool whole = waits(*request.prepared, request.frame);
        std::optional<Evaluation> result =
            evaluate(*request.prepared, request.frame, *request.stop);
        if (!result) continue;
        {
            const std::lock_guard lock(mutex_);
            outbox_ = Answer{std::make_shared<const Evaluation>(*std::move(result)),
                             request.prepared, request.serial,
                             whole ? std::nullopt : std::optional(millisecondsSince(start))};
        }
        QMetaObject::invokeMethod(this, &Evaluator::deliver, Qt::QueuedConnection);
    }
}

}  // namespace posewright::ui
