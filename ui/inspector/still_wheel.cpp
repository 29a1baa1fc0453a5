#include "ui/inspector/still_wheel.h"

#include <QEvent>
#include <QWidget>

namespace posewright::ui {

namespace {

class WheelIgnored final : public QObject {
public:
    explicit WheelIgnored(QObject& field) : QObject(&field) { field.installEventFilter(this); }
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() != QEvent::Wheel) return false;
        event->ignore();
        return true;
    }
};

}  // namespace

void leaveWheelToPanel(QWidget& field)
{
    new WheelIgnored(field);
}

}  // namespace posewright::ui
