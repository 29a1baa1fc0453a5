#include "core/evaluate/bake.h"
#include "core/motion/whole_frames.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <cmath>

using namespace posewright;
using namespace posewright::test;

/// The frames at which motions are written, and whole frames that rounding missed.
class TestFrameGrid : public QObject {
    Q_OBJECT

private slots:
    void exactGridsHaveWholeStepsAndTheEnds();
    void whatFilesCannotTellFromAnEndIsLeftOut();
    void evenGridsLeaveOutAPartialStep();
    void givenFramesAreBaked();
    void aChangeOfRateFindsTheWholeFrames();
};

void TestFrameGrid::exactGridsHaveWholeStepsAndTheEnds()
{
    using Frames = std::vector<double>;
    QCOMPARE(FrameGrid::exact(2.25, 5.5, 1, 0).frames(), (Frames{2.25, 3, 4, 5, 5.5}));
    QCOMPARE(FrameGrid::exact(0, 5, 2, 0).frames(), (Frames{0, 2, 4, 5}));
    QCOMPARE(FrameGrid::exact(2, 4, 1, 0).frames(), (Frames{2, 3, 4}));
    QCOMPARE(FrameGrid::exact(-1.5, 1, 1, -1.5).frames(), (Frames{-1.5, -0.5, 0.5, 1}));
    QCOMPARE(FrameGrid::exact(3.25, 3.5, 1, 0).frames(), (Frames{3.25, 3.5}));
    QCOMPARE(FrameGrid::exact(7, 7, 1, 0).frames(), Frames{7});
    const FrameGrid grid = FrameGrid::exact(2.25, 5.5, 1, 0);
    QCOMPARE(grid.rowOf(2.25), 0.0);
    QCOMPARE(grid.rowOf(4.0), 2.0);
    QCOMPARE(grid.rowOf(4.5), 2.5);
    QCOMPARE(grid.rowOf(9.0), 4.0);
}

void TestFrameGrid::whatFilesCannotTellFromAnEndIsLeftOut()
{
    // Times are float32: two rows never have the same one.
    for (const double start : {5.9999999, 6.0, 6.0000001, 100000.00001, 2000000.3})
        for (const double length : {0.0, 1e-9, 0.3, 1.0, 20.00001}) {
            const FrameGrid grid = FrameGrid::exact(start, start + length, 1, 0);
            QCOMPARE(grid.frame(0), start);
            for (std::size_t row = 1; row < grid.count(); ++row)
                QVERIFY(float(grid.frame(row - 1) / 24) < float(grid.frame(row) / 24));
            if (length > 1) QCOMPARE(grid.frame(grid.count() - 1), start + length);
        }
}

void TestFrameGrid::evenGridsLeaveOutAPartialStep()
{
    QCOMPARE(FrameGrid::even(2.25, 5.5, 1).frames(), (std::vector<double>{2.25, 3.25, 4.25, 5.25}));
    QCOMPARE(FrameGrid::even(0, 5, 2).count(), std::size_t(3));
}

void TestFrameGrid::givenFramesAreBaked()
{
    BakeOptions options;
    options.frames = {1.5, 4, 4.25};
    const Result<Bake> baked = bake(*prepare(biped()), options);
    QVERIFY(baked);
    QCOMPARE(baked->frames.size(), std::size_t(3));
    for (std::size_t i = 0; i < 3; ++i) QCOMPARE(baked->frames[i].frame, options.frames[i]);
    // What is too large to be listed is refused.
    QVERIFY(!bake(*prepare(biped()), bakeOf(FrameGrid::exact(0, 1e9, 1, 0))));
}

void TestFrameGrid::aChangeOfRateFindsTheWholeFrames()
{
    // Frame 11 at 24 a second, from a file: at 30, float32 puts it a little after 13.75.
    const double there = double(float(11 / 24.0)) * 30;
    QVERIFY(there != 13.75);
    nlohmann::json key{{"edit", "setJointKey"}, {"joint", "Head"}, {"interpolation", "constant"}};
    Document doc = edited(biped(), {{{"edit", "setFps"}, {"fps", 30}}});
    for (const double frame : {1.0, there, 20.3}) {
        key["frame"] = frame;
        doc = edited(doc, key);
    }
    const Document slower = edited(doc, {{"edit", "setFps"}, {"fps", 24}, {"retime", true}});
    const std::vector<RotationKey>& keys =
        slower.clip().track(nodeNamed(slower, "Head"))->rotation->keys();
    QCOMPARE(keys.size(), std::size_t(3));
    QCOMPARE(keys[0].frame, 0.8);
    QCOMPARE(keys[1].frame, 11.0);
    QVERIFY(std::abs(keys[2].frame - 16.24) < 1e-12);
    QCOMPARE(wholeIfNear(11.00000015), 11.0);
    QCOMPARE(wholeIfNear(11.00001), 11.00001);
    // Two keys that would meet stay apart.
    QCOMPARE(stretchedFrames({10.9999999, 11.0000001}, 1),
             (std::vector<double>{10.9999999, 11.0000001}));
}

POSEWRIGHT_TEST(TestFrameGrid, posewright::test::runWithEvents);
#include "tst_frame_grid.moc"
