#include "ui/models/odd_start_text.h"

#include "ui/models/status_text.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>
#include <numbers>

namespace posewright::ui {

namespace {

QString oddTr(const char* text, int n = -1)
{
    return QCoreApplication::translate("OddStart", text, nullptr, n);
}

double inDegrees(double angle)
{
    return angle * 180 / std::numbers::pi;
}

QString degreesText(double degrees)
{
    return QLocale().toString(degrees, 'f', 0);
}

}  // namespace

QString oddStartText(const Document& doc, const operate::OddStart& odd)
{
    using Stance = operate::OddStart::Stance;
    const QString begins = odd.stance == Stance::TPose   ? oddTr("The motion begins with a T-pose")
                           : odd.stance == Stance::APose ? oddTr("The motion begins with an A-pose")
                                                         : oddTr("The motion begins with a jump");
    const QString from = frameText(odd.next - 1), to = frameText(odd.next);
    if (odd.turned > odd.usual && odd.joint != NodeId::None) {
        const QString jump = oddTr("%1: from frame %2 to %3 \u201c%4\u201d turns by %5\u00b0")
                                 .arg(begins, from, to, toQt(nodeName(*doc.scene, odd.joint)),
                                      degreesText(std::round(inDegrees(odd.turned))));
        const QString others = odd.jumping > 1
                                   ? oddTr(", with %n other bone(s) popping along", odd.jumping - 1)
                                   : QString();
        return oddTr("%1%2. In the %n frame(s) after that no bone turns by more than %3\u00b0 a "
                     "frame.",
                     odd.compared)
            .arg(jump, others, degreesText(std::ceil(inDegrees(odd.usual) - 1e-9)));
    }
    return oddTr("%1: from frame %2 to %3 the figure moves by %4.")
        .arg(begins, from, to, lengthText(odd.moved, doc.unit));
}

}  // namespace posewright::ui
