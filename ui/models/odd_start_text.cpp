#include "ui/models/odd_start_text.h"

#include "ui/models/status_text.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"

#include <QCoreApplication>
#include <QLocale>

#include <numbers>

namespace posewright::ui {

namespace {

QString oddTr(const char* text)
{
    return QCoreApplication::translate("OddStart", text);
}

QString wholeDegrees(double angle)
{
    return QLocale().toString(angle * 180 / std::numbers::pi, 'f', 0);
}

}  // namespace

QString oddStartText(const Document& doc, const operate::OddStart& odd)
{
    using Stance = operate::OddStart::Stance;
    const QString begins = odd.stance == Stance::TPose   ? oddTr("The motion begins with a T-pose")
                           : odd.stance == Stance::APose ? oddTr("The motion begins with an A-pose")
                                                         : oddTr("The motion begins with a jump");
    const QString from = frameText(odd.next - 1), to = frameText(odd.next);
    if (odd.turned > odd.usual && odd.joint != NodeId::None)
        return oddTr(
                   "%1: from frame %2 to %3 \u201c%4\u201d turns by %5\u00b0, and no bone by more "
                   "than %6\u00b0 a frame after that.")
            .arg(begins, from, to, toQt(nodeName(*doc.scene, odd.joint)), wholeDegrees(odd.turned),
                 wholeDegrees(odd.usual));
    return oddTr("%1: from frame %2 to %3 the figure moves by %4.")
        .arg(begins, from, to, lengthText(odd.moved, doc.unit));
}

}  // namespace posewright::ui
