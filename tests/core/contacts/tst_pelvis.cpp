#include "core/contacts/pelvis.h"
#include "tests/support/program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace posewright;

namespace {

constexpr unsigned kPelvisSeed = 20261130;
constexpr int kPelvisFrames = 240;
constexpr double kPelvisThigh = 0.44, kPelvisShin = 0.42;  // [m]

/// Two legs of a figure that stands, bent by this [rad]; hips jitter, and so do the ankles by a
/// share of it. Held feet are wanted where they are in the mean.
std::vector<contacts::Leg> standing(double bent, double noise, double share)
{
    std::mt19937 random(kPelvisSeed);
    std::uniform_real_distribution<double> any(-noise, noise);
    std::vector<Vec3> jitter;
    for (int f = 0; f < kPelvisFrames; ++f)
        jitter.emplace_back(any(random), any(random), any(random));
    const double reach = std::sqrt(kPelvisThigh * kPelvisThigh + kPelvisShin * kPelvisShin +
                                   2 * kPelvisThigh * kPelvisShin * std::cos(bent));
    std::vector<contacts::Leg> legs(2);
    for (int side = 0; side < 2; ++side) {
        contacts::Leg& leg = legs[std::size_t(side)];
        leg.length = kPelvisThigh + kPelvisShin;
        leg.least = kPelvisThigh - kPelvisShin + 0.01;
        const Vec3 foot(side ? -0.1 : 0.1, 0.08, 0);
        for (const Vec3& by : jitter) {
            leg.hip.push_back(foot + Vec3(0, reach, 0) + by);
            leg.ankle.push_back(foot + share * by);
            leg.wanted.push_back(foot);
            leg.weight.push_back(1);
        }
    }
    return legs;
}

double bendOf(const Vec3& hip, const Vec3& ankle)
{
    const double d = (hip - ankle).norm();
    const double cosine = (d * d - kPelvisThigh * kPelvisThigh - kPelvisShin * kPelvisShin) /
                          (2 * kPelvisThigh * kPelvisShin);
    return std::acos(std::clamp(cosine, -1.0, 1.0));
}

/// The largest change of a change from frame to frame. [rad]
double jolt(const std::vector<double>& angles)
{
    double most = 0;
    for (std::size_t f = 1; f + 1 < angles.size(); ++f)
        most = std::max(most, std::abs(angles[f + 1] - 2 * angles[f] + angles[f - 1]));
    return most;
}

}  // namespace

/// The move of the pelvis above held feet.
class TestPelvis : public QObject {
    Q_OBJECT

private slots:
    /// Holding takes nothing out of feet that stand still: nor does it of the hips.
    void stillFeetMoveNothing_data()
    {
        QTest::addColumn<double>("rate");
        for (const double rate : {24.0, 30.0, 60.0, 120.0})
            QTest::newRow(qPrintable(QString::number(rate))) << rate;
    }
    void stillFeetMoveNothing()
    {
        QFETCH(double, rate);
        const contacts::Moves moves = contacts::pelvisMoves(standing(0.4, 1e-3, 0), rate);
        double most = 0;
        for (const Vec3& move : moves.pelvis) most = std::max(most, move.norm());
        QCOMPARE_LE(most, 1e-9);
    }

    /// Where a foot jitters with its hip, as captured legs do, the knee above it stays as calm as
    /// it was: half a millimetre would be degrees.
    void kneesStayCalm_data()
    {
        QTest::addColumn<double>("rate");
        QTest::addColumn<double>("bent");
        for (const double rate : {60.0, 120.0})
            for (const double bent : {0.1, 0.3})
                QTest::addRow("%g a second, bent by %g", rate, bent) << rate << bent;
    }
    void kneesStayCalm()
    {
        QFETCH(double, rate);
        QFETCH(double, bent);
        const std::vector<contacts::Leg> legs = standing(bent, 5e-4, 1);
        const contacts::Moves moves = contacts::pelvisMoves(legs, rate);
        for (const contacts::Leg& leg : legs) {
            std::vector<double> was, alone, is;
            for (std::size_t f = 0; f < leg.hip.size(); ++f) {
                was.push_back(bendOf(leg.hip[f], leg.ankle[f]));
                alone.push_back(bendOf(leg.hip[f], leg.wanted[f]));
                is.push_back(bendOf(leg.hip[f] + moves.pelvis[f], leg.wanted[f]));
            }
            qInfo("seed %u: knee jolted by %.3f degrees; captured %.3f, without a move %.3f",
                  kPelvisSeed, jolt(is) * 57.29577951, jolt(was) * 57.29577951,
                  jolt(alone) * 57.29577951);
            QCOMPARE_LE(jolt(was), 1e-6);
            QCOMPARE_LE(jolt(is), 0.35 * jolt(alone));
        }
    }
};

POSEWRIGHT_TEST(TestPelvis, posewright::test::runPlain);
#include "tst_pelvis.moc"
