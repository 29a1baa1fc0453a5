#include "ui/desk/command_palette.h"

#include <QAction>
#include <QCoreApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace posewright::ui {

CommandPalette::CommandPalette(std::vector<FoundAction> entries, QWidget* parent) :
    QDialog(parent), entries_(std::move(entries)), line_(new QLineEdit), list_(new QTreeWidget)
{
    setObjectName(QStringLiteral("commandPalette"));
    setWindowTitle(tr("Find an action"));
    setAccessibleName(windowTitle());
    line_->setObjectName(QStringLiteral("commandWords"));
    line_->setPlaceholderText(tr("What do you want to do? A word or two will do"));
    line_->setAccessibleName(tr("Words of the action"));
    line_->setClearButtonEnabled(true);
    list_->setObjectName(QStringLiteral("commandList"));
    list_->setAccessibleName(tr("Actions that answer"));
    list_->setColumnCount(3);
    list_->setHeaderHidden(true);
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->setFocusPolicy(Qt::NoFocus);
    list_->header()->setStretchLastSection(false);
    list_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    list_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    list_->header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    auto* keys = new QLabel(tr("Enter runs it, Esc closes. Grey: not possible just now."));
    keys->setForegroundRole(QPalette::PlaceholderText);

    auto* column = new QVBoxLayout(this);
    column->addWidget(line_);
    column->addWidget(list_, 1);
    column->addWidget(keys);
    resize(fontMetrics().averageCharWidth() * 90, fontMetrics().height() * 24);
    line_->installEventFilter(this);
    connect(line_, &QLineEdit::textChanged, this, &CommandPalette::list);
    connect(list_, &QTreeWidget::itemClicked, this, &CommandPalette::runCurrent);
    list({});
}

void CommandPalette::list(const QString& typed)
{
    shown_ = findActions(entries_, typed);
    list_->clear();
    for (const FoundAction& entry : shown_) {
        const QAction& action = *entry.action;
        auto* item = new QTreeWidgetItem(
            {plainText(action), entry.path, action.shortcut().toString(QKeySequence::NativeText)});
        item->setIcon(0, action.icon());
        item->setToolTip(0, action.statusTip());
        if (action.isCheckable() && action.isChecked())
            item->setText(0, tr("%1 (on)").arg(item->text(0)));
        for (int i = 0; i < 3; ++i)
            if (i > 0 || !action.isEnabled())
                item->setForeground(i, palette().brush(QPalette::Disabled, QPalette::Text));
        list_->addTopLevelItem(item);
    }
    list_->setCurrentItem(list_->topLevelItem(0));
}

void CommandPalette::runCurrent()
{
    const int row = list_->indexOfTopLevelItem(list_->currentItem());
    if (row < 0 || !shown_[row].action->isEnabled()) return;
    QAction* action = shown_[row].action;
    accept();  // first: what runs may open a dialog of its own
    action->trigger();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == line_ && event->type() == QEvent::KeyPress) {
        switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_PageUp:
        case Qt::Key_PageDown: QCoreApplication::sendEvent(list_, event); return true;
        case Qt::Key_Return:
        case Qt::Key_Enter: runCurrent(); return true;
        default: break;
        }
    }
    return QDialog::eventFilter(watched, event);
}

void CommandPalette::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    if (const QWidget* over = parentWidget())
        move(over->mapToGlobal(QPoint((over->width() - width()) / 2, over->height() / 10)));
    line_->setFocus();
}

}  // namespace posewright::ui
