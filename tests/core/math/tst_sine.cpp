#include "core/math/sine.h"
#include "tests/support/cases.h"
#include "tests/support/ik_sets.h"
#include "tests/support/program.h"

#include <QTest>

using namespace posewright;

namespace {

// How many units in the last place of the truth.
double unitsOff(double value, long double truth)
{
    const long double unit = std::ldexp(1.0L, std::ilogb(truth) - 52);
    return static_cast<double>(std::abs((static_cast<long double>(value) - truth) / unit));
}

}  // namespace

class TestSine : public QObject {
    Q_OBJECT

private slots:
    void sinesAreRoundedAsWellAsTheLibrarysNearly_data()
    {
        test::cases<double>("most", {{"small", 1e-3}, {"a turn", 6.3}, {"many turns", 9999.0}});
    }
    void sinesAreRoundedAsWellAsTheLibrarysNearly()
    {
        QFETCH(double, most);
        test::SplitMix64 random(1);
        for (int i = 0; i < 100000; ++i) {
            const double angle = random.uniform(-most, most);
            const SineCosine both = sineCosine(angle);
            QVERIFY(unitsOff(both.sine, std::sin(static_cast<long double>(angle))) < 3);
            QVERIFY(unitsOff(both.cosine, std::cos(static_cast<long double>(angle))) < 3);
        }
    }

    void sinesOfGreatAnglesAndOfNoNumbersAreTheLibrarys()
    {
        QCOMPARE(sineCosine(1e6).sine, std::sin(1e6));
        QCOMPARE(sineCosine(-1e300).cosine, std::cos(-1e300));
        QVERIFY(std::isnan(sineCosine(HUGE_VAL).sine));
        QVERIFY(std::isnan(sineCosine(std::nan("")).cosine));
        QCOMPARE(sineCosine(0).sine, 0.0);
        QCOMPARE(sineCosine(0).cosine, 1.0);
    }

    void anglesAreThoseOfTheLibrary()
    {
        test::SplitMix64 random(2);
        for (int i = 0; i < 200000; ++i) {
            const double y = random.uniform(-1, 1) * std::pow(10, random.uniform(-6, 6));
            const double x = random.uniform(-1, 1);
            const long double truth = std::atan2(static_cast<long double>(y), x);
            QVERIFY(unitsOff(angleOf(y, x), truth) < 3);
        }
    }

    void anglesAlongTheAxesAreExact()
    {
        constexpr double kPi = std::numbers::pi;
        QCOMPARE(angleOf(0, 0), 0.0);
        QCOMPARE(angleOf(0, 2), 0.0);
        QCOMPARE(angleOf(3, 0), kPi / 2);
        QCOMPARE(angleOf(-3, 0), -kPi / 2);
        QCOMPARE(angleOf(0, -1), kPi);
        QCOMPARE(angleOf(-0.0, -1), -kPi);
        QCOMPARE(angleOf(1, 1), kPi / 4);
        QCOMPARE(angleOf(1, -1), 3 * kPi / 4);
        QVERIFY(std::isnan(angleOf(std::nan(""), 1)));
        QVERIFY(std::isnan(angleOf(1, std::nan(""))));
    }
};

POSEWRIGHT_TEST(TestSine, posewright::test::runPlain);
#include "tst_sine.moc"
