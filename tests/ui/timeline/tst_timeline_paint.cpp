#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "tests/ui/timeline/hand.h"
#include "tests/ui/timeline/picture.h"

#include <QImage>
#include <QPainter>

#include <random>
#include <set>

using namespace posewright;
using namespace posewright::ui;
using test::Picture;
using test::plainPalette;

namespace {

/// Of a strip that is met from frame 0 to 40.
Picture reachedTo40()
{
    Picture picture(1, 4, plainPalette(true));
    picture.end = 40;
    picture.strip.clear();
    for (int f = 0; f <= 40; ++f) picture.strip[f] = ik::Status::Reached;
    picture.layout.axis = TimeAxis{-1, 16};
    return picture;
}

/// The colours of a painted strip at a frame, from top to bottom.
class StripColumns {
public:
    explicit StripColumns(Picture& picture) : layout_(picture.layout), image_(picture.canvas(1))
    {
        picture.paint(image_, 1);
    }
    QList<QRgb> operator()(double frame) const
    {
        QList<QRgb> colors;
        const int x = static_cast<int>(layout_.frameX(frame));
        for (int y = layout_.stripTop(); y < layout_.rowsTop(); ++y) colors << image_.pixel(x, y);
        return colors;
    }

private:
    TimelineLayout layout_;
    QImage image_;
};

}  // namespace

/// That it can be read, and that what is kept between pictures does not show. How fast it is drawn
/// is for tests/bars.
class TestTimelinePaint : public QObject {
    Q_OBJECT

private slots:
    /// The words below the rows stand beside the playhead, wherever that is.
    void thePlayheadCrossesNoWords()
    {
        Picture picture(1, 4, plainPalette(true));
        picture.hasTargets = false;
        picture.end = 200;
        picture.rows[0].spans.clear();
        TimelineLayout& layout = picture.layout;
        layout.size = {1800, layout.rowsTop() + 8 * layout.rowHeight};
        layout.axis = TimeAxis{0, 8};
        const int top = layout.rowsTop() + 2 * layout.rowHeight;
        for (double frame = 4; frame < 200; frame += 4) {
            picture.playhead = frame;
            const auto at = static_cast<int>(std::round(layout.frameX(frame)));
            if (at + 3 >= layout.size.width()) break;
            QImage image = picture.canvas(1);
            picture.paint(image, 1);
            int written = 0;
            for (int y = top; y < layout.size.height(); ++y) {
                const QRgb ground = image.pixel(at + 2, top);
                for (const int x : {at - 3, at - 2, at + 2, at + 3})
                    QVERIFY2(image.pixel(x, y) == ground, qPrintable(QString::number(frame)));
                for (int x = layout.nameWidth; x < layout.size.width(); ++x)
                    written += qAbs(qGray(image.pixel(x, y)) - qGray(ground)) > 40;
            }
            QVERIFY(written > 300);
        }
    }

    void whatIsKeptLooksLikeWhatIsDrawnAnew_data()
    {
        QTest::addColumn<double>("ratio");
        QTest::newRow("1x") << 1.0;
        QTest::newRow("1.5x") << 1.5;
        QTest::newRow("2x") << 2.0;
    }
    void whatIsKeptLooksLikeWhatIsDrawnAnew()
    {
        QFETCH(double, ratio);
        Picture picture(20, 60, plainPalette(true));
        picture.layout.size = {700, picture.layout.rowsTop() + 9 * picture.layout.rowHeight + 7};
        picture.layout.axis = TimeAxis{-2, 7.3};
        QImage kept = picture.canvas(ratio), anew = picture.canvas(ratio);
        std::mt19937 random(7);
        const auto number = [&](int below) { return static_cast<int>(random() % unsigned(below)); };
        for (int i = 0; i < 200; ++i) {
            switch (number(6)) {
            case 0: picture.layout.axis.left += 0.013 * (number(200) - 100); break;
            case 1: picture.layout.axis = picture.layout.axis.zoomed(number(600), 1.1); break;
            case 2: picture.layout.axis = picture.layout.axis.zoomed(number(600), 1 / 1.1); break;
            case 3: picture.layout.scrollY = number(11 * picture.layout.rowHeight); break;
            case 4: picture.selected[number(20)] = {double(2 * number(60))}; break;
            default: picture.playhead = number(120); break;
            }
            if (i % 3 == 0) anew.fill(Qt::magenta);  // nothing of what was there shines through
            picture.paint(kept, ratio);
            TimelineCache fresh;
            std::swap(fresh, picture.cache);
            picture.paint(anew, ratio);
            std::swap(fresh, picture.cache);
            QVERIFY2(kept == anew, qPrintable(QString("after %1 moves").arg(i + 1)));
        }
    }

    void textCanBeRead_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("dark") << true;
        QTest::newRow("light") << false;
    }
    void textCanBeRead()
    {
        QFETCH(bool, dark);
        const TimelineColors colors(plainPalette(dark));
        double least = 21;
        for (const auto& [text, ground] : colors.texts()) {
            const double ratio = contrast(text, ground);
            QVERIFY2(ratio >= 4.5, qPrintable(text.name() + " on " + ground.name()));
            least = std::min(least, ratio);
        }
        // Keys stand out from every ground that they lie on (WCAG 2.1, non-text contrast).
        for (const SpanKind kind : {SpanKind::Reach, SpanKind::Contact, SpanKind::Hold})
            QVERIFY(contrast(colors.span(kind), colors.ground) >= 3);
        QVERIFY(contrast(colors.key, colors.ground) >= 3);
        for (const QColor& ground : {colors.ground, colors.groundGroup, colors.groundChosen})
            QVERIFY2(contrast(colors.keyDim, ground) >= 3,
                     qPrintable(QString("%1 of the rows that stand for others on %2")
                                    .arg(colors.keyDim.name(), ground.name())));
        QVERIFY2(contrast(colors.key, colors.ground) > contrast(colors.keyDim, colors.ground),
                 "they are still the fainter ones");
        // On a bar the sign does, or what is around it does.
        for (const QColor& row : {colors.ground, colors.groundOdd, colors.groundChosen}) {
            const QColor bar = colors.contactBar(row);
            for (const QColor& sign : {colors.key, colors.chosen})
                QVERIFY(std::max(contrast(sign, colors.edge), contrast(sign, colors.keyHalo)) >=
                        4.5);
            QVERIFY2(contrast(colors.keyHalo, bar) >= 3, qPrintable(bar.name()));
        }
        qInfo("least contrast of text: %.2f", least);
    }

    void theRulerWritesNoHalfNumbers()
    {
        // Wherever the border lies against the numbers: no ink of theirs touches it.
        Picture picture(1, 4, plainPalette(true));
        picture.end = 4000;
        picture.playhead = 1400;
        for (int shift = 0; shift < 60; shift += 3) {
            picture.layout.axis = TimeAxis{-37.0 + shift, 0.31};
            QImage image = picture.canvas(1);
            picture.paint(image, 1);
            const int letters = picture.layout.rulerHeight - 9;  // above the ticks
            // The first column is the line beside the names.
            for (const int x : {picture.layout.nameWidth + 1, picture.layout.size.width() - 1})
                for (int y = 2; y < letters; ++y)
                    QCOMPARE(image.pixelColor(x, y).name(), picture.colors.names.name());
        }
    }

    void thePlayheadsLabelIsWhole_data()
    {
        QTest::addColumn<bool>("seconds");
        QTest::addColumn<double>("ratio");
        QTest::newRow("frames") << false << 1.0;
        QTest::newRow("seconds") << true << 1.0;
        QTest::newRow("frames at 2x") << false << 2.0;
        QTest::newRow("seconds at 2x") << true << 2.0;
    }
    /// At both ends of what is in view, too.
    void thePlayheadsLabelIsWhole()
    {
        QFETCH(bool, seconds);
        QFETCH(double, ratio);
        Picture picture(1, 4, plainPalette(true));
        picture.end = 4000;
        picture.format = {seconds, 24};
        picture.layout.axis = TimeAxis{0, 0.5};
        const double last = picture.layout.frameAt(picture.layout.size.width());
        for (const double frame : {0.0, 3.0, 1234.0, std::floor(last) - 2, std::floor(last)}) {
            picture.playhead = frame;
            const QRectF flag = playheadFlag(picture.time());
            const int text =
                QFontMetrics(picture.font).horizontalAdvance(picture.format.text(frame));
            QVERIFY(flag.width() >= text + 8);
            QVERIFY(flag.left() > picture.layout.nameWidth);
            QVERIFY(flag.right() <= picture.layout.size.width());
            QImage image = picture.canvas(ratio);
            picture.paint(image, ratio);
            // Its ground is seen within both of its ends.
            const int y = static_cast<int>((flag.bottom() - 2.5) * ratio);
            for (const double x : {flag.left() + 3, flag.right() - 3})
                QCOMPARE(image.pixelColor(static_cast<int>(x * ratio), y).name(),
                         picture.colors.playhead.name());
        }
        picture.playhead = last + 500;
        QVERIFY(playheadFlag(picture.time()).isEmpty());
    }

    void faultsLookLikeProblems()
    {
        Picture picture = reachedTo40();
        picture.strip[10] = ik::Status::Unreachable;
        picture.faults[20].pops.push_back({20, NodeId(1), 1});
        const StripColumns column(picture);
        const QRgb bad = picture.colors.strip(Mood::Bad).rgb();
        QVERIFY(column(10).contains(bad));
        QVERIFY(column(20).count(bad) >= column(20).size() / 3);
        QVERIFY(!column(15).contains(bad));
    }

    /// Keys that lie close are one bar, but not hollow ones and others.
    void aBarOfKeysIsHollowWhereTheyAre()
    {
        Picture picture(1, 60, plainPalette(true));
        picture.rows[0].spans.clear();
        picture.rows[0].overridden = {{0, 58}};
        picture.playhead = -50;
        picture.layout.axis = TimeAxis{-4, 1.5};
        QImage image = picture.canvas(1);
        picture.paint(image, 1);
        const int y = picture.layout.rowRect(0).top() + picture.layout.rowHeight / 2;
        const auto inked = [&](double frame) {
            const int x = int(picture.layout.frameX(frame));
            return image.pixel(x, y) != image.pixel(x, picture.layout.rowRect(0).top() + 1);
        };
        QVERIFY2(!inked(29), "nothing is inside a hollow bar");
        QVERIFY2(inked(90), "the others are solid");
    }

    void twoChosenKeysAmongManyAreBothSeen()
    {
        Picture picture(1, 60, plainPalette(true));
        picture.rows[0].spans.clear();
        picture.playhead = -50;
        picture.layout.axis = TimeAxis{-4, 1.5};
        const QRect row = picture.layout.rowRect(0);
        const auto chosen = [&](std::vector<double> frames, double at) {
            picture.selected[0] = std::move(frames);
            QImage image = picture.canvas(1);
            picture.paint(image, 1);
            int count = 0;
            for (int y = row.top(); y <= row.bottom(); ++y)
                count += image.pixel(int(std::round(picture.layout.frameX(at))), y) ==
                         picture.colors.chosen.rgb();
            return count;
        };
        QVERIFY(chosen({42}, 42) > 0);
        QCOMPARE(chosen({}, 42), 0);
        QCOMPARE(chosen({40, 42}, 42), chosen({42}, 42));
    }

    /// What the capture has of its own is marked, and is no problem.
    void whatCameWithTheCaptureIsMarkedAndNoProblem()
    {
        Picture picture = reachedTo40();
        picture.faults[20].recorded.push_back({20, NodeId(1), 1});
        const StripColumns column(picture);
        QVERIFY(!column(20).contains(picture.colors.strip(Mood::Bad).rgb()));
        QVERIFY2(column(20) != column(15), "it is to be seen");
        QVERIFY(column(20).contains(picture.colors.strip(Mood::Good).rgb()));
    }

    void everyStatusHasAShapeOfItsOwn()
    {
        // Without any colour the strip still tells: heights and patterns differ.
        Picture picture(1, 4, plainPalette(true));
        picture.end = 40;
        picture.strip.clear();
        const std::vector<ik::Status> all{ik::Status::Reached, ik::Status::Softened,
                                          ik::Status::Unreachable, ik::Status::Inactive};
        for (int f = 0; f < 40; ++f) picture.strip[f] = all[f / 10];
        picture.layout.axis = TimeAxis{-1, 16};
        QImage image = picture.canvas(1);
        picture.paint(image, 1);
        const QImage grey = image.convertToFormat(QImage::Format_Grayscale8);
        std::set<QByteArray> seen;
        for (int kind = 0; kind < 4; ++kind) {
            QByteArray look;
            const int x = static_cast<int>(picture.layout.frameX(kind * 10 + 4));
            for (int y = picture.layout.stripTop(); y < picture.layout.rowsTop(); ++y)
                for (int i = 0; i < 8; ++i)
                    look += qAbs(qGray(grey.pixel(x + i, y)) -
                                 qGray(grey.pixel(x, picture.layout.stripTop()))) > 24
                                ? '#'
                                : '.';
            seen.insert(look);
        }
        QCOMPARE(int(seen.size()), 4);
    }

    void keysAndThePlayheadAreWhereTheyShouldBe()
    {
        Picture picture(3, 20, plainPalette(false));
        QImage image = picture.canvas(1);
        picture.paint(image, 1);
        const int y = picture.layout.rowRect(1).top() + picture.layout.rowHeight / 2;
        QVERIFY(contrast(image.pixelColor(int(picture.layout.frameX(12)), y),
                         picture.colors.ground) > 2);
        const int x = int(std::round(picture.layout.frameX(33)));
        QCOMPARE(image.pixelColor(x, picture.layout.size.height() - 2).name(),
                 picture.colors.playhead.name());
    }
};

POSEWRIGHT_TEST(TestTimelinePaint, posewright::test::runWithWidgets);
#include "tst_timeline_paint.moc"
