#include "core/motion/curve.h"
#include "tests/support/program.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace posewright;

namespace {

Key key(double frame, double value, Interpolation interpolation = Interpolation::Bezier,
        HandleMode mode = HandleMode::AutoClamped, Handle left = {}, Handle right = {})
{
    return {frame, value, left, right, interpolation, mode};
}

/// Greatest difference of two curves over a range, seen at `count` places.
double difference(const Curve& a, const Curve& b, double first, double last, int count = 2000)
{
    double worst = 0;
    for (int i = 0; i <= count; ++i) {
        const double frame = first + (last - first) * i / count;
        worst = std::max(worst, std::abs(a.sample(frame) - b.sample(frame)));
    }
    return worst;
}

/// Keys of every interpolation and mode at uneven frames.
Curve randomCurve(std::mt19937& random)
{
    std::uniform_real_distribution<double> value(-1, 1);
    std::uniform_real_distribution<double> step(0.3, 7);
    Curve curve;
    double frame = value(random);
    for (int i = 0; i < 8; ++i, frame += step(random))
        curve.set(key(frame, value(random), Interpolation(random() % 3), HandleMode(random() % 4),
                      {-step(random), value(random)}, {step(random), value(random)}));
    return curve;
}

}  // namespace

class TestCurve : public QObject {
    Q_OBJECT

private slots:
    void aCurveWithoutKeysIsZero() { QCOMPARE(Curve().sample(3), 0.0); }

    void theValueIsHeldOutsideTheKeys()
    {
        Curve curve;
        curve.setValue(2, 5);
        QCOMPARE(curve.sample(-10), 5.0);
        curve.setValue(6, 9);
        QCOMPARE(curve.sample(1.9), 5.0);
        QCOMPARE(curve.sample(6), 9.0);
        QCOMPARE(curve.sample(1e9), 9.0);
        QVERIFY(!std::isnan(curve.sample(std::nan(""))));
    }

    void aConstantKeyHoldsUntilTheNextOne()
    {
        const Curve curve = Curve::fromKeys(
            {key(0, 1, Interpolation::Constant), key(4, 2, Interpolation::Constant)});
        QCOMPARE(curve.sample(std::nextafter(4.0, 0.0)), 1.0);
        QCOMPARE(curve.sample(4), 2.0);
    }

    void aLinearKeyGoesStraight()
    {
        const Curve curve = Curve::fromKeys({key(0, 1, Interpolation::Linear), key(4, 3)});
        QCOMPARE(curve.sample(1), 1.5);
        QCOMPARE(curve.sample(3), 2.5);
    }

    /// Expected values: bisection in 50-digit decimals, by another program.
    void bezierIntervalsEqualFiftyDigitValues_data()
    {
        QTest::addColumn<QList<double>>("numbers");
        QTest::addColumn<double>("frame");
        QTest::addColumn<double>("expected");
        QTest::addColumn<double>("tolerance");
        // f0 v0 right.frames right.value f1 v1 left.frames left.value
        QTest::newRow("uneven handles") << QList<double>{0, 1, 2.5, 0.75, 12, -2, -5, 1.25} << 3.0
                                        << 0.8606824042058361844239 << 1e-15;
        QTest::newRow("uneven handles, late") << QList<double>{0, 1, 2.5, 0.75, 12, -2, -5, 1.25}
                                              << 11.5 << -1.8705391876122691315099 << 1e-15;
        QTest::newRow("thirds") << QList<double>{10, 0, 5, 3, 25, 1, -5, -2} << 17.0
                                << 0.9478518518518518518519 << 1e-15;
        QTest::newRow("no handles")
            << QList<double>{0, 0, 0, 0, 1, 1, 0, 0} << 0.125 << 0.125 << 1e-16;
        QTest::newRow("vertical handles")
            << QList<double>{0, 0, 0, 2, 8, 1, 0, -3} << 2.0 << 0.4928692019085910955715 << 1e-15;
        QTest::newRow("full handles")
            << QList<double>{0, 0, 4, 1, 4, 2, -4, -1} << 1.0 << 0.2797246055119251969681 << 1e-15;
        // Where the tangent is upright, time fixes the value to no more than the root of its bits.
        QTest::newRow("full handles near the upright middle")
            << QList<double>{0, 0, 4, 1, 4, 2, -4, -1} << 1.999 << 0.9403474605511925196968
            << 1e-12;
        QTest::newRow("right one overlong") << QList<double>{0, 0, 15, 3, 10, 1, -2.5, 0} << 6.0
                                            << 1.1350039514418854194193 << 1e-15;
        QTest::newRow("both overlong") << QList<double>{0, 0, 30, 6, 10, 1, -20, 4} << 4.0
                                       << 0.9206048425097583072912 << 1e-14;
        QTest::newRow("longer than the interval, and time still advances")
            << QList<double>{0, 0, 13, 3, 10, 1, -4, 0} << 6.0 << 1.3273194531004372957375 << 1e-15;
        QTest::newRow("a slow start") << QList<double>{0, 0, 9.5, 0.25, 10, 1, -9, 0} << 0.5
                                      << 0.0141082748835116341219 << 1e-15;
        QTest::newRow("far from zero")
            << QList<double>{4500, 100, 0.2, 0.01, 4501, 100.5, -0.7, -0.25} << 4500.4
            << 100.2168836116439803045359 << 1e-12;
    }
    void bezierIntervalsEqualFiftyDigitValues()
    {
        QFETCH(QList<double>, numbers);
        QFETCH(double, frame);
        QFETCH(double, expected);
        QFETCH(double, tolerance);
        const Curve curve = Curve::fromKeys({key(numbers[0], numbers[1], Interpolation::Bezier,
                                                 HandleMode::Free, {}, {numbers[2], numbers[3]}),
                                             key(numbers[4], numbers[5], Interpolation::Bezier,
                                                 HandleMode::Free, {numbers[6], numbers[7]}, {})});
        const double error = std::abs(curve.sample(frame) - expected);
        QVERIFY2(error <= tolerance, qPrintable(QString::number(error)));
    }

    /// glTF 2.0, appendix C.5: tangents are per unit of time.
    void handlesOfAThirdAreTheHermiteCubicOfGltf()
    {
        const double d = 7;
        const double v0 = 0.25;
        const double v1 = -1.5;
        const double out = 0.4;
        const double in = -0.9;
        const Curve curve = Curve::fromKeys(
            {key(3, v0, Interpolation::Bezier, HandleMode::Free, {}, {d / 3, out * d / 3}),
             key(3 + d, v1, Interpolation::Bezier, HandleMode::Free, {-d / 3, -in * d / 3}, {})});
        for (int i = 0; i <= 100; ++i) {
            const double t = i / 100.0;
            const double expected =
                (2 * t * t * t - 3 * t * t + 1) * v0 + d * (t * t * t - 2 * t * t + t) * out +
                (-2 * t * t * t + 3 * t * t) * v1 + d * (t * t * t - t * t) * in;
            QVERIFY(std::abs(curve.sample(3 + t * d) - expected) < 1e-14);
        }
    }

    void timeNeverRunsBackWhateverTheHandles()
    {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> reach(0, 40);
        for (int n = 0; n < 500; ++n) {
            // With values that grow along both handles, the value grows where time does.
            const double a = reach(random);
            const double b = reach(random);
            const Curve curve = Curve::fromKeys(
                {key(0, 0, Interpolation::Bezier, HandleMode::Free, {}, {a, a / 100}),
                 key(10, 1, Interpolation::Bezier, HandleMode::Free, {-b, -b / 100}, {})});
            double last = 0;
            for (int i = 1; i <= 1000; ++i) {
                const double value = curve.sample(i / 100.0);
                QVERIFY2(value >= last - 1e-15, qPrintable(QString("%1 %2").arg(a).arg(b)));
                last = value;
            }
        }
    }

    void automaticHandlesAreAThird()
    {
        Curve curve;
        for (const double frame : {0.0, 3.0, 4.0, 11.0}) curve.setValue(frame, frame * frame);
        const std::vector<Key>& keys = curve.keys();
        for (std::size_t i = 0; i + 1 < keys.size(); ++i) {
            const double third = (keys[i + 1].frame - keys[i].frame) / 3;
            QCOMPARE(keys[i].right.frames, third);
            QCOMPARE(keys[i + 1].left.frames, -third);
        }
    }

    void autoClampedNeverOvershoots()
    {
        std::mt19937 random(11);
        std::uniform_real_distribution<double> value(-1, 1);
        std::uniform_real_distribution<double> step(0.01, 20);
        for (int n = 0; n < 200; ++n) {
            Curve curve;
            double frame = 0;
            for (int i = 0; i < 10; ++i, frame += step(random))
                curve.setValue(frame, value(random));
            const std::vector<Key>& keys = curve.keys();
            for (std::size_t i = 0; i + 1 < keys.size(); ++i) {
                const auto [low, high] = std::minmax(keys[i].value, keys[i + 1].value);
                double last = keys[i].value;
                for (int k = 0; k <= 50; ++k) {
                    const double f =
                        keys[i].frame + (keys[i + 1].frame - keys[i].frame) * (k / 50.0);
                    const double v = curve.sample(f);
                    QVERIFY(v >= low - 1e-14 && v <= high + 1e-14);
                    const bool onwards =
                        keys[i + 1].value >= keys[i].value ? v >= last - 1e-14 : v <= last + 1e-14;
                    QVERIFY(onwards);
                    last = v;
                }
            }
        }
    }

    void autoClampedIsFlatAtExtremesAndEnds()
    {
        Curve curve;
        curve.setValue(0, 0);
        curve.setValue(5, 2);
        curve.setValue(9, 1);
        curve.setValue(12, 1);
        for (const Key& k : curve.keys()) {
            QCOMPARE(k.left.value, 0.0);
            QCOMPARE(k.right.value, 0.0);
        }
    }

    void autoClampedFollowsTheParabolaWhereItMay()
    {
        Curve curve;
        curve.setValue(1, 1);
        curve.setValue(2, 4);
        curve.setValue(4, 16);
        QVERIFY(std::abs(curve.keys()[1].right.value / curve.keys()[1].right.frames - 4) < 1e-14);
    }

    void vectorHandlesGoStraight()
    {
        Curve curve;
        curve.set(key(0, 1, Interpolation::Bezier, HandleMode::Vector));
        curve.set(key(6, 4, Interpolation::Bezier, HandleMode::Vector));
        for (int i = 0; i <= 60; ++i)
            QVERIFY(std::abs(curve.sample(i / 10.0) - (1 + i / 20.0)) < 1e-14);
    }

    void alignedHandlesShareALine()
    {
        Curve curve;
        curve.set(key(5, 1, Interpolation::Bezier, HandleMode::Aligned, {-2, -1}, {1, 3}));
        QCOMPARE(curve.keys()[0].left.value, -6.0);
        Key dragged = curve.keys()[0];
        dragged.left = {-4, -2};
        curve.set(dragged);
        QCOMPARE(curve.keys()[0].left.value, -2.0);
        QCOMPARE(curve.keys()[0].right.value, 0.5);
        dragged = curve.keys()[0];
        dragged.right = {0, 2};
        curve.set(dragged);
        QCOMPARE(curve.keys()[0].left.frames, 0.0);
        QCOMPARE(curve.keys()[0].left.value, -2.0);
    }

    void freeHandlesStayWhereTheyWerePlaced()
    {
        Curve curve;
        const Key placed = key(5, 1, Interpolation::Bezier, HandleMode::Free, {-2, -1}, {1, 3});
        curve.set(placed);
        curve.setValue(0, 7);
        curve.setValue(8, -7);
        QVERIFY(*curve.find(5) == placed);
    }

    void aNewValueTakesTheInterpolationOfTheKeyBefore()
    {
        Curve curve;
        curve.setValue(5, 0);
        QCOMPARE(curve.find(5)->interpolation, Interpolation::Bezier);
        curve.setValue(5, 1, Interpolation::Linear);
        curve.setValue(8, 2);
        QCOMPARE(curve.find(8)->interpolation, Interpolation::Linear);
        curve.setValue(2, 2);
        QCOMPARE(curve.find(2)->interpolation, Interpolation::Bezier);
        curve.setValue(5, 9);
        QCOMPARE(curve.find(5)->interpolation, Interpolation::Linear);
        QCOMPARE(curve.find(5)->value, 9.0);
    }

    void theOrderOfSettingDoesNotMatter()
    {
        Curve forwards;
        Curve backwards;
        for (int i = 0; i < 20; ++i) forwards.setValue(i * i, std::sin(i));
        for (int i = 19; i >= 0; --i) backwards.setValue(i * i, std::sin(i));
        QVERIFY(forwards == backwards);
    }

    void removingTakesBackSetting()
    {
        Curve curve;
        for (int i = 0; i < 6; ++i) curve.setValue(i * 3, i % 4);
        const Curve before = curve;
        for (const double frame : {-2.0, 4.0, 30.0}) {
            curve.setValue(frame, 1.7);
            QVERIFY(curve.remove(frame));
            QVERIFY(curve == before);
        }
        QVERIFY(!curve.remove(4));
        QVERIFY(!curve.find(4));
    }

    void insertingChangesNoValueAnywhere()
    {
        std::mt19937 random(3);
        std::uniform_real_distribution<double> share(-0.2, 1.2);
        double worst = 0;
        for (int n = 0; n < 300; ++n) {
            const Curve before = randomCurve(random);
            Curve after = before;
            const double first = before.keys().front().frame;
            const double last = before.keys().back().frame;
            for (int i = 0; i < 6; ++i) after.insert(first + share(random) * (last - first));
            QVERIFY(after.keys().size() > before.keys().size());
            worst = std::max(worst, difference(before, after, first - 5, last + 5));
        }
        QVERIFY2(worst < 1e-12, qPrintable(QString::number(worst)));
    }

    void insertingKeepsSplitThirdsAThird()
    {
        Curve curve;
        curve.setValue(0, 0);
        curve.setValue(30, 3);
        curve.insert(12);
        QVERIFY(std::abs(curve.find(12)->left.frames + 4) < 1e-14);
        QVERIFY(std::abs(curve.find(12)->right.frames - 6) < 1e-14);
        QVERIFY(std::abs(curve.find(30)->left.frames + 6) < 1e-14);
        QCOMPARE(curve.find(12)->mode, HandleMode::Aligned);
    }

    void insertingIntoStraightIntervalsLeavesAutomaticHandlesAutomatic()
    {
        Curve curve;
        for (int i = 0; i < 4; ++i) curve.setValue(i * 10, i * i, Interpolation::Linear);
        curve.insert(15);
        for (const Key& k : curve.keys()) QCOMPARE(k.mode, HandleMode::AutoClamped);
    }

    void whatIsInsertedBeyondTheLastKeyLeavesAsAnyOther()
    {
        Curve set;
        set.setValue(0, 1);
        set.setValue(12, 2);
        Curve inserted = set;
        set.setValue(24, 2);
        inserted.insert(24);
        set.setValue(40, 5);
        inserted.setValue(40, 5);
        for (double frame = 0; frame <= 45; frame += 0.25)
            QCOMPARE(inserted.sample(frame), set.sample(frame));
        QVERIFY(inserted.sample(25) - 2 < 0.05);
    }

    void insertingAtAKeyOrIntoNothingDoesNothing()
    {
        Curve curve;
        curve.insert(3);
        QVERIFY(curve.empty());
        curve.setValue(3, 1);
        const Curve before = curve;
        curve.insert(3);
        QVERIFY(curve == before);
    }

    void aRememberedRowChangesNoAnswer()
    {
        std::mt19937 random(5);
        const Curve curve = randomCurve(random);
        std::uniform_real_distribution<double> frame(-10, 60);
        std::size_t row = 0;
        for (int i = 0; i < 5000; ++i) {
            const double f = frame(random);
            QCOMPARE(curve.sample(f, row), curve.sample(f));
            if (i % 100 == 0) row = random() % 20;
        }
    }
};

POSEWRIGHT_TEST(TestCurve, posewright::test::runPlain);
#include "tst_curve.moc"
