#include "core/document/document.h"
#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "tests/support/clients.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"
#include "tests/support/shared.h"
#include "tests/support/slow_reader.h"
#include "tests/support/written_file.h"

#include <Eigen/Geometry>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <numbers>

using namespace posewright;

namespace {

/// A leg in centimetres: the knee has a turn before its own, by 90 degrees about z, and turns about
/// x from 0 to 60 degrees in a second.
QByteArray legInFbx()
{
    const auto joint = [](int id, const char* name, const char* place, const char* more) {
        return QByteArray("\tModel: ") + QByteArray::number(id) + ", \"Model::" + name +
               "\", \"LimbNode\" {\n\t\tVersion: 232\n\t\tProperties70:  {\n"
               "\t\t\tP: \"Lcl Translation\", \"Lcl Translation\", \"\", \"A\"," +
               place + "\n" + more + "\t\t}\n\t}\n";
    };
    const auto curve = [](int id, double to) {
        return "\tAnimationCurve: " + QByteArray::number(id) +
               ", \"AnimCurve::\", \"\" {\n\t\tDefault: 0\n\t\tKeyVer: 4008\n"
               "\t\tKeyTime: *2 {\n\t\t\ta: 0,46186158000\n\t\t}\n"
               "\t\tKeyValueFloat: *2 {\n\t\t\ta: 0," +
               QByteArray::number(to) +
               "\n\t\t}\n\t\tKeyAttrFlags: *1 {\n\t\t\ta: 4\n\t\t}\n"
               "\t\tKeyAttrDataFloat: *4 {\n\t\t\ta: 0,0,0,0\n\t\t}\n"
               "\t\tKeyAttrRefCount: *1 {\n\t\t\ta: 2\n\t\t}\n\t}\n";
    };
    return "; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n\tFBXHeaderVersion: 1003\n"
           "\tFBXVersion: 7400\n\tCreator: \"a test\"\n}\n"
           "GlobalSettings:  {\n\tVersion: 1000\n\tProperties70:  {\n"
           "\t\tP: \"UpAxis\", \"int\", \"Integer\", \"\",1\n"
           "\t\tP: \"UpAxisSign\", \"int\", \"Integer\", \"\",1\n"
           "\t\tP: \"FrontAxis\", \"int\", \"Integer\", \"\",2\n"
           "\t\tP: \"FrontAxisSign\", \"int\", \"Integer\", \"\",1\n"
           "\t\tP: \"CoordAxis\", \"int\", \"Integer\", \"\",0\n"
           "\t\tP: \"CoordAxisSign\", \"int\", \"Integer\", \"\",1\n"
           "\t\tP: \"UnitScaleFactor\", \"double\", \"Number\", \"\",1\n\t}\n}\n"
           "Objects:  {\n" +
           joint(11, "Hip", "0,100,0", "") +
           joint(12, "Knee", "0,-50,0",
                 "\t\t\tP: \"RotationActive\", \"bool\", \"\", \"\",1\n"
                 "\t\t\tP: \"PreRotation\", \"Vector3D\", \"Vector\", \"\",0,0,90\n") +
           joint(13, "Foot", "0,-40,0", "") +
           "\tAnimationStack: 21, \"AnimStack::Kick\", \"\" {\n\t\tProperties70:  {\n"
           "\t\t\tP: \"LocalStop\", \"KTime\", \"Time\", \"\",46186158000\n\t\t}\n\t}\n"
           "\tAnimationLayer: 22, \"AnimLayer::Base\", \"\" {\n\t}\n"
           "\tAnimationCurveNode: 23, \"AnimCurveNode::R\", \"\" {\n\t\tProperties70:  {\n"
           "\t\t\tP: \"d|X\", \"Number\", \"\", \"A\",0\n\t\t}\n\t}\n" +
           curve(24, 60) +
           "}\nConnections:  {\n\tC: \"OO\",11,0\n\tC: \"OO\",12,11\n\tC: \"OO\",13,12\n"
           "\tC: \"OO\",22,21\n\tC: \"OO\",23,22\n\tC: \"OP\",23,12, \"Lcl Rotation\"\n"
           "\tC: \"OP\",24,23, \"d|X\"\n}\n";
}

/// Two joints, the lower of which turns about z through 26 keys, 24 a second, whose times have six
/// digits, from frame 1 on.
QByteArray waveInCollada()
{
    QByteArray times, turns, kinds;
    for (int frame = 1; frame <= 26; ++frame) {
        times += QByteArray::number(frame / 24.0, 'g', 6) + ' ';
        turns += QByteArray::number(frame) + ' ';
        kinds += "LINEAR ";
    }
    const auto source = [](const char* id, const char* type, const QByteArray& values,
                           const char* param) {
        const QByteArray array = QByteArray(type) == "name" ? "Name_array" : "float_array";
        return QByteArray("<source id=\"") + id + "\"><" + array + " id=\"" + id +
               "-a\" count=\"26\">" + values + "</" + array +
               "><technique_common><accessor source=\"#" + id +
               "-a\" count=\"26\" stride=\"1\"><param name=\"" + param + "\" type=\"" + type +
               "\"/></accessor></technique_common></source>";
    };
    return "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" "
           "version=\"1.4.1\"><asset><unit meter=\"1\"/><up_axis>Y_UP</up_axis></asset>"
           "<library_animations><animation id=\"wave\">" +
           source("in", "float", times, "TIME") + source("out", "float", turns, "ANGLE") +
           source("kinds", "name", kinds, "INTERPOLATION") +
           "<sampler id=\"s\"><input semantic=\"INPUT\" source=\"#in\"/><input "
           "semantic=\"OUTPUT\" source=\"#out\"/><input semantic=\"INTERPOLATION\" "
           "source=\"#kinds\"/></sampler><channel source=\"#s\" target=\"lower/rz.ANGLE\"/>"
           "</animation></library_animations><library_visual_scenes><visual_scene id=\"v\">"
           "<node id=\"upper\" name=\"upper\" sid=\"upper\" type=\"JOINT\">"
           "<translate sid=\"t\">0 1 0</translate>"
           "<node id=\"lower\" name=\"lower\" sid=\"lower\" type=\"JOINT\">"
           "<translate sid=\"t\">0 1 0</translate><rotate sid=\"rz\">0 0 1 0</rotate>"
           "</node></node></visual_scene></library_visual_scenes><scene><instance_visual_scene "
           "url=\"#v\"/></scene></COLLADA>";
}

}  // namespace

/// FBX and COLLADA: read by a child, and believed as far as its GLB can be.
class TestForeign : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    std::filesystem::path put(const char* name, const QByteArray& bytes)
    {
        return test::writtenFile(folder_.filePath(name), bytes);
    }

private slots:
    void initTestCase()
    {
        qputenv("POSEWRIGHT_PROGRAMS", QFileInfo(test::programPath()).absolutePath().toUtf8());
    }

    void aJointWithATurnBeforeItsOwnIsOneJoint()
    {
        const Result<io::Import> import = io::read(put("leg.fbx", legInFbx()));
        QVERIFY2(import, import ? "" : import.error().message.c_str());
        QVERIFY(!import->project);
        const Document& doc = import->document;
        const Scene& scene = *doc.scene;
        QCOMPARE(scene.size(), 3);
        QCOMPARE(doc.unit, LengthUnit::Metre);
        QVERIFY(scene[scene.find("Knee")].bone());
        QCOMPARE(doc.clips.size(), std::size_t(1));
        const double rate = doc.clip().rate;
        for (const double second : {0.0, 1.0}) {
            const Evaluation shown = evaluate(doc, second * rate);
            const double angle = second * 60 * std::numbers::pi / 180;
            // The foot hangs 40 cm below the knee, turned about x, then by 90 degrees about z.
            const Vec3 foot(0.4 * std::cos(angle), 0.5, -0.4 * std::sin(angle));
            QVERIFY2((shown.world[scene.find("Foot")].position - foot).norm() < 1e-6,
                     qPrintable(QString::number(second)));
            QVERIFY((shown.world[scene.find("Knee")].position - Vec3(0, 0.5, 0)).norm() < 1e-6);
        }
    }

    /// assimp turns a keyed joint by its PostRotation; the file says to turn it back.
    void aJointWithATurnAfterItsOwnIsTurnedBack()
    {
        QByteArray leg = legInFbx();
        leg.replace("PreRotation", "PostRotation");
        for (const bool keyed : {true, false}) {
            if (!keyed) leg.replace("C: \"OP\",23,12, \"Lcl Rotation\"", "");
            const Result<io::Import> import = io::read(put("post.fbx", leg));
            QVERIFY2(import, import ? "" : import.error().message.c_str());
            const Document& doc = import->document;
            QCOMPARE(doc.clip().tracks.empty(), !keyed);
            // Turned by -90 degrees about z, the shin lies along x, about which the knee turns.
            for (const double frame : {0.0, 7.0, 24.0}) {
                const Vec3 foot = evaluate(doc, frame).world[doc.scene->find("Foot")].position;
                QVERIFY2((foot - Vec3(-0.4, 0.5, 0)).norm() < 1e-6,
                         qPrintable(QString::number(foot.x())));
            }
        }
    }

    /// A range from 0.99998 would have a frame more or less, depending on who rounds.
    void timesOfFewDigitsAreTheFramesTheyMean()
    {
        const Result<io::Import> import = io::read(put("wave.dae", waveInCollada()));
        QVERIFY2(import, import ? "" : import.error().message.c_str());
        const Document& doc = import->document;
        QCOMPARE(doc.clip().rate, 24.0);
        QCOMPARE(doc.playback.end, 26.0);
        for (const char* joint : {"upper", "lower"})
            QVERIFY((*doc.scene)[doc.scene->find(joint)].bone());
        const NodeId lower = (*doc.scene)[doc.scene->find("lower")].id;
        const auto& keys = doc.clip().track(lower)->rotation->keys();
        QCOMPARE(int(keys.size()), 26);
        for (int i = 0; i < 26; ++i) {
            QCOMPARE(keys[i].frame, double(i + 1));
            const Quat turn(Eigen::AngleAxisd((i + 1) * std::numbers::pi / 180, Vec3::UnitZ()));
            QVERIFY(keys[i].value.angularDistance(turn) < 1e-6);
        }
    }

    /// Ids are for the file; a node has the name that its maker gave it.
    void nodesOfColladaHaveTheirNamesAndNotTheirIds()
    {
        QByteArray wave = waveInCollada();
        wave.replace("id=\"lower\" name=\"lower\"", "id=\"lower\" name=\"L_wrist\"");
        const Result<io::Import> import = io::read(put("names.dae", wave));
        QVERIFY(import);
        const Scene& scene = *import->document.scene;
        QCOMPARE(scene.find("lower"), kNoNode);
        const NodeIndex wrist = scene.find("L_wrist");
        QVERIFY(wrist != kNoNode && scene[wrist].bone());
        QCOMPARE(import->document.clip().track(scene[wrist].id)->rotation->size(), std::size_t(26));
    }

    void aRateThatColladaSaysIsTaken()
    {
        QByteArray wave = waveInCollada();
        wave.replace("</visual_scene>",
                     "<extra><technique profile=\"MAX3D\"><frame_rate>48.000000</frame_rate>"
                     "</technique></extra></visual_scene>");
        wave.replace("sid=\"lower\" type=\"JOINT\"", "sid=\"lower\" type=\"NODE\"");
        const Result<io::Import> import = io::read(put("wave.dae", wave));
        QVERIFY2(import, import ? "" : import.error().message.c_str());
        const Document& doc = import->document;
        QCOMPARE(doc.clip().rate, 48.0);
        QCOMPARE(doc.playback.end, 52.0);
        QVERIFY((*doc.scene)[doc.scene->find("upper")].bone());
        QVERIFY(!(*doc.scene)[doc.scene->find("lower")].bone());
    }

    void aFileCutAnywhereEndsNothing()
    {
        const QByteArray whole = legInFbx();
        for (qsizetype length = whole.size() - 1; length > 0; length -= whole.size() / 23) {
            QElapsedTimer timer;
            timer.start();
            const Result<io::Import> import = io::read(put("cut.fbx", whole.left(length)));
            QVERIFY2(import || !import.error().message.empty(), "a reason");
            QVERIFY(timer.elapsed() < 5000);
        }
    }

    void withoutTheReaderItSaysSo()
    {
        const QByteArray programs = qgetenv("POSEWRIGHT_PROGRAMS");
        qputenv("POSEWRIGHT_PROGRAMS", "/nonexistent");
        const Result<io::Import> import = io::read(put("leg.fbx", legInFbx()));
        qputenv("POSEWRIGHT_PROGRAMS", programs);
        QVERIFY(!import);
        QCOMPARE(import.error().kind, ErrorKind::Machine);
    }

    void cancellingEndsTheReaderAtOnce()
    {
        const test::SlowReader slow;
        QElapsedTimer timer;
        timer.start();
        io::ReadOptions options;
        options.goOn = [&timer] { return timer.elapsed() < 200; };
        const Result<io::Import> import = io::read(put("leg.fbx", legInFbx()), options);
        const qint64 took = timer.elapsed();
        QVERIFY(!import);
        QCOMPARE(import.error().kind, ErrorKind::Cancelled);
        QVERIFY2(took >= 200 && took < 700, qPrintable(QString::number(took)));
    }

    /// Skins as the program that made a file exported them itself, in hundredths of a metre, at a
    /// frame; worked out from what is written by a program that shares nothing with this one.
    void skinsMoveAsTheirMakersShowThem_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("take");
        QTest::addColumn<double>("second");
        QTest::addColumn<QString>("shown");
        const auto add = [](const char* file, int take, double frame, const char* shown) {
            QTest::newRow(shown) << QString(file) << take << frame / 24 << QString(shown);
        };
        // Maya counts frames from 1, takes begin at 0.
        add("ufbx_maya_game_sausage_7500_binary_wiggle", 0, 9, "maya_game_sausage_wiggle_10");
        add("ufbx_maya_game_sausage_7500_binary_wiggle", 0, 17, "maya_game_sausage_wiggle_18");
        // Its joints are scaled along one of their axes.
        add("ufbx_maya_game_sausage_7500_binary_combined", 2, 8, "maya_game_sausage_deform_8");
        add("ufbx_maya_skinned_pivot_7700_ascii", 0, 0, "maya_skinned_pivot");
        add("ufbx_motionbuilder_pivot_7700_ascii", 0, 0, "motionbuilder_pivot");
        add("ufbx_blender_279_sausage_7400_binary", 1, 15, "blender_279_sausage_spin_15");
    }
    void skinsMoveAsTheirMakersShowThem()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/fbx");
        if (test::pythonWithNumpy().isEmpty()) QSKIP("no python3 with numpy here");
        QFETCH(QString, file);
        QFETCH(int, take);
        QFETCH(double, second);
        QFETCH(QString, shown);
        const QString folder = test::sharedPath("corpus/fbx");
        const Result<io::Import> import = io::read((folder + '/' + file + ".fbx").toStdString());
        QVERIFY(import);
        const QString written = folder_.filePath("written.glb");
        QVERIFY(io::write(import->document, written.toStdString()));
        QStringList arguments{written, "--times=" + QString::number(second, 'f', 6), "--verts",
                              "1000000"};
        if (import->document.clips.size() > 1) arguments << "--anim" << QString::number(take);
        const QJsonObject answer = test::runClient("gltf_fk.py", arguments);
        std::vector<Vec3> vertices;
        for (const QJsonValue& mesh : answer["verts"][0].toObject())
            for (const QJsonValue& row : mesh.toArray())
                vertices.emplace_back(row[1].toDouble(), row[2].toDouble(), row[3].toDouble());
        QVERIFY(!vertices.empty());

        QFile reference(folder + "/ufbx_ref_obj/" + shown + ".obj");
        QVERIFY(reference.open(QIODevice::ReadOnly));
        Eigen::AlignedBox3d box;
        double worst = 0;
        int count = 0;
        for (const QByteArray& line : reference.readAll().split('\n')) {
            if (!line.startsWith("v ")) continue;
            const QByteArrayList words = line.simplified().split(' ');
            const Vec3 there(words[1].toDouble(), words[2].toDouble(), words[3].toDouble());
            box.extend(there);
            ++count;
            double nearest = 1e9;
            for (const Vec3& here : vertices)
                nearest = std::min({nearest, (100 * here - there).norm(), (here - there).norm()});
            worst = std::max(worst, nearest);
        }
        QVERIFY(count > 7);
        const double share = worst / box.diagonal().norm();
        qInfo("%d vertices, worst %.2g of the size", count, share);
        QVERIFY2(share < 1e-5, qPrintable(QString::number(share)));
    }

    void theFilesAtHandOpen()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/fbx");
        QDirIterator it(test::sharedPath("corpus/fbx"), {"*.fbx"}, QDir::Files);
        int files = 0, opened = 0;
        QStringList refused;
        while (it.hasNext()) {
            const Result<io::Import> import = io::read(it.next().toStdString());
            ++files;
            opened += bool(import);
            if (import)
                QVERIFY(validate(import->document));
            else
                refused << it.fileName() + ": " + QString::fromStdString(import.error().message);
        }
        qInfo("%d of %d open\n%s", opened, files, qPrintable(refused.join('\n')));
        // Those before FBX 2011.
        QVERIFY(files - opened <= 5);
    }
};

POSEWRIGHT_TEST(TestForeign, posewright::test::runPlain);
#include "tst_foreign.moc"
