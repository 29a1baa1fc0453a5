#include "core/document/document.h"
#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "tests/support/fbx_take.h"
#include "tests/support/fbx_text.h"
#include "tests/support/gltf_parts.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"
#include "tests/support/read_foreign.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <map>
#include <numbers>
#include <utility>

using namespace posewright;
using test::FbxText;
using test::Json;

namespace {

/// Two sets of colours for the corners of a sheet: red, and grey.
QByteArray twoColors()
{
    const auto set = [](const QByteArray& number, std::initializer_list<double> values) {
        return "\t\tLayerElementColor: " + number +
               " {\n\t\t\tVersion: 101\n\t\t\tName: \"c\"\n"
               "\t\t\tMappingInformationType: \"ByPolygonVertex\"\n"
               "\t\t\tReferenceInformationType: \"Direct\"\n" +
               FbxText::array("Colors", values) + "\t\t}\n";
    };
    const auto layer = [](const QByteArray& number) {
        return "\t\tLayer: " + number +
               " {\n\t\t\tVersion: 100\n\t\t\tLayerElement:  {\n"
               "\t\t\t\tType: \"LayerElementColor\"\n\t\t\t\tTypedIndex: " +
               QByteArray::number(number.toInt() - 1) + "\n\t\t\t}\n\t\t}\n";
    };
    return set("0", {1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1}) +
           set("1", {.5, .5, .5, 1, .5, .5, .5, 1, .5, .5, .5, 1, .5, .5, .5, 1}) + layer("1") +
           layer("2");
}

/// Gives the sheet 100 two morphs that lift its corner (1, 1): by 2 m, from 0 to 1 in a second, and
/// by 1 m along X, at a quarter throughout.
void addMorphs(FbxText& fbx)
{
    fbx.add(200, "Deformer", "Deformer::Shapes", "BlendShape", "\t\tVersion: 100\n");
    fbx.link(200, 100);
    const auto morph = [&](int id, const QByteArray& name, double percent,
                           std::initializer_list<double> by) {
        fbx.add(id, "Deformer", "SubDeformer::" + name, "BlendShapeChannel",
                "\t\tVersion: 100\n\t\tDeformPercent: " + QByteArray::number(percent) + '\n' +
                    FbxText::array("FullWeights", {100}));
        fbx.add(id + 1, "Geometry", "Geometry::" + name, "Shape",
                "\t\tVersion: 100\n" + FbxText::array("Indexes", {2}) +
                    FbxText::array("Vertices", by) + FbxText::array("Normals", {0, 0, 0}));
        fbx.link(id, 200);
        fbx.link(id + 1, id);
    };
    morph(210, "Lift", 0, {0, 0, 2});
    morph(220, "Push", 25, {1, 0, 0});
    test::addFbxTake(fbx, 210, "DeformPercent", "d|DeformPercent", {0, 1}, {0, 100});
}

/// Binds the sheet 100 to as many bones, which share it by the numbers 1, 2, 3...
void addBones(FbxText& fbx, int count)
{
    fbx.add(300, "Deformer", "Deformer::Skin", "Skin", "\t\tVersion: 101\n");
    fbx.link(300, 100);
    for (int i = 0; i < count; ++i) {
        const QByteArray name = "Bone" + QByteArray::number(i);
        fbx.addModel(400 + i, name, "LimbNode", i > 0 ? 399 + i : 0);
        const double weight = i + 1;
        fbx.add(
            500 + i, "Deformer", "SubDeformer::" + name, "Cluster",
            "\t\tVersion: 100\n\t\tUserData: \"\", \"\"\n" +
                FbxText::array("Indexes", {0, 1, 2, 3}) +
                FbxText::array("Weights", {weight, weight, weight, weight}) +
                FbxText::array("Transform", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}) +
                FbxText::array("TransformLink", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}));
        fbx.link(500 + i, 300);
        fbx.link(400 + i, 500 + i);
    }
}

}  // namespace

/// What FBX and COLLADA files hold beside joints: it comes over, or is named.
class TestForeignContents : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    io::Import read(const QByteArray& text) { return test::readWritten(folder_, text); }

private slots:
    void initTestCase()
    {
        qputenv("POSEWRIGHT_PROGRAMS", QFileInfo(test::programPath()).absolutePath().toUtf8());
    }

    void morphsAndTheirKeysComeOver()
    {
        FbxText fbx;
        test::addFbxSheet(fbx, 100, "Sheet");
        addMorphs(fbx);
        const io::Import import = read(fbx.text());
        QCOMPARE(test::saidBy(import), QString());
        const Document& doc = import.document;
        const auto* part = test::partCalled<MeshPart>(doc, "Sheet");
        QVERIFY(part);
        const std::vector<Morph>& morphs = part->mesh->morphs;
        QCOMPARE(morphs.size(), std::size_t(2));
        QCOMPARE(morphs[0].name, std::string("Lift"));
        QCOMPARE(morphs[1].name, std::string("Push"));
        for (const Morph& morph : morphs) {
            QCOMPARE(morph.vertices.size(), std::size_t(1));
            QCOMPARE(part->mesh->positions[morph.vertices[0]], Eigen::Vector3f(1, 1, 0));
        }
        QCOMPARE(morphs[0].positions[0], Eigen::Vector3f(0, 0, 2));
        QCOMPARE(morphs[1].positions[0], Eigen::Vector3f(1, 0, 0));
        QCOMPARE(part->morphs.size(), std::size_t(2));
        QCOMPARE(part->morphs[1], 0.25);
        const double rate = doc.clip().rate;
        for (const double second : {0.0, 0.5, 1.0}) {
            const std::vector<MorphWeights> shown = evaluate(doc, second * rate).morphs;
            QCOMPARE(shown.size(), std::size_t(1));
            QCOMPARE(shown[0].weights.size(), std::size_t(2));
            QVERIFY(std::abs(shown[0].weights[0] - second) < 1e-6);
            QVERIFY(std::abs(shown[0].weights[1] - 0.25) < 1e-6);
        }
    }

    /// A joint whose own axes are turned, so that it grows along the world's Y.
    void aScaleIsAlongTheAxesOfItsJoint()
    {
        FbxText fbx;
        fbx.addModel(100, "Arm", "LimbNode", 0,
                     {"\"RotationActive\", \"bool\", \"\", \"\",1",
                      "\"PreRotation\", \"Vector3D\", \"Vector\", \"\",0,0,90"});
        fbx.addModel(110, "Hand", "LimbNode", 100,
                     {"\"Lcl Translation\", \"Lcl Translation\", \"\", \"A\",1,0,0"});
        test::addFbxTake(fbx, 100, "Lcl Scaling", "d|X", {0, 1}, {1, 3});
        const io::Import import = read(fbx.text());
        QCOMPARE(test::saidBy(import), QString());
        const Document& doc = import.document;
        for (const double second : {0.0, 1.0}) {
            const Vec3 hand =
                evaluate(doc, second * doc.clip().rate).world[doc.scene->find("Hand")].position;
            QVERIFY((hand - Vec3(0, 1 + 2 * second, 0)).norm() < 1e-6);
        }
    }

    void keysLeadOnAsTheFileSaysOrItIsTold_data()
    {
        QTest::addColumn<double>("lead");
        QTest::addColumn<double>("degrees");  // halfway to the second key
        QTest::addColumn<QString>("said");
        QTest::newRow("held") << 2.0 << 0.0 << QString();
        QTest::newRow("straight") << 4.0 << 20.0 << QString();
        QTest::newRow("curved")
            << 8.0 << 20.0
            << QString("keys that hold or curve go straight to the next one: \"Arm\"");
    }
    void keysLeadOnAsTheFileSaysOrItIsTold()
    {
        QFETCH(double, lead);
        QFETCH(double, degrees);
        FbxText fbx;
        fbx.addModel(100, "Arm", "LimbNode");
        fbx.addModel(110, "Hand", "LimbNode", 100,
                     {"\"Lcl Translation\", \"Lcl Translation\", \"\", \"A\",1,0,0"});
        test::addFbxTake(fbx, 100, "Lcl Rotation", "d|Z", {0, 1, 2}, {0, 40, 80}, lead);
        const io::Import import = read(fbx.text());
        QTEST(test::saidBy(import), "said");
        const Document& doc = import.document;
        const auto hand = [&](double second) {
            return evaluate(doc, second * doc.clip().rate).world[doc.scene->find("Hand")].position;
        };
        for (const auto& [second, turn] :
             {std::pair(0.0, 0.0), std::pair(0.5, degrees), std::pair(1.0, 40.0)}) {
            const double angle = turn * std::numbers::pi / 180;
            QVERIFY((hand(second) - Vec3(std::cos(angle), std::sin(angle), 0)).norm() < 1e-5);
        }
    }

    void twelveBonesMoveAVertex_data()
    {
        QTest::addColumn<int>("bones");
        QTest::newRow("4") << 4;
        QTest::newRow("6") << 6;
        QTest::newRow("12") << 12;
        QTest::newRow("14") << 14;
    }
    void twelveBonesMoveAVertex()
    {
        QFETCH(int, bones);
        FbxText fbx;
        test::addFbxSheet(fbx, 100, "Sheet");
        addBones(fbx, bones);
        const io::Import import = read(fbx.text());
        QCOMPARE(test::saidBy(import).contains("more than 12 bones"), bones > 12);
        const auto* part = test::partCalled<MeshPart>(import.document, "Sheet mesh");
        QVERIFY(part && part->skin >= 0);
        const Mesh& mesh = *part->mesh;
        const int shown = std::min(bones, 12);
        double all = 0;
        for (int i = bones - shown; i < bones; ++i) all += i + 1;
        QCOMPARE(int(mesh.moreInfluences.size()), (shown + 3) / 4 - 1);
        for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
            std::map<int, double> weights;
            for (int slot = 0; slot < 4; ++slot) {
                weights[mesh.joints[v][slot]] += mesh.weights[v][slot];
                for (const Influences& more : mesh.moreInfluences)
                    weights[more.joints[v][slot]] += more.weights[v][slot];
            }
            for (const auto& [joint, weight] : weights) {
                const bool kept = joint >= bones - shown;
                QVERIFY(std::abs(weight - (kept ? (joint + 1) / all : 0)) < 1e-6);
            }
        }
    }

    void aSkinIsBoundAsItsFileSaysWhereverItsMeshIsNow()
    {
        FbxText fbx;
        test::addFbxSheet(fbx, 100, "Sheet", {},
                          {"\"Lcl Translation\", \"Lcl Translation\", \"\", \"A\",5,0,0"});
        addBones(fbx, 2);
        const io::Import import = read(fbx.text());
        const auto* part = test::partCalled<MeshPart>(import.document, "Sheet mesh");
        QVERIFY(part && part->skin >= 0);
        const Skin& skin = import.document.scene->skins()[part->skin];
        QCOMPARE(skin.inverseBind.size(), std::size_t(2));
        for (const Eigen::Matrix4f& bind : skin.inverseBind)
            QVERIFY(bind.isApprox(Eigen::Matrix4f::Identity()));
    }

    void colorsComeOverAndTheSecondSetIsKept()
    {
        FbxText fbx;
        test::addFbxSheet(fbx, 100, "Sheet", twoColors());
        const io::Import import = read(fbx.text());
        QVERIFY2(test::saidBy(import).contains("colours beyond the first set are kept"),
                 qPrintable(test::saidBy(import)));
        const auto* part = test::partCalled<MeshPart>(import.document, "Sheet");
        QVERIFY(part && part->mesh->colors.size() == 4);
        QCOMPARE(part->mesh->colors[0], Eigen::Vector4f(1, 0, 0, 1));
        const std::string out = folder_.filePath("out.glb").toStdString();
        QVERIFY(io::write(import.document, out));
        const Json root = test::partsOf(out)->root;
        QVERIFY(root["meshes"][0]["primitives"][0]["attributes"].contains("COLOR_1"));
    }

    void surfacesHaveTheirNumbers()
    {
        FbxText fbx;
        test::addFbxSheet(fbx, 100, "Sheet");
        fbx.add(120, "Material", "Material::Glow", "",
                "\t\tVersion: 102\n\t\tShadingModel: \"phong\"\n" +
                    FbxText::properties({"\"DiffuseColor\", \"Color\", \"\", \"A\",0.25,0.5,0.75",
                                         "\"EmissiveColor\", \"Color\", \"\", \"A\",1,0,0.5",
                                         "\"EmissiveFactor\", \"Number\", \"\", \"A\",4",
                                         "\"TransparencyFactor\", \"Number\", \"\", \"A\",0.75",
                                         "\"Opacity\", \"Number\", \"\", \"A\",0.25",
                                         "\"ReflectionFactor\", \"Number\", \"\", \"A\",1",
                                         "\"Shininess\", \"Number\", \"\", \"A\",25",
                                         "\"ShininessExponent\", \"Number\", \"\", \"A\",25"}));
        fbx.link(120, 101);
        const auto surface = [&](const QByteArray& creator) {
            const io::Import import = read(fbx.text(creator));
            const auto* part = test::partCalled<MeshPart>(import.document, "Sheet");
            return *part->mesh->pieces[0].material;
        };
        const Material blenders = surface("Blender (stable FBX IO) - 3.4.1 - 4.37.1");
        QCOMPARE(blenders.baseColor, (std::array<float, 4>{0.25F, 0.5F, 0.75F, 0.25F}));
        QCOMPARE(blenders.alpha, Alpha::Blend);
        QCOMPARE(blenders.emission, (std::array<float, 3>{4, 0, 2}));
        QCOMPARE(blenders.metallic, 1.0F);
        QVERIFY(std::abs(blenders.roughness - 0.5F) < 1e-6F);
        // A reflection is no metal in general.
        const Material others = surface("Maya");
        QCOMPARE(others.metallic, 0.0F);
        QVERIFY(std::abs(others.roughness - std::sqrt(2.0F / 27)) < 1e-6F);
    }

    void physicalMaterialsOfMayaHaveTheirNumbers()
    {
        FbxText fbx;
        test::addFbxSheet(fbx, 100, "Sheet");
        fbx.add(120, "Material", "Material::Gold", "",
                "\t\tVersion: 102\n\t\tShadingModel: \"unknown\"\n" +
                    FbxText::properties(
                        {"\"Maya|baseColor\", \"Vector3D\", \"Vector\", \"\",1,0.5,0.25",
                         "\"Maya|metalness\", \"float\", \"\", \"\",0.75",
                         "\"Maya|specularRoughness\", \"float\", \"\", \"\",0.125",
                         "\"Maya|emissionColor\", \"Vector3D\", \"Vector\", \"\",0,1,0",
                         "\"Maya|emission\", \"float\", \"\", \"\",0.5"}));
        fbx.link(120, 101);
        const io::Import import = read(fbx.text());
        const Material gold =
            *test::partCalled<MeshPart>(import.document, "Sheet")->mesh->pieces[0].material;
        QCOMPARE(gold.baseColor, (std::array<float, 4>{1, 0.5F, 0.25F, 1}));
        QCOMPARE(gold.metallic, 0.75F);
        QCOMPARE(gold.roughness, 0.125F);
        QCOMPARE(gold.emission, (std::array<float, 3>{0, 0.5F, 0}));
    }

    void whoMadeTheFileIsKept_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("asset");
        FbxText fbx;
        test::addFbxSheet(fbx, 100, "Sheet");
        QByteArray text = fbx.text("Paint 2");
        text.replace("\tCreator: \"Paint 2\"\n",
                     "\tCreator: \"Paint 2\"\n\tSceneInfo: \"SceneInfo::GlobalInfo\", "
                     "\"UserData\" {\n\t\tType: \"UserData\"\n\t\tVersion: 100\n"
                     "\t\tMetaData:  {\n\t\t\tVersion: 100\n\t\t\tTitle: \"\"\n"
                     "\t\t\tAuthor: \"Ada\"\n\t\t\tComment: \"free\"\n\t\t}\n\t}\n");
        QTest::newRow("FBX") << text << QByteArray("in.fbx")
                             << QByteArray(R"({"author": "Ada", "comments": "free"})");
        QTest::newRow("COLLADA")
            << QByteArray(
                   "<?xml version=\"1.0\"?><COLLADA "
                   "xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">"
                   "<asset><contributor><author>Ada</author><authoring_tool>Clay 3</authoring_tool>"
                   "<comments>free</comments><copyright>(c) Ada</copyright></contributor>"
                   "<created>2020-01-01T00:00:00</created><title>Old Man</title></asset>"
                   "<library_visual_scenes><visual_scene id=\"v\"><node id=\"a\" name=\"a\" "
                   "type=\"JOINT\"/></visual_scene></library_visual_scenes><scene>"
                   "<instance_visual_scene url=\"#v\"/></scene></COLLADA>")
            << QByteArray("in.dae")
            << QByteArray(R"({"author": "Ada", "comments": "free", "created": )"
                          R"("2020-01-01T00:00:00", "madeWith": "Clay 3", "title": "Old Man"})");
    }
    void whoMadeTheFileIsKept()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, asset);
        const io::Import import = test::readWritten(folder_, bytes, name.constData());
        const std::filesystem::path out = folder_.filePath("out.glb").toStdString();
        QVERIFY(io::write(import.document, out));
        const Json said = test::partsOf(out)->root["asset"];
        Json extras = said["extras"];
        if (name == "in.fbx") extras.erase("madeWith");
        QCOMPARE(extras, Json::parse(asset.toStdString()));
        QCOMPARE(said.value("copyright", ""), name == "in.dae" ? "(c) Ada" : "");
    }

    void propertiesOfPeopleAreKept()
    {
        FbxText fbx;
        fbx.addModel(100, "Root", "Null", 0,
                     {"\"team\", \"KString\", \"\", \"U\", \"red\"",
                      "\"lives\", \"Integer\", \"\", \"U\",3",
                      "\"RotationActive\", \"bool\", \"\", \"\",1"});
        const io::Import import = read(fbx.text());
        const std::string out = folder_.filePath("kept.glb").toStdString();
        QVERIFY(io::write(import.document, out));
        const Json root = test::partsOf(out)->root;
        QVERIFY(root["nodes"][0]["extras"] == Json({{"team", "red"}, {"lives", 3}}));
    }
};

POSEWRIGHT_TEST(TestForeignContents, posewright::test::runPlain);
#include "tst_foreign_contents.moc"
