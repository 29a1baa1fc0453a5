#include "core/io/gltf/gltf_format.h"
#include "tests/support/program.h"

#include <QByteArray>
#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;

/// Files of motion have no skin that would name their joints.
class TestMotionAlone : public QObject {
    Q_OBJECT

    /// So many nodes below one another, each turned; beside them an animated camera.
    static nlohmann::json chain(int nodes)
    {
        const float floats[] = {0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
        const QByteArray bytes(reinterpret_cast<const char*>(floats), sizeof floats);
        nlohmann::json file = {
            {"asset", {{"version", "2.0"}}},
            {"buffers",
             {{{"uri", "data:application/octet-stream;base64," + bytes.toBase64().toStdString()},
               {"byteLength", bytes.size()}}}},
            {"bufferViews",
             {{{"buffer", 0}, {"byteLength", 8}},
              {{"buffer", 0}, {"byteOffset", 8}, {"byteLength", 32}}}},
            {"accessors",
             {{{"bufferView", 0},
               {"componentType", 5126},
               {"type", "SCALAR"},
               {"count", 2},
               {"min", {0}},
               {"max", {1}}},
              {{"bufferView", 1}, {"componentType", 5126}, {"type", "VEC4"}, {"count", 2}}}},
            {"cameras", {{{"type", "perspective"}, {"perspective", {{"yfov", 1}, {"znear", 1}}}}}}};
        file["animations"][0]["samplers"] = {{{"input", 0}, {"output", 1}}};
        for (int i = 0; i <= nodes; ++i) {
            nlohmann::json node = {{"name", i == nodes ? "camera" : "node" + std::to_string(i)}};
            if (i + 1 < nodes) node["children"] = nlohmann::json::array({i + 1});
            if (i == nodes) node["camera"] = 0;
            file["nodes"].push_back(node);
            file["animations"][0]["channels"].push_back(
                {{"sampler", 0}, {"target", {{"node", i}, {"path", "rotation"}}}});
        }
        file["scenes"] = {{{"nodes", {0, nodes}}}};
        return file;
    }

private slots:
    void animatedNodesBelowOneAnotherAreBones_data()
    {
        QTest::addColumn<int>("nodes");
        QTest::addColumn<int>("bones");
        QTest::newRow("one") << 1 << 0;
        QTest::newRow("two") << 2 << 0;
        QTest::newRow("three") << 3 << 3;
        QTest::newRow("twenty") << 20 << 20;
    }
    void animatedNodesBelowOneAnotherAreBones()
    {
        QFETCH(int, nodes);
        QFETCH(int, bones);
        const Result<io::Import> import =
            io::gltf::readBytes(chain(nodes).dump(), "motion.gltf", {});
        QVERIFY2(import, import ? "" : import.error().message.c_str());
        const Scene& scene = *import->document.scene;
        QCOMPARE(scene.size(), nodes + 1);
        int found = 0;
        for (const Node& node : scene.nodes()) found += node.bone() != nullptr;
        QCOMPARE(found, bones);
        QVERIFY(!scene[scene.find("camera")].bone());
    }
};

POSEWRIGHT_TEST(TestMotionAlone, posewright::test::runPlain);
#include "tst_motion_alone.moc"
