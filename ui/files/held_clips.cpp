#include "ui/files/held_clips.h"

#include <QListWidget>
#include <QMenu>

namespace posewright::ui {

HeldClips::HeldClips(QListWidget& clips, QWidget* parent) : QToolButton(parent), clips_(clips)
{
    setObjectName(QStringLiteral("broughtHeldClips"));
    setPopupMode(QToolButton::InstantPopup);
    setToolTip(tr("In which of these clips feet are held"));
    auto* menu = new QMenu(this);
    setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, &HeldClips::fill);
    connect(&clips_, &QListWidget::itemChanged, this, &HeldClips::name);
    name();
}

void HeldClips::fill()
{
    menu()->clear();
    for (int row = 0; row < clips_.count(); ++row) {
        const QListWidgetItem* item = clips_.item(row);
        if (item->checkState() != Qt::Checked) continue;
        // A single & would be a mnemonic.
        QAction* one = menu()->addAction(QString(item->text()).replace(u'&', QLatin1String("&&")));
        one->setCheckable(true);
        one->setChecked(!loose_.contains(row));
        connect(one, &QAction::toggled, this, [this, row](bool held) {
            if (held)
                loose_.erase(row);
            else
                loose_.insert(row);
            name();
            emit changed();
        });
    }
}

void HeldClips::name()
{
    int taken = 0, held = 0;
    for (int row = 0; row < clips_.count(); ++row) {
        if (clips_.item(row)->checkState() != Qt::Checked) continue;
        ++taken;
        held += loose_.contains(row) ? 0 : 1;
    }
    setVisible(taken > 1);
    setText(held == taken ? tr("in all of them") : tr("in %1 of %2 clips").arg(held).arg(taken));
}

}  // namespace posewright::ui
