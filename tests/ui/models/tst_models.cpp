#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "tests/ui/run.h"
#include "tests/ui/support.h"
#include "ui/models/part_words.h"
#include "ui/models/scene_model.h"
#include "ui/models/status_text.h"
#include "ui/models/touch_words.h"
#include "ui/session/step_text.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>
#include <nlohmann/json.hpp>

using namespace posewright;

class TestModels : public QObject {
    Q_OBJECT

private slots:
    void theTreeShowsTargetsThenTheSkeleton()
    {
        ui::Session session;
        session.startNew(test::chainDocument(3, 0.3, 20), "arm");
        ui::SceneModel model(session);
        QCOMPARE(model.rowCount(), 2);
        const QModelIndex heading = model.index(0, 0);
        QCOMPARE(heading.data().toString(), QString("Targets"));
        QCOMPARE(model.rowCount(heading), 1);
        QCOMPARE(model.index(0, 0, heading).data().toString(), QString("hand"));
        QModelIndex joint = model.index(1, 0);
        for (int i = 0; i < 4; ++i) {
            QCOMPARE(joint.data().toString(), QString("joint%1").arg(i));
            QCOMPARE(model.indexOf(ui::SceneModel::nodeAt(joint)), joint);
            joint = model.index(0, 0, joint);
        }
        QVERIFY(!joint.isValid());
    }

    void aNewBoneIsNamedInTheHistory()
    {
        edit::AddBone bone;
        bone.name = "bone";
        QCOMPARE(ui::stepText({bone}, Document{}), QString::fromUtf8("Add bone “bone”"));
    }

    /// A single limb that hangs down is no leg with a foot: a robot's arm was called one.
    void oneLegAloneHasNoFoot()
    {
        const Document body = test::biped(false);
        const NodeId foot = test::nodeNamed(body, "LeftFoot");
        QCOMPARE(ui::partWords(*body.scene, foot).words, QString("The left foot"));
        QVERIFY(ui::limbWord(*body.scene, foot) == ui::LimbWord::Foot);
        const Document one = test::edited(body, {{{"edit", "removeBone"}, {"bone", "RightFoot"}},
                                                 {{"edit", "removeBone"}, {"bone", "RightLeg"}},
                                                 {{"edit", "removeBone"}, {"bone", "RightUpLeg"}}});
        QCOMPARE(ui::partWords(*one.scene, foot).words, QString("\u201cLeftFoot\u201d"));
        QVERIFY(ui::limbWord(*one.scene, foot) == ui::LimbWord::None);
        const NodeId hand = test::nodeNamed(one, "LeftHand");
        QCOMPARE(ui::partWords(*one.scene, hand).words, QString("The left hand"));
    }

    /// A new target of a hand leads its wrist: where it has fingers, how one of them is led is
    /// said.
    void aHandWithFingersSaysHowAFingerIsLed()
    {
        const auto words = [](const Document& doc, const char* effector, const char* root) {
            const Document led = test::edited(doc, test::addTarget("it", effector, root));
            return ui::fingerWords(led, *findConstraint(led, "it"));
        };
        const Document body = test::biped(false);
        QCOMPARE(words(body, "LeftHand", "LeftArm"), QString());
        nlohmann::json fingers = nlohmann::json::array();
        std::string parent = "LeftHand";
        for (int i = 1; i <= 3; ++i) {
            const std::string name = "LeftHandIndex" + std::to_string(i);
            fingers.push_back({{"edit", "addBone"},
                               {"name", name},
                               {"parent", parent},
                               {"head", {0.77 + 0.03 * i, 1.42, 0.02}},
                               {"tail", {0.8 + 0.03 * i, 1.42, 0.02}}});
            parent = name;
        }
        const Document withFinger = test::edited(body, fingers);
        QVERIFY(words(withFinger, "LeftHand", "LeftArm").contains("select its last bone"));
        QCOMPARE(words(withFinger, "RightHand", "RightArm"), QString());
        QCOMPARE(words(withFinger, "LeftHandIndex3", "LeftArm"), QString());
    }

    void theTreeFollowsEditsUndoAndOtherDocuments()
    {
        ui::Session session;
        session.startNew(test::chainDocument(3, 0.3, 20), "arm");
        ui::SceneModel model(session);
        QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QModelIndex joint = model.indexOf(NodeId(2));
        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        QVERIFY(model.setData(joint, "elbow"));
        QCOMPARE(changed.count(), 1);
        QCOMPARE(joint.data().toString(), QString("elbow"));
        QVERIFY2(!model.setData(joint, "joint0"), "the name is taken");
        session.undo();
        QCOMPARE(model.indexOf(NodeId(2)).data().toString(), QString("joint1"));

        edit::AddTarget add;
        add.name = "wrist target";
        add.effector = NodeId(3);
        add.root = NodeId(1);
        session.undo();
        QVERIFY(session.commit(edit::RemoveTarget{ConstraintId(200), false}));
        QCOMPARE(model.rowCount(), 1);
        QVERIFY(session.commit(add));
        QCOMPARE(model.rowCount(), 2);
        const Constraint* target = findConstraint(session.document(), "wrist target");
        QVERIFY(target);
        QVERIFY(session.commit(edit::AddPole{target->id, {}}));
        QCOMPARE(model.rowCount(model.index(0, 0, model.index(0, 0))), 1);
        while (session.history().canUndo()) session.undo();
        QCOMPARE(model.index(0, 0, model.index(0, 0)).data().toString(), QString("hand"));
        session.startNew(test::crowdOfLimbs(3), "limbs");
        QCOMPARE(model.rowCount(model.index(0, 0)), 3);
        session.startNew(emptyDocument(), "nothing");
        QCOMPARE(model.rowCount(), 0);
    }

    void aMissIsALengthOrATurn()
    {
        TargetStatus status;
        status.positionError = 0.034;
        status.orientationError = 0.5;
        QCOMPARE(ui::missText(status, LengthUnit::Metre), QString("3.4 cm"));
        status.positionError = 0;
        QCOMPARE(ui::missText(status, LengthUnit::Metre), QString("28.6 degrees"));
        status.orientationError = 0;
        QCOMPARE(ui::missText(status, LengthUnit::Metre), QString("0 mm"));
    }
};

POSEWRIGHT_TEST(TestModels, posewright::test::runWithWidgets);
#include "tst_models.moc"
