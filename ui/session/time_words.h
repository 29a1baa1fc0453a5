#pragma once

#include <QDateTime>
#include <QString>

namespace posewright::ui {

/// A moment as people of this place say it at `now`: "today at 14:05", "yesterday at 09:30",
/// "19 November 2026 at 14:05". Empty where the moment is not valid.
QString timeWords(const QDateTime& moment, const QDateTime& now = QDateTime::currentDateTime());

}  // namespace posewright::ui
