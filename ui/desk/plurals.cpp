#include "ui/desk/plurals.h"

namespace posewright::ui {

QString Plurals::translate(const char* /*context*/, const char* text,
                           const char* /*disambiguation*/, int n) const
{
    QString sentence = QString::fromUtf8(text);
    const QString source = sentence;
    for (const QLatin1String ending : {QLatin1String("s"), QLatin1String("es")})
        sentence.replace(u'(' + ending + u')', n == 1 ? QString() : QString(ending));
    // Empty: Qt uses the source text.
    return n < 0 || sentence == source ? QString() : sentence;
}

}  // namespace posewright::ui
