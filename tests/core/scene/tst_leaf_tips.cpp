#include "core/scene/leaf_tips.h"
#include "tests/support/program.h"

#include <QTest>

using namespace posewright;

namespace {

/// A bone along x with another at its end, which moves a block of vertices beside it.
struct Fleshed {
    std::vector<Node> nodes{2};
    std::vector<Skin> skins{1};
};
Fleshed fleshed(const std::vector<Eigen::Vector3f>& vertices)
{
    Fleshed out;
    out.nodes[0].id = NodeId(1);
    out.nodes[0].part = BonePart{{1, 0, 0}, true, {}};
    out.nodes[1].id = NodeId(2);
    out.nodes[1].parent = 0;
    out.nodes[1].rest.translation = {1, 0, 0};
    out.nodes[1].part = BonePart{{0.5, 0, 0}, false, {}};
    Mesh mesh;
    mesh.positions = vertices;
    mesh.joints.assign(vertices.size(), {1, 0, 0, 0});
    mesh.weights.assign(vertices.size(), Eigen::Vector4f(0.8F, 0.2F, 0, 0));
    Node node;
    node.id = NodeId(3);
    node.part = MeshPart{mesh, 0};
    out.nodes.push_back(node);
    Eigen::Matrix4f bind = Eigen::Matrix4f::Identity();
    bind(0, 3) = -1;
    out.skins[0] = {{NodeId(1), NodeId(2)}, {Eigen::Matrix4f::Identity(), bind}};
    return out;
}

/// A block from `low` to `high` around the line x = 1.
std::vector<Eigen::Vector3f> block(float low, float high)
{
    std::vector<Eigen::Vector3f> out;
    for (const float x : {0.95F, 1.05F})
        for (const float z : {-0.05F, 0.05F})
            for (const float y : {low, high}) out.emplace_back(x, y, z);
    return out;
}

Vec3 tipAfter(Fleshed doc)
{
    pointIntoFlesh(doc.nodes, doc.skins);
    return doc.nodes[1].bone()->tip;
}

}  // namespace

/// Where last bones of characters point that come without ends.
class TestLeafTips : public QObject {
    Q_OBJECT

private slots:
    void aLastBonePointsToWhatItMoves()
    {
        const Vec3 tip = tipAfter(fleshed(block(0, 0.4F)));
        QVERIFY2((tip - Vec3(0, 0.4, 0)).norm() < 1e-6, qPrintable(QString::number(tip.y())));
    }
    void aTipThatSomebodyGaveStays()
    {
        Fleshed doc = fleshed(block(0, 0.4F));
        std::get<BonePart>(doc.nodes[1].part).tipGiven = true;
        QCOMPARE(tipAfter(doc).x(), 0.5);
        doc = fleshed(block(0, 0.4F));
        pointIntoFlesh(doc.nodes, doc.skins);
        QCOMPARE(doc.nodes[0].bone()->tip.x(), 1.0);  // not the last one
    }
    void fleshOnAllSidesSaysNothing()
    {
        QCOMPARE(tipAfter(fleshed(block(-0.2F, 0.2F))).x(), 0.5);
        QCOMPARE(tipAfter(fleshed({{1, 0, 0}, {1, 1, 0}})).x(), 0.5);
        Fleshed shared = fleshed(block(0, 0.4F));
        std::get<MeshPart>(shared.nodes[2].part).mesh =
            std::get<MeshPart>(shared.nodes[2].part).mesh.with([](Mesh& mesh) {
                for (Eigen::Vector4f& row : mesh.weights) row = {0.5F, 0.5F, 0, 0};
            });
        QCOMPARE(tipAfter(shared).x(), 0.5);
    }
};

POSEWRIGHT_TEST(TestLeafTips, posewright::test::runPlain);
#include "tst_leaf_tips.moc"
