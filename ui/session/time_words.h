#pragma once

#include <QDateTime>
#include <QString>

namespace posewright::ui {

/// A moment in words, relative to `now`: "today at 14:05", "yesterday at 09:30", "19 November 2026
/// at 14:05". Empty if the moment is invalid.
QString timeWords(const QDateTime& moment, const QDateTime& now = QDateTime::currentDateTime());

}  // namespace posewright::ui
