#include "ui/desk/notice_bar.h"

#include "ui/desk/folded_label.h"
#include "ui/look/icons.h"
#include "ui/look/plain_tip.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>
#include <QWindow>

#include <algorithm>

namespace posewright::ui {

namespace {

constexpr int kMostNoticeLines = 10;  ///< something of the view must be left
constexpr int kFoldedLines = 2;       ///< of the text as it is wrapped

/// @param action  null: the button is hidden
void present(QToolButton& button, QAction* action)
{
    // What was offered before would make a menu of it.
    for (QAction* before : button.actions())
        if (before != action) button.removeAction(before);
    if (action) button.setDefaultAction(action);
    button.setToolButtonStyle(Qt::ToolButtonTextOnly);
    button.setVisible(action != nullptr);
}

}  // namespace

NoticeBar::NoticeBar(QWidget* parent) :
    QFrame(parent), sign_(new QToolButton), text_(new FoldedLabel), kept_(new QToolButton),
    offer_(new QToolButton), more_(new QToolButton)
{
    setObjectName(QStringLiteral("notice"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    text_->setObjectName(QStringLiteral("noticeText"));
    text_->setForegroundRole(QPalette::ToolTipText);
    // A button redraws its icon when colours change.
    sign_->setObjectName(QStringLiteral("noticeSign"));
    sign_->setAutoRaise(true);
    sign_->setFocusPolicy(Qt::NoFocus);
    sign_->setAttribute(Qt::WA_TransparentForMouseEvents);
    more_->setObjectName(QStringLiteral("noticeMore"));
    more_->setFocusPolicy(Qt::TabFocus);
    more_->hide();
    connect(more_, &QToolButton::clicked, this, [this] { unfold(!whole_); });
    auto* close = new QToolButton;
    close->setObjectName(QStringLiteral("noticeClose"));
    close->setIcon(icon("discard"));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close this notice"));
    close->setAccessibleName(close->toolTip());
    close->setFocusPolicy(Qt::TabFocus);
    connect(close, &QToolButton::clicked, this, &NoticeBar::clear);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 5, 5, 5);
    row->addWidget(sign_, 0, Qt::AlignTop);
    row->addWidget(text_, 1, Qt::AlignTop);
    row->addWidget(more_, 0, Qt::AlignTop);
    // What waits was said first, and is to be done first.
    kept_->setObjectName(QStringLiteral("noticeKept"));
    offer_->setObjectName(QStringLiteral("noticeOffer"));
    for (QToolButton* button : {kept_, offer_}) {
        button->setFocusPolicy(Qt::TabFocus);
        row->addWidget(button, 0, Qt::AlignTop);
    }
    row->addWidget(close, 0, Qt::AlignTop);
    hide();
}

void NoticeBar::say(const QString& head, const QStringList& lines, QAction* offered, Weight weight)
{
    QStringList all = lines;
    if (!offered && waiting_.offered) {
        all += waiting_.lines;
        offered = waiting_.offered;
    }
    weight_ = weight;
    sign_->setIcon(icon(weight == Weight::Warning ? "say-warning" : "say-information"));
    present(*offer_, offered);
    present(*kept_, nullptr);
    QStringList shown = all.mid(0, kMostNoticeLines);
    if (all.size() > kMostNoticeLines)
        shown << tr("and %n more", nullptr, static_cast<int>(all.size()) - kMostNoticeLines);
    head_ = head;
    lines_ = all;
    offered_ = offered;
    shown.prepend(head);
    text_->setText(shown.join(u'\n'));
    setAccessibleName(text_->text());
    unfold(false);
    show();
    place();
}

void NoticeBar::unfold(bool whole)
{
    whole_ = whole;
    text_->setMostLines(whole ? 0 : kFoldedLines);
    // All of it, where lines are left out here.
    text_->setToolTip(!whole || lines_.size() > kMostNoticeLines
                          ? plainTip(head_ + u'\n' + lines_.join(u'\n'))
                          : QString());
    more_->setText(whole ? tr("Less") : tr("More\u2026"));
    more_->setToolTip(whole ? tr("Show the first lines of this notice")
                            : tr("Show all of this notice"));
    place();
}

int NoticeBar::textWidth(int width) const
{
    const QMargins margins = layout()->contentsMargins();
    int beside = margins.left() + margins.right() + 2 * frameWidth();
    for (const auto* button : findChildren<QToolButton*>(Qt::FindDirectChildrenOnly))
        if (button == more_ || button->isVisibleTo(this))
            beside += button->sizeHint().width() + layout()->spacing();
    return width - beside;
}

void NoticeBar::lieOver(QWidget& widget, bool native)
{
    under_ = &widget;
    setAttribute(Qt::WA_DontCreateNativeAncestors, native);
    setAttribute(Qt::WA_NativeWindow, native);
    for (QWidget* each = &widget; each && each != parentWidget(); each = each->parentWidget())
        each->installEventFilter(this);
    for (QWidget* page : widget.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
        page->installEventFilter(this);
}

void NoticeBar::toFront()
{
    raise();
    // Qt takes the order of windows for that of widgets, in which the view's window is none.
    if (QWindow* window = windowHandle()) window->raise();
}

void NoticeBar::place()
{
    if (!under_ || isHidden()) return;
    const int width = under_->width();
    const int lines = text_->fontMetrics().lineSpacing() * kFoldedLines;
    more_->setVisible(text_->wholeHeight(textWidth(width)) > lines);
    const int height = hasHeightForWidth() ? heightForWidth(width) : sizeHint().height();
    setGeometry(QRect(under_->mapTo(parentWidget(), QPoint(0, 0)),
                      QSize(width, std::min(height, under_->height()))));
    toFront();
    emit covers(this->height());
}

bool NoticeBar::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::Resize:
    case QEvent::Move: place(); break;
    // A page that comes to the front brings its window to the front of all.
    case QEvent::ZOrderChange:
        if (isVisible()) toFront();
        break;
    default: break;
    }
    return QFrame::eventFilter(watched, event);
}

void NoticeBar::showEvent(QShowEvent* event)
{
    QFrame::showEvent(event);
    place();
}

void NoticeBar::hideEvent(QHideEvent* event)
{
    QFrame::hideEvent(event);
    emit covers(0);
}

void NoticeBar::add(const QString& line, QAction* offered)
{
    if (head_.isEmpty()) return say(line, {}, offered);
    const QString head = head_;
    QStringList lines = lines_;
    lines.prepend(line);
    const bool waits = waiting_.offered && head == waiting_.head && offered;
    say(head, lines, offered ? offered : offered_, Weight::Warning);
    if (!waits || offered == waiting_.offered) return;
    present(*kept_, waiting_.offered);
    place();
}

void NoticeBar::keep()
{
    waiting_ = {head_, lines_, offered_};
}

void NoticeBar::settle()
{
    if (!waiting_.offered) return clear();
    const Waiting kept = waiting_;
    say(kept.head, kept.lines, kept.offered);
}

void NoticeBar::clear()
{
    hide();
    waiting_ = {};
    head_.clear();
    lines_.clear();
    offered_ = nullptr;
    text_->clear();
}

}  // namespace posewright::ui
