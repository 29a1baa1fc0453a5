#include "ui/models/fault_text.h"

#include "core/retarget/origin_pops.h"
#include "ui/models/part_words.h"
#include "ui/models/status_text.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace posewright::ui {

namespace {

QString faultTr(const char* text, int n = -1)
{
    return QCoreApplication::translate("Fault", text, nullptr, n);
}

/// A copy of the list, largest first.
template <class T, class Size>
std::vector<T> greatestFirst(std::vector<T> all, Size size)
{
    std::stable_sort(all.begin(), all.end(),
                     [&](const T& a, const T& b) { return size(a) > size(b); });
    return all;
}

std::vector<Pop> bySize(const std::vector<Pop>& pops)
{
    return greatestFirst(pops, [](const Pop& pop) { return pop.angle; });
}

std::vector<MotionFault::Slip> slipsBySize(const MotionFault& fault)
{
    return greatestFirst(fault.slips, [](const MotionFault::Slip& slip) { return slip.by; });
}

std::vector<InBox> deepestFirst(const MotionFault& fault)
{
    return greatestFirst(fault.inBoxes, [](const InBox& in) { return in.depth; });
}

std::vector<OutsideLimit> farthestFirst(const MotionFault& fault)
{
    return greatestFirst(fault.beyond, [](const OutsideLimit& out) { return out.by; });
}

QStringList atMost(QStringList lines, int most)
{
    if (lines.size() <= most) return lines;
    const auto left = static_cast<int>(lines.size()) - most + 1;
    lines.resize(most - 1);
    lines << faultTr("and %n more", left);
    return lines;
}

/// Whose a recorded pop is.
QString whereFrom(const Document& doc, const Pop& pop)
{
    const std::optional<bool> theirs = retarget::isOfOrigin(doc, pop);
    if (!theirs) return faultTr("In the recorded motion: ");
    return *theirs ? faultTr("In the motion that was brought in, too: ")
                   : faultTr("Not in the motion that was brought in: ");
}

}  // namespace

QString popText(const Document& doc, const Pop& pop)
{
    const double degrees = pop.angle * 180 / std::numbers::pi;
    return faultTr("%1 pops: it turns by %2\u00b0 from frame %3 to %4")
        .arg(toQt(nodeName(*doc.scene, pop.joint)), QLocale().toString(degrees, 'f', 0),
             frameText(pop.frame - 1), frameText(pop.frame));
}

QString popCause(const Document& doc, const MotionFault& fault, const Pop& pop)
{
    const Scene& scene = *doc.scene;
    for (const PoleNear& near : fault.poles) {
        const Constraint* c = findConstraint(*doc.rig, near.target);
        if (!c) continue;
        const std::vector<NodeIndex> turned = jointsOf(scene, *c);
        if (std::find(turned.begin(), turned.end(), scene.find(pop.joint)) == turned.end())
            continue;
        return faultTr(", because \u201c%1\u201d is %2 from the line from \u201c%3\u201d to "
                       "\u201c%4\u201d")
            .arg(toQt(nodeName(scene, near.pole)), lengthText(near.distance, doc.unit),
                 toQt(nodeName(scene, c->root)), toQt(nodeName(scene, c->effector)));
    }
    return {};
}

QString slipText(const Document& doc, const MotionFault::Slip& slip)
{
    const Constraint* constraint = findConstraint(*doc.rig, slip.target);
    return faultTr("%1 slips by %2 inside its contact")
        .arg(constraint ? toQt(nodeName(*doc.scene, constraint->target)) : QString(),
             lengthText(slip.by, doc.unit));
}

QString inBoxText(const Document& doc, const InBox& in)
{
    const PartWords part = partWords(*doc.scene, in.part);
    if (in.here > 0)
        return faultTr(part.several ? QT_TRANSLATE_NOOP("Fault", "%1 are %2 inside \u201c%3\u201d")
                                    : QT_TRANSLATE_NOOP("Fault", "%1 is %2 inside \u201c%3\u201d"))
            .arg(part.words, lengthText(in.here, doc.unit), toQt(nodeName(*doc.scene, in.box)));
    return faultTr(part.several
                       ? QT_TRANSLATE_NOOP("Fault",
                                           "%1 are %2 inside \u201c%3\u201d just before this frame")
                       : QT_TRANSLATE_NOOP("Fault",
                                           "%1 is %2 inside \u201c%3\u201d just before this frame"))
        .arg(part.words, lengthText(in.depth, doc.unit), toQt(nodeName(*doc.scene, in.box)));
}

QString throughText(const Document& doc, const ThroughBox& through)
{
    const PartWords part = partWords(*doc.scene, through.in.part);
    const double first = through.firstHere, last = through.lastHere;
    const QString when =
        last < first ? faultTr("between frames %1 and %2")
                           .arg(frameText(through.start - 1), frameText(through.end))
        : first == last ? faultTr("at frame %1").arg(frameText(first))
                        : faultTr("at frames %1 to %2").arg(frameText(first), frameText(last));
    return faultTr(part.several
                       ? QT_TRANSLATE_NOOP("Fault", "%1 are up to %2 inside \u201c%3\u201d %4")
                       : QT_TRANSLATE_NOOP("Fault", "%1 is up to %2 inside \u201c%3\u201d %4"))
        .arg(part.words, lengthText(through.in.depth, doc.unit),
             toQt(nodeName(*doc.scene, through.in.box)), when);
}

QString beyondText(const Document& doc, const OutsideLimit& out)
{
    return faultTr("%1 is %2 beyond its limit, as it is keyed")
        .arg(toQt(nodeName(*doc.scene, out.joint)),
             slides(*doc.scene, out.joint)
                 ? lengthText(out.by, doc.unit)
                 : QLocale().toString(out.by * 180 / std::numbers::pi, 'f', 1) + u'\u00b0');
}

QStringList faultLines(const Document& doc, const MotionFault& fault, int most)
{
    QStringList lines;
    for (const MotionFault::Slip& slip : slipsBySize(fault)) lines << slipText(doc, slip);
    for (const Pop& pop : bySize(fault.pops))
        lines << popText(doc, pop) + popCause(doc, fault, pop);
    return atMost(lines, most);
}

QStringList noteLines(const Document& doc, const MotionFault& fault, int most)
{
    QStringList lines;
    QStringList froms;
    for (const Pop& pop : bySize(fault.recorded)) {
        const QString from = whereFrom(doc, pop);
        // Said once, before the largest of them.
        lines << (froms.contains(from) ? popText(doc, pop) : from + popText(doc, pop));
        froms << from;
    }
    QStringList inside;
    for (const InBox& in : deepestFirst(fault)) inside << inBoxText(doc, in);
    lines = inside + lines;
    for (const OutsideLimit& out : farthestFirst(fault)) lines << beyondText(doc, out);
    return atMost(lines, most);
}

NodeId culpritOf(const Document& doc, const MotionFault& fault)
{
    if (!fault.slips.empty()) {
        const Constraint* constraint = findConstraint(*doc.rig, slipsBySize(fault).front().target);
        return constraint ? constraint->target : NodeId::None;
    }
    const std::vector<Pop>& pops = fault.pops.empty() ? fault.recorded : fault.pops;
    if (fault.pops.empty() && !fault.inBoxes.empty()) {
        const Constraint* constraint = findConstraint(*doc.rig, deepestFirst(fault).front().target);
        return constraint ? constraint->target : NodeId::None;
    }
    if (pops.empty())
        return fault.beyond.empty() ? NodeId::None : farthestFirst(fault).front().joint;
    const Pop worst = bySize(pops).front();
    const Constraint* leader = leaderOf(doc, worst);
    return leader ? leader->target : worst.joint;
}

}  // namespace posewright::ui
