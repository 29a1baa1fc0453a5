#include "tests/support/carried.h"
#include "tests/support/planted_walk.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <QTest>

using namespace posewright;
using namespace posewright::test;

namespace {

const std::array<BodyShape, 8> kFeetShapes{{{},
                                            {.hipWidth = 1.5},
                                            {.hipWidth = 2},
                                            {.hipWidth = 2.5},
                                            {.hipWidth = 0.5},
                                            {.legs = 0.6, .hipWidth = 3},
                                            {.legs = 1.3, .hipWidth = 2},
                                            {.legs = 0.7, .hipWidth = 1.5}}};

void addShapes()
{
    QTest::addColumn<int>("which");
    for (std::size_t i = 0; i < kFeetShapes.size(); ++i)
        QTest::addRow("legs %g, hips %g", kFeetShapes[i].legs, kFeetShapes[i].hipWidth) << int(i);
}

/// The body with its feet astride at rest; the soles stay flat.
MadeBody astride(MadeBody body, double angle)
{
    for (const double s : {1.0, -1.0}) {
        const std::string side = s > 0 ? "Left" : "Right";
        const auto at = [&](const char* name) -> plain::V& {
            return body.joints[body.row(side + name)].at;
        };
        const plain::Q out = turnAbout({0, 0, 1}, s * angle);
        const plain::V top = at("UpLeg"), toes = at("ToeBase") - at("Foot");
        for (const char* name : {"Leg", "Foot"})
            at(name) = top + plain::turned(out, at(name) - top);
        at("ToeBase") = at("Foot") + toes;
    }
    return body;
}

/// The motion of a body as the one with its feet astride does it: every joint is where it was.
std::vector<BodyPose> asAstride(const MadeBody& body, std::vector<BodyPose> motion, double angle)
{
    for (BodyPose& pose : motion)
        for (const double s : {1.0, -1.0})
            for (const char* name : {"UpLeg", "Leg"}) {
                plain::Q& turn =
                    pose.turns[body.row((s > 0 ? "Left" : "Right") + std::string(name))];
                turn = plain::product(turn, turnAbout({0, 0, 1}, -s * angle));
            }
    return motion;
}

}  // namespace

/// Feet of bodies with other legs and hips: what stands in the source stands, at the height of the
/// own sole, and nothing jumps whichever way the body is turned.
class TestFeet : public QObject {
    Q_OBJECT

private slots:
    void whatStandsDoesNotSlide_data() { addShapes(); }
    void whatStandsDoesNotSlide()
    {
        QFETCH(int, which);
        plain::Dice dice(test::printedSeed(20261125));
        const MadeBody body = madeBody(), other = madeBody(kFeetShapes[which]);
        const double scale = kFeetShapes[which].legs;
        double slide = 0, height = 0, acceleration = 0, steps = 0;
        for (int round = 0; round < 4; ++round) {
            const PlantedWalk walk = plantedWalk(body, 6, 16, 1, dice);
            const Document to = standing(other);
            const retarget::Retargeted out = carried(documentOf(body, walk.motion, kRate), to);
            const std::vector<BodyPose> is = posesOf(other, to, out, walk.motion.size());
            for (int side = 0; side < 2; ++side) {
                const int foot = other.row(side == 0 ? "LeftFoot" : "RightFoot"),
                          theirs = body.row(side == 0 ? "LeftFoot" : "RightFoot");
                const int start = walk.stands[side].front().first;
                for (const auto& [first, last] : walk.stands[side]) {
                    const plain::V from = placesOf(other, is[first])[foot];
                    const plain::V way = from - placesOf(other, is[start])[foot];
                    const plain::V went = placesOf(body, walk.motion[first])[theirs] -
                                          placesOf(body, walk.motion[start])[theirs];
                    steps = std::max(steps, plain::length(way - scale * went));
                    for (int f = first; f <= last; ++f) {
                        const plain::V at = placesOf(other, is[f])[foot];
                        slide = std::max(slide, std::hypot(at.x - from.x, at.z - from.z));
                        height = std::max(height, std::abs(at.y - 0.08));
                    }
                }
            }
            acceleration =
                std::max(acceleration, worstAcceleration(body, walk.motion, other, is, out.scale));
        }
        qInfo("slide %.3g mm, sole off by %.3g mm, acceleration %.3f of the source's", 1e3 * slide,
              1e3 * height, acceleration);
        QCOMPARE_LT(slide, 1e-3);
        QCOMPARE_LT(steps, 1e-3);
        QCOMPARE_LT(height, 0.005 * (0.08 + 0.82 * kFeetShapes[which].legs));
        QCOMPARE_LT(acceleration, 1.2);
    }

    void feetThatTiltStayDown_data() { addShapes(); }
    /// A foot that stands farther out than in the source turns with it, but does not rise where it
    /// tilts to the side.
    void feetThatTiltStayDown()
    {
        QFETCH(int, which);
        const MadeBody body = madeBody(), other = madeBody(kFeetShapes[which]);
        std::vector<BodyPose> motion;
        for (int f = 0; f < 40; ++f) {
            BodyPose pose;
            pose.turns.assign(body.joints.size(), {0, 0, 0, 1});
            for (const char* name : {"LeftFoot", "RightFoot"})
                pose.turns[body.row(name)] = turnAbout({0, 0, 1}, 0.2 * std::sin(0.3 * f));
            pose.hips = body.joints[0].at;
            motion.push_back(std::move(pose));
        }
        const Document to = standing(other);
        const retarget::Retargeted out = carried(documentOf(body, motion, kRate), to);
        double height = 0;
        for (const BodyPose& pose : posesOf(other, to, out, motion.size()))
            for (const char* name : {"LeftFoot", "RightFoot"})
                height =
                    std::max(height, std::abs(placesOf(other, pose)[other.row(name)].y - 0.08));
        qInfo("off by %.3g mm", 1e3 * height);
        QCOMPARE_LT(height, 0.005 * (0.08 + 0.82 * kFeetShapes[which].legs));
    }

    void aRestPoseAstrideChangesNothing_data() { addShapes(); }
    /// As captures have it: how far apart feet are at rest is no width of hips.
    void aRestPoseAstrideChangesNothing()
    {
        QFETCH(int, which);
        plain::Dice dice(test::printedSeed(20261124));
        const MadeBody body = madeBody(), other = madeBody(kFeetShapes[which]);
        const PlantedWalk walk = plantedWalk(body, 6, 16, 1, dice);
        const MadeBody wide = astride(body, 0.35);
        const std::vector<BodyPose> same = asAstride(body, walk.motion, 0.35);
        for (std::size_t f = 0; f < same.size(); ++f) {
            const auto a = placesOf(body, walk.motion[f]), b = placesOf(wide, same[f]);
            for (std::size_t i = 0; i < a.size(); ++i)
                QCOMPARE_LT(plain::length(a[i] - b[i]), 1e-9);
        }
        const Document to = standing(other);
        const retarget::Retargeted out = carried(documentOf(body, walk.motion, kRate), to),
                                   from = carried(documentOf(wide, same, kRate), to);
        QCOMPARE_LT(apart(other, posesOf(other, to, out, same.size()), to, from.clip), 1e-6);
    }

    void aRollIsSmooth_data() { addShapes(); }
    /// A cartwheel: every joint goes round at an even pace, so that its acceleration is the same at
    /// all times.
    void aRollIsSmooth()
    {
        QFETCH(int, which);
        const MadeBody body = madeBody(), other = madeBody(kFeetShapes[which]);
        for (const plain::V axis : {plain::V{0, 0, 1}, plain::V{1, 0, 0}, plain::V{0.6, 0, 0.8}}) {
            std::vector<BodyPose> motion;
            for (int f = 0; f <= 180; ++f) {
                BodyPose pose;
                pose.turns.assign(body.joints.size(),
                                  turnAbout(axis, 2 * f * std::numbers::pi / 180));
                pose.hips = body.joints[0].at + plain::V{0, 0.4, 0};
                motion.push_back(std::move(pose));
            }
            const Document to = standing(other);
            const retarget::Retargeted out = carried(documentOf(body, motion, kRate), to);
            const std::vector<BodyPose> is = posesOf(other, to, out, motion.size());
            for (const char* name : {"LeftFoot", "RightFoot", "LeftLeg", "RightLeg"}) {
                double furthest = 0;
                for (const BodyPose& pose : is)
                    furthest =
                        std::max(furthest,
                                 plain::length(placesOf(other, pose)[other.row(name)] - pose.hips));
                const double round = furthest * std::pow(2 * std::numbers::pi / 180, 2);
                const double most = highestAcceleration(other, is, other.row(name));
                // Feet of such broad hips are levelled, and go round less evenly.
                const double wide = kFeetShapes[which].hipWidth;
                const double bar = wide < 2.5 ? 1.2 : wide < 3 ? 1.3 : 1.65;
                QVERIFY2(most < bar * round, qPrintable(QStringLiteral("%1: %2 of an even round")
                                                            .arg(QLatin1String(name))
                                                            .arg(most / round)));
            }
        }
    }
};

POSEWRIGHT_TEST(TestFeet, posewright::test::runWithEvents);
#include "tst_feet.moc"
