#include "core/document/document.h"
#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "tests/support/collada_sheet.h"
#include "tests/support/fbx_text.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"
#include "tests/support/read_foreign.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <numbers>

using namespace posewright;
using test::FbxText;

namespace {

constexpr double kOneDegree = std::numbers::pi / 180;

void addSight(FbxText& fbx, int id, const QByteArray& name, const QByteArray& kind,
              const QByteArrayList& more)
{
    fbx.add(id, "NodeAttribute", "NodeAttribute::" + name, kind,
            FbxText::properties(more) + "\t\tTypeFlags: \"" + kind +
                "\"\n\t\tGeometryVersion: 124\n");
    fbx.addModel(id + 1, name, kind);
    fbx.link(id, id + 1);
}

}  // namespace

/// Cameras and lights of FBX and COLLADA files, files that Blender made, and what is left out.
class TestForeignSights : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    io::Import read(const QByteArray& text, const char* name = "in.fbx")
    {
        return test::readWritten(folder_, text, name);
    }

private slots:
    void initTestCase()
    {
        qputenv("POSEWRIGHT_PROGRAMS", QFileInfo(test::programPath()).absolutePath().toUtf8());
    }

    void lightsShineAsTheyDid()
    {
        FbxText fbx;
        addSight(fbx, 100, "Sun", "Light",
                 {"\"LightType\", \"enum\", \"\", \"\",1",
                  "\"Intensity\", \"Number\", \"\", \"A\",300"});
        addSight(fbx, 110, "Lamp", "Light",
                 {"\"LightType\", \"enum\", \"\", \"\",0",
                  "\"Color\", \"Color\", \"\", \"A\",1,0.5,0.25",
                  "\"Intensity\", \"Number\", \"\", \"A\",200"});
        addSight(fbx, 120, "Beam", "Light",
                 {"\"LightType\", \"enum\", \"\", \"\",2",
                  "\"InnerAngle\", \"Number\", \"\", \"A\",30",
                  "\"OuterAngle\", \"Number\", \"\", \"A\",50"});
        addSight(fbx, 130, "Window", "Light", {"\"LightType\", \"enum\", \"\", \"\",3"});
        const io::Import import = read(fbx.text());
        QVERIFY2(test::saidBy(import).contains("such as areas, are left out: \"Window\""),
                 qPrintable(test::saidBy(import)));
        const Document& doc = import.document;
        const auto* sun = test::partCalled<LightPart>(doc, "Sun");
        QVERIFY(sun && sun->kind == LightKind::Directional);
        QCOMPARE(sun->intensity, 3.0F);
        QVERIFY((test::alongOf(doc, "Sun") - Vec3(0, -1, 0)).norm() < 1e-6);
        const auto* lamp = test::partCalled<LightPart>(doc, "Lamp");
        QVERIFY(lamp && lamp->kind == LightKind::Point);
        QCOMPARE(lamp->intensity, 2.0F);
        QCOMPARE(lamp->color, (std::array<float, 3>{1, 0.5F, 0.25F}));
        const auto* beam = test::partCalled<LightPart>(doc, "Beam");
        QVERIFY(beam && beam->kind == LightKind::Spot);
        QVERIFY(std::abs(beam->outerCone - 25 * kOneDegree) < 1e-6);
        QVERIFY((test::alongOf(doc, "Beam") - Vec3(0, -1, 0)).norm() < 1e-6);
    }

    /// A sheet of 1 m by 1 m, whose middle is (0.5, 0.5, 0); the lamp is at the origin.
    void aLightThatDoesNotFadeIsAsBrightAtTheMeshes_data()
    {
        QTest::addColumn<QByteArray>("decay");
        QTest::addColumn<double>("bright");
        QTest::newRow("never fades") << QByteArray("0") << 2 * std::numbers::pi * 0.5;
        QTest::newRow("fades with the square") << QByteArray("2") << 2.0;
    }
    void aLightThatDoesNotFadeIsAsBrightAtTheMeshes()
    {
        QFETCH(QByteArray, decay);
        QFETCH(double, bright);
        FbxText fbx;
        test::addFbxSheet(fbx, 100, "Sheet");
        addSight(fbx, 110, "Lamp", "Light",
                 {"\"LightType\", \"enum\", \"\", \"\",0",
                  "\"DecayType\", \"enum\", \"\", \"\"," + decay,
                  "\"DecayStart\", \"Number\", \"\", \"A\",1",
                  "\"Intensity\", \"Number\", \"\", \"A\",200"});
        const io::Import import = read(fbx.text());
        const auto* lamp = test::partCalled<LightPart>(import.document, "Lamp");
        QVERIFY(lamp);
        QVERIFY2(std::abs(lamp->intensity - bright) < 1e-5 * bright,
                 qPrintable(QString::number(lamp->intensity)));
        QCOMPARE(test::saidBy(import).contains("do not fade with distance"), decay == "0");
    }

    void camerasLookWhereTheyDid()
    {
        FbxText fbx;
        addSight(fbx, 100, "Eye", "Camera",
                 {"\"FieldOfView\", \"FieldOfView\", \"\", \"A\",40",
                  "\"AspectWidth\", \"double\", \"Number\", \"\",1920",
                  "\"AspectHeight\", \"double\", \"Number\", \"\",1080",
                  "\"NearPlane\", \"double\", \"Number\", \"\",0.5",
                  "\"FarPlane\", \"double\", \"Number\", \"\",50"});
        fbx.addModel(110, "Held", "Null", 101);
        addSight(fbx, 120, "Free", "Camera", {"\"FieldOfView\", \"FieldOfView\", \"\", \"A\",90"});
        const Document doc = read(fbx.text()).document;
        // Something hangs on the one, so that its camera is a node below it.
        QVERIFY(!test::partCalled<CameraPart>(doc, "Eye"));
        const auto* eye = test::partCalled<CameraPart>(doc, "Eye camera");
        QVERIFY(eye);
        const double fov = 2 * std::atan(std::tan(20 * kOneDegree) * 1080 / 1920);
        QVERIFY(std::abs(eye->verticalFov - fov) < 1e-6);
        QVERIFY(std::abs(eye->nearPlane - 0.5) < 1e-6 && std::abs(eye->farPlane - 50) < 1e-5);
        QVERIFY((test::alongOf(doc, "Eye camera") - Vec3(1, 0, 0)).norm() < 1e-6);
        QVERIFY(test::partCalled<CameraPart>(doc, "Free"));
        QVERIFY((test::alongOf(doc, "Free") - Vec3(1, 0, 0)).norm() < 1e-6);
    }

    void whatIsNotReadIsNamed()
    {
        FbxText fbx;
        fbx.addModel(100, "Root", "Null");
        fbx.add(110, "Constraint", "Constraint::Aim", "Aim", "\t\tVersion: 100\n");
        fbx.add(120, "AnimationStack", "AnimStack::Take", "", "");
        fbx.add(121, "AnimationLayer", "AnimLayer::Base", "", "");
        fbx.add(122, "AnimationLayer", "AnimLayer::More", "", "");
        fbx.link(121, 120);
        fbx.link(122, 120);
        addSight(fbx, 130, "Plan", "Camera", {"\"CameraProjectionType\", \"enum\", \"\", \"\",1"});
        const QString said = test::saidBy(read(fbx.text()));
        for (const char* part : {"constraints are left out: \"Aim\"", "more than one layer",
                                 "orthographic cameras are read as perspective ones: \"Plan\""})
            QVERIFY2(said.contains(part), qPrintable(said));
    }

    /// Made by Blender 3.4.1: a sphere with a shape key at a quarter, two sets of colours and six
    /// equal weights; a cube of metal that glows red, with a texture inside, a lens of 100 mm and a
    /// lamp of 1000 W.
    void filesOfBlenderComeOver()
    {
        const auto file = [](const char* name) {
            Result<io::Import> import =
                io::read(std::string(test::sourceDir()) + "/tests/data/foreign/" + name + ".fbx");
            if (!import) qFatal("%s", import.error().message.c_str());
            return *std::move(import);
        };
        const io::Import figure = file("blender_figure");
        const auto* skin = test::partCalled<MeshPart>(figure.document, "Sphere mesh");
        QVERIFY(skin && skin->mesh->morphs.size() == 1);
        QCOMPARE(skin->mesh->morphs[0].name, std::string("Smile"));
        QCOMPARE(skin->morphs, std::vector<double>{0.25});
        QCOMPARE(skin->mesh->moreInfluences.size(), std::size_t(1));
        QVERIFY(std::abs(skin->mesh->weights[0][0] - 1.0F / 6) < 1e-6F);
        const auto* sun = test::partCalled<LightPart>(figure.document, "Sun");
        QVERIFY(sun && sun->kind == LightKind::Directional && sun->intensity == 10);
        const io::Import cube = file("blender_cube");
        const Document& doc = cube.document;
        const Material metal = *test::partCalled<MeshPart>(doc, "Cube")->mesh->pieces[0].material;
        QCOMPARE(metal.metallic, 1.0F);
        QVERIFY(std::abs(metal.roughness - 0.5F) < 1e-6F);
        QCOMPARE(metal.emission, (std::array<float, 3>{1, 0, 0}));
        QVERIFY(metal.baseTexture);
        const auto* camera = test::partCalled<CameraPart>(doc, "Camera");
        QVERIFY(camera);
        const double fov = 2 * std::atan(36.0 / 2 / 100 * 1080 / 1920);
        QVERIFY(std::abs(camera->verticalFov - fov) < 1e-5);
        // Where Blender's own camera is, with its Z axis up, and looks.
        const Vec3 place = evaluate(doc, 0).world[doc.scene->find("Camera")].position;
        QVERIFY((place - Vec3(7.358891, 4.958309, 6.925791)).norm() < 1e-5);
        QVERIFY((test::alongOf(doc, "Camera") - Vec3(-0.651558, -0.445271, -0.614170)).norm() <
                1e-5);
        const auto* lamp = test::partCalled<LightPart>(doc, "Light");
        QVERIFY(lamp && std::abs(lamp->intensity - 1000 / (4 * std::numbers::pi)) < 1e-4);
        QVERIFY(test::saidBy(cube).contains("not one picture"));
    }

    /// assimp 5.2 reads no mesh of a COLLADA file with a morph.
    void colladaWithAMorphKeepsItsMesh()
    {
        const io::Import import = read(test::colladaSheet(), "in.dae");
        const Document& doc = import.document;
        const auto* sheet = test::partCalled<MeshPart>(doc, "Sheet");
        QVERIFY(sheet && sheet->mesh->positions.size() == 4);
        QVERIFY(sheet->mesh->morphs.empty());
        QVERIFY2(test::saidBy(import).contains("morphs of COLLADA files are left out: \"ctl\""),
                 qPrintable(test::saidBy(import)));
        const auto* eye = test::partCalled<CameraPart>(doc, "Eye");
        QVERIFY(eye && std::abs(eye->verticalFov - 40 * kOneDegree) < 1e-5);
        QVERIFY(std::abs(eye->nearPlane - 0.5) < 1e-5 && std::abs(eye->farPlane - 50) < 1e-4);
        const auto* beam = test::partCalled<LightPart>(doc, "Beam");
        QVERIFY(beam && beam->kind == LightKind::Spot);
        QVERIFY(std::abs(beam->outerCone - 25 * kOneDegree) < 1e-5);
        QVERIFY((test::alongOf(doc, "Beam") - Vec3(0, 0, -1)).norm() < 1e-6);
    }
};

POSEWRIGHT_TEST(TestForeignSights, posewright::test::runPlain);
#include "tst_foreign_sights.moc"
