#include "core/math/rotation.h"
#include "core/motion/rotation_track.h"
#include "tests/support/program.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace posewright;

namespace {

Quat about(const Vec3& axis, double angle)
{
    return fromRotationVector(axis.normalized() * angle);
}

Quat randomRotation(std::mt19937& random)
{
    std::normal_distribution<double> n;
    return Quat(n(random), n(random), n(random), n(random)).normalized();
}

double difference(const RotationTrack& a, const RotationTrack& b, double first, double last)
{
    double worst = 0;
    for (int i = 0; i <= 2000; ++i) {
        const double frame = first + (last - first) * i / 2000;
        worst = std::max(worst, angleBetween(a.sample(frame), b.sample(frame)));
    }
    return worst;
}

bool inOneHemisphere(const RotationTrack& track)
{
    for (std::size_t i = 1; i < track.keys().size(); ++i)
        if (track.keys()[i - 1].value.dot(track.keys()[i].value) < 0) return false;
    return true;
}

RotationTrack spread(std::initializer_list<double> angles, RotationInterpolation interpolation,
                     double step = 10)
{
    RotationTrack track;
    double frame = 0;
    for (const double angle : angles) {
        track.setValue(frame, about(Vec3(1, 2, 3), angle), interpolation);
        frame += step;
    }
    return track;
}

}  // namespace

Q_DECLARE_METATYPE(posewright::Ease)

class TestRotationTrack : public QObject {
    Q_OBJECT

private slots:
    void aTrackWithoutKeysIsTheIdentity()
    {
        QVERIFY(RotationTrack().sample(1).coeffs() == Quat::Identity().coeffs());
    }

    void rotationsAreHeldOutsideTheKeys()
    {
        const RotationTrack track = spread({0.1, 0.7}, RotationInterpolation::Slerp);
        QVERIFY(track.sample(-5).coeffs() == track.keys()[0].value.coeffs());
        QVERIFY(track.sample(10).coeffs() == track.keys()[1].value.coeffs());
        QVERIFY(track.sample(99).coeffs() == track.keys()[1].value.coeffs());
    }

    void neighboursLieInOneHemisphereAfterEveryOperation()
    {
        std::mt19937 random(1);
        RotationTrack track;
        for (int i = 0; i < 400; ++i) {
            const double frame = double(random() % 60);
            switch (random() % 4) {
            case 0: track.remove(frame); break;
            case 1: track.insert(frame + 0.5); break;
            default:
                track.setValue(frame, randomRotation(random), RotationInterpolation(random() % 4));
            }
            QVERIFY(inOneHemisphere(track));
        }
        QVERIFY(track.keys().size() > 30);
        std::vector<RotationKey> keys;
        for (int i = 0; i < 100; ++i) keys.push_back({double(i), randomRotation(random)});
        QVERIFY(inOneHemisphere(RotationTrack::fromKeys(keys)));
        const RotationTrack made = RotationTrack::fromKeys(keys);
        QVERIFY(made.keys()[0] == keys[0]);
    }

    void flippingAKeyTurnsNothing()
    {
        std::mt19937 random(2);
        std::vector<RotationKey> keys;
        for (int i = 0; i < 20; ++i)
            keys.push_back({double(i), randomRotation(random), RotationInterpolation::Slerp});
        const RotationTrack track = RotationTrack::fromKeys(keys);
        for (int i = 0; i < 20; ++i) QVERIFY(angleBetween(track.sample(i), keys[i].value) < 1e-15);
    }

    void slerpKeepsItsSpeed()
    {
        std::mt19937 random(3);
        for (int n = 0; n < 100; ++n) {
            const RotationTrack track = RotationTrack::fromKeys(
                {{0, randomRotation(random), RotationInterpolation::Slerp},
                 {20, randomRotation(random), RotationInterpolation::Slerp}});
            const double whole = angleBetween(track.sample(0), track.sample(20));
            for (int i = 0; i < 20; ++i)
                QVERIFY(std::abs(angleBetween(track.sample(i), track.sample(i + 1)) - whole / 20) <
                        1e-14);
        }
    }

    /// glTF 2.0, appendix C.4.
    void slerpIsTheLinearInterpolationOfGltf()
    {
        std::mt19937 random(4);
        for (int n = 0; n < 100; ++n) {
            const Quat a = randomRotation(random);
            const Quat b = randomRotation(random);
            const RotationTrack track = RotationTrack::fromKeys({{0, a}, {1, b}});
            const double d = a.dot(b);
            const double angle = std::acos(std::abs(d));
            for (const double t : {0.1, 0.5, 0.83}) {
                const Vec4 expected =
                    std::sin(angle * (1 - t)) / std::sin(angle) * a.coeffs() +
                    (d < 0 ? -1 : 1) * std::sin(angle * t) / std::sin(angle) * b.coeffs();
                QVERIFY((track.sample(t).coeffs() - expected).norm() < 1e-13);
            }
        }
    }

    /// glTF 2.0, appendix C.5, and normalised.
    void cubicIsTheCubicSplineOfGltf()
    {
        std::mt19937 random(5);
        std::normal_distribution<double> n(0, 0.1);
        const double d = 6;
        const Quat a = randomRotation(random);
        const Quat b = a * about(Vec3(1, -1, 0.5), 1.2);
        std::vector<RotationShape> shapes(2);
        for (RotationShape& shape : shapes) {
            shape.automatic = false;
            shape.in = Vec4(n(random), n(random), n(random), n(random));
            shape.out = Vec4(n(random), n(random), n(random), n(random));
        }
        const RotationTrack track = RotationTrack::fromKeys(
            {{2, a, RotationInterpolation::Cubic}, {2 + d, b, RotationInterpolation::Cubic}},
            shapes);
        for (int i = 0; i <= 60; ++i) {
            const double t = i / 60.0;
            const double t2 = t * t;
            const double t3 = t2 * t;
            const Vec4 expected = (2 * t3 - 3 * t2 + 1) * a.coeffs() +
                                  d * (t3 - 2 * t2 + t) * shapes[0].out +
                                  (-2 * t3 + 3 * t2) * b.coeffs() + d * (t3 - t2) * shapes[1].in;
            QVERIFY((track.sample(2 + t * d).coeffs() - expected.normalized()).norm() < 1e-15);
        }
    }

    void stepsHold()
    {
        const RotationTrack track = spread({0.1, 0.7}, RotationInterpolation::Step);
        QVERIFY(track.sample(9.99).coeffs() == track.keys()[0].value.coeffs());
        QVERIFY(track.sample(10).coeffs() == track.keys()[1].value.coeffs());
    }

    /// Expected values: bisection in 50-digit decimals, by another program.
    void easesFollowTheirBezier_data()
    {
        QTest::addColumn<Ease>("ease");
        QTest::addColumn<double>("time");
        QTest::addColumn<double>("way");
        QTest::newRow("default, a quarter") << Ease{} << 0.25 << 0.1291619310473198116470;
        QTest::newRow("default, a half") << Ease{} << 0.5 << 0.5;
        QTest::newRow("slow out") << Ease{0, 0, 0.2, 1} << 0.3 << 0.6449902102692293447686;
        QTest::newRow("late") << Ease{1, 0, 1, 0.3} << 0.9 << 0.2737985077451424792050;
    }
    void easesFollowTheirBezier()
    {
        QFETCH(Ease, ease);
        QFETCH(double, time);
        QFETCH(double, way);
        QVERIFY(std::abs(eased(ease, time) - way) < 1e-15);
        QCOMPARE(eased(ease, 0), 0.0);
        QCOMPARE(eased(ease, 1), 1.0);
        const Quat to = about(Vec3(0, 1, 1), 1.3);
        RotationShape shape;
        shape.ease = ease;
        RotationTrack track;
        track.set({0, Quat::Identity(), RotationInterpolation::Eased}, shape);
        track.set({1, to, RotationInterpolation::Eased});
        QVERIFY(std::abs(angleBetween(track.sample(0), track.sample(time)) - 1.3 * way) < 1e-14);
    }

    void automaticTangentsOfSteadyTurningAreSteady()
    {
        const RotationTrack track = spread({0, 0.2, 0.4, 0.6, 0.8}, RotationInterpolation::Cubic);
        for (double frame = 10; frame < 30; frame += 0.5) {
            const double speed = angleBetween(track.sample(frame), track.sample(frame + 0.5)) / 0.5;
            QVERIFY2(std::abs(speed - 0.02) < 2e-4, qPrintable(QString::number(speed)));
        }
    }

    void automaticTangentsAreZeroAtTheEndsAndBesideAHeldRotation()
    {
        const RotationTrack track = spread({0, 0.9, 0.9, 0.3}, RotationInterpolation::Cubic);
        for (std::size_t i = 0; i < 4; ++i) {
            QVERIFY(track.shape(i).in.isZero());
            QVERIFY(track.shape(i).out.isZero());
        }
        QVERIFY(angleBetween(track.sample(13), track.sample(17)) < 1e-15);
    }

    void cubicTracksAreSmoothAtTheirKeys()
    {
        std::mt19937 random(6);
        RotationTrack track;
        double frame = 0;
        for (int i = 0; i < 10; ++i, frame += 1 + double(random() % 9))
            track.setValue(frame, about(Vec3(1, 0, 2), double(random() % 100) / 60) *
                                      about(Vec3(0, 1, 0), double(random() % 100) / 60));
        const double h = 1e-5;
        for (std::size_t i = 1; i + 1 < track.keys().size(); ++i) {
            const double f = track.keys()[i].frame;
            const Vec4 now = track.sample(f).coeffs();
            const Vec4 arriving = (now - track.sample(f - h).coeffs()) / h;
            const Vec4 leaving = (track.sample(f + h).coeffs() - now) / h;
            QVERIFY((arriving - leaving).norm() < 1e-4);
        }
    }

    void denseTracksStoreNoShapes()
    {
        std::vector<RotationKey> keys;
        for (int i = 0; i < 10; ++i) keys.push_back({double(i), about(Vec3(1, 0, 0), i * 0.1)});
        RotationTrack track = RotationTrack::fromKeys(keys);
        track.setValue(4.5, about(Vec3(1, 0, 0), 0.45));
        track.insert(7.25);
        QVERIFY(track == RotationTrack::fromKeys(track.keys()));
        QVERIFY(track.shape(3) == RotationShape{});
    }

    void aNewValueTakesTheInterpolationOfTheKeyBefore()
    {
        RotationTrack track;
        track.setValue(5, Quat::Identity());
        QCOMPARE(track.find(5)->interpolation, RotationInterpolation::Cubic);
        track.setValue(5, about(Vec3(1, 0, 0), 1), RotationInterpolation::Slerp);
        track.setValue(9, about(Vec3(1, 0, 0), 2));
        QCOMPARE(track.find(9)->interpolation, RotationInterpolation::Slerp);
        track.setValue(1, Quat::Identity());
        QCOMPARE(track.find(1)->interpolation, RotationInterpolation::Cubic);
    }

    void settingAKeyAgainKeepsItsShape()
    {
        RotationTrack track = spread({0, 0.5, 1.2}, RotationInterpolation::Eased);
        RotationShape shape;
        shape.ease = {0.1, 0.2, 0.3, 0.4};
        track.set(track.keys()[0], shape);
        track.setValue(0, about(Vec3(1, 2, 3), 0.1));
        QVERIFY(track.shape(0).ease == shape.ease);
    }

    void theOrderOfSettingDoesNotMatter()
    {
        std::mt19937 random(8);
        std::vector<Quat> values;
        for (int i = 0; i < 12; ++i) values.push_back(about(Vec3(i, 1, 2), 0.2 * i));
        RotationTrack forwards;
        RotationTrack backwards;
        for (int i = 0; i < 12; ++i)
            forwards.setValue(i * i, values[i], RotationInterpolation::Cubic);
        for (int i = 11; i >= 0; --i)
            backwards.setValue(i * i, values[i], RotationInterpolation::Cubic);
        QVERIFY(forwards == backwards);
    }

    /// What is kept between samples changes no bit, for keys of all kinds.
    void arcsThatAreKeptChangeNoBit()
    {
        std::mt19937 random(29);
        std::vector<RotationKey> keys;
        std::vector<RotationShape> shapes;
        for (int i = 0; i < 40; ++i) {
            const Quat q = i % 7 == 3 ? keys.back().value : randomRotation(random);
            keys.push_back({3.0 * i, q, RotationInterpolation(i % 4)});
            shapes.emplace_back();
            if (i % 3 == 0) shapes.back().ease = {0.2, 0.1, 0.7, 0.9};
        }
        const RotationTrack track = RotationTrack::fromKeys(keys, shapes);
        const std::vector<Arc> arcs = track.arcs();
        QCOMPARE(arcs.size(), keys.size() - 1);
        LastEase last;
        for (int i = -20; i < 1300; ++i) {
            const double frame = 0.1 * (i % 2 ? i : i - 1);
            std::size_t row = 0;
            QVERIFY2(track.sample(frame, row, arcs, last).coeffs() == track.sample(frame).coeffs(),
                     qPrintable(QString::number(frame)));
        }
        QVERIFY(RotationTrack().arcs().empty());
    }

    void removingTakesBackSetting()
    {
        RotationTrack track = spread({0, 0.5, 1.2, 0.1}, RotationInterpolation::Cubic);
        const RotationTrack before = track;
        track.setValue(14, about(Vec3(1, 0, 0), 0.3));
        QVERIFY(track.remove(14));
        QVERIFY(track == before);
        QVERIFY(!track.remove(14));
    }

    void insertingKeepsTheShape_data()
    {
        QTest::addColumn<int>("interpolation");
        QTest::addColumn<double>("tolerance");
        QTest::newRow("step") << int(RotationInterpolation::Step) << 1e-12;
        QTest::newRow("slerp") << int(RotationInterpolation::Slerp) << 1e-12;
        QTest::newRow("eased") << int(RotationInterpolation::Eased) << 1e-12;
        QTest::newRow("cubic") << int(RotationInterpolation::Cubic) << 2e-3;
    }
    void insertingKeepsTheShape()
    {
        QFETCH(int, interpolation);
        QFETCH(double, tolerance);
        std::mt19937 random(9);
        std::uniform_real_distribution<double> share(0, 1);
        double worst = 0;
        for (int n = 0; n < 100; ++n) {
            RotationTrack before;
            for (int i = 0; i < 6; ++i) {
                RotationShape shape;
                shape.ease = {share(random), share(random), share(random), share(random)};
                before.set({i * 8.0, about(Vec3(1, i % 3, 2), i * 0.7),
                            RotationInterpolation(interpolation)},
                           shape);
            }
            RotationTrack after = before;
            for (int i = 0; i < 6; ++i) after.insert(share(random) * 60 - 10);
            QCOMPARE(after.keys().size(), std::size_t(12));
            worst = std::max(worst, difference(before, after, -12, 52));
        }
        QVERIFY2(worst < tolerance, qPrintable(QString::number(worst)));
    }

    void insertingIntoACubicIntervalErrsByTheThirdPower()
    {
        double last = 0;
        for (const double angle : {0.4, 0.2, 0.1}) {
            RotationTrack track;
            track.setValue(0, Quat::Identity());
            track.setValue(10, about(Vec3(1, 2, 0), angle));
            track.setValue(20, about(Vec3(1, 2, 0), angle) * about(Vec3(0, 1, 3), angle));
            track.setValue(30, about(Vec3(3, 1, 3), 2 * angle));
            RotationTrack split = track;
            split.insert(14);
            const double error = difference(track, split, 0, 30);
            QVERIFY2(error < 1e-3 * angle * angle * angle, qPrintable(QString::number(error)));
            if (last > 0) QVERIFY2(error < last / 6, qPrintable(QString::number(error)));
            last = error;
        }
    }

    void insertingLeavesMixedNeighboursAlone()
    {
        std::mt19937 random(10);
        for (int n = 0; n < 200; ++n) {
            RotationTrack before;
            for (int i = 0; i < 8; ++i)
                before.set({i * 5.0, about(Vec3(1, i % 3, 2), i * 0.6),
                            RotationInterpolation(random() % 4)});
            RotationTrack after = before;
            const int row = int(random() % 7);
            after.insert(row * 5.0 + 2);
            for (int i = 0; i < 7; ++i) {
                const bool cubic =
                    before.keys()[i].interpolation == RotationInterpolation::Cubic && i == row;
                const double error = difference(before, after, i * 5.0, i * 5.0 + 4.999);
                QVERIFY2(error < (cubic ? 1e-2 : 1e-12), qPrintable(QString::number(error)));
            }
        }
    }
};

POSEWRIGHT_TEST(TestRotationTrack, posewright::test::runPlain);
#include "tst_rotation_track.moc"
