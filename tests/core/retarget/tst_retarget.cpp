#include "tests/support/carried.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <QTest>

using namespace posewright;
using namespace posewright::test;
using retarget::Retargeted;

namespace {

constexpr int kFramesRetargeted = 90;

}  // namespace

/// Motions onto other skeletons, against arithmetic of the test's own (tests/support/made_body.h).
class TestRetarget : public QObject {
    Q_OBJECT

private slots:
    void theSameSkeletonMovesTheSame_data()
    {
        QTest::addColumn<bool>("otherFrames");
        QTest::newRow("as it is") << false;
        QTest::newRow("with other frames of its bones") << true;
    }
    void theSameSkeletonMovesTheSame()
    {
        QFETCH(bool, otherFrames);
        plain::Dice dice(test::printedSeed(20261123));
        for (int round = 0; round < 5; ++round) {
            const MadeBody body = withOtherFrames(madeBody(), dice);
            const MadeBody other = otherFrames ? withOtherFrames(body, dice) : body;
            const std::vector<BodyPose> motion = madeMotion(body, kFramesRetargeted, dice);
            const Document to = standing(other);
            const Retargeted out = carried(documentOf(body, motion, kRate), to);
            QCOMPARE(out.clip.rate, kRate);
            QVERIFY(out.withoutSource.empty() && out.withoutTarget.empty());
            QCOMPARE_LT(apart(other, motion, to, out.clip), 1e-9 * kTall);
        }
    }

    void aSourceMayBeScaledTurnedAndHaveAnotherAxisUp_data()
    {
        QTest::addColumn<double>("scale");
        QTest::addColumn<int>("axis");
        QTest::addColumn<double>("turn");
        QTest::newRow("in centimetres") << 100.0 << 0 << 0.0;
        QTest::newRow("turned about its up axis") << 1.0 << 1 << 2.1;
        QTest::newRow("Z up") << 1.0 << 0 << std::numbers::pi / 2;
        QTest::newRow("X up, in inches") << 39.37 << 2 << -std::numbers::pi / 2;
    }
    void aSourceMayBeScaledTurnedAndHaveAnotherAxisUp()
    {
        QFETCH(double, scale);
        QFETCH(int, axis);
        QFETCH(double, turn);
        plain::Dice dice(7);
        const MadeBody body = madeBody();
        const std::vector<BodyPose> motion = madeMotion(body, kFramesRetargeted, dice);
        const Document to = standing(madeBody({.legs = 0.8, .arms = 1.2, .hipWidth = 1.3}));
        const Retargeted plainOne = carried(documentOf(body, motion, kRate), to);
        const plain::Q whole = plain::about(axis, turn);
        std::vector<BodyPose> elsewhere;
        for (const BodyPose& pose : motion) elsewhere.push_back(moved(pose, scale, whole));
        const Document from =
            documentOf(withOtherFrames(moved(body, scale, whole), dice), elsewhere, kRate);
        const Retargeted out = carried(from, to);
        const MadeBody target = madeBody({.legs = 0.8, .arms = 1.2, .hipWidth = 1.3});
        std::vector<BodyPose> expected;
        for (int f = 0; f < kFramesRetargeted; ++f)
            expected.push_back(poseIn(target, to, plainOne.clip, f));
        QCOMPARE_LT(apart(target, expected, to, out.clip), 1e-6 * kTall);
    }

    void anATakesTheMotionAsATDoes()
    {
        plain::Dice dice(11);
        const MadeBody body = madeBody();
        const std::vector<BodyPose> motion = madeMotion(body, kFramesRetargeted, dice);
        const Document from = documentOf(body, motion, kRate);
        const double down = 0.8;
        const MadeBody lowered = withOtherFrames(madeBody({.armsDown = down}), dice);
        const Document to = standing(lowered);
        const Retargeted out = carried(from, to);
        double direction = 0, roll = 0;
        for (int f = 0; f < kFramesRetargeted; ++f) {
            const BodyPose pose = poseIn(lowered, to, out.clip, f);
            for (const std::string side : {"Left", "Right"})
                for (const std::string bone : {"Arm", "ForeArm", "Hand"}) {
                    const int row = body.row(side + bone);
                    const double sign = side == "Left" ? 1 : -1;
                    const plain::Q lower = plain::about(2, -sign * down);
                    const plain::V along{sign, 0, 0};
                    const plain::Q is = plain::product(pose.turns[row], lower);
                    direction = std::max(direction,
                                         plain::angle(plain::turned(is, along),
                                                      plain::turned(motion[f].turns[row], along)));
                    roll = std::max(roll, plain::angle(is, motion[f].turns[row]));
                }
        }
        const double degree = std::numbers::pi / 180;
        qInfo("direction %.4f, roll %.4f degrees", direction / degree, roll / degree);
        QCOMPARE_LT(direction, 0.1 * degree);
        QCOMPARE_LT(roll, 2 * degree);
    }

    void handsAreWhereTheArmReaches()
    {
        plain::Dice dice(17);
        const MadeBody body = madeBody();
        const std::vector<BodyPose> motion = madeMotion(body, kFramesRetargeted, dice);
        const MadeBody other = madeBody({.arms = 1.3});
        const Document to = standing(other);
        const Retargeted out = carried(documentOf(body, motion, kRate), to);
        double worst = 0;
        for (int f = 0; f < kFramesRetargeted; ++f) {
            const auto from = placesOf(body, motion[f]);
            const auto is = placesOf(other, poseIn(other, to, out.clip, f));
            for (const std::string side : {"Left", "Right"}) {
                const auto reached = [&](const std::vector<plain::V>& places) {
                    return places[body.row(side + "Hand")] - places[body.row(side + "Arm")];
                };
                worst = std::max(worst, plain::length(reached(is) - 1.3 * reached(from)));
            }
        }
        QCOMPARE_LT(worst, 1e-9);
    }

    void nothingJerks_data()
    {
        QTest::addColumn<bool>("rolls");
        QTest::newRow("upright") << false;
        QTest::newRow("rolling over") << true;
    }
    void nothingJerks()
    {
        QFETCH(bool, rolls);
        plain::Dice dice(test::printedSeed(19));
        for (const BodyShape shape :
             {BodyShape{.legs = 0.7, .hipWidth = 1.5}, BodyShape{.arms = 0.7},
              BodyShape{.legs = 1.3, .spine = 5}, BodyShape{.legs = 0.8, .hipWidth = 2.5}}) {
            const MadeBody body = madeBody();
            std::vector<BodyPose> motion = madeMotion(body, kFramesRetargeted, dice);
            for (int f = 0; rolls && f < kFramesRetargeted; ++f) {
                const plain::Q roll = turnAbout({0.6, 0, 0.8}, 0.05 * f);
                for (plain::Q& turn : motion[f].turns) turn = plain::product(roll, turn);
            }
            const MadeBody other = madeBody(shape);
            const Document to = standing(other);
            const Retargeted out = carried(documentOf(body, motion, kRate), to);
            const std::vector<BodyPose> is = posesOf(other, to, out, motion.size());
            const double ratio = worstAcceleration(body, motion, other, is, out.scale);
            qInfo("acceleration %.3f of the source's", ratio);
            // Feet of such broad hips are levelled, and go round less evenly.
            QCOMPARE_LT(ratio, rolls && shape.hipWidth > 1 ? 1.8 : 1.2);
        }
    }

    void aSpineOfOtherCountEndsAlike()
    {
        plain::Dice dice(23);
        const MadeBody body = madeBody({.spine = 2});
        const std::vector<BodyPose> motion = madeMotion(body, kFramesRetargeted, dice);
        const MadeBody other = madeBody({.spine = 5});
        const Document to = standing(other);
        const Retargeted out = carried(documentOf(body, motion, kRate), to);
        for (int f = 0; f < kFramesRetargeted; ++f) {
            const BodyPose pose = poseIn(other, to, out.clip, f);
            QCOMPARE_LT(
                plain::angle(pose.turns[other.row("Spine4")], motion[f].turns[body.row("Spine1")]),
                1e-7);
            QCOMPARE_LT(
                plain::angle(pose.turns[other.row("Head")], motion[f].turns[body.row("Head")]),
                1e-7);
        }
    }

    void inPlaceOnlyGoesUpAndDown()
    {
        plain::Dice dice(29);
        const MadeBody body = madeBody();
        const std::vector<BodyPose> motion = madeMotion(body, kFramesRetargeted, dice);
        const Document to = standing(body);
        retarget::Options options;
        options.travel = retarget::Travel::InPlace;
        const Retargeted out = carried(documentOf(body, motion, kRate), to, options);
        for (int f = 0; f < kFramesRetargeted; ++f) {
            const auto places = placesOf(body, poseIn(body, to, out.clip, f));
            const plain::V middle =
                0.5 * (places[body.row("LeftUpLeg")] + places[body.row("RightUpLeg")]);
            QCOMPARE_LT(std::hypot(middle.x, middle.z), 1e-9);
        }
    }

    /// A loop of 4.5 frames closes where its last key is.
    void theEndIsKeyed()
    {
        plain::Dice dice(41);
        const MadeBody body = madeBody();
        Document from = documentOf(body, madeMotion(body, 6, dice), kRate);
        from.playback.start = 0.25;
        from.playback.end = 4.75;
        const Retargeted out = carried(from, standing(madeBody({.legs = 0.9})));
        for (const Shared<Track>& track : out.clip.tracks) {
            QCOMPARE(track->rotation->size(), std::size_t(6));
            QCOMPARE(track->rotation->keys()[0].frame, 0.0);
            QCOMPARE(track->rotation->keys()[5].frame, 4.5);
        }
    }

    void aMirroredSpaceIsToldOf()
    {
        plain::Dice dice(47);
        const MadeBody body = madeBody();
        const Document from = documentOf(body, madeMotion(body, 3, dice), kRate);
        for (const Vec3& scale : {Vec3(-1, 1, 1), Vec3(1, 1.3, 1), Vec3(2, 2, 2)}) {
            Document to = standing(madeBody({.legs = 0.9}));
            std::vector<Node> nodes = to.scene->nodes();
            nodes[0].rest.scale = scale;
            to.scene = *Scene::make(std::move(nodes));
            const Retargeted out = carried(from, to);
            const auto warns = [](const Diagnostic& d) {
                return d.severity == Diagnostic::Severity::Warning &&
                       d.message.find("the character's bone \"Hips\"") == 0;
            };
            QCOMPARE(std::count_if(out.told.begin(), out.told.end(), warns),
                     scale.x() == 2 ? 0 : 1);
        }
    }

    /// For a first look at what a choice does: as the whole clip has it, but for the floor and the
    /// hips, which are measured on some frames.
    void oneFrameAloneIsAsInTheWhole()
    {
        plain::Dice dice(test::printedSeed(20261124));
        const MadeBody body = madeBody();
        const Document from = documentOf(body, madeMotion(body, 900, dice), kRate);
        for (const BodyShape& shape :
             {BodyShape{.legs = 0.9}, BodyShape{.legs = 0.7, .hipWidth = 2}}) {
            const MadeBody other = madeBody(shape);
            const Document to = standing(other);
            const Retargeted whole = carried(from, to);
            double apart = 0, turned = 0;
            for (const int frame : {0, 1, 333, 450, 899}) {
                retarget::Options options;
                options.only = frame;
                const Retargeted one = carried(from, to, options);
                QCOMPARE(one.clip.tracks.size(), whole.clip.tracks.size());
                for (const Shared<Track>& track : one.clip.tracks) {
                    QCOMPARE(track->rotation->keys().size(), std::size_t(1));
                    QCOMPARE(track->rotation->keys().front().frame, double(frame));
                }
                const auto a = placesOf(other, poseIn(other, to, one.clip, 0)),
                           b = placesOf(other, poseIn(other, to, whole.clip, frame));
                for (std::size_t i = 0; i < a.size(); ++i) {
                    apart = std::max(apart, plain::length(a[i] - b[i]));
                    turned = std::max(turned, plain::length((a[i] - a[0]) - (b[i] - b[0])));
                }
            }
            qInfo("apart %.4f m, seen from the hips %.4f m", apart, turned);
            QCOMPARE_LT(apart, 0.03);
            QCOMPARE_LT(turned, 0.03);
        }
    }

    void aFigureWithoutHipsIsRefused()
    {
        MadeBody body = madeBody();
        for (BodyJoint& joint : body.joints)
            joint.name = "part " + joint.name.substr(0, 1) + "x" +
                         std::to_string(&joint - body.joints.data());
        plain::Dice dice(31);
        const Document from = documentOf(madeBody(), madeMotion(madeBody(), 3, dice), kRate);
        body.joints.resize(8);  // no legs either, by which it could be known
        const Result<Retargeted> out = retarget::retarget(from, standing(body));
        QVERIFY(!out);
        QCOMPARE(out.error().where, std::string("target"));
        QCOMPARE(out.error().message,
                 std::string("this figure cannot be read: no bone is known as its hips"));
    }

    void aRangeWithoutEndIsRefused()
    {
        plain::Dice dice(43);
        Document from = documentOf(madeBody(), madeMotion(madeBody(), 3, dice), kRate);
        from.playback.end = 5e6;
        const Result<Retargeted> out = retarget::retarget(from, standing(madeBody()));
        QVERIFY(!out);
        QCOMPARE(out.error().message, std::string("the motion has more than a million frames"));
    }

    void itIsCancelled()
    {
        plain::Dice dice(37);
        const Document from = documentOf(madeBody(), madeMotion(madeBody(), 200, dice), kRate);
        retarget::Options options;
        options.progress = [](double share) { return share < 0.3; };
        const Result<Retargeted> out = retarget::retarget(from, standing(madeBody()), options);
        QVERIFY(!out);
        QVERIFY(out.error().kind == ErrorKind::Cancelled);
    }
};

POSEWRIGHT_TEST(TestRetarget, posewright::test::runWithEvents);
#include "tst_retarget.moc"
