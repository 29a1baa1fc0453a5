#include "core/operate/clips/swing_room.h"
#include "tests/support/boots.h"
#include "tests/support/carried.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <QTest>

using namespace posewright;

namespace {

constexpr int kSwingFrames = 60, kStandsTo = 15, kStandsFrom = 45;
constexpr double kSwingSole = 0.03;  ///< thickness of a sole [m]

/// How high the corners of a boot's sole are where its ankle is. [m]
double lowestCorner(const test::MadeBody& body, const contacts::EndPlace& place)
{
    const plain::V ankle = body.joints[body.row("LeftFoot")].at;
    double lowest = 1e9;
    for (const double z : test::kSoleEnds) {
        const Vec3 corner = test::vecOf(plain::V{ankle.x, -kSwingSole, z} - ankle);
        lowest = std::min(lowest, (place.position + place.rotation * corner).y());
    }
    return lowest;
}

}  // namespace

/// Feet in the air stay above the floor where the body is lowered so that held feet are reached.
class TestSwingRoom : public QObject {
    Q_OBJECT

private slots:
    void feetPassOverTheFloor_data()
    {
        QTest::addColumn<int>("stances");
        QTest::newRow("from a stance to the next") << 2;
        QTest::newRow("from a stance") << 1;
    }
    void feetPassOverTheFloor()
    {
        QFETCH(const int, stances);
        plain::Dice dice(test::printedSeed(20261130));
        for (int round = 0; round < 20; ++round) {
            const test::MadeBody body = test::madeBody();
            const Document doc = test::inBoots(test::standing(body), body, kSwingSole);
            const retarget::Figure figure = retarget::figureOf(*doc.scene);
            contacts::Samples samples;
            samples.rate = 30;
            samples.up = Vec3::UnitY();
            contacts::Stance stands;
            stands.end = (*doc.scene)[body.row("LeftFoot")].id;
            stands.parts.emplace_back();
            contacts::Stance again = stands;
            stands.last = kStandsTo;
            again.start = kStandsFrom;
            again.last = kSwingFrames - 1;
            std::vector<contacts::Stance> both{stands, again};
            both.resize(std::size_t(stances));
            operate::CleanedLimb limb(*doc.scene, figure, both);
            limb.standOn(operate::heldSoleOf(doc, figure, limb.end));
            QVERIFY(limb.sole);
            const auto prepared = prepare(doc);
            contacts::Planted way;
            const double deep = dice.uniform(0.01, 0.08), pitch = dice.uniform(-0.3, 0.3);
            for (int f = 0; f < kSwingFrames; ++f) {
                const Evaluation shown = evaluate(*prepared, 0);
                limb.look(doc, shown);
                const double t =
                    std::clamp(double(f - kStandsTo) / (kStandsFrom - kStandsTo), 0.0, 1.0);
                const double bump = std::pow(std::sin(std::numbers::pi * t), 4);
                const WorldTransform& foot = shown.world[limb.end];
                way.places.push_back(
                    {double(f), foot.position - deep * bump * samples.up,
                     Quat(Eigen::AngleAxisd(pitch * bump, Vec3::UnitX())) * foot.rotation});
            }
            const std::vector<contacts::EndPlace> before = way.places;
            std::vector<contacts::Planted> ways{way};
            operate::keepAboveFloor(limb, samples, ways);
            const double floor = lowestCorner(body, before[0]);
            double deepest = 0;
            for (const contacts::EndPlace& place : before)
                deepest = std::max(deepest, floor - lowestCorner(body, place));
            for (std::size_t f = 0; f < before.size(); ++f) {
                const contacts::EndPlace& now = ways[0].places[f];
                const bool isHeld = f <= kStandsTo || (stances > 1 && f >= kStandsFrom);
                const Vec3 lift = now.position - before[f].position;
                QCOMPARE(now.rotation.coeffs(), before[f].rotation.coeffs());
                QCOMPARE_LE(std::hypot(lift.x(), lift.z()), 0.0);
                QCOMPARE_GE(lift.y(), 0.0);
                QCOMPARE_LE(lift.y(), deepest + 1e-9);
                if (isHeld) QCOMPARE(now.position, before[f].position);
                QCOMPARE_GE(lowestCorner(body, now), floor - 1e-4);
            }
        }
    }
};

POSEWRIGHT_TEST(TestSwingRoom, posewright::test::runPlain);
#include "tst_swing_room.moc"
