#include "tests/support/program.h"
#include "tests/ui/support.h"
#include "ui/viewport/stage.h"

#include <QtTest>

using namespace posewright;
using namespace posewright::ui;

class TestStage : public QObject {
    Q_OBJECT

private slots:
    void theGridStepIsRound_data()
    {
        QTest::addColumn<double>("figure");
        QTest::addColumn<double>("step");
        QTest::newRow("a person in metres") << 1.7 << 0.5;
        QTest::newRow("a person in centimetres") << 175.0 << 50.0;
        QTest::newRow("a person in inches") << 68.0 << 20.0;
        QTest::newRow("a hand in metres") << 0.18 << 0.05;
        QTest::newRow("the planar arm") << 132.0 << 20.0;
        QTest::newRow("an arm of 1") << 1.0 << 0.2;
        QTest::newRow("a child") << 1.2 << 0.2;
        QTest::newRow("three cells exactly") << 1.5 << 0.5;
    }
    void theGridStepIsRound()
    {
        QFETCH(double, figure);
        QFETCH(double, step);
        Stage stage;
        stage.figure = figure;
        QVERIFY(std::abs(stage.gridStep() - step) < 1e-9 * step);
    }

    void aJointWithoutALengthIsPointedAtBeforeTheBonesThatMeetThere()
    {
        // Arm, forearm, a hand of length 0, and a finger that begins where the hand does.
        Document doc = emptyDocument();
        std::vector<NodeId> ids;
        const auto add = [&](double offset, double length) {
            std::vector<Node> nodes = doc.scene->nodes();
            Node& node = nodes.emplace_back();
            node.id = newNodeId(doc);
            ids.push_back(node.id);
            node.name = "bone" + std::to_string(ids.size());
            node.parent = static_cast<NodeIndex>(ids.size()) - 2;
            node.rest.translation = Vec3(offset, 0, 0);
            node.part = BonePart{};
            std::get<BonePart>(node.part).tip = Vec3(length, 0, 0);
            doc.scene = *Scene::make(std::move(nodes));
        };
        add(0, 1);
        add(1, 1);
        add(1, 0);
        add(0, 0.2);
        const Stage stage = stageOf(doc);
        const Evaluation pose = evaluate(doc, 0);
        const ViewSize size{800, 600};
        const Camera camera = defaultCamera(stage, size);
        const auto hits = [&](const Vec3& point) {
            return pick(camera, size, project(camera, size, point)->pixel, 8,
                        pickables(doc, stage, pose));
        };
        QCOMPARE(hits(Vec3(2, 0, 0)).front().node, ids[2]);
        QCOMPARE(hits(Vec3(2.19, 0, 0)).front().node, ids[3]);
        QCOMPARE(hits(Vec3(1.5, 0, 0)).front().node, ids[1]);
    }
};

POSEWRIGHT_TEST(TestStage, posewright::test::runWithEvents);
#include "tst_stage.moc"
