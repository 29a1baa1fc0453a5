#include "core/edit/mirror.h"
#include "core/io/format.h"
#include "core/math/rotation.h"
#include "tests/support/biped.h"
#include "tests/support/made_captures.h"
#include "tests/support/program.h"

#include <QDir>
#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;
using nlohmann::json;
using test::biped;
using test::edited;
using test::nodeNamed;
using test::refusal;

namespace {

const Node& node(const Document& doc, std::string_view name)
{
    return (*doc.scene)[doc.scene->find(name)];
}

WorldTransform atRest(const Document& doc, std::string_view name)
{
    return worldTransforms(*doc.scene, restPose(*doc.scene))[doc.scene->find(name)];
}

Document withLimit(const Document& doc, std::string_view name, const Limit& limit)
{
    std::vector<Node> nodes = doc.scene->nodes();
    std::get<BonePart>(nodes[doc.scene->find(name)].part).limit = limit;
    Document out = doc;
    out.scene = *Scene::make(std::move(nodes), doc.scene->skins());
    return out;
}

double farthest(const Document& a, const Document& b)
{
    double most = 0;
    for (const Node& n : a.scene->nodes())
        if (b.scene->find(n.name) != kNoNode)
            most = std::max(most, (atRest(a, n.name).position - atRest(b, n.name).position).norm());
    return most;
}

}  // namespace

class TestBones : public QObject {
    Q_OBJECT

private slots:
    void aBoneStandsFromHeadToTailWithoutRoll();
    void anUnsureTipFollowsTheFirstChild();
    void renamingKeepsTheRest();
    void reparentingKeepsTheRestPlace();
    void removingABoneMovesItsChildrenUpWhereTheyAre();
    void removingAPoleFreesItsTarget();
    void theRestPoseIsSetInParts();
    void limitsAllowTheSameAfterTheRestChanged();
    void sidesAreReadOffNames_data();
    void sidesAreReadOffNames();
    void symmetryMakesAndOverwritesTheOtherSide();
    void mirroredLimitsAllowTheMirroredRotations();
    void realSkeletonsAreSymmetrized();
    void whatCannotBeIsRefused_data();
    void whatCannotBeIsRefused();
};

void TestBones::aBoneStandsFromHeadToTailWithoutRoll()
{
    const Document doc = edited(biped(), {{"edit", "addBone"},
                                          {"name", "Finger"},
                                          {"parent", "LeftHand"},
                                          {"head", {0.8, 1.42, 0}},
                                          {"tail", {0.85, 1.4, 0.03}}});
    const WorldTransform finger = atRest(doc, "Finger");
    const WorldTransform hand = atRest(doc, "LeftHand");
    QVERIFY((finger.position - Vec3(0.8, 1.42, 0)).norm() < 1e-15);
    const Vec3 stick = Vec3(0.85, 1.4, 0.03) - Vec3(0.8, 1.42, 0);
    QVERIFY((finger.rotation * Vec3::UnitY() - stick.normalized()).norm() < 1e-12);
    QVERIFY((finger * node(doc, "Finger").bone()->tip - Vec3(0.85, 1.4, 0.03)).norm() < 1e-12);
    QVERIFY(std::abs(node(doc, "Finger").bone()->tip.y() - stick.norm()) < 1e-12);
    // Least arc: no twist about the parent's own direction.
    const SwingTwist parts = swingTwist(node(doc, "Finger").rest.rotation, Vec3::UnitY());
    QVERIFY(angleBetween(parts.twist, Quat::Identity()) < 1e-12);
    QVERIFY(node(doc, "Finger").bone()->tipGiven);
    QCOMPARE((*doc.scene)[node(doc, "Finger").parent].name, std::string("LeftHand"));
    QVERIFY(hand.position.x() < finger.position.x());
    QCOMPARE(farthest(biped(), doc), 0.0);
}

void TestBones::anUnsureTipFollowsTheFirstChild()
{
    std::vector<Node> nodes;
    Node joint;
    joint.id = NodeId(1);
    joint.name = "joint";
    joint.part = BonePart{};
    nodes.push_back(joint);
    Document doc = emptyDocument();
    doc.scene = *Scene::make(nodes);
    doc.nextId = 2;
    doc = edited(doc, {{"edit", "addBone"},
                       {"name", "child"},
                       {"parent", "joint"},
                       {"head", {0, 2, 0}},
                       {"tail", {0, 3, 0}}});
    QVERIFY(node(doc, "joint").bone()->tip == Vec3(0, 2, 0));
    doc = edited(doc, {{"edit", "addBone"},
                       {"name", "other"},
                       {"parent", "joint"},
                       {"head", {1, 0, 0}},
                       {"tail", {2, 0, 0}}});
    QVERIFY(node(doc, "joint").bone()->tip == Vec3(0, 2, 0));
}

void TestBones::renamingKeepsTheRest()
{
    const Document before = edited(
        biped(),
        {{"edit", "addTarget"}, {"name", "hand"}, {"effector", "LeftHand"}, {"root", "LeftArm"}});
    const Document doc =
        edited(before, {{{"edit", "renameBone"}, {"bone", "LeftHand"}, {"name", "Рука 手"}},
                        {{"edit", "renameBone"}, {"bone", "hand"}, {"name", "grip"}}});
    QCOMPARE(nodeNamed(doc, "Рука 手"), nodeNamed(before, "LeftHand"));
    QVERIFY(findConstraint(doc, "grip"));
    QVERIFY(edited(doc, {{{"edit", "renameBone"}, {"bone", "grip"}, {"name", "hand"}},
                         {{"edit", "renameBone"}, {"bone", "Рука 手"}, {"name", "LeftHand"}}}) ==
            before);
}

void TestBones::reparentingKeepsTheRestPlace()
{
    const Document before = biped();
    const Document doc =
        edited(before, {{{"edit", "reparentBone"}, {"bone", "LeftHand"}, {"parent", "Head"}},
                        {{"edit", "reparentBone"}, {"bone", "RightUpLeg"}, {"parent", nullptr}}});
    QVERIFY2(farthest(before, doc) < 1e-14, QByteArray::number(farthest(before, doc)));
    QVERIFY(angleBetween(atRest(before, "LeftHand").rotation, atRest(doc, "LeftHand").rotation) <
            1e-14);
    QCOMPARE((*doc.scene)[node(doc, "LeftHand").parent].name, std::string("Head"));
    QCOMPARE(node(doc, "RightUpLeg").parent, kNoNode);
    QVERIFY(node(doc, "LeftHand").rest.scale == Vec3(1, 1, 1));
}

void TestBones::removingABoneMovesItsChildrenUpWhereTheyAre()
{
    const Document before =
        edited(biped(), {{"edit", "setJointKey"}, {"joint", "LeftForeArm"}, {"frame", 3}});
    const Document doc = edited(before, {{"edit", "removeBone"}, {"bone", "LeftForeArm"}});
    QCOMPARE(doc.scene->size(), before.scene->size() - 1);
    QCOMPARE((*doc.scene)[node(doc, "LeftHand").parent].name, std::string("LeftArm"));
    QVERIFY(farthest(doc, before) < 1e-14);
    QVERIFY(!doc.clip().track(nodeNamed(before, "LeftForeArm")));
}

void TestBones::removingAPoleFreesItsTarget()
{
    Document doc = edited(
        biped(),
        {{{"edit", "addTarget"}, {"name", "hand"}, {"effector", "LeftHand"}, {"root", "LeftArm"}},
         {{"edit", "addPole"}, {"target", "hand"}}});
    QVERIFY(findConstraint(doc, "hand")->pole != NodeId::None);
    doc = edited(doc, {{"edit", "removeBone"}, {"bone", "hand pole"}});
    QCOMPARE(findConstraint(doc, "hand")->pole, NodeId::None);
}

void TestBones::theRestPoseIsSetInParts()
{
    const Document doc = edited(biped(), {{"edit", "setRest"},
                                          {"node", "Head"},
                                          {"translation", {0, 0.3, 0}},
                                          {"tip", {0, 0.25, 0}}});
    QVERIFY(node(doc, "Head").rest.translation == Vec3(0, 0.3, 0));
    QVERIFY(node(doc, "Head").rest.rotation.coeffs() ==
            node(biped(), "Head").rest.rotation.coeffs());
    QVERIFY(node(doc, "Head").bone()->tip == Vec3(0, 0.25, 0));
}

void TestBones::limitsAllowTheSameAfterTheRestChanged()
{
    const Quat old = node(biped(), "LeftForeArm").rest.rotation;
    const Vec3 axis = Vec3(1, 2, -1).normalized();
    const Document hinged = withLimit(biped(), "LeftForeArm", HingeLimit{axis, {-0.5, 1.25}});
    const Quat turned = (old * Quat(Eigen::AngleAxisd(0.4, axis))).normalized();
    const Document doc =
        edited(hinged, {{"edit", "setRest"},
                        {"node", "LeftForeArm"},
                        {"rotation", {turned.x(), turned.y(), turned.z(), turned.w()}}});
    const auto& limit = std::get<HingeLimit>(node(doc, "LeftForeArm").bone()->limit);
    // The local rotations at either end of the range are what they were.
    for (const auto& [before, after] :
         {std::pair{-0.5, limit.angle.min}, std::pair{1.25, limit.angle.max}})
        QVERIFY(angleBetween(old * Quat(Eigen::AngleAxisd(before, axis)),
                             node(doc, "LeftForeArm").rest.rotation *
                                 Quat(Eigen::AngleAxisd(after, limit.axis))) < 1e-12);
    QCOMPARE(
        refusal(hinged, {{"edit", "setRest"}, {"node", "LeftForeArm"}, {"rotation", {1, 0, 0, 0}}}),
        QString("#/0/rotation: the joint's limit cannot be said in the new rest frame"));

    const Document sliding =
        withLimit(biped(), "LeftForeArm", PrismaticLimit{Vec3::UnitY(), {0, 0.1}});
    const Transform rest = node(sliding, "LeftForeArm").rest;
    const Vec3 pushed = rest.translation + rest.rotation * Vec3(0, 0.02, 0);
    const Document slid = edited(sliding, {{"edit", "setRest"},
                                           {"node", "LeftForeArm"},
                                           {"translation", {pushed.x(), pushed.y(), pushed.z()}}});
    const auto& travel = std::get<PrismaticLimit>(node(slid, "LeftForeArm").bone()->limit).travel;
    QVERIFY(std::abs(travel.min + 0.02) < 1e-12);
    QVERIFY(std::abs(travel.max - 0.08) < 1e-12);
}

void TestBones::sidesAreReadOffNames_data()
{
    QTest::addColumn<QString>("other");  // of the surest reading; empty: none
    QTest::addColumn<bool>("sure");
    const auto row = [](const char* name, const char* other, bool sure = true) {
        QTest::newRow(name) << QString(other) << sure;
    };
    row("LeftArm", "RightArm");
    row("mixamorig:RightHandThumb1", "mixamorig:LeftHandThumb1");
    row("hand_left", "hand_right");
    row("upperArmLeft", "upperArmRight");
    row("LEFT_ARM", "RIGHT_ARM");
    row("thigh.L", "thigh.R");
    row("thigh.L.001", "thigh.R.001");
    row("l_leg", "r_leg");
    row("leg_r_end", "leg_l_end");
    row("Bip01 L Foot", "Bip01 R Foot");
    row("LHipJoint", "RHipJoint");
    row("rShldr", "lShldr");
    row("LThumb", "RThumb");
    row("lhand", "rhand", false);
    row("lowerback", "rowerback", false);
    row("Hips", "");
    row("Cleft", "");
    row("Head", "");
    row("Spine1", "");
    row("Bright", "");
    row("L", "");
    row("Collar", "");
}

void TestBones::sidesAreReadOffNames()
{
    QFETCH(QString, other);
    QFETCH(bool, sure);
    const std::string name = QTest::currentDataTag();
    const std::vector<edit::SidedName> readings = edit::sidesOf(name);
    if (other.isEmpty()) {
        for (const edit::SidedName& reading : readings) QVERIFY(!reading.sure);
        return;
    }
    QVERIFY(!readings.empty());
    QCOMPARE(QString::fromStdString(readings.front().other), other);
    QCOMPARE(readings.front().sure, sure);
}

void TestBones::symmetryMakesAndOverwritesTheOtherSide()
{
    const Document made = biped();  // its right side was made by the edit
    for (const char* name : {"Arm", "ForeArm", "Hand", "UpLeg", "Leg", "Foot"}) {
        const WorldTransform left = atRest(made, std::string("Left") + name);
        const WorldTransform right = atRest(made, std::string("Right") + name);
        QVERIFY((right.position - edit::mirrored(left.position)).norm() < 1e-14);
        const Vec3 tipL = left * node(made, std::string("Left") + name).bone()->tip;
        const Vec3 tipR = right * node(made, std::string("Right") + name).bone()->tip;
        QVERIFY((tipR - edit::mirrored(tipL)).norm() < 1e-14);
    }
    QCOMPARE((*made.scene)[node(made, "RightLeg").parent].name, std::string("RightUpLeg"));
    QCOMPARE((*made.scene)[node(made, "RightArm").parent].name, std::string("Chest"));

    const Document bent = edited(
        made, {{{"edit", "setRest"}, {"node", "RightArm"}, {"translation", {-0.3, 0.2, 0.1}}},
               {{"edit", "symmetrize"}, {"from", "right"}}});
    QCOMPARE(bent.scene->size(), made.scene->size());
    QCOMPARE(nodeNamed(bent, "LeftArm"), nodeNamed(made, "LeftArm"));
    QVERIFY((atRest(bent, "LeftHand").position - edit::mirrored(atRest(bent, "RightHand").position))
                .norm() < 1e-14);
    const Document twice = edited(bent, {{"edit", "symmetrize"}, {"from", "left"}});
    QVERIFY(farthest(bent, twice) < 1e-14);
}

void TestBones::mirroredLimitsAllowTheMirroredRotations()
{
    const Limit hinge = edit::mirrored(Limit(HingeLimit{Vec3(0.6, 0.8, 0), {-0.2, 1}}));
    const auto& h = std::get<HingeLimit>(hinge);
    const Quat q(Eigen::AngleAxisd(0.7, Vec3(0.6, 0.8, 0)));
    QVERIFY(angleBetween(edit::mirrored(q), Quat(Eigen::AngleAxisd(0.7, h.axis))) < 1e-12);

    ConeLimit cone;
    cone.angles = {0.1, 0.2, 0.3, 0.4};
    cone.twist = {-0.1, 0.5};
    const Limit mirroredCone = edit::mirrored(Limit(cone));
    const auto& c = std::get<ConeLimit>(mirroredCone);
    // Twisting by a about the axis becomes twisting by -a about the mirrored one.
    QVERIFY(angleBetween(edit::mirrored(Quat(Eigen::AngleAxisd(0.5, cone.axis))),
                         Quat(Eigen::AngleAxisd(c.twist.min, c.axis))) < 1e-12);
    // The angles count from up, clockwise along the axis: up keeps its own, the sides swap.
    QCOMPARE(c.angles, (std::array{0.1, 0.4, 0.3, 0.2}));
    const Vec3 side = cone.axis.cross(cone.up);
    QVERIFY((edit::mirrored(side) + c.axis.cross(c.up)).norm() < 1e-12);

    BoxLimit box;
    box.range = {{{-0.1, 0.2}, {-0.3, 0.4}, {-0.5, 0.6}}};
    const Limit mirroredBox = edit::mirrored(Limit(box));
    const auto euler = [](double x, double y, double z) {
        return Quat(Eigen::AngleAxisd(x, Vec3::UnitX()) * Eigen::AngleAxisd(y, Vec3::UnitY()) *
                    Eigen::AngleAxisd(z, Vec3::UnitZ()));
    };
    QVERIFY(angleBetween(edit::mirrored(euler(0.2, 0.4, 0.6)), euler(0.2, -0.4, -0.6)) < 1e-12);
    QCOMPARE(std::get<BoxLimit>(mirroredBox).range[1], (Range{-0.4, 0.3}));
}

void TestBones::realSkeletonsAreSymmetrized()
{
    int figures = 0;
    for (const QFileInfo& file : test::captureFiles()) {
        const Result<io::Import> import = io::read(file.filePath().toStdString());
        if (!import) continue;
        const Document& doc = import->document;
        const Result<Document> out = edit::apply(doc, edit::Symmetrize{edit::Side::Left});
        if (!out) {
            qInfo("%s: %s", qPrintable(file.fileName()), out.error().message.c_str());
            continue;
        }
        ++figures;
        // Every figure has both sides: nothing is made anew.
        QVERIFY2(out->scene->size() == doc.scene->size(), qPrintable(file.fileName()));
        const auto rest = worldTransforms(*out->scene, restPose(*out->scene));
        for (NodeIndex i = 0; i < out->scene->size(); ++i)
            for (const edit::SidedName& reading : edit::sidesOf((*out->scene)[i].name))
                if (const NodeIndex j = out->scene->find(reading.other); j != kNoNode)
                    QVERIFY((rest[i].position - edit::mirrored(rest[j].position)).norm() <
                            1e-9 * extent(*doc.scene));
    }
    qInfo("%d figures", figures);
    QVERIFY(figures > 10);
}

void TestBones::whatCannotBeIsRefused_data()
{
    QTest::addColumn<QByteArray>("edit");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const json& edit, const char* said) {
        QTest::newRow(name) << QByteArray::fromStdString(edit.dump()) << QString(said);
    };
    row("no length", {{"edit", "addBone"}, {"name", "x"}, {"head", {0, 1, 0}}, {"tail", {0, 1, 0}}},
        "#/0/tail: the bone has no length");
    row("no such parent",
        {{"edit", "addBone"},
         {"name", "x"},
         {"parent", "y"},
         {"head", {0, 1, 0}},
         {"tail", {0, 2, 0}}},
        "#/0/parent: there is no node \"y\"");
    row("a name that is taken", {{"edit", "renameBone"}, {"bone", "Head"}, {"name", "Hips"}},
        "#/0/name: the name \"Hips\" is taken");
    row("below itself", {{"edit", "reparentBone"}, {"bone", "Hips"}, {"parent", "Head"}},
        "#/0/parent: \"Head\" hangs below \"Hips\"");
    row("onto itself", {{"edit", "reparentBone"}, {"bone", "Hips"}, {"parent", "Hips"}},
        "#/0/parent: \"Hips\" hangs below \"Hips\"");
    row("out of a chain", {{"edit", "reparentBone"}, {"bone", "LeftForeArm"}, {"parent", "Hips"}},
        "#/0/parent: the chain of \"hand\" would be cut");
    row("an effector", {{"edit", "removeBone"}, {"bone", "LeftHand"}},
        "#/0/bone: the target \"hand\" uses \"LeftHand\"");
    row("a root", {{"edit", "removeBone"}, {"bone", "LeftArm"}},
        "#/0/bone: the target \"hand\" uses \"LeftArm\"");
    row("a target", {{"edit", "removeBone"}, {"bone", "hand"}}, "#/0/bone: \"hand\" is a target");
    row("a contact's space", {{"edit", "removeBone"}, {"bone", "Head"}},
        "#/0/bone: a contact of \"hand\" sticks to \"Head\"");
    row("a scale of nothing", {{"edit", "setRest"}, {"node", "Head"}, {"scale", {1, 0, 1}}},
        "#/0/scale: the scale is 0");
    row("the tip of a target", {{"edit", "setRest"}, {"node", "hand"}, {"tip", {1, 0, 1}}},
        "#/0/tip: only a bone has a tip");
}

void TestBones::whatCannotBeIsRefused()
{
    const Document doc = edited(
        biped(),
        {{{"edit", "addTarget"}, {"name", "hand"}, {"effector", "LeftHand"}, {"root", "LeftArm"}},
         {{"edit", "setSpan"},
          {"target", "hand"},
          {"start", 0},
          {"end", 5},
          {"kind", "contact"},
          {"space", "Head"}}});
    test::isRefusedAsSaid(doc);
}

POSEWRIGHT_TEST(TestBones, posewright::test::runWithEvents);
#include "tst_bones.moc"
