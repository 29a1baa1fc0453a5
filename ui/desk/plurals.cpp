#include "ui/desk/plurals.h"

namespace posewright::ui {

QString Plurals::translate(const char* /*context*/, const char* text,
                           const char* /*disambiguation*/, int n) const
{
    const QLatin1String mark("(s)");
    QString sentence = QString::fromUtf8(text);
    // Nothing: the source text is meant.
    if (n < 0 || !sentence.contains(mark)) return {};
    return sentence.replace(mark, n == 1 ? QString() : QStringLiteral("s"));
}

}  // namespace posewright::ui
