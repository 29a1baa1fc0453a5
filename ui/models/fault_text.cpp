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

QString nodeText(const Document& doc, NodeId node)
{
    const NodeIndex row = doc.scene->find(node);
    return row == kNoNode ? QString() : toQt((*doc.scene)[row].name);
}

/// Copies of a list, the greatest first.
template <class T, class Size>
std::vector<T> greatestFirst(std::vector<T> all, Size size)
{
    std::stable_sort(all.begin(), all.end(),
                     [&](const T& a, const T& b) { return size(a) > size(b); });
    return all;
}

std::vector<Pop> popsBySize(const MotionFault& fault)
{
    return greatestFirst(fault.pops, [](const Pop& pop) { return pop.angle; });
}

std::vector<MotionFault::Slip> slipsBySize(const MotionFault& fault)
{
    return greatestFirst(fault.slips, [](const MotionFault::Slip& slip) { return slip.by; });
}

}  // namespace

QString popText(const Document& doc, const Pop& pop)
{
    const double degrees = pop.angle * 180 / std::numbers::pi;
    return faultTr("%1 pops: it turns by %2\u00b0 from frame %3 to %4")
        .arg(nodeText(doc, pop.joint), QLocale().toString(degrees, 'f', 0),
             frameText(pop.frame - 1), frameText(pop.frame));
}

QString slipText(const Document& doc, const MotionFault::Slip& slip)
{
    const Constraint* constraint = findConstraint(*doc.rig, slip.target);
    return faultTr("%1 slips by %2 inside its contact")
        .arg(constraint ? nodeText(doc, constraint->target) : QString(),
             lengthText(slip.by, doc.unit));
}

QStringList faultLines(const Document& doc, const MotionFault& fault, int most)
{
    QStringList lines;
    for (const MotionFault::Slip& slip : slipsBySize(fault)) lines << slipText(doc, slip);
    for (const Pop& pop : popsBySize(fault)) lines << popText(doc, pop);
    if (lines.size() <= most) return lines;
    const auto left = static_cast<int>(lines.size()) - most + 1;
    lines.resize(most - 1);
    lines << faultTr("and %n more", left);
    return lines;
}

NodeId culpritOf(const Document& doc, const MotionFault& fault)
{
    if (!fault.slips.empty()) {
        const Constraint* constraint = findConstraint(*doc.rig, slipsBySize(fault).front().target);
        return constraint ? constraint->target : NodeId::None;
    }
    if (fault.pops.empty()) return NodeId::None;
    const Pop worst = popsBySize(fault).front();
    const NodeIndex joint = doc.scene->find(worst.joint);
    for (const Constraint& constraint : doc.rig->constraints) {
        const SpanRow* row = doc.clip().spanRow(constraint.id);
        if (!row || (!spanAt(row, worst.frame) && !spanAt(row, worst.frame - 1))) continue;
        const std::vector<NodeIndex> turned = jointsOf(*doc.scene, constraint);
        if (std::find(turned.begin(), turned.end(), joint) != turned.end())
            return constraint.target;
    }
    return worst.joint;
}

}  // namespace posewright::ui
