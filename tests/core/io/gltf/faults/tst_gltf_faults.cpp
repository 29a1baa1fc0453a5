#include "core/io/gltf/gltf_format.h"
#include "tests/support/program.h"

#include <QByteArray>
#include <QTest>
#include <nlohmann/json.hpp>

#include <functional>

using namespace posewright;

namespace {

/// A skinned triangle of two morph targets, with a material, a camera and an animation: sound.
nlohmann::json soundFile()
{
    std::vector<float> floats{0, 0, 0, 1, 0, 0, 0, 1, 0,  // positions
                              0, 0, 1, 0, 0, 1, 0, 0, 1,  // normals
                              0, 1,                       // times
                              0, 0, 0, 1, 0, 0, 0, 1};    // rotations
    for (int m = 0; m < 2; ++m)
        for (int i = 0; i < 16; ++i) floats.push_back(i % 5 == 0 ? 1.F : 0.F);
    for (int i = 0; i < 3; ++i) floats.insert(floats.end(), {1, 0, 0, 0});  // weights
    QByteArray bytes(reinterpret_cast<const char*>(floats.data()),
                     qsizetype(floats.size() * sizeof(float)));
    bytes.append(QByteArray(24, '\0'));  // joints, as 16 bits
    const std::string uri =
        "data:application/octet-stream;base64," + bytes.toBase64().toStdString();
    const auto view = [](int at, int length) {
        return nlohmann::json{{"buffer", 0}, {"byteOffset", at}, {"byteLength", length}};
    };
    const auto accessor = [](int row, int type, const char* shape, int count) {
        return nlohmann::json{
            {"bufferView", row}, {"componentType", type}, {"type", shape}, {"count", count}};
    };
    nlohmann::json file = {
        {"asset", {{"version", "2.0"}}},
        {"buffers", {{{"uri", uri}, {"byteLength", bytes.size()}}}},
        {"bufferViews",
         {view(0, 36), view(36, 36), view(72, 8), view(80, 32), view(112, 128), view(240, 48),
          view(288, 24)}},
        {"accessors",
         {accessor(0, 5126, "VEC3", 3), accessor(1, 5126, "VEC3", 3),
          accessor(2, 5126, "SCALAR", 2), accessor(3, 5126, "VEC4", 2),
          accessor(4, 5126, "MAT4", 2), accessor(5, 5126, "VEC4", 3),
          accessor(6, 5123, "VEC4", 3)}},
        {"materials", {{{"pbrMetallicRoughness", {{"metallicFactor", 0}}}}}},
        {"cameras", {{{"type", "perspective"}, {"perspective", {{"yfov", 1}, {"znear", 1}}}}}},
        {"meshes",
         {{{"primitives",
            {{{"attributes", {{"POSITION", 0}, {"NORMAL", 1}, {"JOINTS_0", 6}, {"WEIGHTS_0", 5}}},
              {"material", 0},
              {"targets", {{{"POSITION", 0}}, {{"POSITION", 0}}}}}}},
           {"weights", {0, 1}}}}},
        {"nodes",
         {{{"name", "hip"}, {"children", {1}}}, {{"name", "knee"}}, {{"mesh", 0}, {"skin", 0}}}},
        {"skins", {{{"joints", {0, 1}}, {"inverseBindMatrices", 4}}}},
        {"animations",
         {{{"samplers", {{{"input", 2}, {"output", 3}}}},
           {"channels", {{{"sampler", 0}, {"target", {{"node", 1}, {"path", "rotation"}}}}}}}}},
        {"scenes", {{{"nodes", {0, 2}}}}}};
    file["accessors"][0]["min"] = {0, 0, 0};
    file["accessors"][0]["max"] = {1, 1, 0};
    file["accessors"][2]["min"] = nlohmann::json::array({0});
    file["accessors"][2]["max"] = nlohmann::json::array({1});
    return file;
}

struct FaultCase {
    const char* where;
    std::function<void(nlohmann::json&)> spoil;
};

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
        const Result<io::Import> import = readJson(soundFile());
        QVERIFY2(import, import ? "" : import.error().message.c_str());
        for (const Diagnostic& told : import->diagnostics)
            QVERIFY2(false, (told.where + ": " + told.message).c_str());
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
        nlohmann::json file = soundFile();
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
        add("values of something else", "/animations/0/samplers/0/output",
            [](nlohmann::json& f) { f["animations"][0]["samplers"][0]["output"] = 5; });
    }
    void whatIsRefusedNamesTheNumberThatIsWrong()
    {
        QFETCH(QString, where);
        QFETCH(std::function<void(nlohmann::json&)>, spoil);
        nlohmann::json file = soundFile();
        spoil(file);
        const Result<io::Import> import = readJson(file);
        QVERIFY(!import);
        QCOMPARE(QString::fromStdString(import.error().where), "broken.gltf#" + where);
    }

    void aThousandFaultsAreSummedUp()
    {
        nlohmann::json file = soundFile();
        for (int i = 0; i < 1000; ++i) file["cameras"].push_back(nlohmann::json::object());
        const Result<io::Import> import = readJson(file);
        QVERIFY(import);
        QCOMPARE(import->diagnostics.size(), std::size_t(51));
        QVERIFY(import->diagnostics.back().message.starts_with("950 more"));
    }

    void wholeNumbersMayBeWrittenAsFractions()
    {
        nlohmann::json file = soundFile();
        file["nodes"][0]["children"][0] = 1.0;
        QVERIFY(readJson(file));
        file["nodes"][0]["children"][0] = 1.5;
        QVERIFY(!readJson(file));
    }
};

POSEWRIGHT_TEST(TestGltfFaults, posewright::test::runPlain);
#include "tst_gltf_faults.moc"
