#include "core/math/rotation.h"
#include "core/scene/scene.h"
#include "tests/support/figures.h"
#include "tests/support/program.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <limits>
#include <random>

using namespace posewright;
using posewright::test::makeNode;

namespace {

using Nodes = std::vector<Node>;
using Damage = std::function<void(Nodes&)>;

/// a - b - c, and d below a.
Nodes four()
{
    return {makeNode(4, "a", kNoNode, Vec3(0, 1, 0)), makeNode(3, "b", 0, Vec3(1, 0, 0)),
            makeNode(2, "c", 1, Vec3(0, 0, 2)), makeNode(1, "d", 0, Vec3(0, 3, 0))};
}

Transform randomTransform(std::mt19937& random)
{
    std::uniform_real_distribution<double> u(-1, 1);
    Transform t;
    t.translation = Vec3(u(random), u(random), u(random));
    t.rotation = fromRotationVector(Vec3(u(random), u(random), u(random)) * 3);
    t.scale = Vec3(1.5 + u(random), 1.5 + u(random), 1.5 + u(random));
    return t;
}

}  // namespace

Q_DECLARE_METATYPE(Damage)

class TestScene : public QObject {
    Q_OBJECT

private slots:
    void brokenNodesAreRefused_data()
    {
        QTest::addColumn<Damage>("damage");
        QTest::addColumn<QString>("message");
        QTest::addColumn<QString>("where");
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const auto row = [](const char* message, const char* where, const Damage& damage) {
            QTest::newRow(qPrintable(QString(message) + ' ' + where)) << damage << message << where;
        };
        row("a node has no name", "node 1", [](Nodes& n) { n[1].name.clear(); });
        row("a node has no id", "b", [](Nodes& n) { n[1].id = NodeId::None; });
        row("two nodes have one id", "c", [](Nodes& n) { n[2].id = n[1].id; });
        row("two nodes have one name", "b", [](Nodes& n) { n[3].name = "b"; });
        row("the parent does not precede its child", "b", [](Nodes& n) { n[1].parent = 2; });
        row("the parent does not precede its child", "c", [](Nodes& n) { n[2].parent = 2; });
        row("the parent does not precede its child", "d", [](Nodes& n) { n[3].parent = -2; });
        row("the rest transform is not finite", "a",
            [nan](Nodes& n) { n[0].rest.translation.z() = nan; });
        row("the rest transform is not finite", "d",
            [](Nodes& n) { n[3].rest.scale.x() = std::numeric_limits<double>::infinity(); });
        row("the rest rotation is not a unit quaternion", "c",
            [](Nodes& n) { n[2].rest.rotation = Quat(2, 0, 0, 0); });
        row("the rest transform is beyond 1e15", "a",
            [](Nodes& n) { n[0].rest.translation.x() = 1e16; });
        row("the tip is not finite", "c", [nan](Nodes& n) {
            BonePart bone;
            bone.tip.x() = nan;
            n[2].part = bone;
        });
    }
    void brokenNodesAreRefused()
    {
        QFETCH(Damage, damage);
        QFETCH(QString, message);
        QFETCH(QString, where);
        Nodes nodes = four();
        damage(nodes);
        const Result<Scene> scene = Scene::make(nodes);
        QVERIFY(!scene);
        QCOMPARE(QString::fromStdString(scene.error().message), message);
        if (message != "two nodes have one id" && message != "two nodes have one name")
            QCOMPARE(QString::fromStdString(scene.error().where), where);
    }

    void aSkinWithoutItsNodesIsRefused()
    {
        Skin skin;
        skin.joints = {NodeId(4), NodeId(9)};
        QVERIFY(!Scene::make(four(), {skin}));
        skin.joints = {NodeId(4), NodeId(1)};
        QVERIFY(Scene::make(four(), {skin}));
    }

    void nodesAreFoundByIdAndName()
    {
        const Scene scene = *Scene::make(four());
        QCOMPARE(scene.find(NodeId(4)), 0);
        QCOMPARE(scene.find(NodeId(1)), 3);
        QCOMPARE(scene.find(NodeId(9)), kNoNode);
        QCOMPARE(scene.find(NodeId::None), kNoNode);
        QCOMPARE(scene.find("c"), 2);
        QCOMPARE(scene.find(""), kNoNode);
        QCOMPARE(scene.find("cc"), kNoNode);
        QCOMPARE(Scene().find("a"), kNoNode);
    }

    void ancestryIsStrict()
    {
        const Scene scene = *Scene::make(four());
        const bool expected[4][4] = {
            {false, true, true, true}, {false, false, true, false}, {}, {}};
        for (int a = 0; a < 4; ++a)
            for (int n = 0; n < 4; ++n) QCOMPARE(scene.isAbove(a, n), expected[a][n]);
        QVERIFY(!scene.isAbove(kNoNode, 2));
        QVERIFY(!scene.isAbove(1, kNoNode));
    }

    void aPathRunsFromTheTopDown()
    {
        const Scene scene = *Scene::make(four());
        QCOMPARE(scene.path(0, 2), (std::vector<NodeIndex>{0, 1, 2}));
        QCOMPARE(scene.path(2, 2), std::vector<NodeIndex>{2});
        QVERIFY(scene.path(1, 3).empty());
        QVERIFY(scene.path(2, 0).empty());
        QVERIFY(scene.path(kNoNode, 2).empty());
        QVERIFY(scene.path(0, kNoNode).empty());
    }

    void namesAreMadeUnique()
    {
        Nodes nodes = four();
        nodes.push_back(makeNode(5, "a.2", kNoNode, Vec3::Zero()));
        const Scene scene = *Scene::make(nodes);
        QCOMPARE(uniqueName(scene, "z"), std::string("z"));
        QCOMPARE(uniqueName(scene, "a"), std::string("a.3"));
    }

    void sortingKeepsParentsBeforeChildren()
    {
        Nodes nodes = four();  // given bottom up
        Nodes shuffled = {nodes[2], nodes[3], nodes[1], nodes[0]};
        shuffled[0].parent = 2;
        shuffled[1].parent = 3;
        shuffled[2].parent = 3;
        const Result<Nodes> sorted = inTopologicalOrder(shuffled);
        QVERIFY(sorted);
        QVERIFY(Scene::make(*sorted));
        QStringList words;
        for (const Node& node : *sorted)
            words += QString::fromStdString(
                node.name + (node.parent == kNoNode ? "" : "<" + (*sorted)[node.parent].name));
        QCOMPARE(words.join(' '), QString("a d<a b<a c<b"));
    }

    void whatIsSortedStaysAsItWas()
    {
        const Nodes nodes = four();
        QVERIFY(*inTopologicalOrder(nodes) == nodes);
    }

    void deepTreesAreSorted()
    {
        Nodes nodes;
        constexpr int kDepth = 200000;
        for (int i = 0; i < kDepth; ++i)
            nodes.push_back(makeNode(i + 1, "n" + std::to_string(i),
                                     i + 1 < kDepth ? i + 1 : kNoNode, Vec3::Zero()));
        const Result<Nodes> sorted = inTopologicalOrder(nodes);
        QVERIFY(sorted);
        QCOMPARE(sorted->front().name, "n" + std::to_string(kDepth - 1));
    }

    void loopsAndMissingParentsAreRefused()
    {
        Nodes nodes = four();
        nodes[0].parent = 2;
        QCOMPARE(inTopologicalOrder(nodes).error().message,
                 std::string("the parents form a cycle"));
        nodes[0].parent = 4;
        QCOMPARE(inTopologicalOrder(nodes).error().message,
                 std::string("the parent is out of range"));
    }

    void worldTransformsEqualProductsOfMatrices()
    {
        std::mt19937 random(1);
        Nodes nodes;
        for (int i = 0; i < 60; ++i) {
            nodes.push_back(makeNode(i + 1, "n" + std::to_string(i),
                                     i == 0 ? kNoNode : int(random() % (i + 1)) - 1, Vec3::Zero()));
            nodes.back().rest = randomTransform(random);
        }
        const Scene scene = *Scene::make(nodes);
        const std::vector<Transform> pose = restPose(scene);
        const std::vector<WorldTransform> world = worldTransforms(scene, pose);
        for (int i = 0; i < 60; ++i) {
            Eigen::Matrix4d expected = Eigen::Matrix4d::Identity();
            Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
            for (NodeIndex n = i; n != kNoNode; n = scene[n].parent) {
                Eigen::Matrix4d local = Eigen::Matrix4d::Identity();
                local.topLeftCorner<3, 3>() = pose[n].rotation.toRotationMatrix() *
                                              Eigen::Matrix3d(pose[n].scale.asDiagonal());
                local.topRightCorner<3, 1>() = pose[n].translation;
                expected = local * expected;
                rotation = pose[n].rotation.toRotationMatrix() * rotation;
            }
            const double size = expected.norm();
            QVERIFY((world[i].matrix().matrix() - expected).norm() < 1e-13 * size);
            QVERIFY((world[i].rotation.toRotationMatrix() - rotation).norm() < 1e-13);
        }
    }

    void updatingFromARowEqualsUpdatingAll()
    {
        std::mt19937 random(2);
        const Scene scene = *Scene::make(four());
        std::vector<Transform> pose = restPose(scene);
        std::vector<WorldTransform> world = worldTransforms(scene, pose);
        pose[1] = randomTransform(random);
        updateWorld(scene, pose, 1, world);
        QVERIFY(world == worldTransforms(scene, pose));
    }

    void theExtentIsOfTheBonesAndTheirTips()
    {
        Nodes nodes = four();
        QVERIFY(std::abs(extent(*Scene::make(nodes)) - Vec3(1, 3, 2).norm()) < 1e-15);
        BonePart bone;
        bone.tip = Vec3(0, 0, -4);
        nodes[1].part = bone;
        QVERIFY(std::abs(extent(*Scene::make(nodes)) - 4) < 1e-15);
        bone.tip.setZero();
        nodes[1].part = bone;
        QCOMPARE(extent(*Scene::make(nodes)), 1.0);
        QCOMPARE(extent(Scene()), 1.0);
    }
};

POSEWRIGHT_TEST(TestScene, posewright::test::runPlain);
#include "tst_scene.moc"
