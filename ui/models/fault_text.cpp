#include "ui/models/fault_text.h"

#include "ui/models/status_text.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <numbers>

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

QStringList atMost(QStringList lines, int most)
{
    if (lines.size() <= most) return lines;
    const auto left = static_cast<int>(lines.size()) - most + 1;
    lines.resize(most - 1);
    lines << faultTr("and %n more", left);
    return lines;
}

}  // namespace

QString popText(const Document& doc, const Pop& pop)
{
    const double degrees = pop.angle * 180 / std::numbers::pi;
    return faultTr("%1 pops: it turns by %2\u00b0 from frame %3 to %4")
        .arg(toQt(nodeName(*doc.scene, pop.joint)), QLocale().toString(degrees, 'f', 0),
             frameText(pop.frame - 1), frameText(pop.frame));
}

QString slipText(const Document& doc, const MotionFault::Slip& slip)
{
    const Constraint* constraint = findConstraint(*doc.rig, slip.target);
    return faultTr("%1 slips by %2 inside its contact")
        .arg(constraint ? toQt(nodeName(*doc.scene, constraint->target)) : QString(),
             lengthText(slip.by, doc.unit));
}

QStringList faultLines(const Document& doc, const MotionFault& fault, int most)
{
    QStringList lines;
    for (const MotionFault::Slip& slip : slipsBySize(fault)) lines << slipText(doc, slip);
    for (const Pop& pop : bySize(fault.pops)) lines << popText(doc, pop);
    return atMost(lines, most);
}

QStringList noteLines(const Document& doc, const MotionFault& fault, int most)
{
    QStringList lines;
    for (const Pop& pop : bySize(fault.recorded)) lines << popText(doc, pop);
    if (!lines.empty()) lines.front().prepend(faultTr("In the recorded motion: "));
    return atMost(lines, most);
}

NodeId culpritOf(const Document& doc, const MotionFault& fault)
{
    if (!fault.slips.empty()) {
        const Constraint* constraint = findConstraint(*doc.rig, slipsBySize(fault).front().target);
        return constraint ? constraint->target : NodeId::None;
    }
    const std::vector<Pop>& pops = fault.pops.empty() ? fault.recorded : fault.pops;
    if (pops.empty()) return NodeId::None;
    const Pop worst = bySize(pops).front();
    const Constraint* leader = leaderOf(doc, worst);
    return leader ? leader->target : worst.joint;
}

}  // namespace posewright::ui
