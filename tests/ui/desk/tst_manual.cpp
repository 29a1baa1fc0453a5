#include "tests/support/paths.h"
#include "tests/support/program.h"
#include "tests/ui/desk/desk_support.h"
#include "ui/desk/manual_page_view.h"
#include "ui/desk/manual_pages.h"
#include "ui/desk/manual_window.h"

#include <QAbstractTextDocumentLayout>
#include <QDir>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QListWidget>
#include <QScreen>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextFragment>
#include <QTextTable>

#include <map>

using namespace posewright;
using namespace posewright::ui;

namespace {

/// Every link of the page that is shown, and the text of each.
QList<std::pair<QString, QString>> linksOf(const QTextDocument& page)
{
    QList<std::pair<QString, QString>> links;
    for (QTextBlock block = page.begin(); block.isValid(); block = block.next())
        for (auto at = block.begin(); !at.atEnd(); ++at)
            if (const QTextCharFormat format = at.fragment().charFormat();
                !format.anchorHref().isEmpty())
                links.push_back({format.anchorHref(), at.fragment().text()});
    return links;
}

}  // namespace

/// The manual can be read, searched and walked through without a network.
class TestManual : public QObject {
    Q_OBJECT

    std::unique_ptr<ManualWindow> window_;

    ManualPageView& page() { return *window_->findChild<ManualPageView*>(); }
    struct Shown {
        QString name;
        QImage image;
        QTextBlock block;
    };
    std::vector<Shown> picturesOnPage()
    {
        std::vector<Shown> out;
        for (QTextBlock block = page().document()->begin(); block.isValid(); block = block.next())
            for (auto at = block.begin(); !at.atEnd(); ++at) {
                const QTextImageFormat format = at.fragment().charFormat().toImageFormat();
                if (!format.isValid()) continue;
                const QVariant image =
                    page().loadResource(QTextDocument::ImageResource, QUrl(format.name()));
                out.push_back({format.name(), image.value<QImage>(), block});
            }
        return out;
    }
    QListWidget& list() { return *window_->findChild<QListWidget*>("manualList"); }
    QLineEdit& sought() { return *window_->findChild<QLineEdit*>("manualSearch"); }
    QDir docs() { return QDir(QString::fromUtf8(test::sourceDir()) + "/docs"); }

private slots:
    void initTestCase() { test::startAsNew(); }
    void init()
    {
        window_ = std::make_unique<ManualWindow>(nullptr);
        window_->open();
        QVERIFY(QTest::qWaitForWindowActive(window_.get()));
    }
    void cleanup() { window_.reset(); }

    void everyPageIsThereAndInOrder()
    {
        const QStringList files = docs().entryList({"*.md"}, QDir::Files);
        QVERIFY(files.size() >= 6);
        QCOMPARE(list().count(), int(files.size()) + 1);  // and a heading
        for (const QString& file : files) QVERIFY2(manual::find(file), qPrintable(file));
        QCOMPARE(list().item(0)->text(), QString("The first ten minutes"));
        QCOMPARE(page().file(), QString("first-ten-minutes.md"));
    }

    void pagesAreReadAndNotSpelledOut()
    {
        for (const manual::Page& shown : manual::pages()) {
            page().showPage(shown.file);
            const QString text = page().toPlainText();
            QVERIFY(text.size() > 500);
            QVERIFY2(text.startsWith(shown.title), qPrintable(shown.file));
            QVERIFY2(page().document()->rootFrame()->frameFormat().leftMargin() > 10,
                     qPrintable(shown.file));
            for (const char* sign : {"**", "](", "|---", "\n# ", "\n## "})
                QVERIFY2(!text.contains(sign), qPrintable(shown.file + " has " + sign));
        }
        page().showPage("cli.md");
        int tables = 0;
        for (QTextFrame* frame : page().document()->rootFrame()->childFrames())
            tables += qobject_cast<QTextTable*>(frame) ? 1 : 0;
        QVERIFY(tables > 0);
    }

    /// Tables that are laid out anew after each cell took two seconds a page.
    void aPageWithTablesIsThereAtOnce()
    {
        page().showPage("first-ten-minutes.md");
        QElapsedTimer timer;
        timer.start();
        page().showPage("cli.md");
        qInfo("%lld ms", timer.elapsed());
        QVERIFY(timer.elapsed() < 500);
    }

    void everyLinkLeadsSomewhere()
    {
        // Each place once, however many links lead there, and those of one page after one another.
        std::map<QString, std::pair<QUrl, QString>> places;
        for (const manual::Page& from : manual::pages()) {
            page().showPage(from.file);
            for (const auto& [link, text] : linksOf(*page().document())) {
                const QUrl url(link);
                if (url.scheme().startsWith("http")) continue;
                const QString file = url.fileName().isEmpty() ? from.file : url.fileName();
                QVERIFY2(manual::find(file), qPrintable(from.file + " links to " + link));
                const QUrl there = page().source().resolved(url);
                places.try_emplace(there.toString(), there, from.file + " links to " + link);
            }
        }
        qInfo("%d places are linked to", int(places.size()));
        QVERIFY(places.size() >= 3);
        for (const auto& [name, place] : places) {
            const auto& [url, told] = place;
            emit page().anchorClicked(url);
            QCOMPARE(page().file(), url.fileName());
            if (!url.hasFragment()) continue;
            bool there = false;
            for (QTextBlock block = page().document()->begin(); block.isValid();
                 block = block.next())
                there = there || (block.blockFormat().headingLevel() > 0 &&
                                  manual::anchorOf(block.text()) == url.fragment());
            QVERIFY2(there, qPrintable(told));
        }
    }

    void anAnchorIsScrolledTo()
    {
        page().showPage("cli.md");
        QCOMPARE(page().verticalScrollBar()->value(), 0);
        QString last;
        for (QTextBlock block = page().document()->begin(); block.isValid(); block = block.next())
            if (block.blockFormat().headingLevel() > 0) last = block.text();
        page().showPage("cli.md", manual::anchorOf(last));
        QTRY_VERIFY(page().verticalScrollBar()->value() > 100);
    }

    void picturesAreShown()
    {
        page().showPage("first-ten-minutes.md");
        const std::vector<Shown> pictures = picturesOnPage();
        for (const auto& [name, image, block] : pictures)
            QVERIFY2(image.width() > 300, qPrintable(name));
        QVERIFY(pictures.size() >= 2);
        QVERIFY2(page().horizontalScrollBar()->maximum() == 0, "they are no wider than the text");
    }

    void wordsAreFoundInAllPages()
    {
        // Each word is somewhere in the files; what is listed is what a plain look at them finds.
        for (const QString word : {"FABRIK", "planted", "exit", "quaternion", "undo"}) {
            QSet<QString> files;
            for (const QString& file : docs().entryList({"*.md"}, QDir::Files)) {
                QFile read(docs().filePath(file));
                QVERIFY(read.open(QIODevice::ReadOnly));
                if (QString::fromUtf8(read.readAll()).contains(word, Qt::CaseInsensitive))
                    files.insert(file);
            }
            QSet<QString> found;
            for (const manual::Found& part : manual::search(word.toLower()))
                found.insert(part.page->file);
            QVERIFY2(!found.isEmpty(), qPrintable(word));
            QVERIFY2(files.contains(found), qPrintable(word));
            QVERIFY2((files - found).size() <= 1,  // a word may stand in a link's address only
                     qPrintable(word + ": not in " + (files - found).values().join(' ')));
        }
    }

    void whatIsSearchedIsListedShownAndMarked()
    {
        QVERIFY(sought().hasFocus());
        QTest::keyClicks(&sought(), "journal");
        QVERIFY(list().count() > 0);
        QVERIFY(list().currentRow() == 0);
        QVERIFY(page().toPlainText().contains("journal", Qt::CaseInsensitive));
        QVERIFY(!page().extraSelections().isEmpty());
        for (const QTextEdit::ExtraSelection& mark : page().extraSelections())
            QCOMPARE(mark.cursor.selectedText().toLower(), QString("journal"));
        const QRect there = page().cursorRect(page().textCursor());
        QVERIFY2(page().viewport()->rect().contains(there.center()), "it is in view");
        QTest::keyClick(&sought(), Qt::Key_Down);
        if (list().count() > 1) QCOMPARE(list().currentRow(), 1);
        QVERIFY2(sought().hasFocus(), "the field keeps the keyboard");
        sought().setText("xyzzyplugh");
        QCOMPARE(list().count(), 1);
        QVERIFY(!(list().item(0)->flags() & Qt::ItemIsEnabled));
        QTest::keyClick(window_.get(), Qt::Key_Escape);
        QCOMPARE(sought().text(), QString());
        QCOMPARE(list().count(), int(manual::pages().size()) + 1);
        // What is about the program itself stands below a heading, which cannot be chosen.
        const auto& all = manual::pages();
        const auto first = std::ranges::find(all, true, &manual::Page::inside);
        QVERIFY(first != all.begin() && first != all.end());
        QVERIFY(std::all_of(first, all.end(), [](const auto& page) { return page.inside; }));
        QCOMPARE(list().item(int(first - all.begin()))->flags(), Qt::ItemFlags());
        QVERIFY(page().extraSelections().isEmpty());
        QTest::keyClick(window_.get(), Qt::Key_Escape);
        QVERIFY(!window_->isVisible());
    }

    /// Whichever row of the list is chosen, what it says is read without scrolling.
    void everyHitIsScrolledTo_data()
    {
        QTest::addColumn<QString>("words");
        for (const char* words : {"journal", "soft reach", "quaternion"})
            QTest::newRow(words) << QString(words);
    }
    void everyHitIsScrolledTo()
    {
        QFETCH(QString, words);
        sought().setText(words);
        const std::vector<manual::Found> found = manual::search(words);
        QVERIFY(!found.empty());
        QCOMPARE(list().count(), int(found.size()));
        // From one page to another and back, as well as within one.
        std::vector<int> order;
        const int step = std::max(1, list().count() / 3);
        for (int row = 0; row < list().count(); row += step) {
            order.push_back(row);
            order.push_back(list().count() - 1 - row);
        }
        for (const int row : order) {
            list().setCurrentRow(row);
            const manual::Found& part = found[static_cast<std::size_t>(row)];
            QCOMPARE(page().file(), part.page->file);
            // The block with the line of the list, found by its text and after its heading.
            QString line = part.line;
            line.remove(u'\u2026');
            bool under = false;
            QRect there;
            for (QTextBlock block = page().document()->begin(); block.isValid();
                 block = block.next()) {
                under = under || block.text() == part.heading;
                if (!under || !block.text().contains(line)) continue;
                there = page().cursorRect(QTextCursor(block));
                break;
            }
            QVERIFY2(there.isValid(), qPrintable(line));
            const bool high =
                there.top() >= 0 && there.top() <= page().viewport()->height() / 2 + 1;
            const QScrollBar& bar = *page().verticalScrollBar();
            QVERIFY2(high || bar.value() == bar.maximum(),
                     qPrintable(QString("row %1, %2: at %3 of %4")
                                    .arg(row)
                                    .arg(part.page->file)
                                    .arg(there.top())
                                    .arg(page().viewport()->height())));
            QVERIFY2(page().viewport()->rect().intersects(there), qPrintable(line));
        }
    }

    void whoLostWorkFindsThePageAboutIt_data()
    {
        QTest::addColumn<QString>("words");
        for (const char* words : {"recover", "Recovery", "crash", "after a crash"})
            QTest::newRow(words) << QString(words);
    }
    void whoLostWorkFindsThePageAboutIt()
    {
        QFETCH(QString, words);
        sought().setText(words);
        QCOMPARE(page().file(), QString("recovery.md"));
    }

    void nothingIsEmptyBelowAPicture()
    {
        int pictures = 0;
        for (const manual::Page& shown : manual::pages()) {
            if (!shown.text.contains("![")) continue;
            page().showPage(shown.file);
            for (const auto& [name, image, block] : picturesOnPage()) {
                const double high = image.height() / image.devicePixelRatio();
                const auto* layout = page().document()->documentLayout();
                QVERIFY2(block.next().isValid(), "something stands below it");
                const double taken = layout->blockBoundingRect(block.next()).top() -
                                     layout->blockBoundingRect(block).top();
                const double line = page().fontMetrics().height();
                QVERIFY2(
                    taken < high + 1.5 * line,
                    qPrintable(QString("%1: %2 for %3 of picture").arg(name).arg(taken).arg(high)));
                ++pictures;
            }
        }
        QVERIFY(pictures >= 2);
    }

    void oneGoesBackAsInABrowser()
    {
        QVERIFY(!page().isBackwardAvailable());
        list().setCurrentRow(1);
        const QString second = page().file();
        QVERIFY(second != "first-ten-minutes.md");
        page().backward();
        QCOMPARE(page().file(), QString("first-ten-minutes.md"));
        QCOMPARE(list().currentRow(), 0);
        page().forward();
        QCOMPARE(page().file(), second);
    }

    void itIsNoLargerThanTheScreen()
    {
        const QSize room = window_->screen()->availableSize();
        QVERIFY(window_->width() < room.width() && window_->height() < room.height());
    }

    void theMenuOpensIt()
    {
        window_.reset();
        test::Desktop desk;
        QVERIFY(QTest::qWaitForWindowExposed(&desk.window));
        desk.trigger("help.manual");
        auto* manual = desk.window.findChild<ManualWindow*>();
        QVERIFY(manual);
        QVERIFY(manual->isVisible());
        QVERIFY2(!manual->isModal(), "one reads it beside the work");
        desk.trigger("help.manual");
        QCOMPARE(int(desk.window.findChildren<ManualWindow*>().size()), 1);
    }
};

POSEWRIGHT_TEST(TestManual, posewright::test::runOnScreen);

#include "tst_manual.moc"
