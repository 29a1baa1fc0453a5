#include "ui/timeline/drags.h"

#include "core/operate/retime.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace posewright::ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("Timeline", text);
}

QString moved(double from, double to)
{
    return tr("%1 \u2192 %2 (%3)")
        .arg(frameText(from), frameText(to),
             (to >= from ? QStringLiteral("+") : QString()) + frameText(to - from));
}

class KeyDrag final : public TimelineDrag {
public:
    KeyDrag(Session& session, Snapper snapper, double grabbed, double pressed,
            const KeyDragOptions& options) :
        TimelineDrag(session),
        snapper_(std::move(snapper)), grabbed_(grabbed), pressed_(pressed), options_(options),
        before_(session.document()), keys_(session.selection().keys())
    {
        if (options.ripple) back_ = operate::farthestBack(before_, keys_);
    }
    void move(const DragPoint& at) override
    {
        const double to = snapper_(grabbed_ + at.frame - pressed_, at.pixelsPerFrame, at.modifiers);
        const double by = std::max(to - grabbed_, back_);
        if (by == by_) return;
        const QString text =
            options_.duplicate
                ? QCoreApplication::translate("History", "Duplicate %n key(s)", nullptr,
                                              static_cast<int>(keys_.size()))
                : QString();
        if (!perform(before_, movedBy(by), text)) return;
        by_ = by;
        session_.selection().setKeys(operate::shifted(keys_, by));
        readout_ = moved(grabbed_, grabbed_ + by);
    }
    void cancel() override
    {
        TimelineDrag::cancel();
        session_.selection().setKeys(keys_);
    }

private:
    operate::Operation movedBy(double by) const
    {
        if (options_.duplicate) return operate::DuplicateKeys{keys_, by};
        return operate::MoveInTime{keys_, {}, {}, by, options_.ripple};
    }

    Snapper snapper_;
    double grabbed_, pressed_;
    KeyDragOptions options_;
    Document before_;
    std::vector<edit::KeyRef> keys_;
    double by_ = 0;
    double back_ = -1e9;
};

class ScaleDrag final : public TimelineDrag {
public:
    ScaleDrag(Session& session, Snapper snapper, bool fromStart, bool whole) :
        TimelineDrag(session), snapper_(std::move(snapper)), whole_(whole),
        keys_(session.selection().keys())
    {
        const auto [first, last] = operate::extent(keys_);
        pivot_ = fromStart ? last : first;
        grabbed_ = fromStart ? first : last;
    }
    void move(const DragPoint& at) override
    {
        const double length = grabbed_ - pivot_;
        // Turning the keys round would not be scaling; a frame of length is the least.
        const double to = snapper_(at.frame, at.pixelsPerFrame, at.modifiers);
        const double factor = std::max((to - pivot_) / length, 1 / std::abs(length));
        edit::ScaleKeys scale{keys_, pivot_, factor, whole_};
        if (!commit({scale})) return;
        std::vector<edit::KeyRef> now = keys_;
        for (edit::KeyRef& key : now) {
            key.frame = factor == 1 ? key.frame : pivot_ + (key.frame - pivot_) * factor;
            if (whole_) key.frame = std::round(key.frame);
        }
        session_.selection().setKeys(std::move(now));
        readout_ = tr("%1 frames, %2 %")
                       .arg(frameText(std::round(std::abs(length) * factor * 100) / 100),
                            QString::number(std::lround(factor * 100)));
    }
    void cancel() override
    {
        TimelineDrag::cancel();
        session_.selection().setKeys(keys_);
    }

private:
    Snapper snapper_;
    bool whole_;
    std::vector<edit::KeyRef> keys_;
    double pivot_ = 0, grabbed_ = 0;
};

class SpanDrag final : public TimelineDrag {
public:
    SpanDrag(Session& session, Snapper snapper, SpanRef ref, SpanGrip grip, double pressed) :
        TimelineDrag(session), snapper_(std::move(snapper)), ref_(ref), grip_(grip),
        pressed_(pressed), before_(session.document()), span_(*findSpan(before_, ref)),
        selected_(session.selection().spans())
    {
    }
    void move(const DragPoint& at) override
    {
        const bool alone = at.modifiers & Qt::AltModifier;
        const double by = at.frame - pressed_;
        const auto to = [&](double frame) {
            return snapper_(frame + by, at.pixelsPerFrame, at.modifiers);
        };
        // A span of no length could not be grabbed again.
        const double least = std::min(1.0, span_.end - span_.start);
        double start = span_.start, end = span_.end;
        operate::FadeSpan fades{ref_, span_.in, span_.out};
        switch (grip_) {
        case SpanGrip::Start: start = std::min(to(start), end - least); break;
        case SpanGrip::End: end = std::max(to(end), start + least); break;
        case SpanGrip::Body:
            start = to(start);
            end = span_.end + start - span_.start;
            break;
        case SpanGrip::FadeIn: fades.in = to(span_.start + span_.in) - span_.start; break;
        case SpanGrip::FadeOut:
            fades.out =
                std::min(span_.end - to(span_.end - span_.out), span_.end - span_.start - span_.in);
            break;
        }
        const bool fade = grip_ == SpanGrip::FadeIn || grip_ == SpanGrip::FadeOut;
        if (!(fade ? perform(before_, fades)
                   : perform(before_, operate::RetimeSpan{ref_, start, end, alone})))
            return;
        session_.selection().setSpans({{ref_.target, start}});
        const Span* now = findSpan(session_.document(), {ref_.target, start});
        if (!now) return;
        if (fade)
            readout_ =
                tr("fade in %1, fade out %2 frames").arg(frameText(now->in), frameText(now->out));
        else
            readout_ = tr("%1 %2 \u2013 %3 (%4 frames)")
                           .arg(spanWord(span_.kind), frameText(start), frameText(end),
                                frameText(end - start));
    }
    void cancel() override
    {
        TimelineDrag::cancel();
        session_.selection().setSpans(selected_);
    }

private:
    Snapper snapper_;
    SpanRef ref_;
    SpanGrip grip_;
    double pressed_;
    Document before_;
    Span span_;
    std::vector<SpanRef> selected_;
};

class NewSpanDrag final : public TimelineDrag {
public:
    NewSpanDrag(Session& session, Snapper snapper, ConstraintId target, double pressed) :
        TimelineDrag(session), snapper_(std::move(snapper)), target_(target), pressed_(pressed),
        before_(session.document()), kind_(kindToDraw(before_, target, pressed)),
        nodes_(session.selection().nodes()), keys_(session.selection().keys()),
        spans_(session.selection().spans()), markers_(session.selection().markers())
    {
    }
    void move(const DragPoint& at) override
    {
        const double a = snapper_(pressed_, at.pixelsPerFrame, at.modifiers);
        const double b = snapper_(at.frame, at.pixelsPerFrame, at.modifiers);
        if (a == b) return;
        const operate::DrawSpan draw{target_, std::min(a, b), std::max(a, b), kind_};
        if (!perform(before_, draw)) return;
        Selection& selection = session_.selection();
        if (const Constraint* target = findConstraint(*session_.document().rig, target_))
            selection.pick({target->target});
        selection.setMarkers({});
        selection.setSpans({{target_, draw.start}});
        readout_ = tr("%1 %2 \u2013 %3 (%4 frames)")
                       .arg(spanWord(kind_), frameText(draw.start), frameText(draw.end),
                            frameText(draw.end - draw.start));
    }
    void cancel() override
    {
        TimelineDrag::cancel();
        Selection& selection = session_.selection();
        selection.setNodes(nodes_);
        selection.setKeys(keys_);
        selection.setSpans(spans_);
        selection.setMarkers(markers_);
    }

private:
    Snapper snapper_;
    ConstraintId target_;
    double pressed_;
    Document before_;
    SpanKind kind_;
    std::vector<NodeId> nodes_;  ///< selected before, as what follows
    std::vector<edit::KeyRef> keys_;
    std::vector<SpanRef> spans_;
    std::vector<double> markers_;
};

class MarkerDrag final : public TimelineDrag {
public:
    MarkerDrag(Session& session, Snapper snapper, double frame, double pressed) :
        TimelineDrag(session), snapper_(std::move(snapper)), frame_(frame), pressed_(pressed),
        before_(session.document())
    {
    }
    void move(const DragPoint& at) override
    {
        const double to = snapper_(frame_ + at.frame - pressed_, at.pixelsPerFrame, at.modifiers);
        const QString text = QCoreApplication::translate("History", "Move marker from %1 to %2")
                                 .arg(frameText(frame_), frameText(to));
        if (!perform(before_, operate::MoveMarker{frame_, to}, text)) return;
        session_.selection().setMarkers({to});
        readout_ = moved(frame_, to);
    }
    void cancel() override
    {
        TimelineDrag::cancel();
        session_.selection().setMarkers({frame_});
    }

private:
    Snapper snapper_;
    double frame_, pressed_;
    Document before_;
};

class RangeDrag final : public TimelineDrag {
public:
    RangeDrag(Session& session, Snapper snapper, RangeGrip grip, double pressed) :
        TimelineDrag(session), snapper_(std::move(snapper)), grip_(grip), pressed_(pressed)
    {
        const Playback& playback = session.document().playback;
        preview_ = playback.preview.has_value();
        start_ = preview_ ? playback.preview->min : playback.start;
        end_ = preview_ ? playback.preview->max : playback.end;
    }
    void move(const DragPoint& at) override
    {
        const auto to = [&](double frame) {
            return snapper_(frame + at.frame - pressed_, at.pixelsPerFrame, at.modifiers);
        };
        double start = start_, end = end_;
        switch (grip_) {
        case RangeGrip::Start: start = std::min(to(start), end - 1); break;
        case RangeGrip::End: end = std::max(to(end), start + 1); break;
        case RangeGrip::Body:
            start = to(start);
            end = end_ + start - start_;
            break;
        }
        if (preview_)
            commit({edit::SetPreviewRange{std::array{start, end}}});
        else
            commit({edit::SetRange{start, end}});
        readout_ = tr("%1 \u2013 %2 (%3 frames)")
                       .arg(frameText(start), frameText(end), frameText(end - start + 1));
    }

private:
    Snapper snapper_;
    RangeGrip grip_;
    double pressed_;
    bool preview_ = false;
    double start_ = 0, end_ = 0;
};

}  // namespace

bool TimelineDrag::commit(const std::vector<edit::Edit>& edits, const QString& text)
{
    if (!gesture_) gesture_ = session_.beginGesture();
    const Result<void> done = session_.commit(edits, text, gesture_);
    if (!done) readout_ = errorText(done.error());
    return bool(done);
}

bool TimelineDrag::perform(const Document& before, const operate::Operation& operation,
                           const QString& text)
{
    const Result<operate::Edits> edits =
        operate::edits(before, operation, {session_.memo(), {}, 0});
    if (!edits) {
        readout_ = errorText(edits.error());
        return false;
    }
    // What follows of itself, as neighbours do, is no part of what the step is called.
    return commit(*edits,
                  text.isEmpty() && !edits->empty() ? stepText({edits->front()}, before) : text);
}

void TimelineDrag::finish()
{
    session_.finishGesture(std::exchange(gesture_, 0));
}

void TimelineDrag::cancel()
{
    session_.cancelGesture(std::exchange(gesture_, 0));
}

std::unique_ptr<TimelineDrag> makeKeyDrag(Session& session, Snapper snapper, double grabbed,
                                          double pressed, const KeyDragOptions& options)
{
    return std::make_unique<KeyDrag>(session, std::move(snapper), grabbed, pressed, options);
}

std::unique_ptr<TimelineDrag> makeScaleDrag(Session& session, Snapper snapper, bool fromStart,
                                            bool wholeFrames)
{
    return std::make_unique<ScaleDrag>(session, std::move(snapper), fromStart, wholeFrames);
}

std::unique_ptr<TimelineDrag> makeSpanDrag(Session& session, Snapper snapper, SpanRef span,
                                           SpanGrip grip, double pressed)
{
    return std::make_unique<SpanDrag>(session, std::move(snapper), span, grip, pressed);
}

SpanKind kindToDraw(const Document& doc, ConstraintId target, double frame)
{
    const Span* there = spanAt(doc.clip().spanRow(target), frame);
    return there && there->kind != SpanKind::Off ? SpanKind::Contact : SpanKind::Reach;
}

std::unique_ptr<TimelineDrag> makeNewSpanDrag(Session& session, Snapper snapper,
                                              ConstraintId target, double pressed)
{
    return std::make_unique<NewSpanDrag>(session, std::move(snapper), target, pressed);
}

std::unique_ptr<TimelineDrag> makeMarkerDrag(Session& session, Snapper snapper, double frame,
                                             double pressed)
{
    return std::make_unique<MarkerDrag>(session, std::move(snapper), frame, pressed);
}

std::unique_ptr<TimelineDrag> makeRangeDrag(Session& session, Snapper snapper, RangeGrip grip,
                                            double pressed)
{
    return std::make_unique<RangeDrag>(session, std::move(snapper), grip, pressed);
}

}  // namespace posewright::ui
