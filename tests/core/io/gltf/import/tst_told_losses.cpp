#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "core/io/gltf/gltf_format.h"
#include "tests/support/program.h"
#include "tests/support/saved_gltf.h"
#include "tests/support/sound_gltf.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <utility>

using namespace posewright;

namespace {

io::Import read(const std::string& bytes)
{
    const auto import = io::gltf::readBytes(bytes, "made.gltf", {});
    if (!import) qFatal("%s: %s", import.error().where.c_str(), import.error().message.c_str());
    return *import;
}

/// A chunk of a GLB file.
std::string chunk(std::uint32_t type, std::string bytes)
{
    const auto size = static_cast<std::uint32_t>(bytes.size());
    std::string out(8, '\0');
    std::memcpy(out.data(), &size, 4);
    std::memcpy(out.data() + 4, &type, 4);
    return out + bytes;
}

std::string glb(const std::string& chunks)
{
    const auto size = static_cast<std::uint32_t>(12 + chunks.size());
    std::string out("glTF\2\0\0\0....", 12);
    std::memcpy(out.data() + 8, &size, 4);
    return out + chunks;
}

std::string jsonChunk()
{
    std::string json = test::soundFile().dump();
    json.append((4 - json.size() % 4) % 4, ' ');
    return chunk(0x4E4F534A, json);
}

}  // namespace

/// What of a file is not kept, or not shown, is told with its place.
class TestToldLosses : public QObject {
    Q_OBJECT

private slots:
    void chunksThatNobodyKnowsAreTold()
    {
        const std::string json = jsonChunk();
        const std::string at = "made.gltf@" + std::to_string(12 + json.size());
        const io::Import one = read(glb(json + chunk(0x41544144, "somedata")));
        QCOMPARE(test::linesOf(one.diagnostics),
                 QStringList{QString::fromStdString(
                     at + " a chunk \"DATA\" of 8 bytes is unknown, and left out")});
        std::string many = json;
        for (int i = 0; i < 1000; ++i) many += chunk(0x41544144, "four");
        QCOMPARE(test::linesOf(read(glb(many)).diagnostics),
                 QStringList{QString::fromStdString(
                     at + " 1000 chunks of 4000 bytes in all are unknown, and left out; the "
                          "first is \"DATA\"")});
    }

    void bytesThatNoBufferNamesAreTold()
    {
        const std::string json = jsonChunk();
        const std::size_t at = 12 + json.size() + 8;
        const io::Import beside = read(glb(json + chunk(0x004E4942, std::string(64, 'x'))));
        QCOMPARE(test::linesOf(beside.diagnostics),
                 QStringList{QString("made.gltf@%1 64 bytes of the binary chunk are of no buffer, "
                                     "and are left out")
                                 .arg(at)});
        // Three bytes are padding.
        QVERIFY(read(glb(json + chunk(0x004E4942, {}))).diagnostics.empty());
    }

    void numbersThatAreNotKeptAreTold()
    {
        nlohmann::json file = test::soundFile();
        file["extras"] = {{"a", 111}, {"b", 222}, {"c", 333}, {"d", 444}};
        std::string text = file.dump();
        const auto put = [&](const std::string& from, const std::string& to) {
            text.replace(text.find(":" + from) + 1, from.size(), to);
        };
        put("111", "12345678901234567890123");
        put("222", "1e-400");
        put("333", "100000000000000000000");  // a double has all its digits
        put("444", "-9223372036854775808");
        const auto at = [&](const char* number) {
            return "made.gltf@" + QString::number(text.find(number)) + " the number \"" + number +
                   "\" has more digits, or is nearer to 0, than can be kept";
        };
        QCOMPARE(test::linesOf(read(text).diagnostics),
                 (QStringList{at("12345678901234567890123"), at("1e-400")}));
        std::string now = "1e-400";
        for (const char* tiny : {"1000e-328", "0.0123E-330", "5e-99999999999999999999"}) {
            put(std::exchange(now, tiny), tiny);
            QCOMPARE(test::linesOf(read(text).diagnostics),
                     (QStringList{at("12345678901234567890123"), at(tiny)}));
        }
        for (const char* huge : {"1e400", "0.001e312", "123.5E+400", "5e99999999999999999999"}) {
            put(std::exchange(now, huge), huge);
            const auto refused = io::gltf::readBytes(text, "made.gltf", {});
            QVERIFY2(!refused, huge);
            QCOMPARE(refused.error().where, "made.gltf@" + std::to_string(text.find(huge)));
        }
    }

    void aPathThatIsNoneIsTold()
    {
        nlohmann::json file = test::soundFile();
        nlohmann::json other = file["animations"][0]["channels"][0];
        other["target"]["path"] = "shear";
        file["animations"][0]["channels"].push_back(other);
        const io::Import import = read(file.dump());
        QCOMPARE(test::linesOf(import.diagnostics),
                 QStringList{"/animations/0/channels/1/target/path there is no path \"shear\": "
                             "these keys move nothing"});
        QCOMPARE(
            test::savedGltf(import.document).root["animations"][0]["channels"][1]["target"]["path"],
            nlohmann::json("shear"));
    }

    void whereZerosAreRefusedTheBufferIsNamed_data()
    {
        QTest::addColumn<int>("row");
        QTest::newRow("of several") << 1;
        QTest::newRow("the only one") << 0;
    }
    void whereZerosAreRefusedTheBufferIsNamed()
    {
        QFETCH(int, row);
        nlohmann::json file = test::soundFile();
        if (row == 0) {
            file["buffers"][0].erase("uri");
        } else {
            file["buffers"].push_back({{"byteLength", 8}});
            file["bufferViews"][2] = {{"buffer", 1}, {"byteLength", 8}};
        }
        const auto import = io::gltf::readBytes(file.dump(), "made.gltf", {});
        QVERIFY(!import);
        QCOMPARE(QString::fromStdString(import.error().where),
                 QString("made.gltf#/buffers/%1/uri").arg(row));
        QVERIFY2(import.error().message.starts_with("the buffer has no uri, and with zeros in its "
                                                    "place the file is refused: "),
                 import.error().message.c_str());
        // What has nothing to do with it keeps its place.
        file["nodes"][0]["children"] = {77};
        const auto other = io::gltf::readBytes(file.dump(), "made.gltf", {});
        QVERIFY(!other);
        QCOMPARE(QString::fromStdString(other.error().where),
                 QString("made.gltf#/nodes/0/children/0"));
    }

    void whatABufferWithoutUriHoldsIsTakenAsZeros()
    {
        nlohmann::json file = test::soundFile();
        file["nodes"].erase(2);
        file["nodes"].push_back({{"name", "box"}, {"mesh", 0}});
        file["buffers"].push_back({{"byteLength", 36}});
        file["bufferViews"].push_back({{"buffer", 1}, {"byteLength", 36}});
        file["accessors"].push_back({{"bufferView", 7},
                                     {"componentType", 5126},
                                     {"type", "VEC3"},
                                     {"count", 3},
                                     {"min", {0, 0, 0}},
                                     {"max", {0, 0, 0}}});
        file["meshes"][0] = {{"primitives", {{{"attributes", {{"POSITION", 7}}}}}}};
        const io::Import import = read(file.dump());
        QCOMPARE(test::linesOf(import.diagnostics),
                 QStringList{"made.gltf#/buffers/1 the buffer has no uri, and what it holds is "
                             "not known: zeros are taken"});
        const Node& box = (*import.document.scene)[import.document.scene->find("box")];
        QCOMPARE(std::get<MeshPart>(box.part).mesh->positions.size(), std::size_t(3));
    }

    void aLaterMinorVersionIsReadAsThisOne()
    {
        nlohmann::json file = test::soundFile();
        file["asset"] = {{"version", "2.1"}, {"minVersion", "2.1"}};
        QCOMPARE(test::linesOf(read(file.dump()).diagnostics),
                 QStringList{"made.gltf#/asset/minVersion the file needs glTF \"2.1\", and is "
                             "read as 2.0: what is new there is not seen"});
        for (const char* beyond : {"3.0", "2.2"}) {
            file["asset"]["minVersion"] = beyond;
            QVERIFY(!io::gltf::readBytes(file.dump(), "made.gltf", {}));
        }
    }

    void shearIsToldByWhatItDoes()
    {
        nlohmann::json file = test::soundFile();
        // x grows by 0.0005 with each unit of y: 100 units up, a node is 0.05 off, less what the
        // rotation that is nearest takes.
        file["nodes"][0]["matrix"] = {1, 0, 0, 0, 0.0005, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
        file["nodes"][1]["translation"] = {0, 100, 0};
        const io::Import import = read(file.dump());
        const QStringList told = test::linesOf(import.diagnostics);
        QCOMPARE(told.size(), qsizetype(1));
        QVERIFY2(told[0].startsWith(
                     "/nodes/0/matrix the matrix has shear, which is not shown: \"knee\" is off "
                     "by 0.0"),
                 qPrintable(told[0]));
        QVERIFY(told[0].endsWith("% of the size of the file's scene"));
        const double off = told[0].section("by ", -1).section('%', 0, 0).toDouble();
        // Between 0.025 and 0.05 of about 100 units.
        QVERIFY2(off > 0.02 && off < 0.055, qPrintable(told[0]));
        QCOMPARE(test::savedGltf(import.document).root["nodes"][0]["matrix"],
                 file["nodes"][0]["matrix"]);
        file["nodes"][0]["matrix"][4] = 1e-7;
        QVERIFY(read(file.dump()).diagnostics.empty());
    }

    void aMatrixStaysOneWhereOnlyWeightsHaveKeys()
    {
        nlohmann::json file = test::soundFile();
        const nlohmann::json matrix = {0.6, 0.8, 0, 0, -0.8, 0.6, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1};
        file["nodes"][2] = {{"name", "face"}, {"mesh", 0}, {"matrix", matrix}};
        nlohmann::json& attributes = file["meshes"][0]["primitives"][0]["attributes"];
        attributes.erase("JOINTS_0");
        attributes.erase("WEIGHTS_0");
        file["accessors"].push_back(
            {{"bufferView", 3}, {"componentType", 5126}, {"type", "SCALAR"}, {"count", 4}});
        nlohmann::json& animation = file["animations"][0];
        animation["samplers"].push_back({{"input", 2}, {"output", 7}});
        animation["channels"].push_back(
            {{"sampler", 1}, {"target", {{"node", 2}, {"path", "weights"}}}});
        QCOMPARE(test::savedGltf(read(file.dump()).document).root["nodes"][2]["matrix"], matrix);
    }

    void aHiddenFigureStaysHidden()
    {
        nlohmann::json file = test::soundFile();
        file["extensionsUsed"] = {"KHR_node_visibility"};
        file["nodes"][0]["extensions"] = {{"KHR_node_visibility", {{"visible", false}}}};
        file["nodes"][0]["children"] = {1, 2};
        file["scenes"][0]["nodes"] = {0};
        const nlohmann::json root = test::savedGltf(read(file.dump()).document).root;
        const nlohmann::json hidden = {{"visible", false}};
        QCOMPARE(root["scenes"][0]["nodes"], (nlohmann::json{0, 2}));
        QCOMPARE(root["nodes"][2]["extensions"]["KHR_node_visibility"], hidden);
        QCOMPARE(root["nodes"][0]["extensions"]["KHR_node_visibility"], hidden);
        QVERIFY(!root["nodes"][1].contains("KHR_node_visibility"));
        file["nodes"][0]["extensions"]["KHR_node_visibility"]["visible"] = true;
        const nlohmann::json shown = test::savedGltf(read(file.dump()).document).root;
        QVERIFY(!shown["nodes"][2]["extensions"].contains("KHR_node_visibility"));
    }

    void keysThatHideReachNoMeshAtTheRootAndAreTold()
    {
        nlohmann::json file = test::soundFile();
        file["extensionsUsed"] = {"KHR_node_visibility", "KHR_animation_pointer"};
        file["nodes"][0]["extensions"] = {{"KHR_node_visibility", {{"visible", true}}}};
        file["nodes"][0]["children"] = {1, 2};
        file["nodes"][2]["name"] = "body";
        file["scenes"][0]["nodes"] = {0};
        file["accessors"].push_back(
            {{"bufferView", 6}, {"componentType", 5121}, {"type", "SCALAR"}, {"count", 2}});
        nlohmann::json& animation = file["animations"][0];
        animation["samplers"].push_back({{"input", 2}, {"output", 7}, {"interpolation", "STEP"}});
        animation["channels"].push_back(
            {{"sampler", 1},
             {"target",
              {{"path", "pointer"},
               {"extensions",
                {{"KHR_animation_pointer",
                  {{"pointer", "/nodes/0/extensions/KHR_node_visibility/visible"}}}}}}}});
        const io::Import import = read(file.dump());
        const QString said =
            "#/animations/0/channels/1 keys of \"KHR_node_visibility\" on \"hip\" do not reach "
            "\"body\", which has a skin and stands at the root of what is saved";
        QCOMPARE(test::linesOf(import.diagnostics), QStringList{said});
        QVERIFY(test::savedGltf(import.document).told.contains(said));
    }

    void aFileWithMeshesGetsNoFigure()
    {
        nlohmann::json file = test::soundFile();
        file["nodes"][2] = {{"name", "rock"}, {"mesh", 0}};
        const auto names = [](const nlohmann::json& root) {
            QStringList out;
            for (const nlohmann::json& node : root["nodes"])
                out << QString::fromStdString(node.value("name", ""));
            return out;
        };
        const QStringList withMesh = names(test::savedGltf(read(file.dump()).document).root);
        QVERIFY2(!withMesh.contains("Figure"), qPrintable(withMesh.join(' ')));
        QVERIFY(withMesh.contains("rock"));
        file["nodes"].erase(2);
        file["scenes"][0]["nodes"] = {0};
        file.erase("meshes");
        file["nodes"][1]["translation"] = {0, 1, 0};
        const test::SavedGltf bare = test::savedGltf(read(file.dump()).document);
        QVERIFY(names(bare.root).contains("Figure"));
        const QString note =
            " there is no mesh, so that \"Figure\" is added, which shows the bones";
        QVERIFY2(bare.told.contains(note), qPrintable(bare.told.join('\n')));
    }

    void messagesSayWhatIsWrong()
    {
        nlohmann::json file = test::soundFile();
        file["images"] = {{{"uri", "data:image/gif;base64,AAAA"}}};
        QCOMPARE(test::linesOf(read(file.dump()).diagnostics).value(0),
                 QString("/images/0/uri the picture is said to be \"image/gif\": glTF has "
                         "image/png and image/jpeg"));
        file.erase("images");
        const QTemporaryDir dir;
        const std::filesystem::path folder = dir.path().toStdString();
        std::filesystem::create_symlink("b.bin", folder / "a.bin");
        std::filesystem::create_symlink("a.bin", folder / "b.bin");
        file["buffers"].push_back({{"uri", "a.bin"}, {"byteLength", 4}});
        const auto import = io::gltf::readBytes(file.dump(), folder / "loop.gltf", {});
        QVERIFY(import);
        QCOMPARE(import->diagnostics.at(0).message,
                 std::string("the uri is refused: its links lead in a circle"));
    }

    void weightsOfMoreSetsThanAreShownAreNoFault()
    {
        nlohmann::json file = test::soundFile();
        nlohmann::json& attributes = file["meshes"][0]["primitives"][0]["attributes"];
        for (const char* set : {"1", "2", "3"}) {
            attributes[std::string("JOINTS_") + set] = 6;
            attributes[std::string("WEIGHTS_") + set] = 5;
        }
        // Each of the four weights of a vertex is 1 in four sets: a fourth of it each.
        const QString told = test::linesOf(read(file.dump()).diagnostics).join('\n');
        QVERIFY2(told.contains("3 vertices of mesh 1 had weights that do not add up to 1"),
                 qPrintable(told));
        QVERIFY2(told.contains("more than 12 joints a vertex: all are kept, and 12 are shown"),
                 qPrintable(told));
        QVERIFY2(!told.contains("are shown as if they did"), qPrintable(told));
    }

    void onlyWhatChangesIsSaidOfAMeshAtTheRoot()
    {
        nlohmann::json file = test::soundFile();
        file["nodes"][2]["name"] = "body";
        file["nodes"][2]["translation"] = {1, 0, 0};
        const test::SavedGltf now = test::savedGltf(read(file.dump()).document);
        QCOMPARE(now.told, QStringList{" skinned meshes have no place of their own in what is "
                                       "saved, as joints alone move them: \"body\""});
    }
};

POSEWRIGHT_TEST(TestToldLosses, posewright::test::runPlain);
#include "tst_told_losses.moc"
