#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "core/io/gltf/gltf_format.h"
#include "tests/support/gltf_parts.h"
#include "tests/support/program.h"
#include "tests/support/read_foreign.h"
#include "tests/support/sound_gltf.h"

#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;

namespace {

/// The sound file with its skinned mesh, a camera and a light on the knee, and keys of weights.
nlohmann::json crowdedKnee()
{
    nlohmann::json file = test::soundFile();
    nlohmann::json& knee = file["nodes"][1];
    knee.update({{"mesh", 0}, {"skin", 0}, {"weights", {0.25, 0.5}}, {"camera", 0}});
    knee["translation"] = {0, 1, 0};
    knee["extras"] = {{"mark", 7}};
    knee["extensions"] = {{"KHR_lights_punctual", {{"light", 0}}}};
    file["extensionsUsed"] = {"KHR_lights_punctual"};
    file["extensions"] = {{"KHR_lights_punctual", {{"lights", {{{"type", "point"}}}}}}};
    file["nodes"][2] = {{"name", "lone"}};
    file["accessors"].push_back(
        {{"bufferView", 3}, {"componentType", 5126}, {"type", "SCALAR"}, {"count", 4}});
    nlohmann::json& animation = file["animations"][0];
    animation["samplers"].push_back({{"input", 2}, {"output", file["accessors"].size() - 1}});
    animation["channels"].push_back(
        {{"sampler", 1}, {"target", {{"node", 1}, {"path", "weights"}}}});
    return file;
}

io::Import broughtFrom(const nlohmann::json& file)
{
    auto import = io::gltf::readBytes(file.dump(), "made.gltf", {});
    if (!import) qFatal("%s: %s", import.error().where.c_str(), import.error().message.c_str());
    return *std::move(import);
}

}  // namespace

class TestSplitNodes : public QObject {
    Q_OBJECT

private slots:
    void aJointKeepsItsPlaceAndAllElseHangsOnIt()
    {
        const io::Import import = broughtFrom(crowdedKnee());
        const Document& doc = import.document;
        const Node& knee = (*doc.scene)[doc.scene->find("knee")];
        QVERIFY(knee.bone());
        const auto* mesh = test::partCalled<MeshPart>(doc, "knee mesh");
        QVERIFY(mesh);
        QCOMPARE(mesh->skin, 0);
        QCOMPARE(mesh->morphs, (std::vector<double>{0.25, 0.5}));
        QVERIFY(test::partCalled<CameraPart>(doc, "knee camera"));
        QVERIFY(test::partCalled<LightPart>(doc, "knee light"));
        for (const char* name : {"knee mesh", "knee camera", "knee light"}) {
            const Node& node = (*doc.scene)[doc.scene->find(name)];
            QCOMPARE(node.parent, doc.scene->find("knee"));
            QVERIFY(node.rest == Transform());
        }
        const NodeId moved = (*doc.scene)[doc.scene->find("knee mesh")].id;
        QCOMPARE(doc.clip().track(moved)->morphs.size(), std::size_t(2));
        QVERIFY2(test::saidBy(import).contains("\"knee mesh\", \"knee camera\", \"knee light\""),
                 qPrintable(test::saidBy(import)));
    }

    void whatIsWrittenIsWholeInEveryWay()
    {
        QTemporaryDir dir;
        const Document doc = broughtFrom(crowdedKnee()).document;
        for (const bool plain : {false, true}) {
            io::WriteOptions options;
            options.plain = plain;
            const std::filesystem::path to = dir.filePath("out.glb").toStdString();
            const auto written = io::write(doc, to, options);
            QVERIFY2(written, written ? "" : written.error().message.c_str());
            const nlohmann::json root = test::partsOf(to)->root;
            QCOMPARE(root["nodes"][1]["extras"]["mark"], nlohmann::json(7));
            QVERIFY(!root["nodes"][1].contains("mesh") && !root["nodes"][1].contains("camera"));
            QCOMPARE(root["nodes"][3]["mesh"], nlohmann::json(0));
            QCOMPARE(root["nodes"][3]["weights"], (nlohmann::json{0.25, 0.5}));
            QCOMPARE(root["nodes"][4]["camera"], nlohmann::json(0));
            QCOMPARE(root["animations"][0]["channels"][1]["target"]["node"], nlohmann::json(3));
            QVERIFY(io::read(to));
        }
    }

    /// A camera beside a skinned mesh keeps the place that the mesh does not need.
    void aSkinnedMeshLeavesItsNodeToACamera()
    {
        nlohmann::json file = test::soundFile();
        file["nodes"][2].update({{"name", "seen"}, {"camera", 0}, {"translation", {1, 3, 3}}});
        const Document doc = broughtFrom(file).document;
        QVERIFY(test::partCalled<CameraPart>(doc, "seen"));
        QVERIFY(test::partCalled<MeshPart>(doc, "seen mesh"));
        QTemporaryDir dir;
        const std::filesystem::path to = dir.filePath("out.glb").toStdString();
        QVERIFY(io::write(doc, to));
        QCOMPARE(test::partsOf(to)->root["nodes"][2]["translation"], (nlohmann::json{1, 3, 3}));
    }

    void aPointerToWeightsFollowsTheMesh()
    {
        nlohmann::json file = crowdedKnee();
        nlohmann::json& target = file["animations"][0]["channels"][1]["target"];
        target = {{"path", "pointer"},
                  {"extensions", {{"KHR_animation_pointer", {{"pointer", "/nodes/1/weights/0"}}}}}};
        const Document doc = broughtFrom(file).document;
        QTemporaryDir dir;
        const std::filesystem::path to = dir.filePath("out.glb").toStdString();
        QVERIFY(io::write(doc, to));
        const nlohmann::json::json_pointer where(
            "/animations/0/channels/1/target/extensions/KHR_animation_pointer/pointer");
        QCOMPARE(test::partsOf(to)->root[where], nlohmann::json("/nodes/3/weights/0"));
    }

    /// Copies of the mesh go with it; what is not known stays, and is named.
    void whatIsSaidOfTheMeshGoesWithIt()
    {
        nlohmann::json file = crowdedKnee();
        nlohmann::json& extensions = file["nodes"][1]["extensions"];
        extensions["EXT_mesh_gpu_instancing"] = {{"attributes", {{"TRANSLATION", 0}}}};
        extensions["VENDOR_cloth"] = {{"stiff", 2}};
        file["extensionsUsed"] = {"KHR_lights_punctual", "EXT_mesh_gpu_instancing", "VENDOR_cloth"};
        const io::Import import = broughtFrom(file);
        const Diagnostic& told = import.diagnostics.at(1);
        QCOMPARE(told.where, std::string("/nodes/1/extensions/VENDOR_cloth"));
        QCOMPARE(told.message, std::string("what the extension \"VENDOR_cloth\" says stays with "
                                           "node 1, of which parts have nodes of their own"));
        QTemporaryDir dir;
        const std::filesystem::path to = dir.filePath("out.glb").toStdString();
        QVERIFY(io::write(import.document, to));
        const nlohmann::json nodes = test::partsOf(to)->root["nodes"];
        QCOMPARE(nodes[3]["mesh"], nlohmann::json(0));
        QCOMPARE(nodes[3]["extensions"]["EXT_mesh_gpu_instancing"]["attributes"]["TRANSLATION"],
                 nlohmann::json(0));
        QVERIFY(!nodes[1]["extensions"].contains("EXT_mesh_gpu_instancing"));
        QCOMPARE(nodes[1]["extensions"]["VENDOR_cloth"]["stiff"], nlohmann::json(2));
    }

    void oneThingOnANodeStaysThere()
    {
        const io::Import import = broughtFrom(test::soundFile());
        QCOMPARE(import.document.scene->size(), 3);
        QVERIFY(!test::saidBy(import).contains("nodes of its own"));
    }
};

POSEWRIGHT_TEST(TestSplitNodes, posewright::test::runPlain);
#include "tst_split_nodes.moc"
