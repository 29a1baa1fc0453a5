#include "ui/session/motion_watch.h"

#include "core/evaluate/slips.h"

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

bool slides(const Scene& scene, NodeId joint)
{
    const NodeIndex row = scene.find(joint);
    const BonePart* bone = row == kNoNode ? nullptr : scene[row].bone();
    return bone && std::holds_alternative<PrismaticLimit>(bone->limit);
}

void MotionWatch::reset(const Document& doc, const Document& unedited)
{
    doc_ = doc;
    unedited_ = unedited;
    first_ = wholeFrame(std::ceil(doc.playback.start));
    last_ = wholeFrame(std::floor(doc.playback.end));
    known_.clear();
    contacts_.clear();
    faults_.clear();
    size_ = extent(*doc_.scene);
    boxes_ = BoxWatch(doc_);
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
        lookAtLimits(frame, find);
        for (int later = frame - kPopNeighbours; later <= frame + kPopNeighbours + 1; ++later)
            lookForPops(later, find);
        if (!boxes_.empty())
            for (const int later : {frame, frame + 1}) lookIntoBoxes(later, find);
        for (Contact& contact : contacts_)
            if (frame >= contact.first && frame <= contact.last && --contact.missing == 0)
                lookForSlips(contact, find);
    }
}

bool MotionWatch::knows(double first, double last) const
{
    const int to = std::min(last_, wholeFrame(std::floor(last)));
    for (int frame = std::max(first_, wholeFrame(std::ceil(first))); frame <= to; ++frame)
        if (!known_.contains(frame)) return false;
    return true;
}

void MotionWatch::lookAtLimits(int frame, const Find& find)
{
    const std::shared_ptr<const Evaluation> now = find(frame);
    if (!now) return;
    for (const OutsideLimit& one : now->outside)
        if (one.by > (slides(*doc_.scene, one.joint) ? kNotedSlide * size_ : kNotedTurn))
            faults_[frame].beyond.push_back(one);
}

void MotionWatch::lookIntoBoxes(int later, const Find& find)
{
    if (later > last_ || !known_.contains(later)) return;
    if (later > first_ && !known_.contains(later - 1)) return;
    const std::shared_ptr<const Evaluation> now = find(later);
    const auto before = later > first_ ? find(later - 1) : nullptr;
    if (!now) return;
    if (std::vector<InBox> in = boxes_.look(before.get(), *now); !in.empty())
        faults_[later].inBoxes = std::move(in);
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
        pop.recorded = isOfTheFile(doc_, pop, unedited_);
        MotionFault& fault = faults_[later];
        (pop.recorded ? fault.recorded : fault.pops).push_back(pop);
    }
    if (pops.empty()) return;
    for (const Constraint& constraint : doc_.rig->constraints)
        if (const auto near =
                poleNear(doc_, constraint, *held[later - 1 - from], *held[later - from]))
            faults_[later].poles.push_back(*near);
}

void MotionWatch::lookForSlips(const Contact& contact, const Find& find)
{
    const ConstraintId target = doc_.rig->constraints[contact.constraint].id;
    for (const SlipAt& slip : slipsInContact(doc_, contact.constraint, *contact.span, contact.first,
                                             contact.last, contact.tolerance, find))
        faults_[static_cast<int>(slip.frame)].slips.push_back({target, slip.by});
}

}  // namespace posewright::ui
