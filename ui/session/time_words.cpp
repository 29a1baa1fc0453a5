#include "ui/session/time_words.h"

#include <QCoreApplication>
#include <QLocale>

namespace posewright::ui {

QString timeWords(const QDateTime& moment, const QDateTime& now)
{
    if (!moment.isValid()) return {};
    const auto tr = [](const char* text) { return QCoreApplication::translate("Time", text); };
    const QDateTime here = moment.toLocalTime();
    const QString clock = QLocale().toString(here.time(), QLocale::ShortFormat);
    const qint64 days = here.date().daysTo(now.toLocalTime().date());
    if (days == 0) return tr("today at %1").arg(clock);
    if (days == 1) return tr("yesterday at %1").arg(clock);
    return tr("%1 at %2").arg(QLocale().toString(here.date(), QLocale::LongFormat), clock);
}

}  // namespace posewright::ui
