#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "core/retarget/figure.h"
#include "core/retarget/keep.h"
#include "tests/support/boots.h"
#include "tests/support/carried.h"
#include "tests/support/planted_walk.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"
#include "tests/support/shared.h"

#include <QTest>

using namespace posewright;
using namespace posewright::test;

namespace {

constexpr double kFront = 0.03;  ///< [m] of the shin's flesh, which is no foot

/// The body without feet, from the shins on.
MadeBody withoutFeet(const MadeBody& body)
{
    MadeBody out;
    std::vector<int> row;
    for (const BodyJoint& joint : body.joints) {
        const bool foot = joint.name.ends_with("Foot") || joint.name.ends_with("ToeBase");
        row.push_back(foot ? -1 : static_cast<int>(out.joints.size()));
        if (foot) continue;
        out.joints.push_back(joint);
        if (joint.parent >= 0) out.joints.back().parent = row[joint.parent];
    }
    return out;
}

/// Its shins as boxes down to the floor, bound to them.
Document withFlesh(Document doc, const MadeBody& body)
{
    Mesh mesh;
    Skin skin;
    for (const std::string side : {"Left", "Right"}) {
        const int shin = body.row(side + "Leg");
        const plain::V knee = body.joints[shin].at;
        for (const double x : {-0.04, 0.04})
            for (const double y : {0.0, knee.y})
                for (const double z : {kFront - 0.05, kFront + 0.05}) {
                    mesh.positions.emplace_back(float(knee.x + x), float(y), float(knee.z + z));
                    mesh.joints.push_back(
                        {static_cast<std::uint16_t>(skin.joints.size()), 0, 0, 0});
                    mesh.weights.emplace_back(1, 0, 0, 0);
                }
        skin.joints.push_back((*doc.scene)[shin].id);
        Eigen::Matrix4f inverse = Eigen::Matrix4f::Identity();
        inverse.topRightCorner<3, 1>() = -vecOf(knee).cast<float>();
        skin.inverseBind.push_back(inverse);
    }
    std::vector<Node> nodes = doc.scene->nodes();
    Node node;
    node.id = static_cast<NodeId>(doc.nextId++);
    node.name = "Flesh";
    MeshPart part;
    part.mesh = std::move(mesh);
    part.skin = 0;
    node.part = part;
    nodes.push_back(node);
    const Result<Scene> scene = Scene::make(std::move(nodes), {skin});
    if (!scene) qFatal("%s", scene.error().message.c_str());
    doc.scene = *scene;
    return doc;
}

/// The tips of its shins given, on the floor.
Document withTips(Document doc, const MadeBody& body)
{
    std::vector<Node> nodes = doc.scene->nodes();
    for (const std::string side : {"Left", "Right"}) {
        const int shin = body.row(side + "Leg");
        BonePart bone;
        bone.tip = Vec3(0, -body.joints[shin].at.y, kFront);
        bone.tipGiven = true;
        nodes[static_cast<std::size_t>(shin)].part = bone;
    }
    const Result<Scene> scene = Scene::make(std::move(nodes));
    if (!scene) qFatal("%s", scene.error().message.c_str());
    doc.scene = *scene;
    return doc;
}

/// The middle of the sole in a pose.
plain::V soleIn(const MadeBody& body, const BodyPose& pose, const std::string& side)
{
    const int shin = body.row(side + "Leg");
    const plain::V down{0, -body.joints[shin].at.y, kFront};
    return placesOf(body, pose)[shin] + plain::turned(pose.turns[shin], down);
}

struct Measure {
    double slide = 0, height = 0;  ///< [m] while the feet of the source stand
};

template <class PlaceOf>
Measure whileStanding(const PlantedWalk& walk, double rests, const PlaceOf& placeOf)
{
    Measure out;
    for (int side = 0; side < 2; ++side)
        for (const auto& [first, last] : walk.stands[side])
            for (int f = first; f <= last; ++f) {
                const plain::V from = placeOf(first, side), at = placeOf(f, side);
                out.slide = std::max(out.slide, std::hypot(at.x - from.x, at.z - from.z));
                out.height = std::max(out.height, std::abs(at.y - rests));
            }
    return out;
}

const std::array<const char*, 2> kSides{"Left", "Right"};

}  // namespace

/// Figures whose legs end at the shin: the lowest of what it moves stands on the floor.
class TestLegsWithoutFeet : public QObject {
    Q_OBJECT

private slots:
    /// To the bit: boots whose feet the source does not turn.
    void anyNumberOfThreadsGivesTheSame()
    {
        plain::Dice dice(printedSeed(20261202));
        for (int i = 0; i < 3; ++i) {
            const MadeBody body = withoutFeet(madeBody()), other = madeBody({.legs = 0.9});
            std::vector<BodyPose> motion = madeMotion(body, 300, dice);
            // Legs that are thrown up, too, as in a roll.
            for (std::size_t f = 0; f < motion.size(); ++f)
                for (const std::string side : {"Left", "Right"})
                    for (const char* part : {"UpLeg", "Leg"}) {
                        plain::Q& turn = motion[f].turns[body.row(side + part)];
                        turn = plain::product(
                            turnAbout({1, 0, 0.3}, -1.6 * (1 - std::cos(0.05 * double(f)))), turn);
                    }
            const Document from = documentOf(body, motion, kRate);
            QCOMPARE(threadsThatDiffer(from, inBoots(standing(other), other, 0.03)), 0);
        }
    }

    void solesMeetTheFloor_data()
    {
        QTest::addColumn<bool>("flesh");
        QTest::addColumn<double>("legs");
        for (const bool flesh : {true, false})
            for (const double legs : {1.0, 0.6, 1.3})
                QTest::addRow("%s, legs %g", flesh ? "mesh" : "tips", legs) << flesh << legs;
    }
    void solesMeetTheFloor()
    {
        QFETCH(bool, flesh);
        QFETCH(double, legs);
        plain::Dice dice(test::printedSeed(20261125));
        const MadeBody body = madeBody(), other = withoutFeet(madeBody({.legs = legs}));
        Measure most;
        for (int round = 0; round < 4; ++round) {
            const PlantedWalk walk = plantedWalk(body, 6, 16, 1, dice);
            const Document to =
                flesh ? withFlesh(standing(other), other) : withTips(standing(other), other);
            const retarget::Retargeted out = carried(documentOf(body, walk.motion, kRate), to);
            QVERIFY(std::abs(out.scale - (0.08 + 0.82 * legs) / 0.9) < 0.01);
            const std::vector<BodyPose> is = posesOf(other, to, out, walk.motion.size());
            const Measure now = whileStanding(walk, 0, [&](int frame, int side) {
                return soleIn(other, is[frame], kSides[side]);
            });
            most.slide = std::max(most.slide, now.slide);
            most.height = std::max(most.height, now.height);
        }
        qInfo("slide %.3g mm, soles off by %.3g mm", 1e3 * most.slide, 1e3 * most.height);
        QCOMPARE_LT(most.slide, 1e-3);
        QCOMPARE_LT(most.height, 0.005 * 0.9 * legs);
    }

    void theirMotionStandsOnFeet_data()
    {
        QTest::addColumn<bool>("kept");
        QTest::newRow("at once") << false;
        QTest::newRow("kept without its mesh") << true;
    }
    /// The other way round: what such a figure does, on a body that has feet.
    void theirMotionStandsOnFeet()
    {
        QFETCH(bool, kept);
        plain::Dice dice(7);
        const MadeBody body = madeBody(), other = withoutFeet(body);
        const PlantedWalk walk = plantedWalk(body, 6, 16, 1, dice);
        Document bare = withFlesh(standing(other), other);
        const retarget::Retargeted there = carried(documentOf(body, walk.motion, kRate), bare);
        bare.clips[0] = there.clip;
        bare.playback.end = double(walk.motion.size()) - 1;
        if (kept) {
            const Result<Document> lean = retarget::keptMotion(bare);
            QVERIFY(lean);
            bare = *lean;
        }
        const Document to = standing(body);
        const retarget::Retargeted out = carried(bare, to);
        const std::vector<BodyPose> is = posesOf(body, to, out, walk.motion.size());
        const Measure most = whileStanding(walk, 0.08, [&](int frame, int side) {
            return placesOf(body, is[frame])[body.row(std::string(kSides[side]) + "Foot")];
        });
        qInfo("slide %.3g mm, ankles off by %.3g mm", 1e3 * most.slide, 1e3 * most.height);
        QCOMPARE_LT(most.slide, 1e-3);
        QCOMPARE_LT(most.height, 0.0045);
    }

    void theGreenManIsKnown()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/gltf");
        const auto read = io::read(sharedPath("corpus/gltf/raylib_greenman.glb").toStdString());
        QVERIFY(read);
        const Scene& scene = *read->document.scene;
        const retarget::Figure figure = retarget::figureOf(scene);
        using retarget::Role;
        const auto names = [&](Role role) {
            QStringList out;
            for (const NodeIndex row : figure.bones(role))
                out << QString::fromStdString(scene[row].name);
            return out.join(u',');
        };
        QCOMPARE(names(Role::Hips), QString("root"));
        QCOMPARE(names(Role::Spine), QString("body_low,body_up"));
        QCOMPARE(names(Role::LeftUpperLeg), QString("hip_L"));
        QCOMPARE(names(Role::LeftLowerLeg), QString("leg_L"));
        QCOMPARE(names(Role::RightLowerLeg), QString("leg_R"));
        QCOMPARE(names(Role::LeftHand), QString("hand_L"));
        QCOMPARE(names(Role::RightHand), QString("hand_R"));
    }

    void theGreenManStands_data()
    {
        QTest::addColumn<QString>("motion");
        for (const char* file : {"ad_fair1_dab", "ad_fair1_wave_hello", "pybvh_cmu_12_01_walk"})
            QTest::newRow(file) << QString::fromUtf8(file);
    }
    /// Its lowest vertex, frame by frame. Its soles are bound to the belly, too, by up to a third,
    /// and are not wholly where its legs have them.
    void theGreenManStands()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/gltf");
        QFETCH(QString, motion);
        io::ReadOptions anyUp;
        anyUp.up = std::nullopt;
        const auto hero = io::read(sharedPath("corpus/gltf/raylib_greenman.glb").toStdString());
        const auto from =
            io::read(sharedPath("corpus/bvh/" + motion + ".bvh").toStdString(), anyUp);
        QVERIFY(hero && from);
        Document shown = hero->document;
        const retarget::Retargeted out = carried(from->document, shown);
        shown.clips.emplace_back(out.clip);
        shown.playback.clip = static_cast<int>(shown.clips.size()) - 1;
        std::vector<double> lowest;
        const int last = static_cast<int>(from->document.playback.end);
        for (int frame = 0; frame <= last; frame += 5)
            lowest.push_back(lowestVertex(shown, basePose(shown, frame)));
        std::ranges::sort(lowest);
        const double middle = lowest[lowest.size() / 2], low = lowest[lowest.size() / 20];
        qInfo("lowest vertex: %.1f mm in the middle, %.1f mm at 5%%, %.1f to %.1f mm", 1e3 * middle,
              1e3 * low, 1e3 * lowest.front(), 1e3 * lowest.back());
        QVERIFY(std::abs(middle) < kNearFloor);
    }

private:
    static constexpr double kNearFloor = 0.09;  ///< [m] of a figure of 2 m

    static double lowestVertex(const Document& doc, const std::vector<Transform>& pose)
    {
        const auto world = worldTransforms(*doc.scene, pose);
        double lowest = 1e9;
        for (const Node& node : doc.scene->nodes()) {
            const auto* part = std::get_if<MeshPart>(&node.part);
            if (!part || part->skin < 0) continue;
            const Skin& skin = doc.scene->skins()[part->skin];
            const Mesh& mesh = *part->mesh;
            for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
                double y = 0;
                for (int k = 0; k < 4; ++k) {
                    const std::size_t joint = mesh.joints[v][k];
                    const Eigen::Vector4f bound =
                        skin.inverseBind[joint] * mesh.positions[v].homogeneous();
                    const WorldTransform& at = world[doc.scene->find(skin.joints[joint])];
                    y += double(mesh.weights[v][k]) *
                         (at * Vec3(bound.head<3>().cast<double>())).y();
                }
                lowest = std::min(lowest, y);
            }
        }
        return lowest;
    }
};

POSEWRIGHT_TEST(TestLegsWithoutFeet, posewright::test::runWithEvents);
#include "tst_legs_without_feet.moc"
