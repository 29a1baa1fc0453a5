#include "core/io/gltf/gltf_format.h"
#include "tests/support/program.h"
#include "tests/support/sound_gltf.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <functional>

using namespace posewright;

namespace {

struct FaultCase {
    const char* where;
    std::function<void(nlohmann::json&)> spoil;
};

/// Adds a spot that nothing is wrong with.
nlohmann::json& light(nlohmann::json& file)
{
    file["extensionsUsed"] = {"KHR_lights_punctual"};
    nlohmann::json& lights = file["extensions"]["KHR_lights_punctual"]["lights"];
    lights = {{{"type", "spot"}, {"spot", {{"outerConeAngle", 0.7}}}}};
    return lights[0];
}

// Long: a row for each fault of a file.
const std::vector<FaultCase>& faultCases()
{
    static const std::vector<FaultCase> kCases{
        {"/textures", [](nlohmann::json& f) { f["textures"] = nlohmann::json::array(); }},
        {"/samplers", [](nlohmann::json& f) { f["samplers"] = nlohmann::json::object(); }},
        {"/nodes/1/children",
         [](nlohmann::json& f) { f["nodes"][1]["children"] = nlohmann::json::array(); }},
        {"/extensions/EXT_other",
         [](nlohmann::json& f) { f["extensions"]["EXT_other"] = nlohmann::json::object(); }},
        {"/extensionsUsed/1",
         [](nlohmann::json& f) {
             f["extensionsUsed"] = {"EXT_a", "EXT_a"};
         }},
        {"/accessors/0/max",
         [](nlohmann::json& f) {
             f["accessors"][0]["max"] = {1, 1, 0.5};
         }},
        {"/accessors/1/normalized",
         [](nlohmann::json& f) { f["accessors"][1]["normalized"] = true; }},
        {"/animations/0/samplers/0/input",
         [](nlohmann::json& f) { f["accessors"][2].erase("min"); }},
        {"/animations/0/samplers/0/input",
         [](nlohmann::json& f) { f["accessors"][2].erase("bufferView"); }},
        {"broken.gltf#/accessors/7/type",
         [](nlohmann::json& f) {
             f["accessors"].push_back({{"componentType", 5126}, {"count", 1}, {"type", "VEC5"}});
         }},
        {"broken.gltf#/buffers/1",
         [](nlohmann::json& f) {
             f["buffers"].push_back({{"uri", "http://example.com/a.bin"}, {"byteLength", 4}});
             f["bufferViews"].push_back({{"buffer", 1}, {"byteLength", 4}});
             f["accessors"].push_back(
                 {{"bufferView", 7}, {"componentType", 5126}, {"count", 1}, {"type", "SCALAR"}});
         }},
        {"/animations/0/channels/0/target/node",
         [](nlohmann::json& f) {
             f["nodes"][1]["matrix"] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
         }},
        {"/cameras/0/perspective",
         [](nlohmann::json& f) { f["cameras"][0]["perspective"]["zfar"] = 0.5; }},
        {"/cameras/0", [](nlohmann::json& f) { f["cameras"][0].erase("type"); }},
        {"/materials/0/pbrMetallicRoughness/baseColorTexture/index",
         [](nlohmann::json& f) {
             f["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"] = {{"index", 3}};
         }},
        {"/meshes/0/primitives/0/material",
         [](nlohmann::json& f) {
             f["textures"] = {nlohmann::json::object()};
             f["materials"][0]["normalTexture"] = {{"index", 0}};
         }},
        {"/meshes/0/primitives/0/attributes/COLOUR",
         [](nlohmann::json& f) { f["meshes"][0]["primitives"][0]["attributes"]["COLOUR"] = 0; }},
        {"/meshes/0/primitives/0/attributes/_EXTRA",
         [](nlohmann::json& f) { f["meshes"][0]["primitives"][0]["attributes"]["_EXTRA"] = 2; }},
        {"/meshes/0/primitives/0/targets/1/TANGENT",
         [](nlohmann::json& f) { f["meshes"][0]["primitives"][0]["targets"][1]["TANGENT"] = 1; }},
        {"/meshes/0/weights",
         [](nlohmann::json& f) {
             f["meshes"][0]["weights"] = {0, 1, 0};
         }},
        {"/nodes/2/weights", [](nlohmann::json& f) { f["nodes"][2]["weights"] = {0}; }},
        {"/nodes/0/skin", [](nlohmann::json& f) { f["nodes"][0]["skin"] = 0; }},
        {"/skins/0/joints", [](nlohmann::json& f) { f["nodes"][0].erase("children"); }},
        {"/skins/0/skeleton", [](nlohmann::json& f) { f["skins"][0]["skeleton"] = 2; }},
        {"/skins/0/inverseBindMatrices",
         [](nlohmann::json& f) {
             f["bufferViews"][4]["byteOffset"] = 108;  // a number too early
         }},
        {"/bufferViews/0/byteStride",
         [](nlohmann::json& f) {
             f["bufferViews"][0]["byteStride"] = 12;
             f["bufferViews"][0]["target"] = 34963;
         }},
        {"/cameras/0/perspective/yfov",
         [](nlohmann::json& f) { f["cameras"][0]["perspective"]["yfov"] = -1; }},
        {"/materials/0/pbrMetallicRoughness/roughnessFactor",
         [](nlohmann::json& f) {
             f["materials"][0]["pbrMetallicRoughness"]["roughnessFactor"] = 7;
         }},
        {"/materials/0/pbrMetallicRoughness/baseColorFactor",
         [](nlohmann::json& f) {
             f["materials"][0]["pbrMetallicRoughness"]["baseColorFactor"] = {1, 2, 0, 1};
         }},
        {"/materials/0/alphaMode",
         [](nlohmann::json& f) { f["materials"][0]["alphaMode"] = "GLASS"; }},
        {"/extensions/KHR_lights_punctual/lights/0/intensity",
         [](nlohmann::json& f) { light(f)["intensity"] = -1; }},
        {"/extensions/KHR_lights_punctual/lights/0/color",
         [](nlohmann::json& f) {
             light(f)["color"] = {2, 1, 1};
         }},
        {"/extensions/KHR_lights_punctual/lights/0",
         [](nlohmann::json& f) { light(f).erase("type"); }},
        {"/extensions/KHR_lights_punctual/lights/0/spot",
         [](nlohmann::json& f) { light(f)["spot"]["innerConeAngle"] = 0.8; }},
        {"/nodes/1/extensions/KHR_lights_punctual/light",
         [](nlohmann::json& f) {
             light(f);
             f["nodes"][1]["extensions"]["KHR_lights_punctual"]["light"] = 3;
         }},
    };
    return kCases;
}

}  // namespace

/// What breaks the specification and is read all the same is told, with its place.
class TestGltfFaults : public QObject {
    Q_OBJECT

    static Result<io::Import> readJson(const nlohmann::json& file)
    {
        return io::gltf::readBytes(file.dump(), "broken.gltf", {});
    }

private slots:
    void aSoundFileIsReadWithoutAWord()
    {
        const Result<io::Import> import = readJson(test::soundFile());
        QVERIFY2(import, import ? "" : import.error().message.c_str());
        for (const Diagnostic& told : import->diagnostics)
            QVERIFY2(false, (told.where + ": " + told.message).c_str());
    }

    void aSoundLightIsReadWithoutAWord()
    {
        nlohmann::json file = test::soundFile();
        light(file);
        file["nodes"].push_back({{"extensions", {{"KHR_lights_punctual", {{"light", 0}}}}}});
        file["scenes"][0]["nodes"].push_back(3);
        const Result<io::Import> import = readJson(file);
        QVERIFY(import);
        for (const Diagnostic& told : import->diagnostics)
            QVERIFY2(false, (told.where + ": " + told.message).c_str());
    }

    void picturesOfOtherTypesAreRightWhereAnExtensionNamesThem_data()
    {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("extension");
        const QByteArray webp("RIFF\x04\0\0\0WEBP", 12);
        QTest::newRow("WebP") << QByteArray("image/webp") << webp << "EXT_texture_webp";
        QTest::newRow("KTX2") << QByteArray("image/ktx2") << QByteArray("\xABKTX 20\xBB\r\n\x1A\n")
                              << "KHR_texture_basisu";
    }
    void picturesOfOtherTypesAreRightWhereAnExtensionNamesThem()
    {
        QFETCH(QByteArray, type);
        QFETCH(QByteArray, bytes);
        QFETCH(QString, extension);
        const auto told = [&](bool extended) {
            nlohmann::json file = test::soundFile();
            const QByteArray uri = "data:" + type + ";base64," + bytes.toBase64();
            file["images"] = {{{"uri", uri.toStdString()}}};
            nlohmann::json texture = {{"source", 0}};
            if (extended) {
                file["extensionsUsed"] = {extension.toStdString()};
                texture = {{"extensions", {{extension.toStdString(), {{"source", 0}}}}}};
            }
            file["textures"] = {texture};
            file["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"] = {{"index", 0}};
            QStringList out;
            const Result<io::Import> import = readJson(file);
            if (!import) return QString::fromStdString(import.error().message);
            for (const Diagnostic& one : import->diagnostics)
                out << QString::fromStdString(one.message);
            return out.join('\n');
        };
        const QString wrong = "glTF has image/png and image/jpeg";
        QVERIFY2(!told(true).contains(wrong), qPrintable(told(true)));
        QVERIFY2(told(false).contains(wrong), qPrintable(told(false)));
    }

    void mendedWeightsAreToldForPeople_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("wrong");
        QTest::addColumn<QString>("said");
        QTest::newRow("one") << "Body" << 1
                             << "1 vertex of \"Body\" had weights that do not add up to 1; they "
                                "were normalised";
        QTest::newRow("three")
            << "" << 3
            << "3 vertices of mesh 1 had weights that do not add up to 1; they were "
               "normalised";
    }
    void mendedWeightsAreToldForPeople()
    {
        QFETCH(QString, name);
        QFETCH(int, wrong);
        QFETCH(QString, said);
        nlohmann::json file = test::soundFile();
        std::string& uri = file["buffers"][0]["uri"].get_ref<std::string&>();
        const std::size_t head = uri.find(',') + 1;
        QByteArray bytes = QByteArray::fromBase64(QByteArray::fromStdString(uri.substr(head)));
        const float half = 0.5F;
        for (int vertex = 0; vertex < wrong; ++vertex)
            bytes.replace(240 + 16 * vertex, 4, reinterpret_cast<const char*>(&half), 4);
        uri = uri.substr(0, head) + bytes.toBase64().toStdString();
        if (!name.isEmpty()) file["meshes"][0]["name"] = name.toStdString();
        const Result<io::Import> import = readJson(file);
        QVERIFY(import);
        QCOMPARE(import->diagnostics.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(import->diagnostics[0].message), said);
        QVERIFY(
            import->diagnostics[0].where.ends_with("/meshes/0/primitives/0/attributes/WEIGHTS_0"));
    }

    void eachFaultIsToldWithItsPlace_data()
    {
        QTest::addColumn<int>("row");
        for (int row = 0; row < std::ssize(faultCases()); ++row)
            QTest::newRow(faultCases()[row].where) << row;
    }
    void eachFaultIsToldWithItsPlace()
    {
        QFETCH(int, row);
        const FaultCase& broken = faultCases()[row];
        nlohmann::json file = test::soundFile();
        broken.spoil(file);
        const Result<io::Import> import = readJson(file);
        QVERIFY2(import, import ? "" : (import.error().where + import.error().message).c_str());
        QStringList told;
        for (const Diagnostic& one : import->diagnostics)
            told << QString::fromStdString(one.where + ": " + one.message);
        QVERIFY2(std::ranges::any_of(import->diagnostics,
                                     [&](const Diagnostic& d) { return d.where == broken.where; }),
                 qPrintable(told.join('\n')));
    }

    void whatIsRefusedNamesTheNumberThatIsWrong_data()
    {
        using Spoil = std::function<void(nlohmann::json&)>;
        QTest::addColumn<QString>("where");
        QTest::addColumn<Spoil>("spoil");
        const auto add = [](const char* name, const char* where, Spoil spoil) {
            QTest::newRow(name) << QString(where) << std::move(spoil);
        };
        add("all that is used is there", "/buffers/0/byteLength",
            [](nlohmann::json& f) { f["buffers"][0]["byteLength"] = 100'000; });
        add("more is used, and there", "/buffers/0/byteLength",
            [](nlohmann::json& f) { f["buffers"][0]["byteLength"] = 16; });
        add("what is used is not there", "/buffers/0/uri", [](nlohmann::json& f) {
            f["buffers"][0]["uri"] = "data:application/octet-stream;base64,AAAA";
        });
        add("what is used is nowhere", "/bufferViews/6/byteLength",
            [](nlohmann::json& f) { f["bufferViews"][6]["byteLength"] = 1 << 20; });
        add("more values are there", "/accessors/3/count",
            [](nlohmann::json& f) { f["accessors"][3]["count"] = 1; });
        add("enough values for lines", "/animations/0/samplers/0/interpolation",
            [](nlohmann::json& f) {
                f["animations"][0]["samplers"][0]["interpolation"] = "CUBICSPLINE";
            });
        add("a type that is used", "/accessors/3/type",
            [](nlohmann::json& f) { f["accessors"][3]["type"] = "VEC5"; });
        add("a buffer that is used and elsewhere", "/buffers/0/uri",
            [](nlohmann::json& f) { f["buffers"][0]["uri"] = "http://example.com/a.bin"; });
        add("a sparse part that is used and elsewhere", "/buffers/1/uri", [](nlohmann::json& f) {
            f["buffers"].push_back({{"uri", "http://example.com/a.bin"}, {"byteLength", 16}});
            f["bufferViews"].push_back({{"buffer", 1}, {"byteLength", 16}});
            f["accessors"][3]["sparse"] = {
                {"count", 1},
                {"indices", {{"bufferView", 6}, {"componentType", 5123}}},
                {"values", {{"bufferView", 7}}}};
        });
        add("values of something else", "/animations/0/samplers/0/output",
            [](nlohmann::json& f) { f["animations"][0]["samplers"][0]["output"] = 5; });
    }
    void whatIsRefusedNamesTheNumberThatIsWrong()
    {
        QFETCH(QString, where);
        QFETCH(std::function<void(nlohmann::json&)>, spoil);
        nlohmann::json file = test::soundFile();
        spoil(file);
        const Result<io::Import> import = readJson(file);
        QVERIFY(!import);
        QCOMPARE(QString::fromStdString(import.error().where), "broken.gltf#" + where);
    }

    void aThousandFaultsAreSummedUp()
    {
        nlohmann::json file = test::soundFile();
        for (int i = 0; i < 1000; ++i) file["cameras"].push_back(nlohmann::json::object());
        const Result<io::Import> import = readJson(file);
        QVERIFY(import);
        QCOMPARE(import->diagnostics.size(), std::size_t(51));
        QVERIFY(import->diagnostics.back().message.starts_with("950 more"));
    }

    void wholeNumbersMayBeWrittenAsFractions()
    {
        nlohmann::json file = test::soundFile();
        file["nodes"][0]["children"][0] = 1.0;
        QVERIFY(readJson(file));
        file["nodes"][0]["children"][0] = 1.5;
        QVERIFY(!readJson(file));
    }
};

POSEWRIGHT_TEST(TestGltfFaults, posewright::test::runPlain);
#include "tst_gltf_faults.moc"
