#include "ui/viewport/view_frame.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QVBoxLayout>

namespace posewright::ui {

namespace {

class ViewAccessible : public QAccessibleWidget {
public:
    explicit ViewAccessible(ViewFrame* frame) :
        QAccessibleWidget(frame, QAccessible::Canvas, ViewFrame::tr("View of the scene"))
    {
    }

    QString text(QAccessible::Text kind) const override
    {
        const auto* frame = static_cast<const ViewFrame*>(widget());
        switch (kind) {
        case QAccessible::Value: return frame->selectedText();
        case QAccessible::Description: return frame->writtenText();
        default: return QAccessibleWidget::text(kind);
        }
    }
};

QAccessibleInterface* makeInterface(const QString&, QObject* object)
{
    auto* frame = qobject_cast<ViewFrame*>(object);
    return frame ? new ViewAccessible(frame) : nullptr;
}

}  // namespace

ViewFrame::ViewFrame(QWidget* content)
{
    static const bool installed = [] {
        QAccessible::installFactory(makeInterface);
        return true;
    }();
    Q_UNUSED(installed);
    setObjectName(QStringLiteral("viewport"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(content);
    setFocusProxy(content);
}

void ViewFrame::setWords(std::function<QString()> selected, std::function<QString()> written)
{
    selected_ = std::move(selected);
    written_ = std::move(written);
}

void ViewFrame::announce()
{
    if (!QAccessible::isActive()) return;
    QAccessibleValueChangeEvent event(this, selectedText());
    QAccessible::updateAccessibility(&event);
}

}  // namespace posewright::ui
