#include "tests/support/program.h"
#include "tests/ui/desk/mannequin_test.h"

#include <QAction>
#include <QStatusBar>

using namespace posewright;
using namespace posewright::ui;

/// Which bones a mesh is bound to from the menu.
class TestBindActions : public test::MannequinTest {
    Q_OBJECT

    NodeId node(const char* name) { return (*doc().scene)[doc().scene->find(name)].id; }
    NodeId skinned()
    {
        for (const Node& node : doc().scene->nodes())
            if (const auto* part = std::get_if<MeshPart>(&node.part); part && part->skin >= 0)
                return node.id;
        return NodeId::None;
    }
    std::vector<NodeId> jointsOf(NodeId mesh)
    {
        const Scene& scene = *doc().scene;
        const int skin = std::get<MeshPart>(scene[scene.find(mesh)].part).skin;
        return skin < 0 ? std::vector<NodeId>() : scene.skins()[skin].joints;
    }
    /// False: it changed nothing.
    bool bind(const char* action, const std::vector<NodeId>& selected)
    {
        const int before = session_->history().index();
        session_->selection().setNodes(selected);
        window_->actions()[action]->trigger();
        return QTest::qWaitFor([&] { return !session_->job().running(); }, 30000) &&
               session_->history().index() == before + 1;
    }

private slots:
    /// Bones without a mesh do not say what to bind it to.
    void againWithABoneSelectedIsToTheWholeFigure()
    {
        const NodeId mesh = skinned();
        const std::vector<NodeId> joints = jointsOf(mesh);
        QCOMPARE(int(joints.size()), 19);
        QVERIFY(bind("pose.bindAgain", {node("left forearm")}));
        QVERIFY(std::ranges::is_permutation(jointsOf(mesh), joints));
    }

    void bonesThatAreSelectedWithTheMeshAreMeant()
    {
        const NodeId mesh = skinned();
        const std::vector<NodeId> arm{node("left upper arm"), node("left forearm")};
        QVERIFY(bind("pose.bindAgain", {mesh, arm[0], arm[1]}));
        QVERIFY(std::ranges::is_permutation(jointsOf(mesh), arm));
    }

    /// What follows which bone is said, and one undo brings all back.
    void verticesOfARemovedBoneFollowAnother()
    {
        const Document before = doc();
        session_->selection().setNodes({node("left hand"), node("left forearm")});
        window_->actions()["edit.delete"]->trigger();
        const QString said = window_->statusBar()->currentMessage();
        QVERIFY2(said.contains("vertices of \"left hand\" follow \"left upper arm\" now"),
                 qPrintable(said));
        QCOMPARE(jointsOf(skinned()).size(), std::size_t(17));
        session_->undo();
        QVERIFY(doc() == before);
        session_->redo();
        QCOMPARE(jointsOf(skinned()).size(), std::size_t(17));
    }

    /// As after bones were drawn, the last of which is selected.
    void theOnlyLooseMeshIsBoundToTheWholeFigure()
    {
        QVERIFY(session_->commit(edit::AddBox{"Body", Vec3(0.6, 1.6, 0.3), Vec3(0, 0.1, 0)}));
        const NodeId body = node("Body");
        const std::size_t all = jointsOf(skinned()).size();
        QVERIFY(bind("pose.bindMesh", {node("left forearm")}));
        QCOMPARE(jointsOf(body).size(), all);
        session_->undo();
        QVERIFY(bind("pose.bindMesh", {body, node("left forearm")}));
        QCOMPARE(jointsOf(body).size(), std::size_t(1));
    }
};

POSEWRIGHT_TEST(TestBindActions, posewright::test::runWithoutScreen);
#include "tst_bind_actions.moc"
