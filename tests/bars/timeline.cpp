#include "tests/bars/bars.h"
#include "tests/bars/figures.h"
#include "tests/bars/timing.h"
#include "tests/ui/timeline/hand.h"
#include "tests/ui/timeline/picture.h"

#include <functional>

namespace posewright::bars {

namespace {

/// The time below which 95% of the runs stay. [ms]
double soon(int runs, const std::function<void()>& run)
{
    std::vector<double> times;
    for (int i = 0; i < runs; ++i) times.push_back(1e-6 * timeOf(run));
    return percentile(times, 0.95);
}

}  // namespace

/// Keys and spans on the canvas.
class TimelineBars : public QObject {
    Q_OBJECT

private slots:
    void manyKeysPaintFast_data()
    {
        QTest::addColumn<double>("ratio");
        QTest::addColumn<double>("bar");  // [ms]
        QTest::newRow("1x") << 1.0 << 4.0;
        QTest::newRow("2x") << 2.0 << 8.0;
    }
    void manyKeysPaintFast()
    {
        QFETCH(double, ratio);
        QFETCH(double, bar);
        test::Picture picture(80, 200, test::plainPalette(true));  // 60 of the rows are in view
        QImage image = picture.canvas(ratio);
        // Near enough that each of the 12,000 keys is a sign of its own.
        const ui::TimeAxis near{-2, 3.6};
        int step = 0;
        const auto there = [&step] { return ++step % 20 < 10; };  // and back again
        const auto pan = [&] { picture.layout.axis.left += there() ? 0.37 : -0.37; };
        const std::vector<std::pair<const char*, std::function<void()>>> ways{
            {"as they were", [&] { picture.playhead = 33 + std::fmod(picture.playhead + 1, 300); }},
            {"panned", pan},
            {"zoomed",
             [&] { picture.layout.axis = picture.layout.axis.zoomed(700, there() ? 1.02 : 0.98); }},
            {"scrolled",
             [&] { picture.layout.scrollY += (there() ? 2 : -2) * picture.layout.rowHeight; }},
            {"far away and panned", pan},
        };
        for (const auto& [name, move] : ways) {
            picture.layout.axis =
                QString(name).startsWith("far") ? ui::TimeAxis::fitting(0, 2000, 1200) : near;
            for (int i = 0; i < 5; ++i) picture.paint(image, ratio);
            const double took = best(
                bar,
                [&] {
                    return soon(60, [&] {
                        move();
                        picture.paint(image, ratio);
                    });
                },
                15);
            QVERIFY(holds(
                QString("60 rows x 200 keys at %1, %2, 95%").arg(QTest::currentDataTag(), name),
                took, bar, "ms"));
        }
    }

    void aHundredThousandKeysScrollAndZoomFast()
    {
        Document doc = test::crowdOfLimbs(0);
        doc.playback.end = 1667;
        doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
            int done = 0;
            for (const Node& node : doc.scene->nodes()) {
                if (++done > 60) break;
                std::vector<RotationKey> keys;
                for (int k = 0; k < 1667; ++k)
                    keys.push_back({double(k), Quat::Identity(), RotationInterpolation::Slerp});
                Track track;
                track.node = node.id;
                track.rotation = RotationTrack::fromKeys(std::move(keys));
                setTrack(clip, std::move(track));
            }
        });
        test::TimelineHand hand(emptyDocument(), {1600, 900});
        QVERIFY(QTest::qWaitForWindowExposed(&hand.timeline));
        hand.session.startNew(doc, "test");
        hand.timeline.model().setExpanded(hand.row("Joints"), true);
        hand.timeline.showAll();
        hand.canvas()->repaint();
        int step = 0;
        const auto turn = [&](Qt::KeyboardModifiers modifiers) {
            return [&hand, &step, modifiers] {
                hand.wheel({900, 400}, ++step % 20 < 10 ? 120 : -120, modifiers);
                hand.canvas()->repaint();
            };
        };
        for (const auto& [name, modifiers] :
             {std::pair<const char*, Qt::KeyboardModifiers>{"zoomed", Qt::ControlModifier},
              {"panned", Qt::ShiftModifier},
              {"scrolled", Qt::NoModifier}}) {
            const double took = best(8, [&] { return soon(40, turn(modifiers)); });
            QVERIFY(holds(QString("100,020 keys, %1, 95%").arg(name), took, 8, "ms"));
        }
    }
};

std::unique_ptr<QObject> timelineBars()
{
    return std::make_unique<TimelineBars>();
}

}  // namespace posewright::bars

#include "timeline.moc"
