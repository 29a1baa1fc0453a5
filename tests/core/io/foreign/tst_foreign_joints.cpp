#include "core/document/document.h"
#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "tests/support/fbx_take.h"
#include "tests/support/fbx_text.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"
#include "tests/support/read_foreign.h"
#include "tests/support/shared.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace posewright;
using test::FbxText;

namespace {

QByteArrayList placedAt(const QByteArray& place)
{
    return {"\"Lcl Translation\", \"Lcl Translation\", \"\", \"A\"," + place};
}

/// Turns an object about x at these seconds.
void addTurns(FbxText& fbx, int object, const std::vector<double>& seconds)
{
    std::vector<double> degrees;
    for (const double second : seconds) degrees.push_back(10 * second);
    test::addFbxTake(fbx, object, "Lcl Rotation", "d|X", seconds, degrees);
}

QString bonesOf(const Document& doc)
{
    QStringList out;
    for (NodeIndex row = 0; row < doc.scene->size(); ++row)
        if ((*doc.scene)[row].bone()) out << QString::fromStdString((*doc.scene)[row].name);
    out.sort();
    return out.join(' ');
}

}  // namespace

/// FBX and COLLADA files say which of their nodes are joints, and how many frames a second has.
class TestForeignJoints : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    io::Import read(const QByteArray& text) { return test::readWritten(folder_, text); }

private slots:
    void initTestCase()
    {
        qputenv("POSEWRIGHT_PROGRAMS", QFileInfo(test::programPath()).absolutePath().toUtf8());
    }

    /// An arm on a base, with a null in its middle, two fingers of one name and what marks the end
    /// of one; footsteps, which are no joint; and a sheet that is shown by the arm itself.
    void limbsAreBonesWhateverMoves()
    {
        FbxText fbx;
        fbx.addModel(100, "Base", "Root");
        fbx.addModel(101, "Arm", "LimbNode", 100, placedAt("0,1,0"));
        fbx.addModel(102, "Bend", "Null", 101, placedAt("0,1,0"));
        fbx.addModel(103, "Hand", "LimbNode", 102, placedAt("0,1,0"));
        fbx.addModel(104, "Finger", "LimbNode", 103, placedAt("1,1,0"));
        fbx.addModel(105, "Finger", "LimbNode", 103, placedAt("-1,1,0"));
        fbx.addModel(106, "TipEnd", "LimbNode", 104, placedAt("0,0.5,0"));
        fbx.addModel(107, "Footsteps", "Null", 100, placedAt("0,0,1"));
        test::addFbxSheet(fbx, 200, "Sheet");
        fbx.link(200, 101);
        addTurns(fbx, 101, {0, 1});
        const io::Import import = read(fbx.text());
        const Document& doc = import.document;
        QCOMPARE(bonesOf(doc), QString("Arm Base Bend Finger Finger.2 Hand"));
        QVERIFY(doc.scene->find("Footsteps") != kNoNode);
        QCOMPARE(doc.scene->find("TipEnd"), kNoNode);
        const Node& finger = (*doc.scene)[doc.scene->find("Finger")];
        QVERIFY((finger.bone()->tip - Vec3(0, 0.5, 0)).norm() < 1e-6);
        const NodeIndex shown = doc.scene->find("Arm mesh");
        QVERIFY(shown != kNoNode);
        QVERIFY(test::partCalled<MeshPart>(doc, "Arm mesh"));
        QCOMPARE((*doc.scene)[shown].parent, doc.scene->find("Arm"));
    }

    void theEndOfABoneThatMovesIsABone()
    {
        FbxText fbx;
        fbx.addModel(100, "Head", "LimbNode");
        fbx.addModel(101, "HeadNub", "LimbNode", 100, placedAt("0,1,0"));
        addTurns(fbx, 101, {0, 1});
        QCOMPARE(bonesOf(read(fbx.text()).document), QString("Head HeadNub"));
    }

    void withoutLimbsNothingIsOne()
    {
        FbxText fbx;
        fbx.addModel(100, "Group", "Null");
        fbx.addModel(101, "Box", "Null", 100);
        addTurns(fbx, 101, {0, 1});
        QCOMPARE(bonesOf(read(fbx.text()).document), QString());
    }

    void aRobotOfNothingButLimbsIsAnArmWithAGripper()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/fbx");
        const Result<io::Import> import =
            io::read(test::sharedPath("corpus/fbx/ozz_robot.fbx").toStdString());
        QVERIFY(import);
        const QString bones = bonesOf(import->document);
        for (const char* name : {"shoulder", "arm_l0", "arm_r2", "forearm", "wrist2", "thumb2"})
            QVERIFY2(bones.split(' ').contains(name), qPrintable(bones));
        QVERIFY2(!test::saidBy(*import).contains("Producer"), qPrintable(test::saidBy(*import)));
    }

    void theRateOfTheFileIsTakenWhereItsKeysLieOnIt_data()
    {
        QTest::addColumn<QByteArrayList>("settings");
        QTest::addColumn<int>("between");  // of 21 keys, at the middle of frames of 30 a second
        QTest::addColumn<double>("rate");
        QTest::addColumn<QString>("said");
        const QByteArrayList thirty{"\"TimeMode\", \"enum\", \"\", \"\",6"};
        QTest::newRow("all") << thirty << 0 << 30.0 << QString();
        QTest::newRow("most") << thirty << 2 << 30.0
                              << QString("the file says 30 frames/s, and so has the clip "
                                         "\"Take\"; keys at 2 of 21 times lie between frames, "
                                         "and stay there");
        QTest::newRow("too few") << thirty << 3 << 60.0 << QString();
        QTest::newRow("not said") << QByteArrayList() << 2 << 60.0 << QString();
        QTest::newRow("film") << QByteArrayList{"\"TimeMode\", \"enum\", \"\", \"\",11"} << 0
                              << 30.0 << QString();
        const QByteArrayList fine{"\"TimeMode\", \"enum\", \"\", \"\",14",
                                  "\"CustomFrameRate\", \"double\", \"Number\", \"\",60"};
        QTest::newRow("its own") << fine << 0 << 60.0 << QString();
    }
    void theRateOfTheFileIsTakenWhereItsKeysLieOnIt()
    {
        QFETCH(QByteArrayList, settings);
        QFETCH(int, between);
        QFETCH(double, rate);
        QFETCH(QString, said);
        std::vector<double> seconds;
        for (int i = 0; i < 21; ++i)
            seconds.push_back((2 * i + (i >= 21 - between ? 0.5 : 0)) / 30.0);
        FbxText fbx;
        fbx.addModel(100, "Arm", "LimbNode");
        addTurns(fbx, 100, seconds);
        const io::Import import = read(fbx.text("a test", settings));
        const Clip& clip = import.document.clip();
        QCOMPARE(clip.rate, rate);
        QCOMPARE(test::saidBy(import), said);
        for (const Diagnostic& one : import.diagnostics)
            QVERIFY(one.severity == Diagnostic::Severity::Note);
        const auto& keys = clip.tracks[0]->rotation->keys();
        QCOMPARE(keys.size(), seconds.size());
        for (std::size_t i = 0; i < seconds.size(); ++i)
            QVERIFY(std::abs(keys[i].frame / rate - seconds[i]) < 1e-6);
    }

    /// A base is stretched along y from 1 to 3 times. What is turned by a quarter on it inherits
    /// that along its own axes (FbxTransform::eInheritRrSs), so it is as long, but to the side: its
    /// matrix to the base changes although it has no key of its own.
    void aScaleAboveIsInheritedAlongOwnAxesAtItsKeys()
    {
        FbxText fbx;
        fbx.addModel(100, "Base", "Root");
        fbx.addModel(101, "Mid", "LimbNode", 100, placedAt("0,1,0"));
        fbx.addModel(102, "Arm", "LimbNode", 101,
                     {"\"PreRotation\", \"Vector3D\", \"Vector\", \"\",0,0,90",
                      "\"RotationActive\", \"bool\", \"\", \"\",1",
                      "\"InheritType\", \"enum\", \"\", \"\",0"});
        test::addFbxTake(fbx, 100, "Lcl Scaling", "d|Y", {0, 0.5, 1}, {1, 3, 3});
        const Document doc = read(fbx.text()).document;
        const NodeIndex arm = doc.scene->find("Arm");
        for (const auto& [second, length] : {std::pair(0.0, 1.0), {0.5, 3.0}, {1.0, 3.0}}) {
            const auto world = evaluate(doc, second * doc.clip().rate).world[arm];
            Mat3 want;
            want << 0, -length, 0, 1, 0, 0, 0, 0, 1;
            QVERIFY2((world.linear - want).norm() < 1e-5, qPrintable(QString::number(second)));
            QVERIFY((world.position - Vec3(0, length, 0)).norm() < 1e-5);
        }
    }

    void viewsOfTheProgramThatMadeTheFileAreLeftOut()
    {
        FbxText fbx;
        int id = 100;
        for (const char* name : {"Producer Perspective", "Producer Front", "Producer Hill"}) {
            fbx.add(id, "NodeAttribute", QByteArray("NodeAttribute::") + name, "Camera",
                    FbxText::properties({"\"CameraProjectionType\", \"enum\", \"\", \"\",1"}) +
                        "\t\tTypeFlags: \"Camera\"\n\t\tGeometryVersion: 124\n");
            fbx.addModel(id + 1, name, "Camera");
            fbx.link(id, id + 1);
            id += 10;
        }
        const io::Import import = read(fbx.text());
        QCOMPARE(import.document.scene->size(), 1);
        QVERIFY(test::partCalled<CameraPart>(import.document, "Producer Hill"));
        QCOMPARE(test::saidBy(import),
                 QString("orthographic cameras are read as perspective ones: \"Producer Hill\""));
    }
};

POSEWRIGHT_TEST(TestForeignJoints, posewright::test::runPlain);
#include "tst_foreign_joints.moc"
