#include "core/document/document.h"
#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "tests/support/program.h"
#include "tests/support/shared.h"

#include <QDirIterator>
#include <QElapsedTimer>
#include <QFile>
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

}  // namespace

/// FBX and COLLADA: read by a child, and believed as far as its GLB can be.
class TestForeign : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    std::filesystem::path put(const char* name, const QByteArray& bytes)
    {
        const QString path = folder_.filePath(name);
        QFile out(path);
        if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size()) qFatal("no file");
        return path.toStdString();
    }

private slots:
    void aJointWithATurnBeforeItsOwnIsOneJoint()
    {
        const Result<io::Import> import = io::read(put("leg.fbx", legInFbx()));
        QVERIFY2(import, import ? "" : import.error().message.c_str());
        QVERIFY(!import->project);
        const Document& doc = import->document;
        const Scene& scene = *doc.scene;
        QCOMPARE(scene.size(), 3);
        QCOMPARE(doc.unit, LengthUnit::Metre);
        // The knee alone is animated: too little to call it a skeleton.
        QVERIFY(!scene[scene.find("Knee")].bone());
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

    void whatIsNoneIsRefusedWithAWayRound_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("words") << QByteArray("this is no figure");
        QTest::newRow("zeros") << QByteArray(4096, '\0');
        QTest::newRow("old") << QByteArray("; FBX 6.1.0 project file\nFBXHeaderExtension:  {\n"
                                           "\tFBXVersion: 6100\n}\nObjects:  {\n}\n");
        QTest::newRow("head alone") << QByteArray("Kaydara FBX Binary  \0\x1a\0\xe8\x1c\0\0", 27);
    }
    void whatIsNoneIsRefusedWithAWayRound()
    {
        QFETCH(QByteArray, bytes);
        for (const char* name : {"bad.fbx", "bad.dae"}) {
            const auto path = put(name, bytes);
            const Result<io::Import> import = io::read(path);
            QVERIFY(!import);
            QCOMPARE(import.error().where, path.string());
            QVERIFY(!import.error().message.empty());
            QVERIFY(import.error().advice.find("glTF") != std::string::npos);
        }
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
        qputenv("POSEWRIGHT_IMPORT", "/nonexistent/posewright-import");
        const Result<io::Import> import = io::read(put("leg.fbx", legInFbx()));
        qunsetenv("POSEWRIGHT_IMPORT");
        QVERIFY(!import);
        QCOMPARE(import.error().kind, ErrorKind::Machine);
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
        QVERIFY(files - opened <= 6);
    }
};

POSEWRIGHT_TEST(TestForeign, posewright::test::runPlain);
#include "tst_foreign.moc"
