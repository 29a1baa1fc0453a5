#include "ui/desk/hint_label.h"

#include <QEvent>

namespace posewright::ui {

namespace {

QString joined(const QStringList& parts)
{
    return parts.join(QStringLiteral("  \u00b7  "));
}

}  // namespace

HintLabel::HintLabel(QWidget* parent) : QLabel(parent)
{
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    setTextFormat(Qt::PlainText);
}

void HintLabel::setParts(const QStringList& parts, const QString& last)
{
    parts_ = parts;
    last_ = last;
    setToolTip(parts.join(u'\n'));
    choose();
}

void HintLabel::choose()
{
    const int room = contentsRect().width();
    QStringList shown;
    if (!parts_.isEmpty() && fontMetrics().horizontalAdvance(last_) <= room) shown = {last_};
    for (const QString& part : shown.isEmpty() ? QStringList{} : parts_) {
        QStringList next = shown;
        next.insert(next.size() - 1, part);
        if (fontMetrics().horizontalAdvance(joined(next)) > room) break;
        shown = next;
    }
    if (const QString text = joined(shown); text != this->text()) setText(text);
}

void HintLabel::resizeEvent(QResizeEvent* event)
{
    QLabel::resizeEvent(event);
    choose();
}

void HintLabel::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange) choose();
}

}  // namespace posewright::ui
