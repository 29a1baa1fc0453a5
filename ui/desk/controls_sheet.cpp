#include "ui/desk/controls_sheet.h"

#include "ui/actions/actions.h"
#include "ui/actions/find_action.h"
#include "ui/actions/mouse_map.h"

#include <QAction>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace posewright::ui {

namespace {

QTreeWidgetItem* group(QTreeWidget& tree, const QString& title)
{
    auto* item = new QTreeWidgetItem(&tree, {title});
    QFont bold = tree.font();
    bold.setBold(true);
    item->setFont(0, bold);
    item->setFirstColumnSpanned(true);
    item->setExpanded(true);
    return item;
}

void addMouse(QTreeWidget& tree, const QString& title, const std::vector<MouseRow>& rows)
{
    QTreeWidgetItem* head = group(tree, title);
    for (const MouseRow& row : rows)
        new QTreeWidgetItem(head, {QCoreApplication::translate("Mouse", row.gesture),
                                   QCoreApplication::translate("Mouse", row.what)});
}

QString keysOf(const QAction& action)
{
    QStringList keys;
    for (const QKeySequence& key : action.shortcuts())
        keys << key.toString(QKeySequence::NativeText);
    return keys.join(QCoreApplication::translate("ControlsSheet", " or "));
}

void filter(QTreeWidget& tree, const QString& typed)
{
    for (int g = 0; g < tree.topLevelItemCount(); ++g) {
        QTreeWidgetItem* head = tree.topLevelItem(g);
        bool any = false;
        for (int i = 0; i < head->childCount(); ++i) {
            QTreeWidgetItem* row = head->child(i);
            const bool fits = row->text(0).contains(typed, Qt::CaseInsensitive) ||
                              row->text(1).contains(typed, Qt::CaseInsensitive);
            row->setHidden(!fits);
            any = any || fits;
        }
        head->setHidden(!any);
    }
}

}  // namespace

ControlsSheet::ControlsSheet(const Actions& actions, QWidget* parent) : QDialog(parent)
{
    setObjectName(QStringLiteral("controlsSheet"));
    setWindowTitle(tr("Mouse and keys"));
    auto* sought = new QLineEdit;
    sought->setPlaceholderText(tr("Filter"));
    sought->setAccessibleName(tr("Filter"));
    sought->setClearButtonEnabled(true);
    auto* tree = new QTreeWidget;
    tree->setObjectName(QStringLiteral("controls"));
    tree->setAccessibleName(windowTitle());
    tree->setColumnCount(2);
    tree->setHeaderLabels({tr("Gesture or key"), tr("What it does")});
    tree->setIndentation(12);
    tree->setRootIsDecorated(false);
    tree->setAlternatingRowColors(true);
    addMouse(*tree, tr("Mouse in the view"), viewMouse());
    addMouse(*tree, tr("Mouse on the timeline"), timelineMouse());
    QTreeWidgetItem* head = nullptr;
    std::string_view menu;
    for (std::size_t i = 0; i < actionTable().size(); ++i) {
        const ActionRow& row = actionTable()[i];
        if (row.shortcuts.empty()) continue;
        const std::string_view name = row.menu.substr(0, row.menu.find('/'));
        if (name != menu) {
            menu = name;
            head = group(*tree,
                         tr("Keys: %1")
                             .arg(QCoreApplication::translate("Menus", std::string(name).c_str())));
        }
        new QTreeWidgetItem(
            head, {keysOf(*actions.all()[i]), QCoreApplication::translate("Actions", row.hint)});
    }
    tree->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    connect(sought, &QLineEdit::textChanged, tree, [tree](const QString& t) { filter(*tree, t); });
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* column = new QVBoxLayout(this);
    column->addWidget(sought);
    column->addWidget(tree, 1);
    column->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 124, fontMetrics().height() * 38);
}

}  // namespace posewright::ui
