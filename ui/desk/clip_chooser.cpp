#include "ui/desk/clip_chooser.h"

#include "core/edit/edit.h"
#include "ui/actions/desk.h"
#include "ui/desk/filter_line.h"
#include "ui/look/plain_tip.h"
#include "ui/look/whole_texts.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

#include <QDialogButtonBox>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace posewright::ui {

ClipChooser::ClipChooser(const QStringList& names, int current, QWidget* parent) :
    QDialog(parent), list_(new QListWidget),
    line_(new FilterLine(*list_, QStringLiteral("clipWords"), tr("Part of a name"),
                         tr("Part of a clip's name")))
{
    setObjectName(QStringLiteral("clipChooser"));
    setWindowTitle(tr("Show a clip"));
    setAccessibleName(windowTitle());
    list_->setObjectName(QStringLiteral("clipList"));
    list_->setAccessibleName(tr("Clips"));
    list_->setUniformItemSizes(true);
    showWholeTexts(*list_);
    list_->addItems(names);
    for (int row = 0; row < list_->count(); ++row) {
        QListWidgetItem* item = list_->item(row);
        item->setToolTip(plainTip(item->text()));
        if (row != current) continue;
        QFont font = item->font();
        font.setBold(true);
        item->setFont(font);
        item->setText(tr("%1 (shown now)").arg(item->text()));
    }
    list_->setCurrentRow(current);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    QPushButton* show = buttons->addButton(tr("&Show"), QDialogButtonBox::AcceptRole);
    show->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(list_, &QListWidget::itemActivated, this, &QDialog::accept);
    connect(list_, &QListWidget::currentRowChanged, this,
            [this, show] { show->setEnabled(chosen() >= 0); });
    connect(line_, &QLineEdit::textChanged, this, &ClipChooser::narrow);

    auto* column = new QVBoxLayout(this);
    column->addWidget(line_);
    column->addWidget(list_, 1);
    column->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 52, fontMetrics().height() * 26);
    list_->scrollToItem(list_->currentItem(), QAbstractItemView::PositionAtCenter);
    line_->setFocus();
}

int ClipChooser::chosen() const
{
    const QListWidgetItem* item = list_->currentItem();
    return item && !item->isHidden() ? list_->currentRow() : -1;
}

void ClipChooser::narrow(const QString& typed)
{
    const QStringList words = typed.split(u' ', Qt::SkipEmptyParts);
    int first = -1, exact = -1;
    for (int row = 0; row < list_->count(); ++row) {
        QListWidgetItem* item = list_->item(row);
        const bool found = std::all_of(words.begin(), words.end(), [&](const QString& word) {
            return item->text().contains(word, Qt::CaseInsensitive);
        });
        item->setHidden(!found);
        if (found && first < 0) first = row;
        if (item->text().compare(typed.trimmed(), Qt::CaseInsensitive) == 0) exact = row;
    }
    if (exact >= 0)
        list_->setCurrentRow(exact);
    else if (chosen() < 0)
        list_->setCurrentRow(first);
}

void showClip(Desk& desk, int row)
{
    const Document& doc = desk.session().document();
    if (row < 0 || row >= std::ssize(doc.clips) || row == doc.playback.clip) return;
    const Result<void> done = desk.session().commit(edit::SetActiveClip{doc.clips[row]->name});
    if (!done) desk.tell(errorText(done.error()));
}

void chooseClip(Desk& desk)
{
    const Document& doc = desk.session().document();
    QStringList names;
    for (const auto& clip : doc.clips) names << toQt(clip->name);
    ClipChooser chooser(names, doc.playback.clip, &desk.widget());
    if (chooser.exec() == QDialog::Accepted) showClip(desk, chooser.chosen());
}

}  // namespace posewright::ui
