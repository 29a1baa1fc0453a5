#include "core/evaluate/evaluate.h"
#include "tests/support/carried.h"
#include "tests/support/figure_file.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"
#include "tests/support/shared_capture.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

using namespace posewright;
using namespace posewright::test;
using Face = retarget::Facing::Kind;

namespace {

constexpr int kFramesFaced = 40;

plain::Q upTurn(double angle)
{
    return turnAbout({0, 1, 0}, angle);
}

/// How far the hips of a body that faces +Z at rest are turned to its left, +X. [rad]
double heading(const BodyPose& pose)
{
    const plain::V front = plain::turned(pose.turns[0], {0, 0, 1});
    return std::atan2(front.x, front.z);
}

plain::V middleOf(const MadeBody& body, const BodyPose& pose)
{
    const auto at = placesOf(body, pose);
    return 0.5 * (at[body.row("LeftUpLeg")] + at[body.row("RightUpLeg")]);
}

/// The motion turned as a whole about the vertical through a place; the body's rest pose stays.
std::vector<BodyPose> turnedAbout(std::vector<BodyPose> motion, const plain::V& place, double angle)
{
    for (BodyPose& pose : motion) {
        pose.hips = place + plain::turned(upTurn(angle), pose.hips - place);
        for (plain::Q& turn : pose.turns) turn = plain::product(upTurn(angle), turn);
    }
    return motion;
}

}  // namespace

/// Which way a figure faces with a motion, against arithmetic of the test's own.
class TestFacing : public QObject {
    Q_OBJECT

private slots:
    void theWholeMotionTurnsWhereItStarts_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<double>("degrees");
        QTest::newRow("as it is") << int(Face::AsItIs) << 0.0;
        QTest::newRow("to the front") << int(Face::Front) << 0.0;
        QTest::newRow("turned to the left") << int(Face::Turned) << 90.0;
        QTest::newRow("turned to the right, twice around") << int(Face::Turned) << -765.0;
    }
    void theWholeMotionTurnsWhereItStarts()
    {
        QFETCH(int, kind);
        QFETCH(double, degrees);
        plain::Dice dice(printedSeed(20261127));
        for (int round = 0; round < 5; ++round) {
            const MadeBody body = withOtherFrames(madeBody(), dice);
            const std::vector<BodyPose> motion =
                turnedAbout(madeMotion(body, kFramesFaced, dice),
                            {dice.uniform(-3, 3), 0, dice.uniform(-3, 3)}, dice.uniform(-3, 3));
            const double by = kind == int(Face::Front) ? -heading(motion.front())
                                                       : degrees * std::numbers::pi / 180;
            const Document to = standing(body);
            retarget::Options options;
            options.facing = {static_cast<Face>(kind), degrees};
            const retarget::Retargeted out = carried(documentOf(body, motion, kRate), to, options);
            const auto expected = turnedAbout(motion, middleOf(body, motion.front()), by);
            QCOMPARE_LT(apart(body, expected, to, out.clip), 1e-9 * kTall);
            if (kind == int(Face::Front))
                QCOMPARE_LT(std::abs(heading(poseIn(body, to, out.clip, 0))), 1e-9);
        }
    }

    void anotherBodyFacesTheFrontInItsPlace()
    {
        plain::Dice dice(printedSeed(20261128));
        const MadeBody body = madeBody(), other = madeBody({.arms = 0.8});
        const auto motion = turnedAbout(madeMotion(body, kFramesFaced, dice), {}, 2.9);
        const Document to = standing(other);
        retarget::Options options;
        options.facing = {Face::Front};
        options.travel = retarget::Travel::InPlace;
        const retarget::Retargeted out = carried(documentOf(body, motion, kRate), to, options);
        QCOMPARE_LT(std::abs(heading(poseIn(other, to, out.clip, 0))), 1e-9);
        for (int f = 0; f < kFramesFaced; ++f) {
            const plain::V middle = middleOf(other, poseIn(other, to, out.clip, f));
            QCOMPARE_LT(std::hypot(middle.x, middle.z), 1e-9);
        }
    }

    /// Who lies at the first frame has no front.
    void whoLiesIsNotTurned()
    {
        plain::Dice dice(printedSeed(20261129));
        const MadeBody body = madeBody();
        std::vector<BodyPose> motion = madeMotion(body, kFramesFaced, dice);
        for (BodyPose& pose : motion)
            for (plain::Q& turn : pose.turns)
                turn = plain::product(turnAbout({1, 0, 0}, -std::numbers::pi / 2), turn);
        motion.front().turns[0] = turnAbout({1, 0, 0}, -std::numbers::pi / 2);
        const Document to = standing(body);
        retarget::Options options;
        options.facing = {Face::Front};
        const retarget::Retargeted out = carried(documentOf(body, motion, kRate), to, options);
        QCOMPARE_LT(apart(body, motion, to, out.clip), 1e-9 * kTall);
    }

    /// Its own front is +X, that of the capture +Z: it walks nose first.
    void aFigureWalksToItsOwnFront()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/bvh");
        using retarget::Role;
        const Document from = sharedCapture("pybvh_cmu_12_01_walk");
        Document to = figureFrom("gltf/khronos/cesium_man.gltf");
        to.clips.emplace_back(carried(from, to).clip);
        to.playback.clip = static_cast<int>(to.clips.size()) - 1;
        const retarget::Figure figure = retarget::figureOf(*to.scene);
        const auto level = [](Vec3 way) {
            way.y() = 0;
            return Vec3(way.normalized());
        };
        const double last = from.playback.end - from.playback.start;
        const auto nose = [&](const std::vector<WorldTransform>& world) {
            Vec3 sum = Vec3::Zero();
            for (const auto& [foot, toes] : {std::pair{Role::LeftFoot, Role::LeftToes},
                                             std::pair{Role::RightFoot, Role::RightToes}})
                sum +=
                    level(world[figure.first(toes)].position - world[figure.first(foot)].position);
            return level(sum);
        };
        Vec3 walks = Vec3::Zero(), faces = Vec3::Zero();
        for (double frame = 10; frame + 10 < last; frame += 10) {
            const auto now = evaluate(to, frame).world, then = evaluate(to, frame + 10).world;
            const NodeIndex hips = figure.first(Role::Hips);
            walks += then[hips].position - now[hips].position;
            faces += nose(now);
        }
        qInfo("walks %.2f %.2f, faces %.2f %.2f", level(walks).x(), level(walks).z(),
              level(faces).x(), level(faces).z());
        QCOMPARE_GT(level(walks).dot(level(faces)), 0.95);
        QCOMPARE_GT(level(walks).x(), 0.95);
        QCOMPARE_GT(nose(worldTransforms(*to.scene, restPose(*to.scene))).x(), 0.95);
    }

    void aBackToTheFrontIsToldOf()
    {
        plain::Dice dice(51);
        const MadeBody body = madeBody();
        for (const double angle : {0.5, std::numbers::pi}) {
            std::vector<BodyPose> motion = madeMotion(body, 3, dice);
            motion.front().turns[0] = plain::Q{{0, 0, 0, 1}};
            motion = turnedAbout(motion, {}, angle);
            for (const Face kind : {Face::AsItIs, Face::Front}) {
                retarget::Options options;
                options.facing = {kind};
                const auto out = carried(documentOf(body, motion, kRate), standing(body), options);
                const auto told = std::ranges::find(out.told, retarget::kFacesFront,
                                                    [](const Diagnostic& d) { return d.option; });
                const bool expected = angle > 1 && kind == Face::AsItIs;
                QCOMPARE(told != out.told.end(), expected);
                if (expected)
                    QCOMPARE(told->message,
                             std::string("it starts 180 degrees turned from the front"));
            }
        }
    }
};

POSEWRIGHT_TEST(TestFacing, posewright::test::runWithEvents);
#include "tst_facing.moc"
