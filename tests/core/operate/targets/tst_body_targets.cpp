#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "core/operate/operate.h"
#include "tests/support/biped.h"
#include "tests/support/made_body.h"
#include "tests/support/made_characters.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;

class TestBodyTargets : public QObject {
    Q_OBJECT

private slots:
    void aFigureGetsFiveTargetsAndNoPoseMoves()
    {
        Document doc = test::biped();
        const Evaluation before = evaluate(doc, 12);
        const Result<std::vector<edit::Edit>> edits =
            operate::edits(doc, operate::TargetsForBody{12});
        QVERIFY(edits);
        for (const edit::Edit& edit : *edits) {
            const Result<Document> next = edit::apply(doc, edit);
            QVERIFY2(next, next ? "" : next.error().message.c_str());
            // The same through JSON, as the command line and the journal write it.
            const Result<edit::Edit> read = edit::fromJson(edit::toJson(edit, &doc), doc);
            QVERIFY(read);
            QVERIFY(*edit::apply(doc, *read) == *next);
            doc = *next;
        }
        QCOMPARE(int(doc.rig->constraints.size()), 5);
        const auto chain = [&](const char* name, const char* root, const char* effector) {
            const Constraint* c = findConstraint(doc, name);
            QVERIFY2(c, name);
            QCOMPARE((*doc.scene)[doc.scene->find(c->root)].name, std::string(root));
            QCOMPARE((*doc.scene)[doc.scene->find(c->effector)].name, std::string(effector));
        };
        chain("Body", "Hips", "Spine");
        chain("Left hand", "LeftArm", "LeftHand");
        chain("Right foot", "RightUpLeg", "RightFoot");
        const Evaluation after = evaluate(doc, 12);
        for (std::size_t i = 0; i < before.world.size(); ++i)
            QVERIFY((before.world[i].position - after.world[i].position).norm() == 0);
        QVERIFY2(operate::edits(doc, operate::TargetsForBody{})->empty(),
                 "a second time there is nothing left to do");
    }

    /// An edit may put rows in another order: the made body's are not depth first.
    void theOrderOfRowsDoesNotMatter()
    {
        Document doc = test::documentOf(test::madeBody(), {}, 24);
        doc.playback.end = 1;
        const auto made =
            operate::applyAll(doc, nlohmann::json::array({{{"operation", "targetsForBody"}}}));
        QVERIFY(made);
        const auto chainOf = [&](const char* name) {
            const Constraint* c = findConstraint(*made, name);
            if (!c) return std::string("none");
            const Scene& scene = *made->scene;
            return scene[scene.find(c->root)].name + " " + scene[scene.find(c->effector)].name;
        };
        QCOMPARE(chainOf("Left hand"), std::string("LeftArm LeftHand"));
        QCOMPARE(chainOf("Right hand"), std::string("RightArm RightHand"));
        QCOMPARE(chainOf("Left foot"), std::string("LeftUpLeg LeftFoot"));
        QCOMPARE(chainOf("Right foot"), std::string("RightUpLeg RightFoot"));
        QCOMPARE(chainOf("Body"), std::string("Hips Spine"));
    }

    void whatHasNoHandsIsRefused()
    {
        QVERIFY(!operate::edits(emptyDocument(), operate::TargetsForBody{}));
    }

    void bonesThatSteerOthersArePassedOver_data()
    {
        QTest::addColumn<QString>("path");
        QTest::newRow("made") << test::madeControlsPath();
        if (const QString knight = test::sharedPath("corpus/gltf/kaykit_Knight.glb");
            !knight.isEmpty())
            QTest::newRow("knight") << knight;
    }
    void bonesThatSteerOthersArePassedOver()
    {
        QFETCH(QString, path);
        const Result<io::Import> import = io::read(path.toStdString());
        QVERIFY(import);
        Document doc = import->document;
        const Result<std::vector<edit::Edit>> edits =
            operate::edits(doc, operate::TargetsForBody{});
        QVERIFY(edits);
        for (const edit::Edit& edit : *edits) doc = *edit::apply(doc, edit);
        const auto chain = [&](const char* name, const char* root, const char* effector) {
            const Constraint* c = findConstraint(doc, name);
            QVERIFY2(c, name);
            QCOMPARE((*doc.scene)[doc.scene->find(c->root)].name, std::string(root));
            QCOMPARE((*doc.scene)[doc.scene->find(c->effector)].name, std::string(effector));
        };
        chain("Left hand", "upperarm.l", "wrist.l");
        chain("Right hand", "upperarm.r", "wrist.r");
        chain("Left foot", "upperleg.l", "foot.l");
        chain("Right foot", "upperleg.r", "foot.r");
        QVERIFY(findConstraint(doc, "Body"));
    }

    void capturedFiguresAreRead_data()
    {
        QTest::addColumn<QString>("path");
        test::fileRows(test::someCaptures(
            {"made_walk", "made_order_XYZ", "made_centimetres_crlf", "made_without_ends"},
            {"pybvh_cmu_12_01_walk.bvh", "dme_xia_neutral_01_000.bvh", "ad_fair1_wave_hello.bvh",
             "pymo_AV_8Walk_Meredith.bvh"}));
    }
    void capturedFiguresAreRead()
    {
        QFETCH(QString, path);
        const Result<io::Import> import = io::read(path.toStdString());
        QVERIFY(import);
        const Result<std::vector<edit::Edit>> edits =
            operate::edits(import->document, operate::TargetsForBody{});
        QVERIFY2(edits, edits ? "" : edits.error().message.c_str());
        int made = 0;
        for (const edit::Edit& edit : *edits) made += std::holds_alternative<edit::AddTarget>(edit);
        QCOMPARE(made, 5);
    }
};

POSEWRIGHT_TEST(TestBodyTargets, posewright::test::runWithEvents);
#include "tst_body_targets.moc"
