#include "core/document/document.h"
#include "core/io/format.h"
#include "tests/support/collada_sheet.h"
#include "tests/support/fbx_take.h"
#include "tests/support/fbx_text.h"
#include "tests/support/program.h"
#include "tests/support/read_foreign.h"
#include "tests/support/written_file.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace posewright;

namespace {

/// The usual sheet with these transforms.
QByteArray sheetBy(const QByteArray& transforms)
{
    const QByteArray node = "<node id=\"Sheet\" name=\"Sheet\">\n";
    return test::colladaSheet().replace(node, node + transforms);
}

/// Keys at 0 and 1 s of the sheet's transform `sid`, of `stride` numbers each.
QByteArray withKeys(QByteArray sheet, const QByteArray& sid, int stride, const QByteArray& numbers)
{
    const QByteArray each = QByteArray::number(stride);
    const QByteArray type = stride == 16 ? "float4x4" : "float";
    const QByteArray library =
        "<library_animations><animation id=\"a\"><source id=\"i\"><float_array id=\"ia\" "
        "count=\"2\">0 1</float_array><technique_common><accessor source=\"#ia\" count=\"2\" "
        "stride=\"1\"><param name=\"TIME\" type=\"float\"/></accessor></technique_common></source>"
        "<source id=\"o\"><float_array id=\"oa\" count=\"" +
        QByteArray::number(2 * stride) + "\">" + numbers +
        "</float_array><technique_common><accessor source=\"#oa\" count=\"2\" stride=\"" + each +
        "\"><param name=\"V\" type=\"" + type +
        "\"/></accessor></technique_common></source><sampler id=\"m\"><input semantic=\"INPUT\" "
        "source=\"#i\"/><input semantic=\"OUTPUT\" source=\"#o\"/></sampler><channel source=\"#m\" "
        "target=\"Sheet/" +
        sid + "\"/></animation></library_animations>";
    return sheet.replace("<library_visual_scenes>", library + "<library_visual_scenes>");
}

}  // namespace

/// Files that say what means nothing, or what assimp takes for something else.
class TestForeignStrange : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    Result<io::Import> tried(const QByteArray& collada)
    {
        return io::read(test::writtenFile(folder_.filePath("made.dae"), collada));
    }

    io::Import read(const QByteArray& collada)
    {
        Result<io::Import> import = tried(collada);
        if (!import) qFatal("%s", import.error().message.c_str());
        return *std::move(import);
    }

private slots:
    void initTestCase()
    {
        qputenv("POSEWRIGHT_PROGRAMS", QFileInfo(test::programPath()).absolutePath().toUtf8());
    }

    void whatMeansNothingIsSaid_data()
    {
        QTest::addColumn<QByteArray>("written");
        QTest::addColumn<QByteArray>("instead");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const QByteArray& written, const QByteArray& instead,
                            const QString& said) {
            QTest::newRow(name) << written << instead << said;
        };
        row("unit", "meter=\"0.01\"", "meter=\"inch\"",
            "the unit of length is none, and a metre is taken for it: \"inch\"");
        row("no unit", "meter=\"0.01\"", "meter=\"0\"", "a metre is taken for it: \"0\"");
        row("inside out", "meter=\"0.01\"", "meter=\"-1\"", "a metre is taken for it: \"-1\"");
        row("axis", "Y_UP", "W_UP",
            "the axis that points up is none, and +Y is taken for it: \"W_UP\"");
        row("comma", "0 0 0 100 0 0", "0 0 0 100,0 0 0",
            "numbers are written with a comma, which is read as the decimal point, for the first "
            "time in line ");
        row("extra", "</node>\n",
            "<extra><technique profile=\"X\"><a>1</a></technique></extra></node>\n",
            "most of what single programs add to COLLADA (extra) is left out: \"X\"");
        row("authors", "<asset>\n",
            "<asset>\n<contributor><author>Ann</author></contributor><contributor><author>Bob"
            "</author></contributor>\n",
            "of several contributors, the authors are kept");
    }
    void whatMeansNothingIsSaid()
    {
        QFETCH(QByteArray, written);
        QFETCH(QByteArray, instead);
        QFETCH(QString, said);
        const QByteArray usual = test::colladaSheet();
        QVERIFY(usual.contains(written));
        QVERIFY(!test::saidBy(read(usual)).contains(said));
        const QString all = test::saidBy(read(QByteArray(usual).replace(written, instead)));
        QVERIFY2(all.contains(said), qPrintable(all));
    }

    void aNumberThatIsNoneHasItsLine_data()
    {
        QTest::addColumn<QByteArray>("word");
        for (const char* word : {"nan", "NaN", "-INF", "+inf", "nan(ind)", "-1.#IND", "five"})
            QTest::newRow(word) << QByteArray(word);
    }
    void aNumberThatIsNoneHasItsLine()
    {
        QFETCH(QByteArray, word);
        QByteArray sheet = test::colladaSheet();
        const qsizetype at = sheet.indexOf("0 0 0 100 0 0");
        const qsizetype line = sheet.left(at).count('\n') + 1;
        const Result<io::Import> import = tried(sheet.replace(at, 1, word));
        QVERIFY(!import);
        QVERIFY2(import.error().message.starts_with("a number is expected instead of"),
                 import.error().message.c_str());
        QCOMPARE(QString::fromStdString(import.error().where).section(':', -1),
                 QString::number(line));
    }

    void commentsAreNoPartOfAFile()
    {
        const QByteArray comment =
            "<!-- <translate>nan</translate>\n<node id=\"Ghost\" type=\"JOINT\"> -->";
        const io::Import import = read(sheetBy(comment));
        QCOMPARE(import.document.scene->find("Ghost"), kNoNode);
        QVERIFY(test::partCalled<MeshPart>(import.document, "Sheet"));
    }

    /// What is in CDATA is text, and words among normals do no harm.
    void whatIsNoCommentAndNoFaultIsReadAsBefore()
    {
        const QByteArray extra =
            "<extra><technique profile=\"X\"><note><![CDATA[ <!-- ]]></note><v>nan</v>"
            "</technique></extra>";
        QByteArray sheet = test::colladaSheet();
        sheet.replace("</node>\n<node id=\"Eye\"", extra + "</node>\n<node id=\"Eye\"");
        const io::Import import = read(sheet);
        QVERIFY(test::partCalled<MeshPart>(import.document, "Sheet"));
    }

    void unitsOfAnyFormAreLengths_data()
    {
        QTest::addColumn<QByteArray>("meter");
        QTest::addColumn<double>("metres");
        QTest::newRow("plain") << QByteArray("0.5") << 0.5;
        QTest::newRow("plus") << QByteArray("+0.5") << 0.5;
        QTest::newRow("comma") << QByteArray("0,5") << 0.5;
        QTest::newRow("small") << QByteArray("5e-1") << 0.5;
    }
    void unitsOfAnyFormAreLengths()
    {
        QFETCH(QByteArray, meter);
        QFETCH(double, metres);
        QByteArray sheet = sheetBy("<translate>0 2 0</translate>");
        sheet.replace("meter=\"0.01\"", "name=\"meter\" meter=\"" + meter + "\"");
        const io::Import import = read(sheet);
        const Evaluation shown = evaluate(import.document, 0);
        const NodeIndex row = import.document.scene->find("Sheet");
        QVERIFY2(std::abs(shown.world[row].position.y() - 2 * metres) < 1e-6,
                 qPrintable(QString::number(shown.world[row].position.y())));
        QVERIFY(!test::saidBy(import).contains("unit of length"));
    }

    void keysMayGiveAnAxis()
    {
        const QByteArray rotate = "<rotate sid=\"r\">0 0 0 0</rotate>";
        const QString said =
            test::saidBy(read(withKeys(sheetBy(rotate), "r", 4, "0 0 1 0 0 0 1 90")));
        QVERIFY2(!said.contains("about no axis"), qPrintable(said));
        QVERIFY(!test::saidBy(read(sheetBy("<rotate>0 0 0 0</rotate>"))).contains("no axis"));
    }

    void authorsAreDecoded()
    {
        QByteArray sheet = test::colladaSheet();
        sheet.replace("<asset>\n",
                      "<asset>\n<contributor><author>A &amp;lt; B</author></contributor>"
                      "<contributor><author>C &lt;c@d&gt;</author></contributor>\n");
        const io::Import import = read(sheet);
        QVERIFY2(import.document.carried->json.find("A &lt; B, C <c@d>") != std::string::npos,
                 import.document.carried->json.c_str());
    }

    void aTurnAboutNothingIsNone()
    {
        const io::Import import = read(sheetBy("<rotate>0 0 0 45</rotate>"));
        const Node& sheet = (*import.document.scene)[import.document.scene->find("Sheet")];
        QVERIFY((sheet.rest.scale - Vec3::Ones()).norm() < 1e-6);
        QVERIFY(sheet.rest.rotation.angularDistance(Quat::Identity()) < 1e-6);
        QVERIFY(test::saidBy(import).contains("rotations about no axis are left out"));
    }

    /// COLLADA 1.4.1, lookat: -Z points from the eye to what it looks at, +Y is as near to the
    /// given up as it can be. Lengths stay as they are written, in cm.
    void aViewIsTurnedAndNotSlanted()
    {
        const io::Import import = read(sheetBy("<lookat>0 0 500 100 200 0 0 1 0</lookat>"));
        const Node& sheet = (*import.document.scene)[import.document.scene->find("Sheet")];
        const Vec3 back = -Vec3(1, 2, -5).normalized();
        QVERIFY((sheet.rest.scale - Vec3::Ones()).norm() < 1e-6);
        const Vec3 eye = sheet.rest.translation;
        QVERIFY2((eye - Vec3(0, 0, 500)).norm() < 1e-6,
                 qPrintable(QString("%1 %2 %3").arg(eye.x()).arg(eye.y()).arg(eye.z())));
        QVERIFY((sheet.rest.rotation * Vec3::UnitZ() - back).norm() < 1e-6);
        QVERIFY(std::abs((sheet.rest.rotation * Vec3::UnitX()).y()) < 1e-6);
        QVERIFY(!test::saidBy(import).contains("shear"));
    }

    void keysThatSlantAreNamed_data()
    {
        QTest::addColumn<QByteArray>("transforms");
        QTest::addColumn<QByteArray>("sid");
        QTest::addColumn<QByteArray>("keys");
        QTest::addColumn<bool>("slants");
        const QByteArray matrix = "<matrix sid=\"m\">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>";
        const QByteArray still = "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 ";
        QTest::newRow("matrix") << matrix << QByteArray("m")
                                << still + "1 0.5 0 0 0 1 0 0 0 0 1 0 0 0 0 1" << true;
        QTest::newRow("matrix that turns and stretches")
            << matrix << QByteArray("m") << still + "0 -3 0 0 2 0 0 0 0 0 1 0 0 0 0 1" << false;
        QTest::newRow("a turn of what is stretched")
            << QByteArray("<scale>1 2 1</scale><rotate sid=\"r\">0 0 1 0</rotate>")
            << QByteArray("r.ANGLE") << QByteArray("0 45") << true;
        QTest::newRow("a still turn of what is stretched")
            << QByteArray("<scale>1 2 1</scale><rotate>0 0 1 0</rotate><translate sid=\"t\">0 0 0"
                          "</translate>")
            << QByteArray("t.X") << QByteArray("0 45") << false;
        QTest::newRow("what is turned is stretched")
            << QByteArray("<rotate sid=\"r\">0 0 1 0</rotate><scale>1 2 1</scale>")
            << QByteArray("r.ANGLE") << QByteArray("0 45") << false;
    }
    void keysThatSlantAreNamed()
    {
        QFETCH(QByteArray, transforms);
        QFETCH(QByteArray, sid);
        QFETCH(QByteArray, keys);
        QFETCH(bool, slants);
        const int stride = keys.split(' ').size() == 2 ? 1 : 16;
        const QString said = test::saidBy(read(withKeys(sheetBy(transforms), sid, stride, keys)));
        QCOMPARE(said.contains("keys that slant a part (shear) are straight here: apply the scale "
                               "in the program that made the file: \"Sheet\""),
                 slants);
    }

    /// A geometric transform places the meshes of a model alone.
    void aBoneIsNotPlacedByWhatPlacesMeshes()
    {
        test::FbxText fbx;
        fbx.addModel(100, "Hip", "LimbNode");
        fbx.addModel(101, "Knee", "LimbNode", 100,
                     {"\"Lcl Translation\", \"Lcl Translation\", \"\", \"A\",0,1,0",
                      "\"GeometricTranslation\", \"Vector3D\", \"Vector\", \"\",1,2,3",
                      "\"GeometricRotation\", \"Vector3D\", \"Vector\", \"\",0,0,90",
                      "\"GeometricScaling\", \"Vector3D\", \"Vector\", \"\",2,2,2"});
        fbx.addModel(102, "Foot", "LimbNode", 101,
                     {"\"Lcl Translation\", \"Lcl Translation\", \"\", \"A\",0,1,0"});
        const io::Import import = test::readWritten(folder_, fbx.text());
        const Scene& scene = *import.document.scene;
        for (const auto& [name, above] : {std::pair("Knee", "Hip"), std::pair("Foot", "Knee")}) {
            const NodeIndex row = scene.find(name);
            QVERIFY2(row != kNoNode, name);
            QCOMPARE(scene[row].parent, scene.find(above));
            QVERIFY((scene[row].rest.translation - Vec3(0, 1, 0)).norm() < 1e-6);
            QVERIFY(scene[row].rest.rotation.angularDistance(Quat::Identity()) < 1e-6);
            QVERIFY((scene[row].rest.scale - Vec3::Ones()).norm() < 1e-6);
        }
    }

    void aLayerThatIsOffIsNamed()
    {
        for (const bool muted : {true, false}) {
            test::FbxText fbx;
            fbx.addModel(100, "Hip", "LimbNode");
            test::addFbxTake(fbx, 100, "Lcl Rotation", "d|X", {0, 1}, {0, 10});
            QByteArray text = fbx.text();
            const QByteArray heading = "\"AnimLayer::Base\", \"\" {\n";
            QVERIFY(text.contains(heading));
            if (muted)
                text.replace(heading, heading + test::FbxText::properties(
                                                    {"\"Mute\", \"bool\", \"\", \"\",1"}));
            const QString said = test::saidBy(test::readWritten(folder_, text));
            QVERIFY2(said.contains("switched off in the file (muted) are read as if they were on: "
                                   "\"Base\"") == muted,
                     qPrintable(said));
        }
    }
};

POSEWRIGHT_TEST(TestForeignStrange, posewright::test::runPlain);
#include "tst_foreign_strange.moc"
