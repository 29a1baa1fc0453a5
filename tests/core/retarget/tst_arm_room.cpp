#include "core/evaluate/evaluate.h"
#include "core/retarget/clearances.h"
#include "tests/support/bound_mesh.h"
#include "tests/support/carried.h"
#include "tests/support/figure_file.h"
#include "tests/support/in_trunk.h"
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

constexpr int kFramesOfArms = 90;
constexpr double kArmThick = 0.04;  ///< [m] half of it

/// Half of the made barrel, about the middle of the body. [m]
struct Barrel {
    plain::V half{0.34, 0.3, 0.26};
    plain::V middle;
};

Barrel barrelOf(const MadeBody& body)
{
    Barrel barrel;
    barrel.middle = body.joints[body.row("Spine")].at + plain::V{0, 0.1, 0};
    return barrel;
}

/// A box as twelve triangles, moved by one joint of the skin.
void addBox(Mesh& mesh, const Vec3& low, const Vec3& high, std::uint16_t joint)
{
    const auto first = static_cast<std::uint32_t>(mesh.positions.size());
    for (int i = 0; i < 8; ++i) {
        mesh.positions.emplace_back(float((i & 1) != 0 ? high.x() : low.x()),
                                    float((i & 2) != 0 ? high.y() : low.y()),
                                    float((i & 4) != 0 ? high.z() : low.z()));
        mesh.joints.push_back({joint, 0, 0, 0});
        mesh.weights.emplace_back(1, 0, 0, 0);
    }
    for (const int corner : {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                             2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5})
        mesh.indices.push_back(first + static_cast<std::uint32_t>(corner));
}

/// The body with a barrel that its lowest spine bone moves, and with boxes as forearms and hands.
Document withBarrel(Document doc, const MadeBody& body)
{
    const Barrel barrel = barrelOf(body);
    Mesh mesh;
    Skin skin;
    const auto addJoint = [&](const std::string& name) {
        const int row = body.row(name);
        skin.joints.push_back((*doc.scene)[row].id);
        Eigen::Matrix4f inverse = Eigen::Matrix4f::Identity();
        inverse.topRightCorner<3, 1>() = -vecOf(body.joints[row].at).cast<float>();
        skin.inverseBind.push_back(inverse);
        return static_cast<std::uint16_t>(skin.joints.size() - 1);
    };
    addBox(mesh, vecOf(barrel.middle - barrel.half), vecOf(barrel.middle + barrel.half),
           addJoint("Spine"));
    const Vec3 thick(0, kArmThick, kArmThick);
    for (const char* side : {"Left", "Right"}) {
        const std::string name(side);
        const Vec3 elbow = vecOf(body.joints[body.row(name + "ForeArm")].at),
                   wrist = vecOf(body.joints[body.row(name + "Hand")].at),
                   tip = vecOf(body.joints[body.row(name + "HandMiddle1")].at);
        const Vec3 middle = (elbow + wrist) / 2;
        addBox(mesh, middle.cwiseMin(wrist) - thick, middle.cwiseMax(wrist) + thick,
               addJoint(name + "ForeArm"));
        addBox(mesh, wrist.cwiseMin(tip) - thick, wrist.cwiseMax(tip) + thick,
               addJoint(name + "Hand"));
    }
    return test::withBoundMesh(std::move(doc), "Barrel", std::move(mesh), std::move(skin));
}

/// Arms that hang and swing, as in a walk, and come in front of the belly.
std::vector<BodyPose> swinging(const MadeBody& body, plain::Dice& dice)
{
    const double swings = dice.uniform(0.2, 0.6), apart = dice.uniform(0, 0.15),
                 bends = dice.uniform(0.3, 1.2);
    std::vector<BodyPose> motion;
    for (int f = 0; f < kFramesOfArms; ++f) {
        BodyPose pose;
        pose.turns.assign(body.joints.size(), {0, 0, 0, 1});
        const double phase = 2 * std::numbers::pi * f / 30;
        for (const double s : {1.0, -1.0}) {
            const std::string side = s > 0 ? "Left" : "Right";
            const plain::Q down = turnAbout({0, 0, 1}, s * (apart - std::numbers::pi / 2));
            const plain::Q swing = turnAbout({1, 0, 0}, -s * swings * std::sin(phase));
            const plain::Q in =
                plain::product(turnAbout({0, 1, 0}, -0.5 * s * (1 - std::cos(phase / 3))),
                               turnAbout({1, 0, 0}, -bends * (1 - std::cos(phase / 3)) / 2));
            pose.turns[body.row(side + "Arm")] = plain::product(swing, down);
            for (const char* part : {"ForeArm", "Hand", "HandMiddle1"})
                pose.turns[body.row(side + part)] = plain::product(swing, plain::product(in, down));
        }
        pose.hips = body.joints[0].at;
        motion.push_back(std::move(pose));
    }
    return motion;
}

/// How deep the deepest corner of the boxes of the arms is in the barrel, which is seen in its own
/// frame. [m]
double deepestIn(const MadeBody& body, const std::vector<BodyPose>& poses)
{
    const Barrel barrel = barrelOf(body);
    const int spine = body.row("Spine");
    double deepest = 0;
    for (const BodyPose& pose : poses) {
        const std::vector<plain::V> places = placesOf(body, pose);
        const auto look = [&](const std::string& bone, const plain::V& at) {
            const int row = body.row(bone);
            const plain::V world =
                places[row] + plain::turned(pose.turns[row], at - body.joints[row].at);
            const plain::V own =
                body.joints[spine].at +
                plain::turned(plain::inverse(pose.turns[spine]), world - places[spine]) -
                barrel.middle;
            deepest = std::max(
                deepest, std::min({barrel.half.x - std::abs(own.x), barrel.half.y - std::abs(own.y),
                                   barrel.half.z - std::abs(own.z)}));
        };
        for (const std::string side : {"Left", "Right"})
            for (const double y : {-kArmThick, kArmThick})
                for (const double z : {-kArmThick, kArmThick}) {
                    const plain::V thick{0, y, z};
                    const plain::V elbow = body.joints[body.row(side + "ForeArm")].at,
                                   wrist = body.joints[body.row(side + "Hand")].at;
                    look(side + "ForeArm", 0.5 * (elbow + wrist) + thick);
                    look(side + "ForeArm", wrist + thick);
                    look(side + "Hand", wrist + thick);
                    look(side + "Hand", body.joints[body.row(side + "HandMiddle1")].at + thick);
                }
    }
    return deepest;
}

}  // namespace

/// Forearms and hands stay out of the trunk of a character that is broader than the source.
class TestArmRoom : public QObject {
    Q_OBJECT

private slots:
    void movesAreAtLeastAsLargeAndGradual()
    {
        std::vector<Vec3> moves(120, Vec3::Zero());
        for (int f = 50; f < 60; ++f) moves[std::size_t(f)] = Vec3(0.1, 0, 0.05);
        const auto out = retarget::gradual(moves, 8);
        double most = 0;
        for (std::size_t f = 1; f + 1 < out.size(); ++f) {
            QCOMPARE_GE(out[f].norm(), moves[f].norm() - 1e-12);
            most = std::max(most, (out[f + 1] - 2 * out[f] + out[f - 1]).norm());
        }
        qInfo("largest second difference %.4f of a step of %.4f", most, Vec3(0.1, 0, 0.05).norm());
        QCOMPARE_LT(most, 0.05 * Vec3(0.1, 0, 0.05).norm());
        QVERIFY(out[20].isZero() && out[100].isZero());
        // Frames that are twice as far apart are half as many nearby; evenly, it is the same.
        std::vector<double> even(120), apart(120);
        for (std::size_t f = 0; f < even.size(); ++f) {
            even[f] = double(f);
            apart[f] = 2 * double(f);
        }
        const auto same = retarget::gradualAlong(moves, 8, even);
        for (std::size_t f = 0; f < out.size(); ++f) QCOMPARE_LT((same[f] - out[f]).norm(), 0.01);
        const auto quick = retarget::gradualAlong(moves, 8, apart);
        for (std::size_t f = 0; f < out.size(); ++f) {
            QCOMPARE_GE(quick[f].norm(), moves[f].norm() - 1e-12);
            if (f < 50 - 9 || f > 60 + 9) QVERIFY(quick[f].isZero());
        }
    }

    void armsSwingBesideABarrel()
    {
        plain::Dice dice(printedSeed(20261129));
        double before = 0, after = 0, pushed = 0;
        for (int i = 0; i < 6; ++i) {
            const MadeBody body = madeBody(), other = madeBody({.legs = 0.9, .arms = 0.95});
            const std::vector<BodyPose> motion = swinging(body, dice);
            const Document from = documentOf(body, motion, kRate);
            const Document to = withBarrel(standing(other), other);
            retarget::Options freely;
            freely.handsByGoals = false;
            const auto free = posesOf(other, to, carried(from, to, freely), kFramesOfArms),
                       led = posesOf(other, to, carried(from, to), kFramesOfArms);
            before = std::max(before, deepestIn(other, free));
            after = std::max(after, deepestIn(other, led));
            for (const char* hand : {"LeftHand", "RightHand"})
                pushed = std::max(pushed, highestAcceleration(other, led, other.row(hand)) /
                                              highestAcceleration(body, motion, body.row(hand)));
        }
        qInfo("deepest %.1f mm, with free hands %.1f mm; hands are pushed %.2f times", 1e3 * after,
              1e3 * before, pushed);
        QCOMPARE_GT(before, 0.1);
        QCOMPARE_LT(after, 0.003);
        QCOMPARE_LT(pushed, 1.8);
    }

    /// One frame alone, as the preview at the playhead has it, is that of the whole clip.
    void oneFrameIsThatOfAll()
    {
        plain::Dice dice(printedSeed(20261130));
        const MadeBody body = madeBody(), other = madeBody({.legs = 0.9, .arms = 0.95});
        const Document from = documentOf(body, swinging(body, dice), kRate);
        const Document to = withBarrel(standing(other), other);
        const retarget::Retargeted whole = carried(from, to);
        retarget::Options options;
        options.only = 45;
        const retarget::Retargeted one = carried(from, to, options);
        const auto all = placesOf(other, poseIn(other, to, whole.clip, 45)),
                   alone = placesOf(other, poseIn(other, to, one.clip, 0));
        double most = 0;
        for (std::size_t i = 0; i < all.size(); ++i)
            most = std::max(most, plain::length(all[i] - alone[i]));
        qInfo("%.2f mm apart", 1e3 * most);
        QCOMPARE_LT(most, 0.005);
    }

    /// To the bit.
    void anyNumberOfThreadsGivesTheSame()
    {
        plain::Dice dice(printedSeed(20261201));
        const MadeBody body = madeBody(), other = madeBody({.legs = 0.9, .arms = 0.95});
        const Document from = documentOf(body, swinging(body, dice), kRate);
        QCOMPARE(threadsThatDiffer(from, withBarrel(standing(other), other)), 0);
    }

    void theKnightsArmsAreBesideIt_data()
    {
        QTest::addColumn<QString>("capture");
        for (const char* capture :
             {"pybvh_cmu_12_01_walk", "ad_fair1_dab", "dme_xia_angry_13_000", "ad_fair1_zombie",
              "ad_cmu1_jumping_jacks", "dme_example", "ad_fair1_wave_hello", "assimp_Boxing_Toes"})
            QTest::addRow("%s", capture) << QString::fromUtf8(capture);
    }
    void theKnightsArmsAreBesideIt()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/gltf");
        QFETCH(const QString, capture);
        const Document from = test::sharedCapture(capture);
        const auto deepest = [&](bool led) {
            Document to = test::figureFrom("gltf/kaykit_Knight.glb");
            retarget::Options options;
            options.handsByGoals = led;
            to.clips.emplace_back(carried(from, to, options).clip);
            to.playback.clip = static_cast<int>(to.clips.size()) - 1;
            const retarget::Figure figure = retarget::figureOf(*to.scene);
            const double length = from.playback.end - from.playback.start;
            double most = 0;
            for (int look = 0; look < 12; ++look) {
                const auto world = evaluate(to, length * look / 12).world;
                for (const bool left : {true, false})
                    most = std::max(most, deepestInTrunk(*to.scene, figure, world, left));
            }
            return most;
        };
        const double led = deepest(true), free = deepest(false);
        qInfo("deepest %.1f mm, with free hands %.1f mm", 1e3 * led, 1e3 * free);
        QCOMPARE_LT(led, 0.01);
        QCOMPARE_GT(free, 0.03);
    }

    /// They are not pulled straight: the source's are straight in none of these frames.
    void armsStayBent()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/gltf");
        const Document from = test::sharedCapture("dme_xia_angry_13_000");
        Document to = test::figureFrom("gltf/kaykit_Knight.glb");
        to.clips.emplace_back(carried(from, to, {}).clip);
        to.playback.clip = static_cast<int>(to.clips.size()) - 1;
        const retarget::Figure figure = retarget::figureOf(*to.scene);
        const auto row = [&](retarget::Role role) { return figure.first(role); };
        const NodeIndex arms[2][3] = {
            {row(retarget::Role::LeftUpperArm), row(retarget::Role::LeftLowerArm),
             row(retarget::Role::LeftHand)},
            {row(retarget::Role::RightUpperArm), row(retarget::Role::RightLowerArm),
             row(retarget::Role::RightHand)}};
        double straightest = 0;
        for (double frame = 0; frame <= from.playback.end - from.playback.start; ++frame) {
            const auto world = evaluate(to, frame).world;
            for (const auto& arm : arms) {
                const auto way = [&](int a, int b) {
                    return (world[arm[a]].position - world[arm[b]].position).norm();
                };
                straightest = std::max(straightest, way(0, 2) / (way(0, 1) + way(1, 2)));
            }
        }
        qInfo("straightest %.3f of an arm", straightest);
        QCOMPARE_LT(straightest, 0.97);
    }
};

POSEWRIGHT_TEST(TestArmRoom, posewright::test::runPlain);
#include "tst_arm_room.moc"
