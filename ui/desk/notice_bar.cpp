#include "ui/desk/notice_bar.h"

#include "ui/look/icons.h"
#include "ui/look/plain_tip.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QWindow>

#include <algorithm>

namespace posewright::ui {

namespace {

constexpr int kMostNoticeLines = 10;  ///< something of the view must be left
constexpr int kFoldedLines = 2;       ///< of the text as it is wrapped

}  // namespace

NoticeBar::NoticeBar(QWidget* parent) :
    QFrame(parent), sign_(new QToolButton), text_(new QLabel), offer_(new QToolButton),
    more_(new QToolButton)
{
    setObjectName(QStringLiteral("notice"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::ToolTipBase);
    text_->setObjectName(QStringLiteral("noticeText"));
    text_->setTextFormat(Qt::PlainText);
    text_->setWordWrap(true);
    text_->setForegroundRole(QPalette::ToolTipText);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
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
    offer_->setObjectName(QStringLiteral("noticeOffer"));
    offer_->setFocusPolicy(Qt::TabFocus);
    row->addWidget(offer_, 0, Qt::AlignTop);
    row->addWidget(close, 0, Qt::AlignTop);
    hide();
}

void NoticeBar::say(const QString& head, const QStringList& lines, QAction* offered, Weight weight)
{
    weight_ = weight;
    sign_->setIcon(icon(weight == Weight::Warning ? "say-warning" : "say-information"));
    if (offered) offer_->setDefaultAction(offered);
    offer_->setToolButtonStyle(Qt::ToolButtonTextOnly);
    offer_->setVisible(offered != nullptr);
    QStringList shown = lines.mid(0, kMostNoticeLines);
    if (lines.size() > kMostNoticeLines)
        shown << tr("and %n more", nullptr, static_cast<int>(lines.size()) - kMostNoticeLines);
    head_ = head;
    lines_ = lines;
    offered_ = offered;
    shown.prepend(head);
    text_->setText(shown.join(u'\n'));
    text_->setToolTip(lines.size() > kMostNoticeLines ? plainTip(lines.join(u'\n')) : QString());
    setAccessibleName(text_->text());
    unfold(false);
    show();
    place();
}

void NoticeBar::unfold(bool whole)
{
    whole_ = whole;
    const int most = kFoldedLines * text_->fontMetrics().lineSpacing();
    text_->setMaximumHeight(whole ? QWIDGETSIZE_MAX : most);
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
    more_->setVisible(text_->QLabel::heightForWidth(textWidth(width)) > lines);
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
    say(head, lines, offered_ ? offered_ : offered, Weight::Warning);
}

void NoticeBar::clear()
{
    hide();
    head_.clear();
    lines_.clear();
    offered_ = nullptr;
    text_->clear();
}

}  // namespace posewright::ui
