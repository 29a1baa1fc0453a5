#include "ui/files/file_dialog_look.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QHeaderView>
#include <QScreen>
#include <QTreeView>

namespace posewright::ui {

void dressFileDialog(QFileDialog& dialog)
{
    if (dialog.acceptMode() == QFileDialog::AcceptSave)
        dialog.setLabelText(QFileDialog::LookIn, QCoreApplication::translate("Files", "Save in:"));
    auto* tree = dialog.findChild<QTreeView*>(QStringLiteral("treeView"));
    if (!tree) return;
    QHeaderView* header = tree->header();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(0, QHeaderView::Stretch);
    header->setMinimumSectionSize(dialog.fontMetrics().averageCharWidth() * 8);
    tree->setUniformRowHeights(true);
    dialog.resize(dialog.fontMetrics().averageCharWidth() * 130,
                  dialog.fontMetrics().height() * 30);
}

void resizeOnScreen(QWidget& window, const QSize& size)
{
    constexpr int kTitleBar = 3;  // [lines of text]
    const QSize room = window.screen()->availableGeometry().size() -
                       QSize(0, kTitleBar * window.fontMetrics().height());
    window.resize(size.boundedTo(room));
}

}  // namespace posewright::ui
