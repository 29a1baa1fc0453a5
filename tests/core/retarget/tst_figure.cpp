#include "core/retarget/figure.h"
#include "tests/support/made_body.h"
#include "tests/support/program.h"

#include <QElapsedTimer>
#include <QTest>
#include <nlohmann/json.hpp>

#include <array>
#include <numbers>

using namespace posewright;
using retarget::Figure;
using retarget::Role;

namespace {

/// A skeleton as "Hips Spine>Hips Head>Spine": each bone with the one that it hangs on; without
/// one, on the bone before; with nothing behind the mark, on none.
Scene sceneOf(const QString& text)
{
    std::vector<Node> nodes;
    std::vector<std::string> names;
    for (const QString& word : text.split(u' ', Qt::SkipEmptyParts)) {
        const QStringList parts = word.split(u'>');
        Node node;
        node.id = static_cast<NodeId>(nodes.size() + 1);
        node.name = parts[0].toStdString();
        node.parent = static_cast<NodeIndex>(nodes.size()) - 1;
        if (parts.size() > 1 && parts[1].isEmpty()) {
            node.parent = kNoNode;
        } else if (parts.size() > 1) {
            const auto at = std::find(names.begin(), names.end(), parts[1].toStdString());
            if (at == names.end()) qFatal("no %s", qPrintable(parts[1]));
            node.parent = static_cast<NodeIndex>(at - names.begin());
        }
        node.rest.translation = Vec3(0, 0.1, 0);
        node.part = BonePart{};
        names.push_back(node.name);
        nodes.push_back(std::move(node));
    }
    return *Scene::make(std::move(nodes));
}

/// Name, skeleton, and what its bones are: "role=bone,bone role=bone".
constexpr std::array<std::array<const char*, 3>, 14> kSkeletons{{
    {"an upper arm of two bones",
     "hips spine01 spine02 neck01 head L_clavicle>spine02 L_shoulder L_bicep L_elbow L_forearm "
     "L_wrist L_hip>hips L_knee_01 L_knee_02 L_ankle L_toeBall",
     "hips=hips spine=spine01,spine02 neck=neck01 head=head leftShoulder=L_clavicle "
     "leftUpperArm=L_shoulder leftLowerArm=L_elbow leftHand=L_wrist leftUpperLeg=L_hip "
     "leftLowerLeg=L_knee_01 leftFoot=L_ankle leftToes=L_toeBall"},
    {"Mixamo",
     "mixamorig:Hips mixamorig:Spine mixamorig:Spine1 mixamorig:Neck mixamorig:Head "
     "mixamorig:HeadTop_End mixamorig:LeftShoulder>mixamorig:Spine1 mixamorig:LeftArm "
     "mixamorig:LeftForeArm mixamorig:LeftHand mixamorig:LeftHandIndex1 "
     "mixamorig:LeftHandIndex2 mixamorig:LeftHandIndex3 mixamorig:LeftHandIndex4 "
     "mixamorig:LeftUpLeg>mixamorig:Hips mixamorig:LeftLeg mixamorig:LeftFoot "
     "mixamorig:LeftToeBase mixamorig:LeftToe_End",
     "hips=mixamorig:Hips spine=mixamorig:Spine,mixamorig:Spine1 neck=mixamorig:Neck "
     "head=mixamorig:Head leftShoulder=mixamorig:LeftShoulder "
     "leftUpperArm=mixamorig:LeftArm leftLowerArm=mixamorig:LeftForeArm "
     "leftHand=mixamorig:LeftHand "
     "leftIndex=mixamorig:LeftHandIndex1,mixamorig:LeftHandIndex2,mixamorig:"
     "LeftHandIndex3 leftUpperLeg=mixamorig:LeftUpLeg leftLowerLeg=mixamorig:LeftLeg "
     "leftFoot=mixamorig:LeftFoot leftToes=mixamorig:LeftToeBase"},
    {"the CMU captures",
     "Hips LHipJoint LeftUpLeg LeftLeg LeftFoot LowerBack>Hips Spine Neck Neck1 Head "
     "LeftShoulder>Spine LeftArm LeftForeArm LeftHand LeftFingerBase LFingers LThumb"
     ">LeftHand",
     "hips=Hips spine=LowerBack,Spine neck=Neck,Neck1 head=Head "
     "leftShoulder=LeftShoulder leftUpperArm=LeftArm leftLowerArm=LeftForeArm "
     "leftHand=LeftHand leftThumb=LThumb leftUpperLeg=LeftUpLeg leftLowerLeg=LeftLeg "
     "leftFoot=LeftFoot"},
    {"joints by what they are in a body",
     "Hips LeftHip LeftKnee LeftAnkle LeftToe Chest>Hips Neck Head LeftCollar>Chest "
     "LeftShoulder LeftElbow LeftWrist",
     "hips=Hips spine=Chest neck=Neck head=Head leftShoulder=LeftCollar "
     "leftUpperArm=LeftShoulder leftLowerArm=LeftElbow leftHand=LeftWrist "
     "leftUpperLeg=LeftHip leftLowerLeg=LeftKnee leftFoot=LeftAnkle leftToes=LeftToe"},
    {"with controls beside the bones",
     "root hips spine chest head upperarm.l>chest lowerarm.l wrist.l hand.l handslot.l "
     "upperleg.l>hips lowerleg.l foot.l toes.l kneeIK.l>root control-foot-roll.l "
     "handIK.l>root",
     "hips=hips spine=spine,chest head=head leftUpperArm=upperarm.l "
     "leftLowerArm=lowerarm.l leftHand=wrist.l leftUpperLeg=upperleg.l "
     "leftLowerLeg=lowerleg.l leftFoot=foot.l leftToes=toes.l"},
    {"Unreal",
     "pelvis spine_01 spine_02 neck_01 head clavicle_r>spine_02 upperarm_r lowerarm_r "
     "lowerarm_twist_01_r hand_r>lowerarm_r thigh_r>pelvis calf_r foot_r ball_r",
     "hips=pelvis spine=spine_01,spine_02 neck=neck_01 head=head "
     "rightShoulder=clavicle_r rightUpperArm=upperarm_r rightLowerArm=lowerarm_r "
     "rightHand=hand_r rightUpperLeg=thigh_r rightLowerLeg=calf_r rightFoot=foot_r "
     "rightToes=ball_r"},
    {"3ds Max's biped",
     "Bip01_Pelvis Bip01_Spine Bip01_Neck Bip01_Head Bip01_R_Clavicle>Bip01_Neck "
     "Bip01_R_UpperArm Bip01_R_Forearm Bip01_R_Hand Bip01_R_Thigh>Bip01_Pelvis "
     "Bip01_R_Calf Bip01_R_Foot Bip01_R_Toe0",
     "hips=Bip01_Pelvis spine=Bip01_Spine neck=Bip01_Neck head=Bip01_Head "
     "rightShoulder=Bip01_R_Clavicle rightUpperArm=Bip01_R_UpperArm "
     "rightLowerArm=Bip01_R_Forearm rightHand=Bip01_R_Hand rightUpperLeg=Bip01_R_Thigh "
     "rightLowerLeg=Bip01_R_Calf rightFoot=Bip01_R_Foot rightToes=Bip01_R_Toe0"},
    {"VRM",
     "J_Bip_C_Hips J_Bip_C_Spine J_Bip_C_Head "
     "J_Bip_L_UpperLeg>J_Bip_C_Hips J_Bip_L_LowerLeg J_Bip_L_Foot",
     "hips=J_Bip_C_Hips spine=J_Bip_C_Spine head=J_Bip_C_Head "
     "leftUpperLeg=J_Bip_L_UpperLeg leftLowerLeg=J_Bip_L_LowerLeg "
     "leftFoot=J_Bip_L_Foot"},
    {"a prefix of its own",
     "Character1_Hips Character1_Spine Character1_Head "
     "Character1_LeftUpLeg>Character1_Hips Character1_LeftLeg Character1_LeftFoot",
     "hips=Character1_Hips spine=Character1_Spine head=Character1_Head "
     "leftUpperLeg=Character1_LeftUpLeg leftLowerLeg=Character1_LeftLeg "
     "leftFoot=Character1_LeftFoot"},
    {"limbs by number",
     "torso_joint_1 torso_joint_2 neck_joint_1 leg_joint_L_1>torso_joint_1 "
     "leg_joint_L_2 leg_joint_L_3 leg_joint_R_1>torso_joint_1 leg_joint_R_2 "
     "leg_joint_R_3 arm_joint_L_1>torso_joint_2 arm_joint_L_2 arm_joint_L_3",
     "hips=torso_joint_1 spine=torso_joint_2 neck=neck_joint_1 "
     "leftUpperArm=arm_joint_L_1 leftLowerArm=arm_joint_L_2 leftHand=arm_joint_L_3 "
     "leftUpperLeg=leg_joint_L_1 leftLowerLeg=leg_joint_L_2 leftFoot=leg_joint_L_3 "
     "rightUpperLeg=leg_joint_R_1 rightLowerLeg=leg_joint_R_2 rightFoot=leg_joint_R_3"},
    {"the trunk beside the pelvis",
     "spine01 spine02 neck01 head L_clavicle>spine02 L_shoulder L_elbow L_wrist "
     "hips> L_leg L_knee L_ankle R_leg>hips R_knee R_ankle",
     "hips=hips spine=spine01,spine02 neck=neck01 head=head leftShoulder=L_clavicle "
     "leftUpperArm=L_shoulder leftLowerArm=L_elbow leftHand=L_wrist leftUpperLeg=L_leg "
     "leftLowerLeg=L_knee leftFoot=L_ankle rightUpperLeg=R_leg rightLowerLeg=R_knee "
     "rightFoot=R_ankle"},
    {"DAZ",
     "hip pelvis lThighBend lThighTwist lShin lFoot lToe rThighBend>pelvis rThighTwist rShin "
     "rFoot rToe abdomenLower>hip abdomenUpper chestLower chestUpper neckLower neckUpper head "
     "lCollar>chestUpper lShldrBend lShldrTwist lForearmBend lForearmTwist lHand",
     "hips=hip spine=abdomenLower,abdomenUpper,chestLower,chestUpper neck=neckLower,neckUpper "
     "head=head leftShoulder=lCollar leftUpperArm=lShldrBend leftLowerArm=lForearmBend "
     "leftHand=lHand leftUpperLeg=lThighBend leftLowerLeg=lShin leftFoot=lFoot leftToes=lToe "
     "rightUpperLeg=rThighBend rightLowerLeg=rShin rightFoot=rFoot rightToes=rToe"},
    {"Rigify",
     "DEF-spine DEF-spine.001 DEF-spine.002 DEF-spine.003 DEF-spine.004 DEF-spine.005 "
     "DEF-spine.006 DEF-pelvis.L>DEF-spine DEF-thigh.L>DEF-spine DEF-thigh.L.001 DEF-shin.L "
     "DEF-shin.L.001 DEF-foot.L DEF-toe.L DEF-thigh.R>DEF-spine DEF-thigh.R.001 DEF-shin.R "
     "DEF-shin.R.001 DEF-foot.R DEF-shoulder.L>DEF-spine.003 DEF-upper_arm.L "
     "DEF-upper_arm.L.001 DEF-forearm.L DEF-hand.L DEF-f_index.01.L DEF-f_index.02.L "
     "DEF-f_middle.01.L>DEF-hand.L DEF-f_ring.01.L>DEF-hand.L DEF-f_pinky.01.L>DEF-hand.L "
     "DEF-thumb.01.L>DEF-hand.L",
     "hips=DEF-spine spine=DEF-spine.001,DEF-spine.002,DEF-spine.003 "
     "neck=DEF-spine.004,DEF-spine.005 head=DEF-spine.006 leftShoulder=DEF-shoulder.L "
     "leftUpperArm=DEF-upper_arm.L leftLowerArm=DEF-forearm.L leftHand=DEF-hand.L "
     "leftThumb=DEF-thumb.01.L leftIndex=DEF-f_index.01.L,DEF-f_index.02.L "
     "leftMiddle=DEF-f_middle.01.L leftRing=DEF-f_ring.01.L leftLittle=DEF-f_pinky.01.L "
     "leftUpperLeg=DEF-thigh.L leftLowerLeg=DEF-shin.L leftFoot=DEF-foot.L "
     "leftToes=DEF-toe.L rightUpperLeg=DEF-thigh.R rightLowerLeg=DEF-shin.R "
     "rightFoot=DEF-foot.R"},
    {"the fingers of 3ds Max's biped",
     "Bip01_Pelvis Bip01_L_Thigh Bip01_L_Calf Bip01_L_Foot Bip01_R_Thigh>Bip01_Pelvis "
     "Bip01_R_Calf Bip01_R_Foot Bip01_Spine>Bip01_Pelvis Bip01_L_UpperArm Bip01_L_Forearm "
     "Bip01_L_Hand Bip01_L_Finger0 Bip01_L_Finger01 Bip01_L_Finger1>Bip01_L_Hand "
     "Bip01_L_Finger11 Bip01_L_Finger4>Bip01_L_Hand Bip01_L_Finger4Nub",
     "hips=Bip01_Pelvis spine=Bip01_Spine leftUpperArm=Bip01_L_UpperArm "
     "leftLowerArm=Bip01_L_Forearm leftHand=Bip01_L_Hand "
     "leftThumb=Bip01_L_Finger0,Bip01_L_Finger01 leftIndex=Bip01_L_Finger1,Bip01_L_Finger11 "
     "leftLittle=Bip01_L_Finger4 leftUpperLeg=Bip01_L_Thigh leftLowerLeg=Bip01_L_Calf "
     "leftFoot=Bip01_L_Foot rightUpperLeg=Bip01_R_Thigh rightLowerLeg=Bip01_R_Calf "
     "rightFoot=Bip01_R_Foot"},
}};

}  // namespace

/// Which bone is what, by names as the rigs of this world have them.
class TestFigure : public QObject {
    Q_OBJECT

private slots:
    void namesTellTheBones_data()
    {
        QTest::addColumn<QString>("skeleton");
        QTest::addColumn<QString>("expected");  // "role=bone,bone role=bone"
        for (const auto& [name, bones, roles] : kSkeletons)
            QTest::newRow(name) << QString::fromUtf8(bones) << QString::fromUtf8(roles);
        QTest::newRow("no figure") << "base link1 link2 tool"
                                   << "";
    }
    void namesTellTheBones()
    {
        QFETCH(QString, skeleton);
        QFETCH(QString, expected);
        const Scene scene = sceneOf(skeleton);
        const Figure figure = retarget::figureOf(scene);
        QStringList found;
        for (const Role role : retarget::allRoles()) {
            if (!figure.has(role)) continue;
            QStringList bones;
            for (const NodeIndex row : figure.bones(role))
                bones << QString::fromStdString(scene[row].name);
            const std::string_view name = retarget::nameOf(role);
            found << QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())) + u'=' +
                         bones.join(u',');
        }
        QStringList wanted = expected.split(u' ', Qt::SkipEmptyParts);
        found.sort();
        wanted.sort();
        QCOMPARE(found, wanted);
    }

    void theShapeTellsWhereNamesDoNot_data()
    {
        QTest::addColumn<double>("turn");
        QTest::addColumn<double>("armsDown");
        QTest::newRow("as it stands") << 0.0 << 0.0;
        QTest::newRow("facing back, arms down") << std::numbers::pi << 0.9;
        QTest::newRow("facing right") << -std::numbers::pi / 2 << 0.3;
    }
    void theShapeTellsWhereNamesDoNot()
    {
        QFETCH(double, turn);
        QFETCH(double, armsDown);
        plain::Dice dice(3);
        const test::MadeBody named = test::withOtherFrames(
            test::moved(test::madeBody({.armsDown = armsDown}), 1, plain::about(1, turn)), dice);
        test::MadeBody nameless = named;
        int number = 0;
        for (test::BodyJoint& joint : nameless.joints)
            joint.name = "Node " + std::to_string(++number);
        const Document one = test::documentOf(named, {}, 24);
        const Document other = test::documentOf(nameless, {}, 24);
        const Figure expected = retarget::figureOf(*one.scene);
        const Figure found = retarget::figureOf(*other.scene);
        for (const Role role : retarget::allRoles()) {
            // How many fingers a hand has is not told by one.
            if (retarget::isFinger(role)) continue;
            const std::string_view name = retarget::nameOf(role);
            QVERIFY2(found.bones(role) == expected.bones(role), std::string(name).c_str());
        }
    }

    void aMapSaysWhatNamesDoNot()
    {
        const Scene scene = sceneOf("base a b c>base d");
        const auto map = nlohmann::json::parse(
            R"({"hips": "base", "spine": ["a", "b"], "head": [], "leftUpperLeg": ["c"]})");
        const Result<Figure> figure = retarget::figureFrom(map, scene, retarget::figureOf(scene));
        QVERIFY(figure);
        QCOMPARE(figure->first(Role::Hips), 0);
        QCOMPARE(figure->bones(Role::Spine), (std::vector<NodeIndex>{1, 2}));
        QCOMPARE(retarget::toJson(*figure, scene).dump(),
                 std::string(R"({"hips":["base"],"leftUpperLeg":["c"],"spine":["a","b"]})"));
    }

    /// One with a long spine and no toes, one with toes: each keeps its own.
    void figuresInOneFileAreKeptApart()
    {
        const QString one = QStringLiteral(
            "A:Hips> A:Spine A:Spine1 A:Neck A:Head A:LeftArm>A:Spine1 A:LeftForeArm A:LeftHand "
            "A:LeftUpLeg>A:Hips A:LeftLeg A:LeftFoot A:RightUpLeg>A:Hips A:RightLeg A:RightFoot");
        const QString other = QStringLiteral(
            " B:pelvis> B:LeftUpLeg B:LeftLeg B:LeftFoot B:LeftToeBase B:RightUpLeg>B:pelvis "
            "B:RightLeg B:RightFoot B:RightToeBase B:Spine>B:pelvis");
        for (const QString& text : {one + other, other + u' ' + one}) {
            const Scene scene = sceneOf(text);
            const std::vector<Figure> found = retarget::figuresOf(scene);
            QCOMPARE(found.size(), std::size_t(2));
            QCOMPARE(found[0], retarget::figureOf(scene));
            QCOMPARE(found[0].size(), 13);
            QCOMPARE(found[1].size(), 10);
            for (const auto& [figure, mark] : {std::pair{0, "A:"}, {1, "B:"}})
                for (const Role role : retarget::allRoles())
                    for (const NodeIndex row : found[figure].bones(role))
                        QVERIFY2(scene[row].name.starts_with(mark), scene[row].name.c_str());
            const auto map = nlohmann::json::parse(R"({"hips": "B:pelvis"})");
            const Result<Figure> chosen = retarget::figureFrom(map, scene, found[0]);
            QVERIFY(chosen);
            QCOMPARE(*chosen, found[1]);
        }
    }

    /// A skeleton made to be slow: names of nothing but marks, and a bone with thousands of limbs.
    void hostileSkeletonsTakeNoTime()
    {
        QString marks;
        for (int i = 0; i < 400; ++i) marks += QStringLiteral("a") + QString(4000, u'_') + u' ';
        QString many = QStringLiteral("top");
        for (int i = 0; i < 4000; ++i) many += QStringLiteral(" n%1>top m%1 o%1").arg(i);
        for (const QString& text : {marks, many}) {
            std::vector<Node> nodes;
            int row = 0;
            for (const QString& word : text.split(u' ', Qt::SkipEmptyParts)) {
                Node node;
                node.id = static_cast<NodeId>(row + 1);
                node.name = word.section(u'>', 0, 0).toStdString() + std::to_string(row);
                node.parent = word.contains(u'>') ? 0 : row - 1;
                node.rest.translation = Vec3(0.01, -0.1, 0);
                node.part = BonePart{};
                nodes.push_back(std::move(node));
                ++row;
            }
            const Scene scene = *Scene::make(std::move(nodes));
            QElapsedTimer clock;
            clock.start();
            retarget::figureOf(scene);
            QCOMPARE_LT(clock.elapsed(), 1000);
        }
    }

    void aMapIsRefused_data()
    {
        QTest::addColumn<QByteArray>("map");
        QTest::addColumn<QString>("where");
        QTest::newRow("no such role") << QByteArray(R"({"hip": "base"})") << "/hip";
        QTest::newRow("no such bone") << QByteArray(R"({"hips": "bass"})") << "/hips/0";
        QTest::newRow("two hips") << QByteArray(R"({"hips": ["base", "a"]})") << "/hips";
        QTest::newRow("one bone twice")
            << QByteArray(R"({"hips": "base", "head": "base"})") << "/head";
        QTest::newRow("a chain that forks") << QByteArray(R"({"spine": ["a", "c"]})") << "/spine/1";
        QTest::newRow("a spine that carries the hips")
            << QByteArray(R"({"hips": "b", "spine": "a"})") << "/spine";
        QTest::newRow("no list") << QByteArray(R"({"spine": 3})") << "/spine";
    }
    void aMapIsRefused()
    {
        QFETCH(QByteArray, map);
        QFETCH(QString, where);
        const Scene scene = sceneOf("base a b c>base d");
        const Result<Figure> figure =
            retarget::figureFrom(nlohmann::json::parse(map.toStdString()), scene, {});
        QVERIFY(!figure);
        QCOMPARE(QString::fromStdString(figure.error().where), where);
    }
};

POSEWRIGHT_TEST(TestFigure, posewright::test::runWithEvents);
#include "tst_figure.moc"
