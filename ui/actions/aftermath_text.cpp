#include "ui/actions/aftermath_text.h"

#include "ui/models/status_text.h"
#include "ui/session/step_text.h"
#include "ui/session/text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <numbers>

namespace posewright::ui {

namespace {

constexpr int kMostTold = 3;  ///< new problems

QString aftermathTr(const char* text, int n = -1)
{
    return QCoreApplication::translate("Aftermath", text, nullptr, n);
}

QString framesText(const operate::Effect& effect)
{
    if (effect.first == effect.last) return aftermathTr("at frame %1").arg(frameText(effect.first));
    return aftermathTr("at frames %1 to %2").arg(frameText(effect.first), frameText(effect.last));
}

QString effectText(const Document& doc, const operate::Effect& effect)
{
    using What = operate::Effect::What;
    const QString name = toQt(nodeName(*doc.scene, effect.node));
    const QString length = lengthText(effect.size, doc.unit);
    const QString frames = framesText(effect);
    switch (effect.what) {
    case What::Misses: return aftermathTr("%1 is missed %2, by up to %3").arg(name, frames, length);
    case What::Pops:
        return aftermathTr("%1 pops by %3\u00b0 %2")
            .arg(name, frames, QLocale().toString(effect.size * 180 / std::numbers::pi, 'f', 0));
    case What::Slips: return aftermathTr("%1 slips by %3 %2").arg(name, frames, length);
    case What::Through:
        return aftermathTr("%1 goes through \u201c%4\u201d %2, up to %3 deep")
            .arg(name, frames, length, toQt(nodeName(*doc.scene, effect.box)));
    case What::Lifts:
        return aftermathTr("%1 no longer touches \u201c%3\u201d %2")
            .arg(name, frames, toQt(nodeName(*doc.scene, effect.box)));
    case What::Carries:
    case What::Moves: break;
    }
    return aftermathTr("moves \u201c%1\u201d by up to %3 %2").arg(name, frames, length);
}

QString leavesText(const operate::Aftermath& what)
{
    if (what.problems == 0 && what.inBoxes > 0)
        return aftermathTr("leaves no problem, but a limb in a box at %n frame(s)", what.inBoxes);
    if (what.problems == 0) return aftermathTr("leaves no problem");
    if (what.problems > what.before)
        return aftermathTr("%1 problem frames instead of %2").arg(what.problems).arg(what.before);
    return aftermathTr("leaves %1 of %2 problem frames").arg(what.problems).arg(what.before);
}

}  // namespace

QString aftermathText(const Document& doc, const operate::Aftermath& what)
{
    QStringList parts, moves;
    int more = 0;
    for (const operate::Effect& effect : what.effects)
        if (effect.what >= operate::Effect::What::Carries)
            moves << effectText(doc, effect);
        else if (parts.size() < kMostTold)
            parts << effectText(doc, effect);
        else
            ++more;
    if (more) parts << aftermathTr("and %n more", more);
    const QString all = (QStringList(leavesText(what)) + parts + moves).join(QStringLiteral("; "));
    return what.worse() ? aftermathTr("Makes it worse: %1").arg(all) : all;
}

}  // namespace posewright::ui
