#include "tests/support/carried.h"
#include "tests/support/planted_walk.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <QTest>

using namespace posewright;
using namespace posewright::test;

namespace {

constexpr double kSole = 0.08;  ///< [m] of an ankle over the floor, of all made bodies

/// Standing still, raised by so much.
std::vector<BodyPose> stillAt(const MadeBody& body, double height, int frames)
{
    BodyPose pose;
    pose.turns.assign(body.joints.size(), {0, 0, 0, 1});
    pose.hips = body.joints[0].at + plain::V{0, height, 0};
    return std::vector<BodyPose>(static_cast<std::size_t>(frames), pose);
}

double lowestToe(const MadeBody& body, const BodyPose& pose)
{
    const auto places = placesOf(body, pose);
    return std::min(places[body.row("LeftToeBase")].y, places[body.row("RightToeBase")].y);
}

}  // namespace

/// The floor of a capture becomes that of the character.
class TestGround : public QObject {
    Q_OBJECT

private slots:
    void feetStandOnTheFloor_data()
    {
        QTest::addColumn<double>("height");
        for (const double height : {-0.3, -0.05, -0.017, -0.005, 0.0, 0.005, 0.017, 0.019, 0.1})
            QTest::addRow("source at %g m", height) << height;
    }
    void feetStandOnTheFloor()
    {
        QFETCH(double, height);
        plain::Dice dice(test::printedSeed(20261128));
        const MadeBody body = madeBody(), other = madeBody({.legs = 0.8, .hipWidth = 1.5});
        PlantedWalk walk = plantedWalk(body, 6, 12, 1, dice);
        for (BodyPose& pose : walk.motion) pose.hips.y += height;
        const Document to = standing(other);
        const retarget::Retargeted out = carried(documentOf(body, walk.motion, kRate), to);
        for (int side = 0; side < 2; ++side)
            for (const auto& [first, last] : walk.stands[side])
                for (int f = first; f <= last; ++f) {
                    const auto places = placesOf(other, poseIn(other, to, out.clip, f));
                    const double is = places[other.row(side == 0 ? "LeftFoot" : "RightFoot")].y;
                    QCOMPARE_LT(std::abs(is - kSole), 0.005 * (kSole + 0.82 * 0.8));
                }
    }

    void toesAreFeetToo_data()
    {
        QTest::addColumn<double>("angle");
        for (const double angle : {0.0, 0.25, 0.45, 0.7}) QTest::addRow("%g", angle) << angle;
    }
    /// Who is on the toes all the time stands on them.
    void toesAreFeetToo()
    {
        QFETCH(double, angle);
        const MadeBody body = madeBody(), other = madeBody({.spine = 2});
        std::vector<BodyPose> motion = stillAt(body, 0, 20);
        for (BodyPose& pose : motion) {
            for (const char* name : {"LeftFoot", "RightFoot", "LeftToeBase", "RightToeBase"})
                pose.turns[body.row(name)] = turnAbout({1, 0, 0}, angle);
            pose.hips.y -= lowestToe(body, pose);
        }
        const Document to = standing(other);
        const retarget::Retargeted out = carried(documentOf(body, motion, kRate), to);
        QCOMPARE_LT(std::abs(lowestToe(other, poseIn(other, to, out.clip, 5))), 0.005 * 0.9);
    }

    /// Captures seldom bend toes: their tips go through the floor at each step, which is not where
    /// the floor is.
    void tipsGoThroughTheFloor()
    {
        MadeBody body = madeBody();
        for (const std::string side : {"Left", "Right"}) {
            const int toe = body.row(side + "ToeBase");
            body.joints.push_back(
                {side + "Toe_End", toe, body.joints[toe].at + plain::V{0, 0, 0.08}});
        }
        const MadeBody other = madeBody({.spine = 2});
        std::vector<BodyPose> motion = stillAt(body, 0, 20);
        for (BodyPose& pose : motion) {
            for (const std::string side : {"Left", "Right"})
                for (const char* bone : {"Foot", "ToeBase", "Toe_End"})
                    pose.turns[body.row(side + bone)] = turnAbout({1, 0, 0}, 0.5);
            pose.hips.y -= lowestToe(body, pose);
        }
        const Document to = standing(other);
        const retarget::Retargeted out = carried(documentOf(body, motion, kRate), to);
        QCOMPARE_LT(std::abs(lowestToe(other, poseIn(other, to, out.clip, 5))), 0.005 * 0.9);
    }

    /// No height at which a hair's breadth in the source makes a leap of the character.
    void thereIsNoCliff()
    {
        const MadeBody body = madeBody(), other = madeBody({.spine = 2});
        const Document to = standing(other);
        double before = 0;
        for (int i = -100; i <= 600; ++i) {
            const Document from = documentOf(body, stillAt(body, 0.001 * i, 2), kRate);
            const retarget::Retargeted out = carried(from, to);
            const double is = lowestToe(other, poseIn(other, to, out.clip, 0));
            if (i > -100) QVERIFY2(std::abs(is - before) < 0.005, qPrintable(QString::number(i)));
            before = is;
        }
        // What stays that high up jumps, or hangs.
        QCOMPARE_LT(std::abs(before - 0.6), 1e-9);
    }

    void itCanBeSaid()
    {
        const MadeBody body = madeBody(), other = madeBody({.spine = 2});
        const Document to = standing(other);
        retarget::Options options;
        for (const double height : {-0.2, 0.01, 0.1, 0.5}) {
            const Document from = documentOf(body, stillAt(body, height, 2), kRate);
            options.ground = retarget::Ground::Kept;
            retarget::Retargeted out = carried(from, to, options);
            QCOMPARE_LT(std::abs(lowestToe(other, poseIn(other, to, out.clip, 0)) - height), 1e-9);
            QVERIFY(out.told.empty());
            options.ground = retarget::Ground::Found;
            out = carried(from, to, options);
            QCOMPARE_LT(std::abs(lowestToe(other, poseIn(other, to, out.clip, 0))), 1e-9);
            QCOMPARE(out.told.size(), std::size_t(1));
        }
    }

    void itIsTold()
    {
        const MadeBody body = madeBody(), other = madeBody({.spine = 2});
        const auto told = [&](double height) {
            return carried(documentOf(body, stillAt(body, height, 2), kRate), standing(other)).told;
        };
        QVERIFY(told(0).empty());
        QCOMPARE(told(-0.05).front().message,
                 std::string("its feet stand 5.0 cm below the floor, and are put on it"));
        QCOMPARE(told(0.4).front().message,
                 std::string("its feet never come nearer to the floor than 40.0 cm, 0.4 lengths of "
                             "its leg, and stay in the air"));
        QCOMPARE(told(0.4).front().option, std::string(retarget::kFindsGround));
    }
};

POSEWRIGHT_TEST(TestGround, posewright::test::runWithEvents);
#include "tst_ground.moc"
