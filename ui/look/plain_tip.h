#pragma once

#include <QString>

namespace posewright::ui {

/// For tooltips that hold names from files: Qt would take a name like "<b>" for markup.
inline QString plainTip(const QString& text)
{
    return QStringLiteral("<p style='white-space:pre-wrap'>%1</p>").arg(text.toHtmlEscaped());
}

}  // namespace posewright::ui
