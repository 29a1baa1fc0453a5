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

}  // namespace

NoticeBar::NoticeBar(QWidget* parent) : QFrame(parent), text_(new QLabel), offer_(new QToolButton)
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
    auto* sign = new QToolButton;  // a button redraws its icon when colours change
    sign->setIcon(icon("say-warning"));
    sign->setAutoRaise(true);
    sign->setFocusPolicy(Qt::NoFocus);
    sign->setAttribute(Qt::WA_TransparentForMouseEvents);
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
    row->addWidget(sign, 0, Qt::AlignTop);
    row->addWidget(text_, 1);
    offer_->setObjectName(QStringLiteral("noticeOffer"));
    offer_->setFocusPolicy(Qt::TabFocus);
    row->addWidget(offer_, 0, Qt::AlignTop);
    row->addWidget(close, 0, Qt::AlignTop);
    hide();
}

void NoticeBar::say(const QString& head, const QStringList& lines, QAction* offered)
{
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
    show();
    place();
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
    say(head, lines, offered_ ? offered_ : offered);
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
