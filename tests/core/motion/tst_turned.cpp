#include "core/motion/turned.h"
#include "tests/support/program.h"

#include <QTest>

#include <numbers>

using namespace posewright;

/// Keys, said in other axes.
class TestTurned : public QObject {
    Q_OBJECT

private slots:
    void aBentWayToAStraightKeyIsTheSameOnWholeFrames()
    {
        const auto curve = [](double low, double high, double leftFrames) {
            Key from{0, low, {}, {4, 0.1}, Interpolation::Bezier, HandleMode::Free};
            Key to{12, high, {leftFrames, -0.3}, {4, 0}, Interpolation::Linear, HandleMode::Free};
            return Curve::fromKeys({from, to});
        };
        Track track;
        track.translation = {curve(0, 1, -1), curve(0.5, -1, -6), curve(1, 0, -11)};
        const Quat way(Eigen::AngleAxisd(std::numbers::pi / 3, Vec3(1, 2, 3).normalized()));
        const Track out = turned(track, {.way = way});
        for (double frame = 0; frame <= 12; ++frame) {
            Vec3 before, after;
            for (int axis = 0; axis < 3; ++axis) {
                before[axis] = track.translation[axis]->sample(frame);
                after[axis] = out.translation[axis]->sample(frame);
            }
            QVERIFY2((way * before - after).norm() < 1e-9, qPrintable(QString::number(frame)));
        }
    }
};

POSEWRIGHT_TEST(TestTurned, posewright::test::runPlain);
#include "tst_turned.moc"
