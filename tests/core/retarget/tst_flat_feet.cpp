#include "core/evaluate/evaluate.h"
#include "core/retarget/flat_feet.h"
#include "tests/support/boots.h"
#include "tests/support/carried.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <QTest>

#include <numbers>
#include <tuple>
#include <utility>

using namespace posewright;
using namespace posewright::test;

namespace {

constexpr int kFramesStood = 30;
constexpr double kThick = 0.03;  ///< [m] soles
constexpr const char* kFeet[] = {"LeftFoot", "RightFoot"};
constexpr const char* kToes[] = {"LeftToeBase", "RightToeBase"};

/// How a skeleton has its feet while they stand, of each side. [rad] and [m]
struct Skewed {
    double roll[2] = {0, 0}, pitch[2] = {0, 0}, toes[2] = {0, 0};
    double bent = 0;  ///< the left leg: its foot stands higher
    double lean = 0;  ///< of the hips, forward
};

plain::Q pitched(double pitch, double roll)
{
    const double a = pitch / 2, b = roll / 2;
    // About x, then about z.
    return {std::sin(a) * std::cos(b), std::sin(a) * std::sin(b), std::cos(a) * std::sin(b),
            std::cos(a) * std::cos(b)};
}

std::vector<BodyPose> stood(const MadeBody& body, const Skewed& skewed, int frames = kFramesStood)
{
    std::vector<BodyPose> motion;
    for (int f = 0; f < frames; ++f) {
        BodyPose pose;
        pose.turns.assign(body.joints.size(), {0, 0, 0, 1});
        pose.hips = body.joints[0].at;
        pose.turns[0] = pitched(skewed.lean, 0);
        pose.turns[body.row("LeftUpLeg")] = pitched(-skewed.bent, 0);
        pose.turns[body.row("LeftLeg")] = pitched(skewed.bent, 0);
        for (int side = 0; side < 2; ++side) {
            pose.turns[body.row(kFeet[side])] = pitched(skewed.pitch[side], skewed.roll[side]);
            pose.turns[body.row(kToes[side])] =
                pitched(skewed.pitch[side] + skewed.toes[side], skewed.roll[side]);
        }
        motion.push_back(pose);
    }
    return motion;
}

/// Likewise, but in turns of ten frames the left foot is in the air, and turned otherwise.
std::vector<BodyPose> stepped(const MadeBody& body, const Skewed& skewed)
{
    std::vector<BodyPose> motion = stood(body, skewed, 100);
    Skewed lifted = skewed;
    lifted.bent = 0.6;
    lifted.roll[0] = -0.5;
    lifted.pitch[0] = 0.8;
    lifted.toes[0] = 0.3;
    const std::vector<BodyPose> other = stood(body, lifted, 100);
    for (std::size_t f = 0; f < motion.size(); ++f)
        if (f / 10 % 2 == 1) motion[f] = other[f];
    return motion;
}

/// By how much the sole of a foot is off the level. [rad]
double tiltOf(const MadeBody& body, const BodyPose& pose, const char* foot)
{
    return std::acos(std::min(1.0, plain::turned(pose.turns[body.row(foot)], {0, 1, 0}).y));
}

}  // namespace

/// Feet of skeletons whose soles lie in no floor at rest, as where the legs are apart.
class TestFlatFeet : public QObject {
    Q_OBJECT

private slots:
    void soleLiesOnTheFloorWhereItStands()
    {
        plain::Dice dice(printedSeed(20261130));
        for (int round = 0; round < 10; ++round) {
            const MadeBody body = madeBody(), other = madeBody({.legs = dice.uniform(0.7, 1.2)});
            Skewed skewed;
            for (int side = 0; side < 2; ++side) {
                skewed.roll[side] = dice.uniform(-0.5, 0.5);
                skewed.pitch[side] = dice.uniform(-0.12, 0.12);
                skewed.toes[side] = dice.uniform(-0.4, 0.4);
            }
            const Document to = inBoots(standing(other), other, kThick);
            const auto out = carried(documentOf(body, stood(body, skewed), kRate), to);
            const BodyPose pose = poseIn(other, to, out.clip, kFramesStood / 2);
            for (const char* foot : kFeet) {
                QCOMPARE_LT(tiltOf(other, pose, foot), 1e-6);
                QCOMPARE_LT(std::abs(soleOf(other, pose, foot, kThick)), 1e-6 * kTall);
            }
        }
    }

    void onlyFramesCountInWhichItStands()
    {
        const MadeBody body = madeBody(), other = madeBody({.legs = 0.8});
        const Document to = inBoots(standing(other), other, kThick);
        const auto motion = stepped(body, {.roll = {0.4, -0.3}, .pitch = {0.1, 0}});
        const auto out = carried(documentOf(body, motion, kRate), to);
        // Where a foot has stood for a while, nothing is left of how it is kept out of the floor.
        const BodyPose pose = poseIn(other, to, out.clip, 45);
        for (const char* foot : kFeet) QCOMPARE_LT(tiltOf(other, pose, foot), 1e-6);
    }

    void axesAndUnitsDoNotMatter()
    {
        plain::Dice dice(printedSeed(20261130));
        const MadeBody body = madeBody(), other = madeBody({.legs = 0.8, .hipWidth = 1.3});
        const Document to = inBoots(standing(other), other, kThick);
        const auto motion = stepped(body, {.roll = {0.4, -0.3}, .pitch = {0.1, 0}, .lean = 0.2});
        const auto expected =
            posesOf(other, to, carried(documentOf(body, motion, kRate), to), motion.size());
        for (const auto& [scale, axis, turn] : {std::tuple{100.0, 0, 0.0}, std::tuple{1.0, 1, 2.1},
                                                std::tuple{39.37, 2, -std::numbers::pi / 2}}) {
            const plain::Q whole = plain::about(axis, turn);
            std::vector<BodyPose> elsewhere;
            for (const BodyPose& pose : motion) elsewhere.push_back(moved(pose, scale, whole));
            const Document from =
                documentOf(withOtherFrames(moved(body, scale, whole), dice), elsewhere, kRate);
            QCOMPARE_LT(apart(other, expected, to, carried(from, to).clip), 1e-6 * kTall);
        }
    }

    void oneFrameStandsAsInTheWhole()
    {
        const MadeBody body = madeBody(), other = madeBody({.legs = 0.8});
        const Document to = inBoots(standing(other), other, kThick);
        const auto motion = stood(body, {.roll = {0.4, -0.3}, .lean = 0.3}, 900);
        const Document from = documentOf(body, motion, kRate);
        const auto whole = placesOf(other, poseIn(other, to, carried(from, to).clip, 450));
        retarget::Options options;
        options.only = 450;
        const auto one = placesOf(other, poseIn(other, to, carried(from, to, options).clip, 0));
        for (std::size_t i = 0; i < one.size(); ++i)
            QCOMPARE_LT(plain::length(one[i] - whole[i]), 1e-6 * kTall);
    }

    /// A pose that is brought in alone stands, too.
    void oneFrameIsEnoughIfThereAreNoMore()
    {
        const MadeBody body = madeBody(), other = madeBody({.legs = 0.8});
        const Document to = inBoots(standing(other), other, kThick);
        const auto motion = stood(body, {.roll = {0.4, -0.3}}, 1);
        const auto out = carried(documentOf(body, motion, kRate), to);
        const BodyPose pose = poseIn(other, to, out.clip, 0);
        for (const char* foot : kFeet) QCOMPARE_LT(tiltOf(other, pose, foot), 1e-6);
    }

    /// Captures have ankles of unequal height, and legs of unequal length.
    void bothSolesAreEquallyHigh()
    {
        const MadeBody body = madeBody(), other = madeBody({.legs = 0.8});
        const Document to = inBoots(standing(other), other, kThick);
        const auto out = carried(documentOf(body, stood(body, {.bent = 0.2}), kRate), to);
        const BodyPose pose = poseIn(other, to, out.clip, 0);
        for (const char* foot : kFeet)
            QCOMPARE_LT(std::abs(soleOf(other, pose, foot, kThick)), 1e-6 * kTall);
    }

    /// Many skeletons have hips that lean while the figure is upright: what is raised for the sake
    /// of thick soles goes up, not forward.
    void hipsStayAboveTheFeet()
    {
        const MadeBody body = madeBody(), other = madeBody({.legs = 0.8});
        const Document to = inBoots(standing(other), other, kThick);
        const auto motion = stood(body, {.lean = 0.35}, 300);
        const auto out = carried(documentOf(body, motion, kRate), to);
        const auto ahead = [](const MadeBody& of, const BodyPose& pose) {
            const auto places = placesOf(of, pose);
            return places[of.row("LeftUpLeg")].z - places[of.row("LeftFoot")].z;
        };
        const double is = ahead(other, poseIn(other, to, out.clip, 0));
        QCOMPARE_LT(std::abs(is - 0.8 * ahead(body, motion[0])), 0.001);
    }

    /// Who stands on tiptoe all the time does so.
    void tiptoesStay()
    {
        const MadeBody body = madeBody();
        const Document doc = standing(body);
        const retarget::Figure figure = retarget::figureOf(*doc.scene);
        const std::vector<Transform> rest = restPose(*doc.scene);
        for (const auto& [pitch, stays] : {std::pair{0.1, false}, std::pair{0.6, true}}) {
            std::vector<std::vector<WorldTransform>> shown;
            const Document from = documentOf(body, stood(body, {.pitch = {pitch, pitch}}), kRate);
            for (int f = 0; f < kFramesStood; ++f) shown.push_back(evaluate(from, f).world);
            const auto flat = retarget::withFlatFeet(*doc.scene, figure, rest, shown);
            for (const char* name : kFeet) {
                const int foot = body.row(name);
                const double by = flat.world[foot].rotation.angularDistance(
                    worldTransforms(*doc.scene, rest)[foot].rotation);
                QCOMPARE_LT(std::abs(by - (stays ? 0 : pitch)), 1e-6);
            }
        }
    }

    /// Where the pose is given in which the figure stands, its feet are as they are there.
    void aGivenPoseCounts()
    {
        const MadeBody body = madeBody(), other = madeBody({.legs = 0.8});
        const double roll = 0.3;
        const Document to = inBoots(standing(other), other, kThick);
        retarget::Options options;
        options.sourceReference.kind = retarget::Reference::Kind::Rest;
        const auto motion = stood(body, {.roll = {roll, -roll}});
        const auto out = carried(documentOf(body, motion, kRate), to, options);
        const BodyPose pose = poseIn(other, to, out.clip, 0);
        for (const char* foot : kFeet)
            QCOMPARE_LT(std::abs(tiltOf(other, pose, foot) - roll), 1e-6);
    }
};

POSEWRIGHT_TEST(TestFlatFeet, posewright::test::runWithEvents);
#include "tst_flat_feet.moc"
