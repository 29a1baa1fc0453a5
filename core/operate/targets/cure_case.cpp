#include "core/operate/targets/cure_case.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace posewright::operate {

namespace {

constexpr double kLooksFar = 120;   ///< to each side of a miss, to find its frames [frame]
constexpr double kBeside = 8;       ///< also checked next to the miss
constexpr int kMostRounds = 8;      ///< per remedy
constexpr double kWorthIt = 0.8;    ///< an offered remedy leaves at most this share of a miss
constexpr double kAsFarOff = 1.02;  ///< and is farther off at no frame than this share

bool missedIn(const Evaluation& shown, ConstraintId target)
{
    const TargetStatus* status = targetStatusIn(shown, target);
    return status && isProblem(status->status);
}

double farMoved(const CureCase& of, const CureTrial& trial, NodeId node)
{
    const NodeIndex row = of.doc.scene->find(node);
    const CureTrial before(of.doc, of.context);
    double far = 0;
    const int frames = static_cast<int>(of.miss.last - of.miss.first);
    for (int i = 0; i <= frames; ++i) {
        const double frame = of.miss.first + i;
        far = std::max(
            far,
            (trial.at(frame).world[row].position - before.at(frame).world[row].position).norm());
    }
    return far;
}

}  // namespace

bool CureTrial::take(const Edits& edits)
{
    Result<Document> next = edit::applyEach(doc_, edits, context_);
    if (!next) return false;
    doc_ = *std::move(next);
    prepared_ = prepare(doc_, context_.memo);
    edits_.insert(edits_.end(), edits.begin(), edits.end());
    return true;
}

const TargetStatus* targetStatusIn(const Evaluation& shown, ConstraintId target)
{
    const auto at = std::ranges::find(shown.targets, target, &TargetStatus::constraint);
    return at == shown.targets.end() ? nullptr : &*at;
}

int problemTargetsIn(const Evaluation& shown)
{
    return static_cast<int>(std::ranges::count_if(
        shown.targets, [](const TargetStatus& status) { return isProblem(status.status); }));
}

Miss missesOver(const CureTrial& trial, ConstraintId target, double first, double last)
{
    Miss out{.first = first, .last = last, .worst = first};
    double most = -1;
    const int frames = static_cast<int>(last - first + 2 * kBeside);
    for (int i = 0; i <= frames; ++i) {
        const double frame = first - kBeside + i;
        const Evaluation shown = trial.at(frame);
        for (const TargetStatus& status : shown.targets) {
            if (!isProblem(status.status)) continue;
            ++out.problems;
            if (status.constraint != target) continue;
            ++out.frames;
            out.off = std::max(out.off, status.positionError);
            out.turned = std::max(out.turned, status.orientationError);
            const double size = status.positionError + 1e-3 * status.orientationError;
            if (size <= most) continue;
            most = size;
            out.worst = frame;
        }
    }
    return out;
}

Miss missIn(const CureTrial& trial, ConstraintId target, double frame)
{
    if (!missedIn(trial.at(frame), target)) return {.first = frame, .last = frame};
    double first = frame, last = frame;
    while (first > frame - kLooksFar && missedIn(trial.at(first - 1), target)) --first;
    while (last < frame + kLooksFar && missedIn(trial.at(last + 1), target)) ++last;
    Miss out = missesOver(trial, target, first, last);
    out.asked = frame;
    return out;
}

CureKeys keyedUntilMet(const CureCase& of, const PutCureKey& put)
{
    CureKeys out{CureTrial(of.doc, of.context), {}};
    double frame = of.miss.asked;
    for (int round = 0; round < kMostRounds; ++round) {
        const Edits edits = put(out.trial.doc(), out.trial.at(frame), frame);
        if (edits.empty() || !out.trial.take(edits)) break;
        out.frames.push_back(frame);
        const Miss left = of.left(out.trial);
        if (left.none()) break;
        frame = left.worst;
    }
    std::ranges::sort(out.frames);
    out.frames.erase(std::unique(out.frames.begin(), out.frames.end()), out.frames.end());
    return out;
}

void addSpanAsItIs(const CureCase& of, const Document& doc, double frame, Edits& edits)
{
    const Span* span = spanAt(doc.clip().spanRow(of.target.id), frame);
    if (span && frame == of.miss.asked)
        edits.emplace_back(edit::MoveSpan{of.target.id, span->start, span->start, span->end,
                                          std::nullopt, std::nullopt});
}

std::optional<Remedy> madeRemedy(const CureCase& of, CureBy by, NodeId node, double amount,
                                 const CureTrial& trial)
{
    if (trial.edits().empty()) return std::nullopt;
    const Miss left = of.left(trial);
    // Who helps one target by pulling another off its place only moves the miss.
    if (left.problems - left.frames > of.miss.problems - of.miss.frames) return std::nullopt;
    const double size = left.off + 1e-3 * left.turned;
    const bool helps = left.problems <= kWorthIt * of.miss.problems ||
                       (left.problems <= of.miss.problems && size <= kWorthIt * of.size());
    if (!helps || size > kAsFarOff * of.size()) return std::nullopt;
    return Remedy{by, node, amount, trial.edits(), left};
}

std::optional<Remedy> madeRemedy(const CureCase& of, CureBy by, NodeId node, const CureKeys& keyed)
{
    std::optional<Remedy> out =
        madeRemedy(of, by, node, farMoved(of, keyed.trial, node), keyed.trial);
    if (out) out->keyed = keyed.frames;
    return out;
}

}  // namespace posewright::operate
