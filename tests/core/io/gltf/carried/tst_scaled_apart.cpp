#include "core/io/format.h"
#include "tests/support/gltf_parts.h"
#include "tests/support/program.h"
#include "tests/support/saved_gltf.h"
#include "tests/support/sound_gltf.h"
#include "tests/support/written_file.h"

#include <QTest>

#include <map>
#include <string>
#include <vector>

using namespace posewright;
using test::Json;

namespace {

constexpr double kFactor = 2;

Json accessorOn(int view, const char* type)
{
    return {{"bufferView", view}, {"componentType", 5126}, {"type", type}, {"count", 3}};
}

/// The lists of attributes of the first primitive and the copies of the first node, with the
/// numbers of each attribute in place of its accessor.
std::map<std::string, std::vector<double>> numbersIn(const test::GltfParts& file)
{
    std::map<std::string, std::vector<double>> out;
    const auto take = [&](const std::string& list, const Json& attributes) {
        for (const auto& [name, row] : attributes.items())
            out[list + name] = test::components(file, row.get<std::size_t>());
    };
    const Json& primitive = file.root["meshes"][0]["primitives"][0];
    take("", primitive["attributes"]);
    for (std::size_t target = 0; target < primitive["targets"].size(); ++target)
        take("target " + std::to_string(target) + ' ', primitive["targets"][target]);
    const Json::json_pointer copies("/nodes/0/extensions/EXT_mesh_gpu_instancing/attributes");
    if (file.root.contains(copies)) take("copies ", file.root[copies]);
    return out;
}

}  // namespace

/// Lengths that share their numbers with what is no length.
class TestScaledApart : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;

private slots:
    void onlyLengthsAreScaled_data()
    {
        QTest::addColumn<QByteArray>("text");
        const auto add = [](const char* row, auto&& change) {
            Json file = test::soundFile();
            change(file, file["meshes"][0]["primitives"][0]);
            QTest::newRow(row) << QByteArray::fromStdString(file.dump());
        };
        add("nothing is shared", [](Json&, Json&) {});
        add("the accessor of normals", [](Json& file, Json& primitive) {
            primitive["attributes"]["POSITION"] = 1;
            file["accessors"][1]["min"] = file["accessors"][1]["max"] = {0, 0, 1};
        });
        add("that of normals of a morph",
            [](Json&, Json& primitive) { primitive["targets"][0]["NORMAL"] = 0; });
        add("that of an attribute of someone's own",
            [](Json&, Json& primitive) { primitive["attributes"]["_SHAPE"] = 0; });
        add("the view", [](Json& file, Json& primitive) {
            primitive["attributes"]["TEXCOORD_0"] = file["accessors"].size();
            file["accessors"].push_back(accessorOn(0, "VEC2"));
        });
        add("the bytes of another view", [](Json& file, Json& primitive) {
            primitive["attributes"]["_SHAPE"] = file["accessors"].size();
            file["accessors"].push_back(accessorOn(int(file["bufferViews"].size()), "SCALAR"));
            file["bufferViews"].push_back({{"buffer", 0}, {"byteOffset", 24}, {"byteLength", 12}});
        });
        add("sizes of copies", [](Json& file, Json&) {
            file["nodes"][0]["extensions"]["EXT_mesh_gpu_instancing"]["attributes"] = {
                {"TRANSLATION", 1}, {"SCALE", 1}};
            file["extensionsUsed"] = {"EXT_mesh_gpu_instancing"};
        });
    }
    void onlyLengthsAreScaled()
    {
        QFETCH(QByteArray, text);
        const auto in = test::writtenFile(dir_.filePath("in.gltf"), text);
        const auto before = test::partsOf(in);
        QVERIFY(before);
        for (const bool reading : {true, false})
            for (const bool plain : {true, false}) {
                io::ReadOptions as;
                if (reading) as.scale = kFactor;
                const auto doc = io::read(in, as);
                QVERIFY(doc);
                io::WriteOptions to;
                to.plain = plain;
                if (!reading) to.scale = kFactor;
                const std::filesystem::path out = dir_.filePath("out.glb").toStdString();
                const auto written = io::write(doc->document, out, to);
                QVERIFY2(written, written ? "" : written.error().message.c_str());
                const auto after = test::partsOf(out);
                QVERIFY(after);
                auto wanted = numbersIn(*before);
                for (auto& [name, numbers] : wanted)
                    if (name.ends_with("POSITION") || name.ends_with("TRANSLATION"))
                        for (double& number : numbers) number *= kFactor;
                QVERIFY(wanted == numbersIn(*after));
                const auto again = io::read(out);
                QVERIFY(again);
                QCOMPARE(test::linesOf(again->diagnostics), QStringList{});
            }
    }
};

POSEWRIGHT_TEST(TestScaledApart, posewright::test::runPlain);
#include "tst_scaled_apart.moc"
