#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "tests/ui/desk/desk_support.h"
#include "ui/actions/samples.h"
#include "ui/desk/folded_label.h"
#include "ui/desk/notice_bar.h"
#include "ui/desk/tour_bar.h"
#include "ui/files/files.h"
#include "ui/viewport/bring_into_view.h"

#include <QLabel>
#include <QScreen>
#include <QToolButton>

using namespace posewright;
using namespace posewright::ui;

/// What comes over the view or beside it, and goes, leaves the pixels of the view where they are.
class TestBanners : public QObject {
    Q_OBJECT

    std::unique_ptr<test::Desktop> desk_;

    /// Where the canvas lies on the screen.
    QRect place() { return {desk_->canvas()->mapToGlobal(QPoint(0, 0)), desk_->canvas()->size()}; }
    void say(int lines)
    {
        QStringList all;
        for (int i = 0; i < lines; ++i) all << QString("Line %1 of a file").arg(i);
        emit desk_->window.files().done("Opened a file", all);
    }
    NoticeBar& notice() { return *desk_->window.findChild<NoticeBar*>(); }

private slots:
    void init()
    {
        test::startAsNew();
        desk_ = std::make_unique<test::Desktop>();
        QVERIFY(QTest::qWaitForWindowExposed(&desk_->window));
        if (!desk_->window.viewport().draws()) QSKIP("needs OpenGL 3.2 (a software one will do)");
        desk_->activate();
        QVERIFY(openSample(desk_->window, "figure"));
        QTRY_VERIFY(desk_->canvas()->isExposed());
        QTRY_VERIFY(desk_->window.evaluator().current());
        QTest::qWait(200);
    }
    void cleanup() { desk_.reset(); }

    void aNoticeLiesOverTheViewAndMovesNothing()
    {
        const QRect before = place();
        const Camera camera = desk_->view().camera();
        const QPoint hand = desk_->seen(desk_->world(desk_->node("Left hand")));
        for (const int lines : {1, 3, 12}) {
            say(lines);
            QVERIFY(notice().isVisible());
            QTest::qWait(60);
            QCOMPARE(place(), before);
            QVERIFY(desk_->view().camera() == camera);
            QCOMPARE(desk_->seen(desk_->world(desk_->node("Left hand"))), hand);
            QCOMPARE(notice().mapToGlobal(QPoint(0, 0)), before.topLeft());
            QCOMPARE(notice().width(), before.width());
            // All of its words are in it, of many when that is asked for.
            const auto* text = notice().findChild<QLabel*>("noticeText");
            if (auto* more = notice().findChild<QToolButton*>("noticeMore"); more->isVisible())
                more->click();
            QTest::qWait(20);
            QVERIFY(text->height() >= text->QLabel::heightForWidth(text->width()));
            QCOMPARE(place(), before);
        }
        notice().clear();
        QTest::qWait(60);
        QCOMPARE(place(), before);
        QVERIFY(desk_->view().camera() == camera);
    }

    /// A long notice covers no more of the figure than a short one, unless it is asked for more.
    void ofALongNoticeTwoLinesAreShown()
    {
        const auto line = [&] {
            return notice().findChild<QLabel*>("noticeText")->fontMetrics().lineSpacing();
        };
        auto* more = notice().findChild<QToolButton*>("noticeMore");
        say(1);
        QTest::qWait(60);
        QVERIFY(!more->isVisible());
        const int two = notice().height();
        QVERIFY2(two < 2 * line() + 24, qPrintable(QString::number(two)));
        for (const int lines : {2, 5, 12}) {
            say(lines);
            QTest::qWait(60);
            QVERIFY(more->isVisible());
            QVERIFY2(notice().height() <= two + 6, qPrintable(QString::number(notice().height())));
            more->click();
            QTest::qWait(60);
            QVERIFY(notice().height() >= (std::min(lines, 11) + 1) * line());
            QCOMPARE(desk_->view().covered(), notice().height());
            more->click();
            QTest::qWait(60);
            QVERIFY(notice().height() <= two + 6);
        }
        // A line that is wrapped is long, too.
        emit desk_->window.files().done("Opened a file", {QString("word ").repeated(200)});
        QTest::qWait(60);
        QVERIFY(more->isVisible());
        QVERIFY(notice().height() <= two + 6);
    }

    /// What is cut ends with a whole word, and with no comma.
    void aFoldedNoticeEndsWithAWord()
    {
        const QString text = "One line\nThe character has none for neck, leftShoulder, leftThumb, "
                             "rightShoulder, rightThumb (and more of them), so these stay";
        const QFontMetrics letters(QApplication::font());
        QCOMPARE(foldedText(text, letters, 4000, 2), text);
        for (int width = 150; width < 700; width += 7) {
            const QString shown = foldedText(text, letters, width, 2);
            QVERIFY(
                letters.boundingRect(QRect(0, 0, width, 9999), Qt::TextWordWrap, shown).height() <=
                2 * letters.lineSpacing());
            if (shown == text) continue;
            QVERIFY2(shown.endsWith(QChar(0x2026)), qPrintable(shown));
            const QString kept = shown.chopped(1);
            QVERIFY(text.startsWith(kept) && !kept.isEmpty());
            QVERIFY2(kept.back().isLetterOrNumber() || kept.back() == ')', qPrintable(shown));
            QVERIFY2(!text[kept.size()].isLetterOrNumber(), qPrintable(shown));
        }
        emit desk_->window.files().done("Opened a file", {QString("word, ").repeated(200)});
        QTest::qWait(60);
        const auto* label = notice().findChild<FoldedLabel*>("noticeText");
        QVERIFY(label->shownText().endsWith(QString::fromUtf8("word…")));
        QVERIFY(label->toolTip().contains("word, word"));
        QVERIFY(label->text().size() > 1200);
    }

    /// A warning that offers a cure is there until that is taken or the notice closed.
    void whatIsOfferedOutlivesLaterMessages()
    {
        const auto text = [&] { return notice().findChild<QLabel*>("noticeText")->text(); };
        auto* offer = notice().findChild<QToolButton*>("noticeOffer");
        Files& files = desk_->window.files();
        emit files.openedByGuess("Opened a file", {"The figure is 170 m tall."});
        QVERIFY(offer->isVisible());
        emit files.done("Saved a file", {});
        QCOMPARE(text(), QString("Opened a file\nThe figure is 170 m tall."));
        emit files.wrote("Exported a file", {"Names were changed."});
        QCOMPARE(text(),
                 QString("Exported a file\nNames were changed.\nThe figure is 170 m tall."));
        QVERIFY(offer->isVisible());
        emit files.done("Saved a file", {});
        QCOMPARE(text(), QString("Opened a file\nThe figure is 170 m tall."));
        notice().findChild<QToolButton*>("noticeClose")->click();
        QVERIFY(!notice().isVisible());
        emit files.wrote("Exported a file", {"Names were changed."});
        QCOMPARE(text(), QString("Exported a file\nNames were changed."));
        QVERIFY(!offer->isVisible());
        emit files.done("Saved a file", {});
        QVERIFY(!notice().isVisible());
    }

    /// What lies under a notice is not seen: it is brought into the middle of what is left.
    void whatIsUnderANoticeIsBroughtIntoView()
    {
        say(8);
        notice().findChild<QToolButton*>("noticeMore")->click();
        QTest::qWait(60);
        const double covered = notice().height();
        const ViewSize size = desk_->view().viewSize();
        QVERIFY(covered > 100 && covered < size.height / 2);
        const Camera camera = desk_->view().camera();
        const auto under = [&](double y) {
            return onViewPlane(camera, size, {size.width / 2, y}, camera.pivot);
        };
        const Vec3 seen = under(covered + 60), hidden = under(covered - 50);
        bringIntoView(desk_->view(), seen);
        QVERIFY(desk_->view().camera() == camera);
        bringIntoView(desk_->view(), hidden);
        const Pixel at = project(desk_->view().camera(), size, hidden)->pixel;
        QVERIFY2((at - Pixel(size.width / 2, (covered + size.height) / 2)).norm() < 1e-6,
                 qPrintable(QString("%1 %2").arg(at.x()).arg(at.y())));
        QCOMPARE(desk_->view().camera().yaw, camera.yaw);
        // Without the notice it was in view all along.
        notice().clear();
        desk_->view().setCamera(camera);
        bringIntoView(desk_->view(), hidden);
        QVERIFY(desk_->view().camera() == camera);
    }

    /// It is seen over the picture, which has a window of its own.
    void aNoticeIsSeen()
    {
        const auto shot = [&](const QPoint& at) {
            return QApplication::primaryScreen()
                ->grabWindow(0, at.x(), at.y(), 1, 1)
                .toImage()
                .pixelColor(0, 0);
        };
        // Beside the words, before the button that closes it.
        const QPoint at = place().topLeft() + QPoint(place().width() - 120, 12);
        const QColor before = shot(at);
        say(1);
        QTest::qWait(300);
        const QColor paper = notice().grab().toImage().pixelColor(notice().mapFromGlobal(at));
        QVERIFY(paper != before);
        QTRY_COMPARE(shot(at), paper);
        // Also after the picture was hidden and shown.
        desk_->trigger("window.start");
        desk_->trigger("window.start");
        QTest::qWait(200);
        QVERIFY(desk_->canvas()->isExposed());
        QTRY_COMPARE(shot(at), paper);
        notice().clear();
        QTRY_VERIFY(shot(at) != paper);
    }

    /// The words of the view go below it.
    void theWordsOfTheViewStayReadable()
    {
        const auto highest = [&] {
            double top = 1e9;
            for (const PlacedText& placed : desk_->view().texts())
                if (placed.text.startsWith("Frame ") || placed.text.contains("Perspective"))
                    top = std::min(top, placed.place.top());
            return top;
        };
        QTRY_VERIFY(highest() < 30);
        say(3);
        QTRY_VERIFY(highest() >= notice().height());
        QVERIFY(highest() < notice().height() + 30);
        notice().clear();
        QTRY_VERIFY(highest() < 30);
    }

    /// One that comes after the button went down: the star that was under it goes along.
    void aNoticeDuringADragChangesNothingOfIt()
    {
        const NodeId star = desk_->node("Left hand");
        const Vec3 before = desk_->world(star);
        const QPoint from = desk_->seen(before);
        const auto dragged = [&](bool told) {
            QTest::mouseMove(desk_->canvas(), from);
            QTest::mousePress(desk_->canvas(), Qt::LeftButton, {}, from);
            if (told) say(4);
            for (int i = 1; i <= 10; ++i) {
                QTest::mouseMove(desk_->canvas(), from + QPoint(-4, -6) * i);
                QTest::qWait(2);
            }
            QTest::mouseRelease(desk_->canvas(), Qt::LeftButton, {}, from + QPoint(-40, -60));
            QTest::qWait(20);
            const Vec3 after = desk_->world(star);
            desk_->session.undo();
            QTest::qWait(20);
            return after;
        };
        const Vec3 plain = dragged(false), told = dragged(true);
        QVERIFY((plain - before).norm() > 0.05);
        QVERIFY2((plain - told).norm() < 1e-9, qPrintable(QString::number((plain - told).norm())));
    }

    /// What is opened with a notice is framed below it.
    void theFigureIsFramedBelowTheNoticeOfItsFile()
    {
        desk_->session.startNew(test::biped(), "figure");
        say(4);
        QTest::qWait(200);
        const double covered = notice().height();
        QVERIFY(covered > 30);
        const ViewSize size = desk_->view().viewSize();
        const auto inside = [&] {
            for (const Vec3& point : desk_->view().shownPoints()) {
                const QPoint at = desk_->seen(point);
                if (at.y() < covered || at.y() > size.height || at.x() < 0 || at.x() > size.width)
                    return false;
            }
            return true;
        };
        QVERIFY(inside());
        // It stays there when the notice goes, and A frames in the whole view again.
        const Camera below = desk_->view().camera();
        notice().clear();
        QTest::qWait(60);
        QVERIFY(desk_->view().camera() == below);
        desk_->trigger("view.frameAll");
        QVERIFY(desk_->view().camera().distance < below.distance);
        say(4);
        desk_->trigger("view.frameAll");
        QVERIFY(inside());
    }

    /// Nor do the progress of a job and its button, or moves that wait for their key.
    void theStatusBarKeepsItsHeight()
    {
        const QRect before = place();
        emit desk_->session.job().started("Reading a file");
        QTest::qWait(60);
        QCOMPARE(place(), before);
        emit desk_->session.job().workEnded();
        QTest::qWait(60);
        QCOMPARE(place(), before);
        desk_->session.unkeyed().setAutoKey(false);
        QTest::qWait(60);
        QCOMPARE(place(), before);
        desk_->session.unkeyed().setAutoKey(true);
    }

    /// What is selected fills the inspector beside the view, which is as wide as before.
    void theInspectorKeepsItsWidth()
    {
        const QRect before = place();
        for (const char* name : {"Left hand", "LeftHand", "Hips"}) {
            if (desk_->doc().scene->find(name) == kNoNode) continue;
            desk_->select({name});
            QTest::qWait(60);
            QVERIFY2(place() == before, name);
        }
    }

    /// The steps of a tour have texts of different lengths.
    void theStepsOfATourLeaveTheViewInItsPlace()
    {
        for (const Tour& tour : tours()) {
            desk_->window.beginTour(tour.id);
            auto* bar = desk_->window.findChild<TourBar*>();
            QVERIFY(bar->isVisible());
            QTest::qWait(100);
            const QRect before = place();
            for (std::size_t i = 0; i < tour.steps.size(); ++i) {
                bar->go(1);
                QTest::qWait(20);
                QVERIFY2(place() == before, tour.id.c_str());
            }
            bar->leave();
        }
    }
};

POSEWRIGHT_TEST(TestBanners, posewright::test::runOnScreen);
#include "tst_banners.moc"
