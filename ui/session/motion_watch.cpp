#include "ui/session/motion_watch.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace posewright::ui {

namespace {

constexpr double kFarthestFrame = 1e9;  ///< fits in an int

int wholeFrame(double frame)
{
    return static_cast<int>(std::clamp(frame, -kFarthestFrame, kFarthestFrame));
}

}  // namespace

void MotionWatch::reset(const Document& doc, const Document& unedited)
{
    doc_ = doc;
    unedited_ = unedited;
    first_ = wholeFrame(std::ceil(doc.playback.start));
    last_ = wholeFrame(std::floor(doc.playback.end));
    known_.clear();
    contacts_.clear();
    faults_.clear();
    for (std::size_t c = 0; c < doc_.rig->constraints.size(); ++c) {
        const Constraint& constraint = doc_.rig->constraints[c];
        const SpanRow* row = doc_.clip().spanRow(constraint.id);
        if (!row) continue;
        double tolerance = -1;
        for (const Span& span : row->spans) {
            if (span.kind != SpanKind::Contact) continue;
            if (tolerance < 0) tolerance = slipTolerance(*doc_.scene, constraint);
            Contact contact{c, &span};
            contact.tolerance = tolerance;
            contact.first = std::max(first_, wholeFrame(std::ceil(span.start)));
            contact.last = std::min(last_, wholeFrame(std::floor(span.end)));
            contact.missing = contact.last - contact.first + 1;
            if (contact.missing > 1) contacts_.push_back(contact);
        }
    }
}

void MotionWatch::add(const std::vector<int>& frames, const Find& find)
{
    for (const int frame : frames) {
        if (frame < first_ || frame > last_ || !known_.insert(frame).second) continue;
        for (int later = frame - kPopNeighbours; later <= frame + kPopNeighbours + 1; ++later)
            lookForPops(later, find);
        for (Contact& contact : contacts_)
            if (frame >= contact.first && frame <= contact.last && --contact.missing == 0)
                lookForSlips(contact, find);
    }
}

void MotionWatch::lookForPops(int later, const Find& find)
{
    if (later <= first_ || later > last_) return;
    const int from = std::max(first_, later - 1 - kPopNeighbours);
    const int to = std::min(last_, later + kPopNeighbours);
    std::array<std::shared_ptr<const Evaluation>, 2 * kPopNeighbours + 2> held;
    std::array<const Evaluation*, 2 * kPopNeighbours + 2> frames{};
    for (int frame = from; frame <= to; ++frame)
        if (!known_.contains(frame)) return;
    for (int frame = from; frame <= to; ++frame) {
        held[frame - from] = find(frame);
        frames[frame - from] = held[frame - from].get();
        if (!frames[frame - from]) return;
    }
    std::vector<Pop> pops;
    findPops(*doc_.scene, std::span(frames).first(to - from + 1), later - from, pops);
    for (Pop& pop : pops) {
        pop.recorded = isRecorded(doc_, pop) && isUnedited(doc_, pop, unedited_);
        MotionFault& fault = faults_[later];
        (pop.recorded ? fault.recorded : fault.pops).push_back(pop);
    }
}

void MotionWatch::lookForSlips(const Contact& contact, const Find& find)
{
    const Constraint& constraint = doc_.rig->constraints[contact.constraint];
    const SpanRow* row = doc_.clip().spanRow(constraint.id);
    const auto heldAt = [&](int frame) -> std::shared_ptr<const Evaluation> {
        if (spanAt(row, frame) != contact.span) return nullptr;
        std::shared_ptr<const Evaluation> now = find(frame);
        return now && now->targets[contact.constraint].influence >= 1 ? now : nullptr;
    };
    // Measure slip from the first frame that reaches its place, if there is one: then frames that
    // miss count as slips, not all the others.
    std::shared_ptr<const Evaluation> stood;
    bool asAsked = false;
    for (int frame = contact.first; frame <= contact.last && !asAsked; ++frame) {
        const auto now = heldAt(frame);
        if (!now) continue;
        asAsked = now->targets[contact.constraint].positionError <= contact.tolerance;
        if (asAsked || !stood) stood = now;
    }
    for (int frame = contact.first; stood && frame <= contact.last; ++frame) {
        const auto now = heldAt(frame);
        if (!now) continue;
        const double by = slipBetween(doc_, constraint, *contact.span, *stood, *now);
        if (by > contact.tolerance) faults_[frame].slips.push_back({constraint.id, by});
    }
}

}  // namespace posewright::ui
