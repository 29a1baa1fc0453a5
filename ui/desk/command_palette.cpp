#include "ui/desk/command_palette.h"

#include "ui/desk/filter_line.h"

#include <QAction>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QScrollBar>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace posewright::ui {

namespace {

/// A list that shows whole rows only. Columns 1 and 2 have fixed widths; the first column gets the
/// rest, with or without a scroll bar.
class RowList final : public QTreeWidget {
public:
    void setWidths(int second, int third)
    {
        header()->resizeSection(1, second);
        beside_ = second + third;
        fit();
    }
    void setMessage(const QString& text)
    {
        message_ = text;
        viewport()->update();
    }
    void fit()
    {
        const int row = sizeHintForRow(0);
        const int room = contentsRect().height();
        if (row > 0) setViewportMargins(0, 0, 0, room % row);
        const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
        header()->resizeSection(0, contentsRect().width() - bar - beside_);
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QTreeWidget::resizeEvent(event);
        fit();
    }
    void paintEvent(QPaintEvent* event) override
    {
        QTreeWidget::paintEvent(event);
        if (message_.isEmpty()) return;
        QPainter painter(viewport());
        painter.setPen(palette().color(QPalette::PlaceholderText));
        constexpr int kAir = 16;
        painter.drawText(viewport()->rect().adjusted(kAir, kAir, -kAir, -kAir),
                         Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, message_);
    }

private:
    QString message_;
    int beside_ = 0;  ///< width of the other columns [px]
};

/// As wide as an icon, for entries without one.
QIcon noIcon(const QSize& size)
{
    QPixmap nothing(size);
    nothing.fill(Qt::transparent);
    return nothing;
}

}  // namespace

CommandPalette::CommandPalette(std::vector<FoundAction> entries, QWidget* parent,
                               std::vector<FoundAction> things) :
    QDialog(parent),
    entries_(std::move(entries)), things_(std::move(things)), list_(new RowList),
    line_(
        new FilterLine(*list_, QStringLiteral("commandWords"),
                       tr("What do you want to do? A word or two, or the name of a bone or target"),
                       tr("Words of the action, or a name"))),
    said_(new QLabel)
{
    setObjectName(QStringLiteral("commandPalette"));
    setWindowTitle(tr("Find an action, bone or target"));
    setAccessibleName(windowTitle());
    list_->setObjectName(QStringLiteral("commandList"));
    list_->setAccessibleName(tr("Actions, bones and targets that answer"));
    list_->setColumnCount(3);
    list_->setHeaderHidden(true);
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->setFocusPolicy(Qt::NoFocus);
    list_->setAutoFillBackground(true);
    list_->setBackgroundRole(QPalette::Base);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list_->header()->setStretchLastSection(true);  // also into the space of the scroll bar
    list_->header()->setSectionResizeMode(QHeaderView::Fixed);
    said_->setObjectName(QStringLiteral("commandSaid"));
    said_->setTextFormat(Qt::PlainText);
    said_->setForegroundRole(QPalette::PlaceholderText);

    auto* column = new QVBoxLayout(this);
    column->addWidget(line_);
    column->addWidget(list_, 1);
    column->addWidget(said_);
    resize(fontMetrics().averageCharWidth() * 90, fontMetrics().height() * 24);
    connect(line_, &QLineEdit::returnPressed, this, &CommandPalette::runCurrent);
    connect(line_, &QLineEdit::textChanged, this, &CommandPalette::list);
    connect(list_, &QTreeWidget::itemClicked, this, &CommandPalette::runCurrent);
    connect(list_, &QTreeWidget::currentItemChanged, this, &CommandPalette::explain);

    // Measured over all entries, so that nothing moves while typing.
    int names = 0, path = 0, keys = 0;
    for (const FoundAction& entry : entries_) {
        names = std::max(names, fontMetrics().horizontalAdvance(plainText(*entry.action)));
        path = std::max(path, fontMetrics().horizontalAdvance(entry.path));
        keys = std::max(keys, fontMetrics().horizontalAdvance(
                                  entry.action->shortcut().toString(QKeySequence::NativeText)));
    }
    const int air = 2 * fontMetrics().averageCharWidth();
    // Wide enough for the longest row: icon, margins and scroll bar besides the texts.
    const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, list_);
    const int sign = style()->pixelMetric(QStyle::PM_SmallIconSize, nullptr, list_);
    const QMargins edges = column->contentsMargins();
    const int whole = names + path + keys + 4 * air + sign + bar + 2 * list_->frameWidth();
    resize(std::max(width(), whole + edges.left() + edges.right()), height());
    list({});
    static_cast<RowList*>(list_)->setWidths(path + air, keys + air);
}

void CommandPalette::list(const QString& typed)
{
    shown_ = findActions(entries_, typed);
    actions_ = shown_.size();
    if (!typed.trimmed().isEmpty()) {
        const std::vector<FoundAction> named = findActions(things_, typed);
        shown_.insert(shown_.end(), named.begin(), named.end());
    }
    list_->clear();
    const QIcon none = noIcon(list_->iconSize().isValid() ? list_->iconSize() : QSize(16, 16));
    for (const FoundAction& entry : shown_) {
        const QAction& action = *entry.action;
        auto* item = new QTreeWidgetItem(
            {plainText(action), entry.path, action.shortcut().toString(QKeySequence::NativeText)});
        item->setIcon(0, action.icon().isNull() ? none : action.icon());
        item->setToolTip(0, action.statusTip());
        if (action.isCheckable() && action.isChecked())
            item->setText(0, tr("%1 (on)").arg(item->text(0)));
        for (int i = 0; i < 3; ++i)
            if (i > 0 || !action.isEnabled())
                item->setForeground(i, palette().brush(QPalette::Disabled, QPalette::Text));
        list_->addTopLevelItem(item);
    }
    list_->setCurrentItem(list_->topLevelItem(0));
    const QString nothing =
        tr("Nothing found for \u201c%1\u201d. Another word may do.").arg(typed.trimmed());
    static_cast<RowList*>(list_)->setMessage(shown_.empty() ? nothing : QString());
    list_->setAccessibleDescription(shown_.empty() ? nothing : QString());
    explain();
}

void CommandPalette::explain()
{
    const int row = list_->indexOfTopLevelItem(list_->currentItem());
    if (row < 0) {
        said_->setText(shown_.empty() ? tr("Esc closes. Help > Mouse and Keys lists them all.")
                                      : QString());
        return;
    }
    const QAction& action = *shown_[row].action;
    if (row >= static_cast<int>(actions_)) {
        said_->setText(tr("Enter selects it and brings it into view, Esc closes."));
        return;
    }
    said_->setText(action.isEnabled()
                       ? tr("Enter runs it, Esc closes. Grey: not possible just now.")
                       : tr("Not possible now: %1").arg(action.property(kObstacle).toString()));
}

void CommandPalette::runCurrent()
{
    const int row = list_->indexOfTopLevelItem(list_->currentItem());
    if (row < 0 || !shown_[row].action->isEnabled()) return;
    QAction* action = shown_[row].action;
    accept();  // first, since the action may open a dialog
    action->trigger();
}

void CommandPalette::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    if (const QWidget* over = parentWidget())
        move(over->mapToGlobal(QPoint((over->width() - width()) / 2, over->height() / 10)));
    line_->setFocus();
}

}  // namespace posewright::ui
