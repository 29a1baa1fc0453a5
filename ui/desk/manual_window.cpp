#include "ui/desk/manual_window.h"

#include "ui/desk/filter_line.h"
#include "ui/desk/manual_page_view.h"
#include "ui/desk/manual_pages.h"
#include "ui/look/icons.h"

#include <QAction>
#include <QHBoxLayout>
#include <QListWidget>
#include <QScreen>
#include <QShortcut>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace posewright::ui {

namespace {

enum PageRole { FileRole = Qt::UserRole, BlockRole };

QToolButton* goButton(const char* picture, const QString& text, const QKeySequence& key)
{
    auto* button = new QToolButton;
    button->setIcon(icon(picture));
    button->setAutoRaise(true);
    button->setAccessibleName(text);
    button->setToolTip(QStringLiteral("%1 (%2)").arg(text, key.toString(QKeySequence::NativeText)));
    button->setShortcut(key);
    button->setEnabled(false);
    return button;
}

}  // namespace

ManualWindow::ManualWindow(QWidget* parent) :
    QWidget(parent, Qt::Window), list_(new QListWidget), page_(new ManualPageView)
{
    setObjectName(QStringLiteral("manual"));
    setWindowTitle(tr("Manual \u2013 Posewright"));
    setWindowIcon(icon("posewright"));
    sought_ = new FilterLine(*list_, QStringLiteral("manualSearch"), tr("Search all pages"),
                             tr("Search all pages of the manual"));
    list_->setObjectName(QStringLiteral("manualList"));
    list_->setAccessibleName(tr("Pages of the manual"));
    list_->setWordWrap(true);
    list_->setSpacing(3);
    list_->setAlternatingRowColors(true);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    QToolButton* back = goButton("go-back", tr("Back"), QKeySequence(QKeySequence::Back));
    QToolButton* on = goButton("go-forward", tr("Forward"), QKeySequence(QKeySequence::Forward));
    connect(back, &QToolButton::clicked, page_, &QTextBrowser::backward);
    connect(on, &QToolButton::clicked, page_, &QTextBrowser::forward);
    connect(page_, &QTextBrowser::backwardAvailable, back, &QWidget::setEnabled);
    connect(page_, &QTextBrowser::forwardAvailable, on, &QWidget::setEnabled);

    auto* top = new QHBoxLayout;
    top->addWidget(back);
    top->addWidget(on);
    top->addWidget(sought_, 1);
    auto* left = new QWidget;
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(6, 6, 0, 6);
    column->addLayout(top);
    column->addWidget(list_, 1);
    auto* parts = new QSplitter;
    parts->addWidget(left);
    parts->addWidget(page_);
    parts->setStretchFactor(1, 1);
    parts->setChildrenCollapsible(false);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(parts);
    const int letter = fontMetrics().averageCharWidth();
    parts->setSizes({letter * 40, letter * 120});
    const QSize room = screen()->availableSize();
    resize(QSize(letter * 165, fontMetrics().height() * 48).boundedTo(room * 9 / 10));
    constexpr int kWidest = 620, kBeside = 80;  // [px] of text; margins and scroll bar
    page_->setWidestPicture(std::clamp(width() - letter * 40 - kBeside, kWidest / 4, kWidest));

    connect(sought_, &QLineEdit::textChanged, this, &ManualWindow::search);
    connect(sought_, &QLineEdit::returnPressed, this, [this] { choose(list_->currentItem()); });
    connect(list_, &QListWidget::currentItemChanged, this, &ManualWindow::choose);
    connect(list_, &QListWidget::itemClicked, this, &ManualWindow::choose);
    connect(page_, &ManualPageView::pageShown, this, &ManualWindow::showWhereWeAre);
    addKeys();
    listPages();
    list_->setCurrentRow(0);
}

void ManualWindow::addKeys()
{
    const auto key = [this](const QKeySequence& keys, auto what) {
        connect(new QShortcut(keys, this), &QShortcut::activated, this, what);
    };
    key(QKeySequence(QKeySequence::Find), [this] {
        sought_->setFocus();
        sought_->selectAll();
    });
    key(QKeySequence(Qt::Key_Escape), [this] {
        if (sought_->text().isEmpty())
            close();
        else
            sought_->clear();
    });
}

void ManualWindow::open(const QString& page)
{
    if (!page.isEmpty()) {
        sought_->clear();
        page_->showPage(page);
        showWhereWeAre(page);
    }
    if (isMinimized()) showNormal();
    show();
    raise();
    activateWindow();
    sought_->setFocus();
    sought_->selectAll();
}

void ManualWindow::listPages()
{
    const QSignalBlocker quiet(list_);
    list_->clear();
    bool inside = false;
    for (const manual::Page& page : manual::pages()) {
        if (page.inside && !std::exchange(inside, true)) {
            auto* heading = new QListWidgetItem(tr("For who builds the program"), list_);
            heading->setFlags(Qt::NoItemFlags);
        }
        auto* item = new QListWidgetItem(page.title, list_);
        item->setData(FileRole, page.file);
    }
    showWhereWeAre(page_->file());
}

void ManualWindow::search(const QString& words)
{
    if (words.trimmed().isEmpty()) {
        page_->mark({});
        listPages();
        return;
    }
    const std::vector<manual::Found> found = manual::search(words);
    {
        const QSignalBlocker quiet(list_);
        list_->clear();
        for (const manual::Found& part : found) {
            const QString place =
                part.heading == part.page->title
                    ? part.heading
                    : part.page->title + QStringLiteral(" \u203a ") + part.heading;
            const bool itself = part.line == part.heading;
            auto* item = new QListWidgetItem(itself ? place : place + u'\n' + part.line, list_);
            item->setData(FileRole, part.page->file);
            item->setData(BlockRole, part.block);
        }
        if (found.empty()) {
            auto* none = new QListWidgetItem(tr("No page has all these words"), list_);
            none->setFlags(Qt::NoItemFlags);
        }
    }
    if (!found.empty()) list_->setCurrentRow(0);
}

void ManualWindow::choose(const QListWidgetItem* item)
{
    if (!item) return;
    const QString file = item->data(FileRole).toString();
    if (file.isEmpty()) return;
    if (page_->file() != file) page_->showPage(file);
    const QVariant block = item->data(BlockRole);
    page_->mark(sought_->text());
    if (block.isValid()) page_->goTo(block.toInt());
}

void ManualWindow::showWhereWeAre(const QString& file)
{
    if (!sought_->text().trimmed().isEmpty()) return;
    const QSignalBlocker quiet(list_);
    list_->setCurrentItem(nullptr);
    for (int row = 0; row < list_->count(); ++row)
        if (list_->item(row)->data(FileRole).toString() == file) list_->setCurrentRow(row);
}

}  // namespace posewright::ui
