#include "core/motion/layer.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "tests/ui/inspector/inspector_test.h"
#include "tests/ui/run.h"

#include <QLabel>
#include <QSignalSpy>

using namespace posewright;
using namespace posewright::ui;

/// Bones: their limits, rest and names.
class TestBoneForms : public test::InspectorTest {
    Q_OBJECT

private slots:
    void init() { start(); }

    /// With "Both sides" a limit of one knee is set on the other one in the same step.
    void bothSidesGetTheLimit()
    {
        const Document body = test::biped(false);
        session_->startNew(body, "body");
        const auto limit = [&](const char* name) -> const Limit& {
            const Scene& scene = *session_->document().scene;
            return scene[scene.find(name)].bone()->limit;
        };
        auto* both = inspector_->findChild<QCheckBox*>("inspectorLimitBoth");
        QVERIFY(both);
        session_->selection().setNodes({test::nodeNamed(body, "Spine")});
        QVERIFY(!both->isVisibleTo(inspector_.get()));
        session_->selection().setNodes({test::nodeNamed(body, "LeftLeg")});
        QVERIFY(both->isVisibleTo(inspector_.get()));
        QVERIFY(!both->isChecked());
        choose(choice("inspectorLimitKind"), int(edit::LimitKind::Hinge));
        QVERIFY(std::holds_alternative<HingeLimit>(limit("LeftLeg")));
        QVERIFY(std::holds_alternative<std::monostate>(limit("RightLeg")));
        const int steps = session_->history().count();
        // At once, and with each number.
        both->click();
        QCOMPARE(session_->history().count(), steps + 1);
        QVERIFY(std::holds_alternative<HingeLimit>(limit("RightLeg")));
        type(field("inspectorLimitMost"), "90");
        QCOMPARE(session_->history().count(), steps + 2);
        for (const char* knee : {"LeftLeg", "RightLeg"})
            QVERIFY(std::abs(std::get<HingeLimit>(limit(knee)).angle.max - 1.5707963) < 1e-6);
        session_->undo();
        for (const char* knee : {"LeftLeg", "RightLeg"})
            QVERIFY(std::get<HingeLimit>(limit(knee)).angle.max > 2);
        session_->undo();
        QVERIFY(std::holds_alternative<std::monostate>(limit("RightLeg")));
        QVERIFY(std::holds_alternative<HingeLimit>(limit("LeftLeg")));
        session_->redo();
        // The other way round, and off again.
        session_->selection().setNodes({test::nodeNamed(body, "RightLeg")});
        QVERIFY(both->isChecked());
        type(field("inspectorLimitMost"), "80");
        QVERIFY(std::abs(std::get<HingeLimit>(limit("LeftLeg")).angle.max - 1.3962634) < 1e-6);
        session_->selection().setBothSides(false);
        QVERIFY(!both->isChecked());
        type(field("inspectorLimitMost"), "70");
        QVERIFY(std::abs(std::get<HingeLimit>(limit("LeftLeg")).angle.max - 1.3962634) < 1e-6);
        QVERIFY(std::abs(std::get<HingeLimit>(limit("RightLeg")).angle.max - 1.2217305) < 1e-6);
    }

    void jointsGetLimits()
    {
        const NodeId first = NodeId(1), second = NodeId(2);
        const auto limit = [&](NodeId node) {
            const Scene& scene = *session_->document().scene;
            return scene[scene.find(node)].bone()->limit;
        };
        session_->selection().setNodes({first, second});
        QComboBox& kind = choice("inspectorLimitKind");
        const int steps = session_->history().count();
        choose(kind, int(edit::LimitKind::Hinge));
        QVERIFY(std::holds_alternative<HingeLimit>(limit(first)));
        QVERIFY(std::holds_alternative<HingeLimit>(limit(second)));
        type(field("inspectorLimitMost"), "100 + 20");
        QVERIFY(std::abs(std::get<HingeLimit>(limit(second)).angle.max - 2.0943951) < 1e-6);
        QCOMPARE(field("inspectorLimitMost").text(), QString("120"));
        session_->selection().setNodes({second});
        type(field("inspectorLimitLeast"), "-5deg");
        QVERIFY(std::abs(std::get<HingeLimit>(limit(second)).angle.min + 0.0872665) < 1e-6);
        session_->selection().setNodes({first, second});
        QVERIFY2(field("inspectorLimitLeast").text().isEmpty(), "they differ");
        QCOMPARE(field("inspectorLimitMost").text(), QString("120"));
        // A range the wrong way about is refused, and the field says what is so.
        QSignalSpy failed(inspector_.get(), &Inspector::failed);
        session_->selection().setNodes({second});
        const Document before = session_->document();
        type(field("inspectorLimitLeast"), "130");
        QCOMPARE(failed.count(), 1);
        QVERIFY(session_->document() == before);
        QCOMPARE(field("inspectorLimitLeast").text(), QString("-5"));
        for (const int row : {int(edit::LimitKind::Cone), int(edit::LimitKind::Box),
                              int(edit::LimitKind::Prismatic), int(edit::LimitKind::Fixed),
                              int(edit::LimitKind::Free)}) {
            choose(kind, row);
            QCOMPARE(int(limit(second).index()), row);
        }
        while (session_->history().count() > steps && session_->history().canUndo())
            session_->undo();
        QVERIFY(std::holds_alternative<std::monostate>(limit(first)));
    }

    void aBonesRestAndNameAreChanged()
    {
        session_->selection().setNodes({NodeId(2)});
        type(field("inspectorLength"), "40cm");
        const Document& doc = session_->document();
        const Node& node = (*doc.scene)[doc.scene->find(NodeId(2))];
        QVERIFY(std::abs(node.bone()->tip.norm() - 0.4) < 1e-9);
        auto* name = inspector_->findChild<QLineEdit*>("inspectorName");
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, "elbow");
        QTest::keyClick(name, Qt::Key_Return);
        QVERIFY(session_->document().scene->find("elbow") != kNoNode);
        QCOMPARE(session_->history().count(), 2);
    }

    void withoutAutoKeyANumberGoesOnFromTheOneBefore()
    {
        const NodeId bone = NodeId(2);
        session_->selection().setNodes({bone});
        session_->unkeyed().setAutoKey(false);
        const Document before = session_->document();
        type(field("inspectorRotationZ"), "0");
        type(field("inspectorRotationX"), "20");
        type(field("inspectorRotationY"), "10");
        type(field("inspectorPositionZ"), "30cm");
        QVERIFY(session_->document() == before);
        QCOMPARE(field("inspectorRotationX").text(), QString("20"));
        QCOMPARE(field("inspectorRotationY").text(), QString("10"));

        const double frame = session_->playhead().frame();
        const Document shown = session_->shownAt(frame);
        const Scene& scene = *shown.scene;
        const Transform local = sampleLaid(shown.clip(), bone, scene[scene.find(bone)].rest, frame);
        QVERIFY(std::abs(local.translation.z() - 0.3) < 1e-9);
        // Half the trace says the angle: cos a = (cos x cos y + cos x + cos y - 1) / 2, z being 0.
        const double x = 20 * M_PI / 180, y = 10 * M_PI / 180;
        const double expected = (std::cos(x) * std::cos(y) + std::cos(x) + std::cos(y) - 1) / 2;
        QCOMPARE(field("inspectorRotationZ").text(), QString("0"));
        const double is = std::cos(2 * std::acos(std::abs(local.rotation.w())));
        QVERIFY2(std::abs(is - expected) < 1e-9, qPrintable(QString::number(is - expected)));
    }

    void aKeyTakesUpTheNumberThatWasUnkeyed()
    {
        const NodeId bone = NodeId(2);
        session_->selection().setNodes({bone});
        session_->unkeyed().setAutoKey(false);
        type(field("inspectorRotationZ"), "0");
        type(field("inspectorRotationX"), "20");
        session_->unkeyed().setAutoKey(true);
        type(field("inspectorRotationY"), "10");
        QVERIFY(session_->unkeyed().empty());
        QCOMPARE(field("inspectorRotationX").text(), QString("20"));
        QCOMPARE(field("inspectorRotationY").text(), QString("10"));
        const Document& doc = session_->document();
        const double frame = session_->playhead().frame();
        QVERIFY(doc.clip().track(bone) && doc.clip().track(bone)->rotation->find(frame));
    }

    void aBoneRollsByItsField()
    {
        session_->selection().setNodes({NodeId(2)});
        const auto place = [&](NodeId node) {
            const Scene& scene = *session_->document().scene;
            return worldTransforms(scene, restPose(scene))[scene.find(node)];
        };
        const WorldTransform own = place(NodeId(2)), below = place(NodeId(3));
        const double shown = field("inspectorRoll").value();
        type(field("inspectorRoll"), QString::number(shown + 30));
        QCOMPARE(session_->history().undoText(), QString("Roll joint1"));
        QVERIFY(std::abs(field("inspectorRoll").value() - shown - 30) < 1e-6);
        QVERIFY(std::abs(place(NodeId(2)).rotation.angularDistance(own.rotation) - 0.5235988) <
                1e-6);
        QVERIFY((place(NodeId(3)).position - below.position).norm() < 1e-12);
        QVERIFY(place(NodeId(3)).rotation.angularDistance(below.rotation) < 1e-9);
        type(field("inspectorRoll"), QString::number(shown));
        QCOMPARE(session_->history().count(), 1);
        QVERIFY(place(NodeId(2)).rotation.angularDistance(own.rotation) < 1e-7);
    }

    void aBoxIsScaledByItsFields()
    {
        QVERIFY(session_->commit(edit::AddBox{"Box", {0.4, 0.5, 0.6}, {1, 0, 0}}));
        const Scene& scene = *session_->document().scene;
        const NodeId box = scene[scene.find("Box")].id;
        session_->selection().setNodes({box});
        QCOMPARE(field("inspectorScaleY").value(), 0.5);
        type(field("inspectorScaleX"), "2");
        type(field("inspectorScaleZ"), "1.5");
        QCOMPARE(session_->history().count(), 2);  // and what was made before
        const Scene& now = *session_->document().scene;
        QVERIFY(now[now.find(box)].rest.scale == Vec3(2, 0.5, 1.5));
        session_->selection().setNodes({NodeId(2)});
        QVERIFY(!field("inspectorScaleX").isVisible());
    }

    /// The button of a field is held on while something else comes to be selected.
    void aFieldWhoseBoneIsGoneChangesNothing()
    {
        session_->selection().setNodes({NodeId(2)});
        NumberField& length = field("inspectorLength");
        {
            const QSignalBlocker nobodyHears(session_->selection());
            session_->selection().setNodes({});
        }
        length.stepUp();
        QCOMPARE(session_->history().count(), 0);
    }
};

POSEWRIGHT_TEST(TestBoneForms, posewright::test::runWithWidgets);
#include "tst_bone_forms.moc"
