#include "core/evaluate/evaluate.h"
#include "core/motion/layer.h"
#include "core/operate/operate.h"
#include "tests/support/biped.h"
#include "tests/support/figure_file.h"
#include "tests/support/program.h"
#include "tests/support/skin_depth.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>

using namespace posewright;
using nlohmann::json;

namespace {

Document outcomeOf(const Document& doc, const json& operation)
{
    const Result<Document> out = operate::applyAll(doc, json::array({operation}));
    if (!out) qFatal("%s: %s", out.error().where.c_str(), out.error().message.c_str());
    return *out;
}

QString newRefused(const Document& doc, const json& operation)
{
    const Result<Document> out = operate::applyAll(doc, json::array({operation}));
    return out ? QString() : QString::fromStdString(out.error().where + ": " + out.error().message);
}

WorldTransform restPlaceOf(const Document& doc, std::string_view node)
{
    return worldTransforms(*doc.scene, restPose(*doc.scene))[doc.scene->find(node)];
}

Document withLayerOn(const char* bone)
{
    const json turn = {0.0, 0.0, std::sin(0.2), std::cos(0.2)};
    return test::edited(test::biped(), {{{"edit", "addLayer"}, {"name", "bent"}},
                                        {{"edit", "setLayerKey"},
                                         {"layer", "bent"},
                                         {"joint", bone},
                                         {"frame", 0},
                                         {"rotation", turn}}});
}

}  // namespace

/// What actions of the window make out of nothing but what is picked: bones, boxes, layers.
class TestNewThings : public QObject {
    Q_OBJECT

private slots:
    void aBoneGoesOnWhereAnotherEnds()
    {
        const Document doc = test::biped();
        const Document out = outcomeOf(doc, {{"operation", "newBone"}, {"at", "LeftHand"}});
        QCOMPARE(out.scene->size(), doc.scene->size() + 1);
        const Node& bone = (*out.scene)[out.scene->find("bone")];
        QCOMPARE((*out.scene)[bone.parent].name, std::string("LeftHand"));
        const WorldTransform hand = restPlaceOf(doc, "LeftHand"), at = restPlaceOf(out, bone.name);
        const Vec3 tip = (*doc.scene)[doc.scene->find("LeftHand")].bone()->tip;
        QVERIFY((at.position - hand * tip).norm() < 1e-12);
        QVERIFY((at * bone.bone()->tip - hand * Vec3(2 * tip)).norm() < 1e-12);
    }

    void aBoneOfNothingStandsBesideTheFigure()
    {
        const Document doc = test::biped();
        const Document out = outcomeOf(doc, {{"operation", "newBone"}});
        const Node& bone = (*out.scene)[out.scene->find("bone")];
        QCOMPARE(bone.parent, kNoNode);
        double right = -1e9;
        for (const Node& node : doc.scene->nodes()) {
            const WorldTransform at = restPlaceOf(doc, node.name);
            right = std::max({right, at.position.x(), (at * node.bone()->tip).x()});
        }
        const WorldTransform at = restPlaceOf(out, bone.name);
        QVERIFY(at.position.x() > right + 0.1);
        QCOMPARE(at.position.y(), 0.0);
        const Document first = outcomeOf(emptyDocument(), {{"operation", "newBone"}});
        QCOMPARE(first.scene->size(), 1);
        QVERIFY((*first.scene)[0].rest.translation.isZero());
        QVERIFY(((*first.scene)[0].bone()->tip - Vec3(0, 0.25, 0)).norm() < 1e-12);
    }

    void aBoxStandsWhereAHandTouchesIt()
    {
        const Document doc = test::biped();
        const Document out =
            outcomeOf(doc, {{"operation", "newBox"}, {"beside", "LeftHand"}, {"frame", 12}});
        const Node& box = (*out.scene)[out.scene->find("Box")];
        QVERIFY(std::holds_alternative<MeshPart>(box.part));
        const Evaluation shown = evaluate(out, 12);
        const NodeIndex hand = out.scene->find("LeftHand");
        const Vec3 tip = shown.world[hand] * (*out.scene)[hand].bone()->tip;
        const double far = (shown.world[out.scene->find(box.name)].position - tip).norm();
        QVERIFY2(far > 0.01 && far < 0.4, qPrintable(QString::number(far)));
        const Document alone =
            outcomeOf(emptyDocument(), {{"operation", "newBox"}, {"otherwise", {2.0, 5.0, -1.0}}});
        QVERIFY(((*alone.scene)[0].rest.translation - Vec3(2, 0, -1)).norm() < 1e-12);
    }

    /// Whatever of an arm is selected, its hand reaches the middle of the top: at rest the arm is
    /// stretched, and before its end is out of reach.
    void aBoxIsWhereTheSelectedArmReachesIt_data()
    {
        QTest::addColumn<QString>("beside");
        for (const char* side : {"Left", "Right"})
            for (const char* part : {"Arm", "ForeArm", "Hand", "Hand target", "Hand pole"})
                QTest::addRow("%s%s", side, part) << QString("%1%2").arg(side, part);
    }
    void aBoxIsWhereTheSelectedArmReachesIt()
    {
        QFETCH(const QString, beside);
        const std::string side = beside.startsWith("Left") ? "Left" : "Right";
        const Document bare = test::biped(false);
        json led = json::array();
        if (beside.contains(' ')) {
            led.push_back({{"operation", "newTargets"}, {"bones", {side + "Hand"}}, {"frame", 0}});
            led.push_back({{"operation", "newPoles"}, {"targets", {side + "Hand target"}}});
        }
        const Result<Document> doc = operate::applyAll(bare, led);
        QVERIFY(doc);
        json wish{{"operation", "newBox"}, {"beside", beside.toStdString()}, {"frame", 0}};
        if (beside.endsWith("pole")) {
            const Constraint& target = doc->rig->constraints.at(0);
            wish["beside"] = (*doc->scene)[doc->scene->find(target.pole)].name;
        }
        const Document out = outcomeOf(*doc, wish);
        const Evaluation shown = evaluate(out, 0);
        const auto at = [&](const std::string& node) {
            return shown.world[out.scene->find(std::string_view(node))].position;
        };
        const double length = (at(side + "ForeArm") - at(side + "Arm")).norm() +
                              (at(side + "Hand") - at(side + "ForeArm")).norm();
        const Node& box = (*out.scene)[out.scene->find("Box")];
        const Vec3 top = box.rest.translation + Vec3(0, box.rest.scale.y(), 0);
        const double share = (top - at(side + "Arm")).norm() / length;
        qInfo("%s: the top is at %.3f of the arm's length", qPrintable(beside), share);
        QVERIFY2(share < 0.951, qPrintable(QString::number(share)));
        // Before this hand, not before the other one nor the body.
        QVERIFY((top - at(side + "Hand")).norm() < 0.5 * length);
        QVERIFY(top.z() > 0);
    }

    /// In a walk a hand swings behind the body: the box is before it all the same, in reach.
    void aBoxForAHandBehindTheBodyIsBeforeIt()
    {
        Document doc = test::biped(false);
        const NodeIndex arm = doc.scene->find("LeftArm");
        const Evaluation rest = evaluate(doc, 0);
        const auto at = [](const Document& of, const Evaluation& shown, const char* node) {
            return shown.world[of.scene->find(std::string_view(node))].position;
        };
        const Vec3 along = (at(doc, rest, "LeftHand") - at(doc, rest, "LeftArm")).normalized();
        // It hangs, and 40 degrees behind.
        const Vec3 back = (-Vec3::UnitY() - 0.84 * Vec3::UnitZ()).normalized();
        const Quat above = rest.world[(*doc.scene)[arm].parent].rotation;
        edit::SetJointKey key;
        key.joint = (*doc.scene)[arm].id;
        key.frame = 0;
        key.rotation =
            above.conjugate() * Quat::FromTwoVectors(along, back) * rest.world[arm].rotation;
        doc = *edit::apply(doc, key);
        const Evaluation shown = evaluate(doc, 0);
        const Vec3 shoulder = at(doc, shown, "LeftArm"), hand = at(doc, shown, "LeftHand");
        QVERIFY(hand.z() < shoulder.z() - 0.2);
        const Document out =
            outcomeOf(doc, {{"operation", "newBox"}, {"beside", "LeftHand"}, {"frame", 0}});
        const Node& box = (*out.scene)[out.scene->find("Box")];
        const double near = box.rest.translation.z() - box.rest.scale.z() / 2;
        QVERIFY2(near > shoulder.z(), qPrintable(QString::number(near - shoulder.z())));
        const Vec3 top = box.rest.translation + Vec3(0, box.rest.scale.y(), 0);
        const double length = (hand - at(doc, shown, "LeftForeArm")).norm() +
                              (at(doc, shown, "LeftForeArm") - shoulder).norm();
        QVERIFY2((top - shoulder).norm() < 0.96 * length,
                 qPrintable(QString::number((top - shoulder).norm() / length)));
    }

    void aBoxWithoutASelectionIsWhereBothHandsReachIt()
    {
        const Document out = outcomeOf(test::biped(), {{"operation", "newBox"}, {"frame", 0}});
        const Evaluation shown = evaluate(out, 0);
        const auto at = [&](const char* node) {
            return shown.world[out.scene->find(node)].position;
        };
        const Node& box = (*out.scene)[out.scene->find("Box")];
        const double side = 0.15 * 1.7;
        for (const std::string name : {"Left", "Right"}) {
            const Vec3 shoulder = at((name + "Arm").c_str());
            const Vec3 elbow = at((name + "ForeArm").c_str());
            const double length =
                (elbow - shoulder).norm() + (at((name + "Hand").c_str()) - elbow).norm();
            // The side that faces the figure, at the height of its middle.
            Vec3 near = box.rest.translation + side / 2 * Vec3(0, 1, -1);
            near.x() = std::clamp(shoulder.x(), near.x() - side / 2, near.x() + side / 2);
            const double share = (near - shoulder).norm() / length;
            QVERIFY2(share > 0.3 && share < 0.9, qPrintable(QString::number(share)));
        }
    }

    /// The Knight is as wide as it is tall: a box of the usual size would be around its hand.
    void noSkinIsInsideOfANewBox_data()
    {
        QTest::addColumn<QString>("beside");
        for (const char* bone : {"hand.l", "wrist.r", "foot.l", "head", "chest", ""})
            QTest::addRow("%s", bone) << QString::fromUtf8(bone);
    }
    void noSkinIsInsideOfANewBox()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/gltf");
        QFETCH(const QString, beside);
        const Document knight = test::figureFrom("gltf/kaykit_Knight.glb");
        for (int clip = 0; clip < std::min(8, int(knight.clips.size())); ++clip) {
            Document doc = knight;
            doc.playback.clip = clip;
            const double frame = 7;
            json wish{{"operation", "newBox"}, {"frame", frame}};
            if (!beside.isEmpty()) wish["beside"] = beside.toStdString();
            const Document out = outcomeOf(doc, wish);
            const Node& box = (*out.scene)[out.scene->find("Box")];
            const Mesh& mesh = *std::get<MeshPart>(box.part).mesh;
            Vec3 low = Vec3::Constant(1e9), high = -low;
            for (const Eigen::Vector3f& corner : mesh.positions) {
                const Vec3 at =
                    box.rest.translation + box.rest.scale.cwiseProduct(corner.cast<double>());
                low = low.cwiseMin(at);
                high = high.cwiseMax(at);
            }
            const auto world = evaluate(doc, frame).world;
            const Scene& scene = *doc.scene;
            for (const Vec3& at : test::skinBelow(scene, world, scene.find("root"))) {
                const double depth = (at - low).cwiseMin(high - at).minCoeff();
                QVERIFY2(depth < 0, qPrintable(QString("%1 deep in %2, %3 large")
                                                   .arg(depth)
                                                   .arg(clip)
                                                   .arg(high.x() - low.x())));
            }
            QVERIFY(high.x() - low.x() > 0.03);
        }
    }

    void targetsThatKeepADistanceAreMadeByName()
    {
        const Document out = outcomeOf(test::biped(), {{"operation", "newTargets"},
                                                       {"bones", {"LeftHand", "RightHand"}},
                                                       {"kind", "keepsDistance"}});
        QCOMPARE(int(out.rig->constraints.size()), 2);
        for (const Constraint& c : out.rig->constraints)
            QCOMPARE(std::get<Distance>(c.kind).distance, 0.1);
        QCOMPARE(
            newRefused(test::biped(),
                       {{"operation", "newTargets"}, {"bones", {"LeftHand"}}, {"kind", "hugs"}}),
            QString("#/0/kind: there is no kind of target \"hugs\""));
    }

    void aNewLayerActsBesideOnesThatAreSolo()
    {
        const Document doc = withLayerOn("LeftArm");
        const Document plain = outcomeOf(doc, {{"operation", "newLayer"}, {"name", "bent"}});
        QCOMPARE(plain.clip().layers.back()->name, std::string("bent 2"));
        QVERIFY(!plain.clip().layers.back()->solo);
        const Document solo =
            test::edited(doc, {{"edit", "setLayer"}, {"layer", "bent"}, {"solo", true}});
        const Document both = outcomeOf(solo, {{"operation", "newLayer"}, {"name", "top"}});
        QVERIFY(both.clip().layers.back()->solo);
    }

    void offsetsOfALayerAreKeyedAsTheyAre()
    {
        const Document doc = withLayerOn("LeftArm");
        const json ask{{"operation", "keyLayer"},
                       {"layer", "bent"},
                       {"nodes", {"LeftArm", "Head"}},
                       {"frame", 9}};
        const Document out = outcomeOf(doc, ask);
        const Layer& layer = *out.clip().layers[0];
        QCOMPARE(int(layer.tracks.size()), 1);
        QCOMPARE(int(layer.tracks[0]->rotation->keys().size()), 2);
        for (double frame = 0; frame <= 24; ++frame) {
            const Evaluation before = evaluate(doc, frame), after = evaluate(out, frame);
            for (std::size_t i = 0; i < before.local.size(); ++i)
                QVERIFY(before.local[i].rotation.angularDistance(after.local[i].rotation) < 1e-12);
        }
        QCOMPARE(newRefused(doc, {{"operation", "keyLayer"}, {"layer", "no"}, {"frame", 1}}),
                 QString("#/0/layer: there is no layer \"no\""));
    }

    void aWeightIsKeyedWhereItHasKeys()
    {
        const Document doc = withLayerOn("LeftArm");
        json ask{{"operation", "weighLayer"}, {"layer", "bent"}, {"frame", 6}, {"weight", 0.25}};
        const Document even = outcomeOf(doc, ask);
        QVERIFY(even.clip().layers[0]->weight.empty());
        QCOMPARE(weightAt(*even.clip().layers[0], 20), 0.25);
        const Document keyed =
            outcomeOf(doc, {{"operation", "keyLayer"}, {"layer", "bent"}, {"frame", 0}});
        QCOMPARE(int(keyed.clip().layers[0]->weight.keys().size()), 1);
        const Document both = outcomeOf(keyed, ask);
        QCOMPARE(int(both.clip().layers[0]->weight.keys().size()), 2);
        QCOMPARE(weightAt(*both.clip().layers[0], 0), 1.0);
        QCOMPARE(weightAt(*both.clip().layers[0], 6), 0.25);
        ask["weight"] = 1.5;
        QCOMPARE(newRefused(doc, ask), QString("#/0/weight: a weight is a number from 0 to 1"));
    }

    void whatIsRemovedTakesItsTargetsAlong()
    {
        const Document doc =
            test::edited(test::biped(), {test::addTarget("hand", "LeftHand", "LeftArm"),
                                         test::addTarget("foot", "LeftFoot", "LeftUpLeg"),
                                         {{"edit", "addBox"},
                                          {"name", "Box"},
                                          {"size", {0.2, 0.2, 0.2}},
                                          {"position", {0, 1, 0.4}}}});
        const auto gone = [&](const json& nodes) {
            return outcomeOf(doc, {{"operation", "removeNodes"}, {"nodes", nodes}});
        };
        const Document noBox = gone({"Box"});
        QCOMPARE(noBox.scene->find("Box"), kNoNode);
        QCOMPARE(int(noBox.rig->constraints.size()), 2);
        const Document noHand = gone({"LeftHand", "Box"});
        QCOMPARE(noHand.scene->find("LeftHand"), kNoNode);
        QCOMPARE(noHand.scene->find("hand"), kNoNode);
        QCOMPARE(noHand.scene->size(), doc.scene->size() - 3);
        QCOMPARE(int(noHand.rig->constraints.size()), 1);
        // What hung on the bone stays in its place.
        const Document noLeg = gone({"LeftLeg"});
        QVERIFY((restPlaceOf(noLeg, "LeftFoot").position - restPlaceOf(doc, "LeftFoot").position)
                    .norm() < 1e-12);
        QCOMPARE(gone({"foot"}).scene->size(), doc.scene->size() - 1);
    }
};

POSEWRIGHT_TEST(TestNewThings, posewright::test::runPlain);
#include "tst_new_things.moc"
