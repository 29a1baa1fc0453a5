#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "core/operate/operate.h"
#include "tests/support/biped.h"
#include "tests/support/made_body.h"
#include "tests/support/made_characters.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"

#include <QFileInfo>
#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;

namespace {

/// "LeftArm LeftHand": from where to where a target leads.
std::string chainOfTarget(const Document& doc, const char* name)
{
    const Constraint* c = findConstraint(doc, name);
    if (!c) return "none";
    const Scene& scene = *doc.scene;
    return scene[scene.find(c->root)].name + " " + scene[scene.find(c->effector)].name;
}

/// A figure that was drawn, so that its bones are numbered: with collar bones, and with hands and
/// feet or without. It faces `front` along Z.
Document drawnFigure(bool withEnds, double front = 1)
{
    nlohmann::json edits = nlohmann::json::array();
    int number = 0;
    const auto bone = [&](int parent, std::array<double, 3> head, std::array<double, 3> tail) {
        head[2] *= front;
        tail[2] *= front;
        nlohmann::json edit{{"edit", "addBone"},
                            {"name", "bone" + std::to_string(number)},
                            {"head", head},
                            {"tail", tail}};
        if (parent >= 0) edit["parent"] = "bone" + std::to_string(parent);
        edits.push_back(edit);
        return number++;
    };
    const int hips = bone(-1, {0, 0.95, 0}, {0, 1.05, 0});
    const int spine = bone(hips, {0, 1.05, 0}, {0, 1.25, 0});
    const int chest = bone(spine, {0, 1.25, 0}, {0, 1.45, 0});
    bone(bone(chest, {0, 1.45, 0}, {0, 1.55, 0}), {0, 1.55, 0}, {0, 1.75, 0});
    for (const double s : {1.0, -1.0}) {
        const int collar = bone(chest, {s * 0.02, 1.42, 0}, {s * 0.17, 1.42, 0});
        const int upper = bone(collar, {s * 0.17, 1.42, 0}, {s * 0.45, 1.42, -0.02});
        const int lower = bone(upper, {s * 0.45, 1.42, -0.02}, {s * 0.7, 1.42, 0});
        if (withEnds) bone(lower, {s * 0.7, 1.42, 0}, {s * 0.85, 1.42, 0});
    }
    for (const double s : {1.0, -1.0}) {
        const int thigh = bone(hips, {s * 0.1, 0.92, 0}, {s * 0.1, 0.5, 0.02});
        const int shin = bone(thigh, {s * 0.1, 0.5, 0.02}, {s * 0.1, 0.09, 0});
        if (withEnds) bone(shin, {s * 0.1, 0.09, 0}, {s * 0.1, 0.02, 0.15});
    }
    return test::edited(emptyDocument(), edits);
}

}  // namespace

class TestBodyTargets : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        qputenv("POSEWRIGHT_PROGRAMS", QFileInfo(test::programPath()).absolutePath().toUtf8());
    }

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
        // By id: the targets of hands are rows among the bones.
        const Shared<Scene> scene = test::biped().scene;
        for (NodeIndex row = 0; row < scene->size(); ++row)
            QVERIFY(before.world[row].position ==
                    after.world[doc.scene->find((*scene)[row].id)].position);
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
        const auto chainOf = [&](const char* name) { return chainOfTarget(*made, name); };
        QCOMPARE(chainOf("Left hand"), std::string("LeftArm LeftHand"));
        QCOMPARE(chainOf("Right hand"), std::string("RightArm RightHand"));
        QCOMPARE(chainOf("Left foot"), std::string("LeftUpLeg LeftFoot"));
        QCOMPARE(chainOf("Right foot"), std::string("RightUpLeg RightFoot"));
        QCOMPARE(chainOf("Body"), std::string("Hips Spine"));
    }

    /// The roles of the bones are those that retargeting finds.
    void bonesBetweenHipsAndSpineAreNoMatter_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("hand");
        QTest::newRow("made") << QString() << "LeftArm LeftHand";
        if (const QString walk = test::sharedPath("corpus/fbx/ozz_pab_walk.fbx"); !walk.isEmpty())
            QTest::newRow("a hand in small letters") << walk << "LeftArm Lefthand";
    }
    void bonesBetweenHipsAndSpineAreNoMatter()
    {
        QFETCH(QString, path);
        QFETCH(QString, hand);
        test::BodyShape shape;
        shape.legsOnPelvis = true;
        Document doc = test::documentOf(test::madeBody(shape), {}, 24);
        if (!path.isEmpty()) {
            const Result<io::Import> import = io::read(path.toStdString());
            QVERIFY(import);
            doc = import->document;
        }
        const auto made =
            operate::applyAll(doc, nlohmann::json::array({{{"operation", "targetsForBody"}}}));
        QVERIFY(made);
        const auto chainOf = [&](const char* name) { return chainOfTarget(*made, name); };
        QCOMPARE(chainOf("Left hand"), hand.toStdString());
        QCOMPARE(chainOf("Right hand"), std::string("RightArm RightHand"));
        QCOMPARE(chainOf("Left foot"), std::string("LeftUpLeg LeftFoot"));
        QCOMPARE(chainOf("Body"), std::string("Hips Pelvis"));
    }

    /// Bones without names that tell: by the shape of the figure, as a motion is brought onto it.
    void drawnFiguresAreKnownByTheirShape_data()
    {
        QTest::addColumn<bool>("withEnds");
        QTest::addColumn<double>("front");
        QTest::addColumn<QString>("chains");
        QTest::newRow("hands and feet")
            << true << 1.0 << "bone6 bone8, bone10 bone12, bone13 bone15, bone16 bone18";
        QTest::newRow("facing back")
            << true << -1.0 << "bone10 bone12, bone6 bone8, bone16 bone18, bone13 bone15";
        QTest::newRow("neither")
            << false << 1.0
            << "bone6 bone7_end, bone9 bone10_end, bone11 bone12_end, bone13 bone14_end";
    }
    void drawnFiguresAreKnownByTheirShape()
    {
        QFETCH(bool, withEnds);
        QFETCH(double, front);
        QFETCH(QString, chains);
        const Document doc = drawnFigure(withEnds, front);
        const auto ask = nlohmann::json::array({{{"operation", "targetsForBody"}}});
        const auto made = operate::applyAll(doc, ask);
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        QStringList found;
        for (const char* name : {"Left hand", "Right hand", "Left foot", "Right foot"})
            found << QString::fromStdString(chainOfTarget(*made, name));
        QCOMPARE(found.join(", "), chains);
        QCOMPARE(chainOfTarget(*made, "Body"), std::string("bone0 bone1"));
        QVERIFY(*operate::applyAll(*made, ask) == *made);
    }

    /// T on an arm of it, one by one and on both: from the shoulder on, without the collar bone.
    void anArmOfADrawnFigureHasNoCollarBone_data()
    {
        QTest::addColumn<bool>("withEnds");
        QTest::addColumn<QList<int>>("ends");
        QTest::addColumn<QList<int>>("shoulders");
        QTest::newRow("with hands") << true << QList{8, 12} << QList{6, 10};
        QTest::newRow("without") << false << QList{7, 10} << QList{6, 9};
    }
    void anArmOfADrawnFigureHasNoCollarBone()
    {
        QFETCH(bool, withEnds);
        QFETCH(QList<int>, ends);
        QFETCH(QList<int>, shoulders);
        const auto named = [](int number) { return "bone" + std::to_string(number); };
        const auto wanted = [&](const std::vector<std::string>& bones) {
            return nlohmann::json{{"operation", "newTargets"}, {"bones", bones}, {"tips", true}};
        };
        const Document doc = drawnFigure(withEnds);
        const auto both = operate::applyAll(
            doc, nlohmann::json::array({wanted({named(ends[0]), named(ends[1])})}));
        const auto each = operate::applyAll(
            doc, nlohmann::json::array({wanted({named(ends[0])}), wanted({named(ends[1])})}));
        QVERIFY(both && each);
        for (const Document& made : {*both, *each})
            for (const int side : {0, 1}) {
                const std::string end = named(ends[side]);
                const std::string chain =
                    named(shoulders[side]) + " " + end + (withEnds ? "" : "_end");
                QCOMPARE(QString::fromStdString(chainOfTarget(made, (end + " target").c_str())),
                         QString::fromStdString(chain));
            }
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
