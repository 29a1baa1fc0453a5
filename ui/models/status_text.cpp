#include "ui/models/status_text.h"

#include "core/operate/near_key.h"
#include "ui/session/seen_status.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace posewright::ui {

namespace {

QString statusTr(const char* text)
{
    return QCoreApplication::translate("Status", text);
}

}  // namespace

QString statusWord(ik::Status status)
{
    switch (status) {
    case ik::Status::Inactive: return statusTr("does not act here");
    case ik::Status::Reached: return statusTr("reached");
    case ik::Status::Softened: return statusTr("fades or eases here");
    case ik::Status::Limited: return statusTr("held by a joint limit");
    case ik::Status::Unreachable: return statusTr("out of reach");
    case ik::Status::Conflict: return statusTr("in conflict with another target");
    case ik::Status::Stalled: return statusTr("stalled");
    case ik::Status::IterationLimit: return statusTr("ran out of iterations");
    case ik::Status::Cancelled: return statusTr("cancelled");
    case ik::Status::Invalid: return statusTr("invalid");
    }
    return {};
}

QString firstKeyAdvice(const Document& doc)
{
    const auto& tracks = doc.clip().tracks;
    const bool moves = std::any_of(tracks.begin(), tracks.end(), [&](const Shared<Track>& track) {
        const NodeIndex row = doc.scene->find(track->node);
        return row != kNoNode && (*doc.scene)[row].bone() && keyFrames(*track).size() > 1;
    });
    const auto& rig = doc.rig->constraints;
    const auto waiting = std::count_if(rig.begin(), rig.end(), [&](const Constraint& constraint) {
        return awaitsKey(doc, constraint.id);
    });
    if (moves)
        return statusTr("Drag it: around this frame the limb follows it and leaves its motion; "
                        "Shift+F keys the target along the motion");
    return waiting > 1
               ? statusTr(
                     "Shift+S keys them all: then click one alone and drag it, and the others hold")
               : statusTr("Drag it: the limb follows, and a key is set at the playhead");
}

QString statusWord(const Document& doc, const TargetStatus& status)
{
    if (status.status == ik::Status::Inactive && awaitsKey(doc, status.constraint))
        return statusTr("waits for its first key");
    const ik::Status seen = seenStatus(doc, status);
    return statusWord(seen == ik::Status::Reached ? seen : status.status);
}

QString lengthText(double length, LengthUnit unit)
{
    const double size = std::abs(length);
    const auto said = [](double value, const char* symbol) {
        return QLocale().toString(value, 'g', 3) + u' ' + QLatin1String(symbol);
    };
    if (unit == LengthUnit::Unknown)
        return statusTr("%1 units").arg(QLocale().toString(length, 'g', 3));
    if (size < 1e-6) return said(0, "mm");
    if (size < 0.01) return said(length * 1000, "mm");
    return size < 1 ? said(length * 100, "cm") : said(length, "m");
}

QString missText(const TargetStatus& status, LengthUnit unit)
{
    constexpr double kThere = 1e-6;  // [m]
    if (status.positionError >= kThere || !(status.orientationError > 0))
        return lengthText(status.positionError, unit);
    return statusTr("%1 degrees")
        .arg(QLocale().toString(status.orientationError * 180 / std::numbers::pi, 'g', 3));
}

QString heldWords(const Document& doc, NodeId target, double frame)
{
    const Constraint* constraint = constraintOfTarget(*doc.rig, target);
    if (!constraint) return {};
    const Span* span = spanAt(doc.clip().spanRow(constraint->id), frame);
    if (!span)
        return awaitsKey(doc, constraint->id) && !doc.clip().track(target) ? QString()
               : operate::limbHasMotion(doc, *constraint)
                   ? statusTr("no span reaches here, so that nothing follows the target: drag it "
                              "here, or select this key and another one and press C to stay "
                              "between them")
                   : statusTr("no span reaches here, so that nothing follows the target: Alt+drag "
                              "on its row draws one, and C with two keys selected makes a contact "
                              "between them");
    if (span->kind == SpanKind::Reach) return {};
    // Keys at the ends lead into and out of the contact.
    const bool end = frame == span->start || frame == span->end;
    if (span->kind == SpanKind::Contact && end) return {};
    const QString words =
        span->kind == SpanKind::Contact
            ? statusTr(
                  "a contact holds it in place from %1 to %2: keys in there count only before and "
                  "after it")
        : span->kind == SpanKind::Hold
            ? statusTr("the limb holds its pose from %1 to %2: keys in there count only before and "
                       "after")
            : statusTr(
                  "the target is off from %1 to %2: keys in there count only before and after");
    return words.arg(frameText(span->start), frameText(span->end));
}

Mood moodOf(ik::Status status) noexcept
{
    switch (status) {
    case ik::Status::Inactive: return Mood::Quiet;
    case ik::Status::Reached: return Mood::Good;
    case ik::Status::Softened:
    case ik::Status::Cancelled: return Mood::Eased;
    default: return isProblem(status) ? Mood::Bad : Mood::Eased;
    }
}

QColor colorOf(Mood mood)
{
    switch (mood) {
    case Mood::Quiet: return QColor(0x8a, 0x90, 0x99);
    case Mood::Good: return QColor(0x2f, 0xb5, 0x8a);
    case Mood::Eased: return QColor(0x56, 0xb4, 0xe9);
    case Mood::Bad: return QColor(0xe8, 0x66, 0x2a);
    }
    return {};
}

QString shortStatusLine(const Document& doc, const Evaluation& evaluation, ConstraintId target)
{
    const Constraint* constraint = findConstraint(*doc.rig, target);
    const NodeIndex row = constraint ? doc.scene->find(constraint->target) : kNoNode;
    if (row == kNoNode) return {};
    QString name = toQt((*doc.scene)[row].name);
    const auto at = std::ranges::find(evaluation.targets, target, &TargetStatus::constraint);
    if (at == evaluation.targets.end()) return name;
    QString line = statusTr("%1: %2").arg(name, statusWord(doc, *at));
    const Mood mood = moodOf(at->status);
    const bool seen = seenStatus(doc, *at) != ik::Status::Reached;
    if (seen && (mood == Mood::Eased || mood == Mood::Bad))
        line += statusTr(", off by %1").arg(missText(*at, doc.unit));
    return line;
}

QString statusLine(const Document& doc, const Evaluation& evaluation, ConstraintId target)
{
    const QString line = shortStatusLine(doc, evaluation, target);
    const auto at = std::ranges::find(evaluation.targets, target, &TargetStatus::constraint);
    const bool says = !line.isEmpty() && at != evaluation.targets.end() && !at->reason.empty();
    return says ? line + QStringLiteral(" \u2013 ") + toQt(at->reason) : line;
}

}  // namespace posewright::ui
