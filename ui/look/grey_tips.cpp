#include "ui/look/grey_tips.h"

#include "ui/look/plain_tip.h"

#include <QAction>
#include <QHelpEvent>
#include <QMenu>
#include <QToolTip>

namespace posewright::ui {

namespace {

class GreyTips final : public QObject {
public:
    explicit GreyTips(QMenu& menu) : QObject(&menu), menu_(menu) {}

    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() != QEvent::ToolTip) return false;
        const auto* help = static_cast<QHelpEvent*>(event);
        const QAction* action = menu_.actionAt(help->pos());
        const bool grey = action && !action->isEnabled() && !action->isSeparator();
        QToolTip::showText(help->globalPos(), grey ? plainTip(action->toolTip()) : QString(),
                           &menu_);
        return true;
    }

private:
    QMenu& menu_;
};

}  // namespace

void explainGrey(QMenu& menu)
{
    menu.installEventFilter(new GreyTips(menu));
}

}  // namespace posewright::ui
