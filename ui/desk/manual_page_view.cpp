#include "ui/desk/manual_page_view.h"

#include "ui/desk/manual_pages.h"
#include "ui/look/contrast.h"
#include "ui/look/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QCoreApplication>
#include <QDesktopServices>
#include <QEvent>
#include <QImage>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextTable>

namespace posewright::ui {

namespace {

constexpr int kLineHeight = 125;  ///< [%] of the font's height
constexpr int kMargin = 22;       ///< around a page [px]

QUrl urlOf(const QString& file, const QString& anchor)
{
    QUrl url(QStringLiteral("qrc:/manual/") + file);
    url.setFragment(anchor.isEmpty() ? QString() : anchor);
    return url;
}

/// Adds borders, a distinct header row, and padding.
void dressTable(QTextTable& table, const QPalette& palette)
{
    QTextTableFormat format = table.format();
    format.setBorder(1);
    format.setBorderBrush(palette.color(QPalette::Mid));
    format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
    format.setBorderCollapse(true);
    format.setCellPadding(5);
    format.setCellSpacing(0);
    format.setTopMargin(8);
    format.setBottomMargin(12);
    table.setFormat(format);
    for (int column = 0; column < table.columns(); ++column) {
        QTextTableCell cell = table.cellAt(0, column);
        QTextCharFormat head = cell.format();
        head.setBackground(palette.color(QPalette::AlternateBase));
        cell.setFormat(head);
    }
}

bool holdsPicture(const QTextBlock& block)
{
    for (auto at = block.begin(); !at.atEnd(); ++at)
        if (at.fragment().charFormat().isImageFormat()) return true;
    return false;
}

void dressBlock(const QTextBlock& block)
{
    QTextCursor cursor(block);
    QTextBlockFormat format = block.blockFormat();
    format.setLineHeight(kLineHeight, QTextBlockFormat::ProportionalHeight);
    const int heading = format.headingLevel();
    // A proportional line height would add an empty stripe below an image.
    if (holdsPicture(block)) format.setLineHeight(0, QTextBlockFormat::SingleHeight);
    if (heading > 0) format.setTopMargin(heading == 1 ? 4 : 20);
    cursor.setBlockFormat(format);
    if (heading == 0) return;
    cursor.select(QTextCursor::BlockUnderCursor);
    QTextCharFormat anchor;
    anchor.setAnchor(true);
    anchor.setAnchorNames({manual::anchorOf(block.text())});
    cursor.mergeCharFormat(anchor);
}

}  // namespace

ManualPageView::ManualPageView(QWidget* parent) : QTextBrowser(parent)
{
    setObjectName(QStringLiteral("manualPage"));
    setAccessibleName(tr("Page of the manual"));
    setOpenLinks(false);
    setFrameShape(QFrame::NoFrame);
    QFont larger = font();
    larger.setPointSizeF(larger.pointSizeF() * 1.1);
    setFont(larger);
    connect(this, &QTextBrowser::anchorClicked, this, &ManualPageView::follow);
}

void ManualPageView::showPage(const QString& file, const QString& anchor)
{
    if (manual::find(file)) setSource(urlOf(file, anchor), QTextDocument::MarkdownResource);
}

void ManualPageView::follow(const QUrl& link)
{
    if (link.scheme().startsWith(QStringLiteral("http"))) {
        QDesktopServices::openUrl(link);
        return;
    }
    const QString file = link.fileName().isEmpty() ? this->file() : link.fileName();
    showPage(file, link.fragment());
}

/// A page is read block by block; without this, all tables would be laid out again after each cell.
template <class Load>
void ManualPageView::laidOutOnce(const Load& load)
{
    QTextCursor edit(document());
    edit.beginEditBlock();
    load();
    edit.endEditBlock();
    if (!isDressed()) dress();
    if (source().hasFragment()) {
        layOut();
        scrollToAnchor(source().fragment());
    }
    emit pageShown(file());
}

void ManualPageView::doSetSource(const QUrl& name, QTextDocument::ResourceType type)
{
    laidOutOnce([&] { QTextBrowser::doSetSource(name, type); });
}

void ManualPageView::backward()
{
    laidOutOnce([&] { QTextBrowser::backward(); });
}

void ManualPageView::reload()
{
    laidOutOnce([&] { QTextBrowser::reload(); });
}

void ManualPageView::forward()
{
    laidOutOnce([&] { QTextBrowser::forward(); });
}

/// Qt may load a page again if only its anchor differs.
bool ManualPageView::isDressed() const
{
    return document()->begin().blockFormat().lineHeight() == kLineHeight;
}

void ManualPageView::dress()
{
    QTextCursor all(document());
    all.beginEditBlock();
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next())
        dressBlock(block);
    for (QTextFrame* frame : document()->rootFrame()->childFrames())
        if (auto* table = qobject_cast<QTextTable*>(frame)) dressTable(*table, palette());
    all.endEditBlock();
    // A new page starts with Qt's margin although the document still reports ours, so force the
    // change.
    document()->setDocumentMargin(0);
    document()->setDocumentMargin(kMargin);
    mark(marked_);
}

void ManualPageView::mark(const QString& words)
{
    marked_ = words;
    const bool dark = isDark(palette());
    const QColor ground = dark ? QColor(0x6a, 0x53, 0x12) : QColor(0xff, 0xe4, 0x8a);
    QList<ExtraSelection> marks;
    for (const QString& word : words.split(u' ', Qt::SkipEmptyParts))
        for (QTextCursor at = document()->find(word); !at.isNull();
             at = document()->find(word, at)) {
            ExtraSelection mark;
            mark.cursor = at;
            mark.format.setBackground(ground);
            marks.push_back(mark);
        }
    setExtraSelections(marks);
}

/// A new page has its full height, and the scroll bar its range, only after layout.
void ManualPageView::layOut()
{
    (void)document()->documentLayout()->documentSize();
    QCoreApplication::sendPostedEvents(this);
}

void ManualPageView::goTo(int block)
{
    const QTextBlock there = document()->findBlockByNumber(block);
    if (!there.isValid()) return;
    layOut();
    const QRectF place = document()->documentLayout()->blockBoundingRect(there);
    setTextCursor(QTextCursor(there));
    constexpr int kAbove = 5;  // as a fraction of the height: 1/5
    verticalScrollBar()->setValue(static_cast<int>(place.top()) - viewport()->height() / kAbove);
}

QVariant ManualPageView::loadResource(int type, const QUrl& name)
{
    const QString file = name.fileName();
    if (type == QTextDocument::ImageResource) {
        // Images of the window exist for both themes.
        QString light = file;
        light.insert(light.lastIndexOf(u'.'), QStringLiteral("-light"));
        QImage image;
        if (!isDark(palette())) image.load(QStringLiteral(":/manual/") + light);
        if (image.isNull()) image.load(QStringLiteral(":/manual/") + file);
        const qreal ratio = devicePixelRatioF();
        const int widest = static_cast<int>(widestPicture_ * ratio);
        if (image.width() > widest) image = image.scaledToWidth(widest, Qt::SmoothTransformation);
        image.setDevicePixelRatio(ratio);
        return image;
    }
    const manual::Page* page = manual::find(file);
    return page ? QVariant(page->text.toUtf8()) : QVariant();
}

void ManualPageView::changeEvent(QEvent* event)
{
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !file().isEmpty()) reload();
}

}  // namespace posewright::ui
