#include "core/document/document.h"
#include "core/io/format.h"
#include "tests/support/program.h"
#include "tests/support/read_foreign.h"
#include "tests/support/shared.h"
#include "tests/support/written_file.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <numbers>

using namespace posewright;

namespace {

/// A triangle about the origin and a light 2 m before it.
/// @param fades  elements of how it fades
QByteArray litSheet(const QByteArray& color, const QByteArray& fades)
{
    return "<?xml version=\"1.0\"?><COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" "
           "version=\"1.4.1\"><asset><unit meter=\"1\"/><up_axis>Y_UP</up_axis></asset>"
           "<library_lights><light id=\"l\"><technique_common><point><color>" +
           color + "</color>" + fades +
           "</point></technique_common></light></library_lights>"
           "<library_geometries><geometry id=\"g\"><mesh><source id=\"p\"><float_array id=\"f\" "
           "count=\"9\">-0.5 -0.5 0 0.5 -0.5 0 0 0.5 0</float_array><technique_common><accessor "
           "source=\"#f\" count=\"3\" stride=\"3\"><param name=\"X\" type=\"float\"/><param "
           "name=\"Y\" type=\"float\"/><param name=\"Z\" type=\"float\"/></accessor>"
           "</technique_common></source><vertices id=\"v\"><input semantic=\"POSITION\" "
           "source=\"#p\"/></vertices><polygons count=\"1\"><input semantic=\"VERTEX\" "
           "source=\"#v\" offset=\"0\"/><p> 0 1 2 </p></polygons></mesh></geometry>"
           "</library_geometries><library_visual_scenes><visual_scene id=\"s\"><node id=\"Sheet\">"
           "<instance_geometry url=\"#g\"/></node><node id=\"Lamp\"><translate sid=\"t\">0 0 2"
           "</translate><instance_light url=\"#l\"/></node></visual_scene></library_visual_scenes>"
           "<scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>";
}

}  // namespace

/// COLLADA that assimp refuses or passes over is read, or named.
class TestForeignMended : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    io::Import read(const QByteArray& bytes)
    {
        const auto path = test::writtenFile(folder_.filePath("made.dae"), bytes);
        Result<io::Import> import = io::read(path);
        if (!import) qFatal("%s", import.error().message.c_str());
        return *std::move(import);
    }

private slots:
    void initTestCase()
    {
        qputenv("POSEWRIGHT_PROGRAMS", QFileInfo(test::programPath()).absolutePath().toUtf8());
    }

    /// At the sheet a light is as bright as it was, however it fades.
    void lightsFadeWithTheSquare_data()
    {
        QTest::addColumn<QByteArray>("fades");
        QTest::addColumn<double>("bright");
        QTest::addColumn<QString>("said");
        const double pi = std::numbers::pi;
        QTest::newRow("never") << QByteArray("<constant_attenuation>1</constant_attenuation>")
                               << pi * 4 << "do not fade with distance";
        QTest::newRow("half of it") << QByteArray("<constant_attenuation>2</constant_attenuation>")
                                    << pi * 2 << "do not fade with distance";
        QTest::newRow("with the distance")
            << QByteArray("<constant_attenuation>0</constant_attenuation>"
                          "<linear_attenuation>3</linear_attenuation>")
            << pi * 4 / 6 << "fade other than with the square";
        QTest::newRow("with its square")
            << QByteArray("<constant_attenuation>0</constant_attenuation>"
                          "<quadratic_attenuation>4</quadratic_attenuation>")
            << 0.25 << QString();
    }
    void lightsFadeWithTheSquare()
    {
        QFETCH(QByteArray, fades);
        QFETCH(double, bright);
        QFETCH(QString, said);
        const io::Import import = read(litSheet("1 1 1", fades));
        const auto* lamp = test::partCalled<LightPart>(import.document, "Lamp");
        QVERIFY(lamp);
        QVERIFY2(std::abs(lamp->intensity - bright) < 1e-5 * bright,
                 qPrintable(QString::number(lamp->intensity)));
        const QString all = test::saidBy(import);
        QVERIFY2(said.isEmpty() ? !all.contains("fade") : all.contains(said), qPrintable(all));
    }

    void blanksAroundNumbersAreNoFault_data()
    {
        QTest::addColumn<QByteArray>("color");
        QTest::newRow("before") << QByteArray(" 0.5 0.25 0.5");
        QTest::newRow("lines") << QByteArray("\n  0.5 0.25 0.5\n");
        QTest::newRow("none") << QByteArray("0.5 0.25 0.5");
    }
    void blanksAroundNumbersAreNoFault()
    {
        QFETCH(QByteArray, color);
        const io::Import import =
            read(litSheet(color, "<quadratic_attenuation>1</quadratic_attenuation>"
                                 "<constant_attenuation>0</constant_attenuation>"));
        const auto* lamp = test::partCalled<LightPart>(import.document, "Lamp");
        QVERIFY(lamp);
        QVERIFY(std::abs(lamp->color[0] - 1) < 1e-6 && std::abs(lamp->color[1] - 0.5) < 1e-6 &&
                std::abs(lamp->color[2] - 1) < 1e-6);
        QVERIFY(std::abs(lamp->intensity - 0.5) < 1e-6);
        QVERIFY(import.document.scene->find("Sheet") != kNoNode);
    }

    void aFileOfOthersWithBlanksOpens()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/dae");
        const QString path = test::sharedPath("corpus/dae/assimp_library_animation_clips.dae");
        const Result<io::Import> import = io::read(path.toStdString());
        QVERIFY2(import, import ? "" : import.error().message.c_str());
        QVERIFY2(test::saidBy(*import).contains("animation clips of COLLADA are left out, but for "
                                                "their keys, which are in clips of other names or "
                                                "of other lengths (2): \"bend\", \"turn\""),
                 qPrintable(test::saidBy(*import)));
    }

    void keysThatMoveNothingThatIsReadAreNamed()
    {
        const QByteArray channels =
            "<library_animations><animation id=\"a\"><source id=\"i\"><float_array id=\"ia\" "
            "count=\"2\">0 1</float_array><technique_common><accessor source=\"#ia\" count=\"2\" "
            "stride=\"1\"><param name=\"TIME\" type=\"float\"/></accessor></technique_common>"
            "</source><sampler id=\"m\"><input semantic=\"INPUT\" source=\"#i\"/><input "
            "semantic=\"OUTPUT\" source=\"#i\"/></sampler>"
            "<channel source=\"#m\" target=\"Lamp/t.X\"/><channel source=\"#m\" "
            "target=\"Lamp/none.X\"/><channel source=\"#m\" target=\"l/intensity\"/><channel "
            "source=\"#m\" target=\"Nobody/t.X\"/></animation></library_animations>";
        QByteArray sheet = litSheet("1 1 1", "");
        sheet.replace("<library_visual_scenes>", channels + "<library_visual_scenes>");
        const QString said = test::saidBy(read(sheet));
        QVERIFY2(said.contains("keys of what is no transform of a node are left out (3): "
                               "\"Lamp/none.X\", \"Nobody/t.X\", \"l/intensity\""),
                 qPrintable(said));
    }
};

POSEWRIGHT_TEST(TestForeignMended, posewright::test::runPlain);
#include "tst_foreign_mended.moc"
