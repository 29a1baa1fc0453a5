#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "core/retarget/head_room.h"
#include "tests/support/bound_mesh.h"
#include "tests/support/carried.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"
#include "tests/support/shared_capture.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace posewright;
using namespace posewright::test;

namespace {

const plain::V kHeadUp{0, 0.15, 0};         ///< [m] of the middle of the made head over its joint
const plain::V kHeadHalf{0.28, 0.3, 0.28};  ///< [m]
constexpr int kFramesAtHead = 60;

/// The body with a large head: eight corners that it moves.
Document withHead(Document doc, const MadeBody& body)
{
    const int head = body.row("Head");
    Mesh mesh;
    for (const double x : {-1.0, 1.0})
        for (const double y : {-1.0, 1.0})
            for (const double z : {-1.0, 1.0}) {
                const plain::V at = body.joints[head].at + kHeadUp;
                mesh.positions.emplace_back(float(at.x + x * kHeadHalf.x),
                                            float(at.y + y * kHeadHalf.y),
                                            float(at.z + z * kHeadHalf.z));
                mesh.joints.push_back({0, 0, 0, 0});
                mesh.weights.emplace_back(1, 0, 0, 0);
            }
    Skin skin;
    skin.joints.push_back((*doc.scene)[head].id);
    Eigen::Matrix4f inverse = Eigen::Matrix4f::Identity();
    inverse.topRightCorner<3, 1>() = -vecOf(body.joints[head].at).cast<float>();
    skin.inverseBind.push_back(inverse);
    return test::withBoundMesh(std::move(doc), "Face", std::move(mesh), std::move(skin));
}

/// Both forearms swing in front of the head and back to the sides.
std::vector<BodyPose> wave(const MadeBody& body)
{
    std::vector<BodyPose> motion;
    for (int f = 0; f < kFramesAtHead; ++f) {
        BodyPose pose;
        pose.turns.assign(body.joints.size(), {0, 0, 0, 1});
        const double swing = 1.6 - 1.2 * std::cos(2 * std::numbers::pi * f / kFramesAtHead);
        for (const double s : {1.0, -1.0}) {
            const std::string side = s > 0 ? "Left" : "Right";
            pose.turns[body.row(side + "Arm")] = turnAbout({0, 0, 1}, 0.6 * s);
            for (const char* part : {"ForeArm", "Hand", "HandMiddle1"})
                pose.turns[body.row(side + part)] =
                    plain::product(turnAbout({0, 1, 0}, -0.2 * s), turnAbout({0, 0, 1}, swing * s));
        }
        pose.hips = body.joints[0].at;
        motion.push_back(std::move(pose));
    }
    return motion;
}

/// How deep wrists are in the made head: 1 at its surface, 0 in its middle; and their longest step.
struct AtHead {
    double nearest = 1e9, step = 0;
};

AtHead wristsAtHead(const MadeBody& body, const std::vector<BodyPose>& poses)
{
    AtHead out;
    std::vector<plain::V> last;
    for (const BodyPose& pose : poses) {
        const std::vector<plain::V> places = placesOf(body, pose);
        const plain::V middle = places[body.row("Head")] + kHeadUp;
        for (const char* name : {"LeftHand", "RightHand"}) {
            const int row = body.row(name);
            const plain::V way = places[row] - middle;
            out.nearest = std::min(out.nearest, std::hypot(way.x / kHeadHalf.x, way.y / kHeadHalf.y,
                                                           way.z / kHeadHalf.z));
            if (!last.empty())
                out.step = std::max(out.step, plain::length(places[row] - last[row]));
        }
        last = places;
    }
    return out;
}

/// Frames in which the right hand of the Knight is deeper in its head than the bar.
int framesInside(const Document& knight, const retarget::Retargeted& made, int frames)
{
    Document doc = knight;
    doc.clips.emplace_back(made.clip);
    doc.playback.clip = static_cast<int>(doc.clips.size()) - 1;
    const retarget::Figure figure = retarget::figureOf(*doc.scene);
    const retarget::ReferencePose rests =
        retarget::referencePoseOf(*doc.scene, figure, retarget::standingPose(knight, figure));
    const auto room = retarget::headRoomOf({*doc.scene, figure, rests});
    if (!room) qFatal("no head");
    const NodeIndex palm = doc.scene->find(std::string_view("hand.r")),
                    wrist = figure.first(retarget::Role::RightHand);
    int count = 0;
    for (int f = 0; f < frames; f += 5) {
        const std::vector<WorldTransform> world = evaluate(doc, f).world;
        const double deep = std::min(room->toBall(world[wrist].position, world).norm(),
                                     room->toBall(world[palm].position, world).norm());
        count += deep < 0.97 ? 1 : 0;
    }
    return count;
}

}  // namespace

/// Hands stay out of the head of a character whose head is larger than that of the source.
class TestHeadRoom : public QObject {
    Q_OBJECT

private slots:
    void placesAreOutsideAndDoNotJump()
    {
        plain::Dice dice(printedSeed(20261241));
        double nearest = 1e9, most = 0;
        for (int i = 0; i < 20000; ++i) {
            const double least = dice.uniform(0.1, 1);
            const Vec3 far = vecOf(plain::unit({dice.uniform(-1, 1), 0.3, dice.uniform(-1, 1)}));
            const Vec3 at(dice.uniform(-1.5, 1.5), dice.uniform(-1.5, 1.5),
                          dice.uniform(-1.5, 1.5));
            const Vec3 out = retarget::pushedOut(at, least, far);
            nearest = std::min(nearest, out.norm() - least);
            if (at.norm() > least + 0.3) QCOMPARE(out, at);
            if ((at - 0.6 * least * far).norm() < 0.3 * least) continue;
            const Vec3 by = 1e-5 * Vec3(dice.uniform(-1, 1), dice.uniform(-1, 1), 0.5);
            const Vec3 next = retarget::pushedOut(at + by, least, far);
            most = std::max(most, (next - out).norm() / by.norm());
        }
        qInfo("outside by %.3g, moves by up to %.2f times", nearest, most);
        QCOMPARE_GE(nearest, -1e-9);
        QCOMPARE_LT(most, 8);
    }

    void aWaveDoesNotHitTheFace()
    {
        const MadeBody body = madeBody(), other = madeBody({.legs = 0.8});
        const Document from = documentOf(body, wave(body), kRate);
        const Document to = withHead(standing(other), other);
        const auto measured = [&](const Document& target, bool hands) {
            retarget::Options options;
            options.handsByGoals = hands;
            return wristsAtHead(
                other, posesOf(other, target, carried(from, target, options), kFramesAtHead));
        };
        const AtHead freely = measured(to, false), led = measured(to, true),
                     bare = measured(standing(other), true);
        qInfo("nearest %.3f, with free hands %.3f, without a mesh %.3f; steps %.1f, %.1f mm",
              led.nearest, freely.nearest, bare.nearest, 1e3 * led.step, 1e3 * freely.step);
        QCOMPARE_LT(freely.nearest, 0.8);
        QCOMPARE_LT(std::abs(bare.nearest - freely.nearest), 1e-6);
        QCOMPARE_GE(led.nearest, 0.999);
        QCOMPARE_LT(led.step, 2 * freely.step);
    }

    /// What a source that has a head of its own does to that, it does here.
    void aHandInTheSourcesHeadMayGoIn()
    {
        const MadeBody body = madeBody(), other = madeBody({.legs = 0.8});
        const Document to = withHead(standing(other), other);
        const Document from = withHead(documentOf(body, wave(body), kRate), body);
        const AtHead theirs = wristsAtHead(body, wave(body)),
                     ours =
                         wristsAtHead(other, posesOf(other, to, carried(from, to), kFramesAtHead));
        qInfo("nearest %.3f, source %.3f", ours.nearest, theirs.nearest);
        QCOMPARE_LT(std::abs(ours.nearest - theirs.nearest), 0.13);
    }

    void theKnightDabsOutsideOfItsHelmet()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/gltf");
        io::ReadOptions reading;
        reading.up = std::nullopt;
        const Result<io::Import> knight =
            io::read(sharedPath("corpus/gltf/kaykit_Knight.glb").toStdString(), reading);
        QVERIFY(knight);
        const Document from = sharedCapture("ad_fair1_dab");
        const int frames = static_cast<int>(from.playback.end - from.playback.start);
        retarget::Options freely;
        freely.handsByGoals = false;
        const int without = framesInside(knight->document, carried(from, knight->document, freely),
                                         frames),
                  with = framesInside(knight->document, carried(from, knight->document), frames);
        qInfo("inside in %d frames, with free hands %d", with, without);
        QCOMPARE_GE(without, 10);
        QCOMPARE_EQ(with, 0);
    }
};

POSEWRIGHT_TEST(TestHeadRoom, posewright::test::runWithEvents);
#include "tst_head_room.moc"
