#pragma once

#include <QString>

namespace posewright::ui {

/// Escapes a tooltip with names from files, since Qt would interpret a name like "<b>" as markup.
inline QString plainTip(const QString& text)
{
    return QStringLiteral("<p style='white-space:pre-wrap'>%1</p>").arg(text.toHtmlEscaped());
}

}  // namespace posewright::ui
