#include "core/edit/edit.h"
#include "core/io/format.h"
#include "core/io/gltf/gltf_format.h"
#include "core/io/join.h"
#include "core/operate/clip_match.h"
#include "tests/support/program.h"
#include "tests/support/saved_gltf.h"
#include "tests/support/sound_gltf.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;

namespace {

nlohmann::json channelAt(const std::string& pointer, int sampler)
{
    return {{"sampler", sampler},
            {"target",
             {{"path", "pointer"},
              {"extensions", {{"KHR_animation_pointer", {{"pointer", pointer}}}}}}}};
}

/// The sound file with nodes "lamp" (row 3, a light) and "post" (row 4), and keys that point at
/// both, at the material and at the light.
nlohmann::json pointingFile()
{
    nlohmann::json file = test::soundFile();
    file["extensionsUsed"] = {"KHR_animation_pointer", "KHR_lights_punctual"};
    file["extensions"] = {{"KHR_lights_punctual", {{"lights", {{{"type", "point"}}}}}}};
    file["nodes"].push_back(
        {{"name", "lamp"}, {"extensions", {{"KHR_lights_punctual", {{"light", 0}}}}}});
    file["nodes"].push_back({{"name", "post"}});
    file["scenes"][0]["nodes"] = {0, 2, 3, 4};
    file["accessors"].push_back(
        {{"bufferView", 0}, {"componentType", 5126}, {"type", "VEC3"}, {"count", 2}});
    file["accessors"].push_back(
        {{"bufferView", 2}, {"componentType", 5126}, {"type", "SCALAR"}, {"count", 2}});
    nlohmann::json& animation = file["animations"][0];
    animation["name"] = "Walk";
    animation["samplers"].push_back({{"input", 2}, {"output", 7}});
    animation["samplers"].push_back({{"input", 2}, {"output", 8}});
    animation["channels"].push_back(channelAt("/nodes/3/translation", 1));
    animation["channels"].push_back(channelAt("/nodes/4/scale", 1));
    animation["channels"].push_back(
        channelAt("/materials/0/pbrMetallicRoughness/metallicFactor", 2));
    animation["channels"].push_back(
        channelAt("/extensions/KHR_lights_punctual/lights/0/intensity", 2));
    return file;
}

Document read(const nlohmann::json& file)
{
    const auto import = io::gltf::readBytes(file.dump(), "made.gltf", {});
    if (!import) qFatal("%s: %s", import.error().where.c_str(), import.error().message.c_str());
    return import->document;
}

Document withoutNode(const Document& doc, const char* name)
{
    const NodeId id = (*doc.scene)[doc.scene->find(name)].id;
    const auto out = edit::apply(doc, edit::RemoveBone{id});
    if (!out) qFatal("%s", out.error().message.c_str());
    return *out;
}

QStringList pointers(const nlohmann::json& animation)
{
    const nlohmann::json::json_pointer where("/target/extensions/KHR_animation_pointer/pointer");
    QStringList out;
    for (const nlohmann::json& channel : animation["channels"])
        if (channel.contains(where))
            out << QString::fromStdString(channel[where].get<std::string>());
    return out;
}

}  // namespace

/// Keys that point elsewhere stay where they can, and else are named.
class TestPointers : public QObject {
    Q_OBJECT

private slots:
    void keysOfARemovedNodeAreNamed()
    {
        const test::SavedGltf now = test::savedGltf(withoutNode(read(pointingFile()), "lamp"));
        QCOMPARE(now.told,
                 QStringList{"#/animations/0/channels/1 with nodes that were removed went keys "
                             "that point at them: \"/nodes/3/translation\""});
        // "post" is row 3 now; the light stays in the list.
        QCOMPARE(pointers(now.root["animations"][0]),
                 (QStringList{"/nodes/3/scale", "/materials/0/pbrMetallicRoughness/metallicFactor",
                              "/extensions/KHR_lights_punctual/lights/0/intensity"}));
        QCOMPARE(now.root["nodes"][3]["name"], nlohmann::json("post"));
        QCOMPARE(now.root["animations"][0]["samplers"].size(), std::size_t(3));
    }

    void aClipThatLosesItsOnlyKeysIsNamed()
    {
        nlohmann::json file = pointingFile();
        nlohmann::json& animation = file["animations"][0];
        animation = {{"name", "Glow"},
                     {"samplers", {{{"input", 2}, {"output", 7}}}},
                     {"channels", {channelAt("/nodes/3/translation", 0)}}};
        const test::SavedGltf now = test::savedGltf(withoutNode(read(file), "lamp"));
        QCOMPARE(now.told,
                 (QStringList{"#/animations/0/channels/0 with nodes that were removed went keys "
                              "that point at them: \"/nodes/3/translation\"",
                              "#/animations/0 the clip \"Glow\" has no keys that move anything, "
                              "and glTF holds no animation without keys"}));
        QVERIFY(!now.root.contains("animations"));
    }

    void whatOnlyKeysOfNodesLeaveBehindIsNamed()
    {
        nlohmann::json file = pointingFile();
        file["animations"][0]["extras"] = {{"mood", 1}};
        file["animations"][0]["channels"][0]["extras"] = {{"weight", 2}};
        const Document doc = read(file);
        QCOMPARE(test::linesOf(io::leftBehind(doc, 0)),
                 (QStringList{
                     "#/animations/0/channels/1 of the clip \"Walk\" the keys of nodes alone "
                     "come along, and not those of \"/nodes/3/translation\", "
                     "\"/nodes/4/scale\", \"/materials/0/pbrMetallicRoughness/metallicFactor\", "
                     "\"/extensions/KHR_lights_punctual/lights/0/intensity\"",
                     "#/animations/0 what the file says of the clip \"Walk\" does not come "
                     "along: extras",
                     "#/animations/0/channels/0 what the file says of channels of the clip "
                     "\"Walk\" beyond their keys does not come along"}));
        QVERIFY(io::leftBehind(read(test::soundFile()), 0).empty());
    }

    void keysComeAlongWithTheRowsTheyPointAt_data()
    {
        QTest::addColumn<bool>("moves");
        QTest::newRow("beside a clip of the file") << true;
        QTest::newRow("where there was none") << false;
    }
    void keysComeAlongWithTheRowsTheyPointAt()
    {
        QFETCH(bool, moves);
        nlohmann::json first = test::soundFile();
        if (!moves) first.erase("animations");
        const Document doc = read(first);
        const auto joining = io::joining(doc, read(pointingFile()));
        QVERIFY(joining);
        QVERIFY(joining->diagnostics.empty());
        const auto edits = operate::withMotion(doc, joining->edit, joining->other);
        QVERIFY(edits);
        const auto both = edit::applyEach(doc, *edits);
        QVERIFY(both && validate(*both));
        const test::SavedGltf now = test::savedGltf(*both);
        QCOMPARE(now.told, QStringList{});
        // The first file has 3 nodes, 1 material and no light.
        QCOMPARE(pointers(now.root["animations"][0]),
                 (QStringList{"/nodes/6/translation", "/nodes/7/scale",
                              "/materials/1/pbrMetallicRoughness/metallicFactor",
                              "/extensions/KHR_lights_punctual/lights/0/intensity"}));
        QCOMPARE(now.root["nodes"][6]["name"], nlohmann::json("lamp"));
        const nlohmann::json& animation = now.root["animations"][0];
        std::size_t of = moves ? 1 : 0;
        QCOMPARE(animation["channels"][of]["target"]["path"], nlohmann::json("pointer"));
        of = animation["channels"][of]["sampler"].get<std::size_t>();
        const std::size_t output = animation["samplers"][of]["output"].get<std::size_t>();
        QCOMPARE(now.root["accessors"][output]["type"], nlohmann::json("VEC3"));
        QCOMPARE(now.root["accessors"][output]["count"], nlohmann::json(2));
    }
};

POSEWRIGHT_TEST(TestPointers, posewright::test::runPlain);
#include "tst_pointers.moc"
