#include "tests/ui/support.h"
#include "ui/timeline/timeline.h"

#include <QImage>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>
#include <QtTest>

#include <chrono>

using namespace posewright;
using namespace posewright::ui;

namespace {

struct Desk {
    Session session;
    Evaluator evaluator{session};
    Timeline timeline{session, evaluator};

    explicit Desk(const Document& doc)
    {
        session.startNew(doc, "test");
        timeline.resize(1000, 240);
        timeline.show();
        timeline.showAll();
    }
    QPoint at(int row, double frame) const
    {
        const TimelineLayout layout = timeline.layoutNow();
        return {static_cast<int>(std::lround(layout.frameX(frame))),
                layout.rowRect(row).center().y()};
    }
    QWidget* canvas() const { return timeline.viewport(); }
    void drag(const QPoint& from, const QPoint& to, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mousePress(canvas(), Qt::LeftButton, modifiers, from);
        for (int i = 1; i <= 5; ++i) move(from + (to - from) * i / 5, Qt::LeftButton);
    }
    void move(const QPoint& to, Qt::MouseButtons buttons)
    {
        QMouseEvent event(QEvent::MouseMove, to, canvas()->mapToGlobal(QPointF(to)), Qt::NoButton,
                          buttons, Qt::NoModifier);
        QCoreApplication::sendEvent(canvas(), &event);
    }
    void release(const QPoint& at) { QTest::mouseRelease(canvas(), Qt::LeftButton, {}, at); }
    void wheel(const QPoint& at, int delta, Qt::KeyboardModifiers modifiers)
    {
        QWheelEvent event(at, canvas()->mapToGlobal(QPointF(at)), {}, {0, delta}, Qt::NoButton,
                          modifiers, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(canvas(), &event);
    }
    std::vector<double> frames(int row) const
    {
        std::vector<double> found;
        for (const TimelineKey& key : timeline.model().rows()[row].keys) found.push_back(key.frame);
        return found;
    }
};

}  // namespace

class TestTimeline : public QObject {
    Q_OBJECT

private slots:
    void theAxisZoomsAboutThePointer()
    {
        TimeAxis axis{-3, 8};
        const double under = axis.frame(321);
        for (const double factor : {1.25, 0.3, 7.0}) {
            const TimeAxis zoomed = axis.zoomed(321, factor);
            QVERIFY(std::abs(zoomed.frame(321) - under) < 1e-9);
        }
        QCOMPARE(axis.zoomed(5, 1e9).pixelsPerFrame, TimeAxis::kMost);
        const TimeAxis fit = TimeAxis::fitting(10, 250, 800);
        QVERIFY(fit.x(10) > 0 && fit.x(250) < 800 && fit.x(250) - fit.x(10) > 700);
    }

    void labelsAreRoundAndApart_data()
    {
        QTest::addColumn<double>("pixelsPerFrame");
        QTest::addColumn<int>("step");
        QTest::newRow("near") << 64.0 << 1;
        QTest::newRow("usual") << 8.0 << 10;
        QTest::newRow("far") << 0.25 << 500;
    }
    void labelsAreRoundAndApart()
    {
        QFETCH(double, pixelsPerFrame);
        QFETCH(int, step);
        QCOMPARE((TimeAxis{0, pixelsPerFrame}).labelStep(56), step);
    }

    void keysWinOverRowsAndSmallKeysAreEasyToHit()
    {
        Desk desk(test::crowdOfLimbs(2));
        const TimelineLayout layout = desk.timeline.layoutNow();
        const auto hit = [&](const QPointF& p) {
            return hitTest(layout, desk.timeline.model().rows(), p);
        };
        const QPoint key = desk.at(1, 20);
        QCOMPARE(int(hit(key).part), int(TimelineHit::Part::Key));
        QCOMPARE(hit(key).key, 1);
        QCOMPARE(int(hit(key + QPoint(7, 5)).part), int(TimelineHit::Part::Key));
        QCOMPARE(int(hit(key + QPoint(-10, 0)).part), int(TimelineHit::Part::Row));
        QCOMPARE(int(hit({200, 5}).part), int(TimelineHit::Part::Ruler));
        QCOMPARE(int(hit({double(layout.nameWidth) - 5, double(key.y())}).part),
                 int(TimelineHit::Part::Name));
        QCOMPARE(int(hit({500, 235}).part), int(TimelineHit::Part::Nothing));
    }

    void draggingTheRulerScrubs()
    {
        Desk desk(test::crowdOfLimbs(2));
        const int y = desk.timeline.layoutNow().rulerHeight / 2;
        desk.drag({desk.at(0, 3).x(), y}, {desk.at(0, 14).x(), y});
        QCOMPARE(desk.session.playhead().frame(), 14.0);
        desk.release({desk.at(0, 14).x(), y});
        QCOMPARE(desk.session.history().count(), 0);
    }

    void rowsSelectAndNeverMoveTime()
    {
        Desk desk(test::crowdOfLimbs(2));
        desk.session.playhead().setFrame(6);
        QTest::mouseClick(desk.canvas(), Qt::LeftButton, {}, desk.at(2, 10));
        QCOMPARE(quint64(desk.session.selection().active()), quint64(501));
        QCOMPARE(desk.session.playhead().frame(), 6.0);
    }

    void draggingAKeyMovesItByWholeFramesInOneStep()
    {
        Desk desk(test::crowdOfLimbs(2));
        const Document before = desk.session.document();
        desk.drag(desk.at(1, 0), desk.at(1, 7) + QPoint(3, 0));
        QVERIFY(desk.frames(1) == (std::vector{7.0, 20.0}));
        desk.release(desk.at(1, 7));
        QVERIFY(desk.frames(1) == (std::vector{7.0, 20.0}));
        QVERIFY(desk.frames(2) == (std::vector{0.0, 20.0}));
        QCOMPARE(desk.session.history().count(), 1);
        QCOMPARE(int(desk.session.selection().keys().size()), 1);
        QCOMPARE(desk.session.selection().keys()[0].frame, 7.0);
        desk.session.undo();
        QVERIFY(desk.session.document() == before);
    }

    void escapeLeavesTheKeysWhereTheyWere()
    {
        Desk desk(test::crowdOfLimbs(2));
        const Document before = desk.session.document();
        desk.drag(desk.at(1, 0), desk.at(1, 7));
        QTest::keyClick(&desk.timeline, Qt::Key_Escape);
        QVERIFY(desk.session.document() == before);
        desk.release(desk.at(1, 7));
        QCOMPARE(desk.session.history().count(), 0);
    }

    void theSummaryMovesItsColumn()
    {
        Desk desk(test::crowdOfLimbs(3));
        desk.drag(desk.at(0, 20), desk.at(0, 15));
        desk.release(desk.at(0, 15));
        for (int row = 0; row < 4; ++row) QVERIFY(desk.frames(row) == (std::vector{0.0, 15.0}));
        QCOMPARE(desk.session.history().count(), 1);
    }

    void aBoxSelectsTheKeysInsideIt()
    {
        Desk desk(test::crowdOfLimbs(3));
        const QPoint from = desk.at(1, 15) - QPoint(0, 8), to = desk.at(2, 20) + QPoint(9, 4);
        desk.drag(from, to);
        desk.release(to);
        QCOMPARE(int(desk.session.selection().keys().size()), 2);
        QCOMPARE(int(desk.session.selection().nodes().size()), 2);
        QTest::mouseClick(desk.canvas(), Qt::LeftButton, Qt::ShiftModifier, desk.at(3, 0));
        QCOMPARE(int(desk.session.selection().keys().size()), 3);
        QTest::mouseClick(desk.canvas(), Qt::LeftButton, Qt::ControlModifier, desk.at(3, 0));
        QCOMPARE(int(desk.session.selection().keys().size()), 2);
    }

    void aDoubleClickOnARowSetsAKey()
    {
        Desk desk(test::crowdOfLimbs(2));
        QTest::mouseDClick(desk.canvas(), Qt::LeftButton, {}, desk.at(2, 9));
        QVERIFY(desk.frames(2) == (std::vector{0.0, 9.0, 20.0}));
    }

    void theWheelScrollsZoomsAndPans()
    {
        Desk desk(test::crowdOfLimbs(12));
        const QPoint at = desk.at(1, 12);
        const double under = desk.timeline.layoutNow().frameAt(at.x());
        desk.wheel(at, 120, Qt::ControlModifier);
        QVERIFY(std::abs(desk.timeline.layoutNow().frameAt(at.x()) - under) < 1e-6);
        const double left = desk.timeline.layoutNow().axis.left;
        desk.wheel(at, -120, Qt::ShiftModifier);
        QVERIFY(desk.timeline.layoutNow().axis.left > left);
        QCOMPARE(desk.timeline.layoutNow().scrollY, 0);
        desk.wheel(at, -120, {});
        QVERIFY(desk.timeline.layoutNow().scrollY > 0);
    }

    void manyKeysPaintFast()
    {
        std::vector<TimelineRow> rows(60);
        for (TimelineRow& row : rows) {
            row.name = "row";
            for (int k = 0; k < 200; ++k) row.keys.push_back({double(k * 2), Glyph(k % 4), {}});
        }
        TimelineLayout layout = TimelineLayout::forFont(QFont());
        layout.size = {1400, layout.rowsTop() + 60 * layout.rowHeight};
        layout.axis = TimeAxis::fitting(0, 400, 1200);
        std::unordered_map<int, ik::Status> strip;
        for (int f = 0; f <= 400; ++f)
            strip[f] = f % 7 ? ik::Status::Reached : ik::Status::Unreachable;
        QImage image(layout.size, QImage::Format_ARGB32_Premultiplied);
        GlyphCache glyphs;
        TimelinePicture picture{.layout = layout,
                                .rows = rows,
                                .playhead = 33,
                                .start = 0,
                                .end = 400,
                                .strip = strip,
                                .keySelected = {},
                                .rowSelected = {},
                                .status = {},
                                .hovered = {},
                                .box = {},
                                .palette = QPalette(),
                                .font = QFont()};
        std::vector<double> times;
        for (int i = 0; i < 20; ++i) {
            const auto before = std::chrono::steady_clock::now();
            QPainter painter(&image);
            paintTimeline(painter, picture, glyphs, 1);
            painter.end();
            times.push_back(
                std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - before)
                    .count());
        }
        std::sort(times.begin(), times.end());
        qInfo("60 rows x 200 keys: median %.2f ms, p95 %.2f ms", times[10], times[18]);
        QVERIFY(times[10] < 40);
        // A key, the playhead, the strip's missed frames are where they should be.
        const QColor ground = picture.palette.color(QPalette::Base);
        const int y = layout.rowRect(0).center().y();
        QVERIFY(image.pixelColor(int(layout.frameX(200)), y) != ground);
        const QColor missed = image.pixelColor(int(layout.frameX(7)), layout.rulerHeight + 4);
        const QColor fine = image.pixelColor(int(layout.frameX(8)), layout.rulerHeight + 4);
        QVERIFY(missed != fine);
    }
};

QTEST_MAIN(TestTimeline)
#include "tst_timeline.moc"
