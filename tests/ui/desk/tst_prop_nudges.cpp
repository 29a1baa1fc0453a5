#include "tests/support/program.h"
#include "tests/support/props.h"
#include "tests/ui/desk/fresh_window_test.h"

using namespace posewright;
using namespace posewright::ui;

/// Arrow keys with what is no bone.
class TestPropNudges : public test::FreshWindowTest {
    Q_OBJECT

    NodeId node(const char* name) { return test::nodeNamed(doc(), name); }

private slots:
    void whatHangsOnAPropOrIsInContactWithItGoesOnce()
    {
        Document doc = test::handOnBox();
        std::vector<Node> nodes = doc.scene->nodes();
        Node lid = nodes[doc.scene->find("Box")];
        lid.name = "Lid";
        lid.id = NodeId(doc.nextId++);
        lid.parent = doc.scene->find("Box");
        lid.rest = Transform{};
        lid.rest.translation = Vec3(0, 0.2, 0);
        nodes.push_back(lid);
        doc.scene = *Scene::make(std::move(nodes));
        session_->startNew(doc, "box");
        session_->playhead().setFrame(12);
        session_->selection().setNodes({node("hand"), node("Lid"), node("Box")});
        const Vec3 box = world(node("Box")), lid0 = world(node("Lid")),
                   hand = world(node("LeftHand"));
        window_->actions()["pose.nudgeUp"]->trigger();
        const Vec3 by = world(node("Box")) - box;
        QVERIFY2(by.y() > 1e-4, qPrintable(QString::number(by.y())));
        QVERIFY((world(node("Lid")) - lid0 - by).norm() < 1e-9);
        QVERIFY((world(node("LeftHand")) - hand - by).norm() < 1e-6);
        QVERIFY(test::handJumps(session_->document()) < 1e-3);
        QCOMPARE(session_->history().count(), 1);
    }
};

POSEWRIGHT_TEST(TestPropNudges, posewright::test::runOnScreen);
#include "tst_prop_nudges.moc"
