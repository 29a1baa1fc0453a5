#include "core/edit/edit.h"
#include "core/io/format.h"
#include "core/io/gltf/gltf_format.h"
#include "core/io/join.h"
#include "core/operate/clip_match.h"
#include "core/operate/operate.h"
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
    animation["channels"].push_back(
        channelAt("/nodes/3/extensions/KHR_node_visibility/visible", 1));
    animation["channels"].push_back(
        channelAt("/nodes/4/extensions/KHR_node_visibility/visible", 1));
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

const QString kPointers = "\"/nodes/3/extensions/KHR_node_visibility/visible\", "
                          "\"/nodes/4/extensions/KHR_node_visibility/visible\", "
                          "\"/materials/0/pbrMetallicRoughness/metallicFactor\", "
                          "\"/extensions/KHR_lights_punctual/lights/0/intensity\"";
const QString kGone = "with nodes that were removed went keys that point at them: "
                      "\"/nodes/3/extensions/KHR_node_visibility/visible\"";

/// Those at animations.
QStringList placesIn(const Diagnostics& told)
{
    QStringList out;
    for (const Diagnostic& one : told)
        if (const auto at = one.where.find("#/animations"); at != std::string::npos)
            out << QString::fromStdString(one.where.substr(at));
    return out;
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
        QCOMPARE(
            now.told,
            QStringList{"#/animations/0 with nodes that were removed went keys "
                        "that point at them: \"/nodes/3/extensions/KHR_node_visibility/visible\""});
        // "post" is row 3 now; the light stays in the list.
        QCOMPARE(pointers(now.root["animations"][0]),
                 (QStringList{"/nodes/3/extensions/KHR_node_visibility/visible",
                              "/materials/0/pbrMetallicRoughness/metallicFactor",
                              "/extensions/KHR_lights_punctual/lights/0/intensity"}));
        QCOMPARE(now.root["nodes"][3]["name"], nlohmann::json("post"));
        QCOMPARE(now.root["animations"][0]["samplers"].size(), std::size_t(3));
    }

    void aClipThatLosesItsOnlyKeysIsNamed()
    {
        nlohmann::json file = pointingFile();
        nlohmann::json& animation = file["animations"][0];
        animation = {
            {"name", "Glow"},
            {"samplers", {{{"input", 2}, {"output", 7}}}},
            {"channels", {channelAt("/nodes/3/extensions/KHR_node_visibility/visible", 0)}}};
        const test::SavedGltf now = test::savedGltf(withoutNode(read(file), "lamp"));
        QCOMPARE(
            now.told,
            (QStringList{" with nodes that were removed went keys "
                         "that point at them: \"/nodes/3/extensions/KHR_node_visibility/visible\"",
                         " the clip \"Glow\" has no keys that move anything, "
                         "and glTF holds no animation without keys"}));
        QVERIFY(!now.root.contains("animations"));
    }

    void keysThatDoNotGoAlongInTimeAreNamed_data()
    {
        QTest::addColumn<QByteArray>("change");
        QTest::addColumn<double>("keyed");  // last time of the keys of nodes [s]
        QTest::addColumn<QString>("told");
        const QString other = "#/animations/0 the keys of nodes in the clip \"Walk\" are at other "
                              "times than in the file that was read, and those of " +
                              kPointers + " stay at theirs";
        const QString cut = "#/animations/0 the clip \"Walk\" is cut to %1 s to %2 s, and the keys "
                            "of " +
                            kPointers + " are not: they last from 0 s to 1 s";
        // Read at 24 frames a second, with keys at frames 0 and 24.
        const auto row = [](const char* name, const char* change, double keyed,
                            const QString& told) {
            QTest::newRow(name) << QByteArray(change) << keyed << told;
        };
        row("twice as fast", R"({"edit": "setFps", "fps": 48})", 0.5, other);
        row("at another rate", R"({"edit": "setFps", "fps": 48, "retime": true})", 1, {});
        row("time put in", R"({"operation": "insertTime", "frame": 10, "frames": 12})", 1.5, other);
        row("the end cut off", R"({"edit": "setRange", "start": 0, "end": 12})", 0.5,
            cut.arg("0", "0.5"));
        row("the start cut off", R"({"edit": "setRange", "start": 6, "end": 24})", 1,
            cut.arg("0.25", "1"));
        row("a longer range", R"({"edit": "setRange", "start": 0, "end": 48})", 1, {});
        row("a marker", R"({"edit": "addMarker", "frame": 3, "name": "step"})", 1, {});
    }
    void keysThatDoNotGoAlongInTimeAreNamed()
    {
        QFETCH(QByteArray, change);
        QFETCH(double, keyed);
        QFETCH(QString, told);
        const auto doc = operate::applyAll(
            read(pointingFile()), nlohmann::json::array({nlohmann::json::parse(change)}), {});
        QVERIFY(doc);
        const test::SavedGltf now = test::savedGltf(*doc);
        QCOMPARE(now.told, told.isEmpty() ? QStringList() : QStringList{told});
        const nlohmann::json& animation = now.root["animations"][0];
        QCOMPARE(animation["channels"].size(), std::size_t(5));
        for (const nlohmann::json& channel : animation["channels"]) {
            const nlohmann::json& sampler = animation["samplers"][channel["sampler"].get<int>()];
            const nlohmann::json& times = now.root["accessors"][sampler["input"].get<int>()];
            const bool points = channel["target"]["path"] == "pointer";
            QCOMPARE(times["max"][0].get<double>(), points ? 1 : keyed);
        }
    }

    /// Else two channels would move it.
    void aWeightWithKeysOfItsOwnHasThoseAlone()
    {
        nlohmann::json file = pointingFile();
        file["nodes"][2]["name"] = "body";
        const std::string weight = "/nodes/2/weights/1";
        file["animations"][0]["channels"].push_back(channelAt(weight, 2));
        const Document doc = read(file);
        const QString said = QString::fromStdString(weight);
        QVERIFY(pointers(test::savedGltf(doc).root["animations"][0]).contains(said));

        const Node& body = (*doc.scene)[doc.scene->find("body")];
        const auto* part = std::get_if<MeshPart>(&body.part);
        QVERIFY(part);
        edit::SetMorphKey key;
        key.mesh = body.id;
        key.morph = morphName(*part->mesh, 1);
        key.frame = 5;
        key.value = 0.5;
        const auto edited = edit::apply(doc, key);
        if (!edited) qFatal("%s", edited.error().message.c_str());
        const test::SavedGltf now = test::savedGltf(*edited);
        QVERIFY(!pointers(now.root["animations"][0]).contains(said));
        QCOMPARE(now.told.filter("weights"),
                 QStringList{"#/animations/0 keys of \"" + said +
                             "\" in the clip \"Walk\" are left out: the weights of that mesh have "
                             "keys of their own"});
        int channels = 0;
        for (const auto& channel : now.root["animations"][0]["channels"])
            channels += channel["target"]["path"] == "weights";
        QCOMPARE(channels, 1);
    }

    void placesAreThoseOfTheFileThatIsMeant()
    {
        nlohmann::json file = pointingFile();
        const nlohmann::json walk = file["animations"][0];
        file["nodes"][2]["name"] = "Body";
        file["nodes"][2]["translation"] = {0, 0, 1};
        file["animations"] = {walk, walk, walk};
        for (int i = 0; i < 3; ++i) file["animations"][i]["name"] = "Clip" + std::to_string(i);
        // The first moves nothing that a reader shows.
        file["animations"][0]["samplers"] = nlohmann::json::array({walk["samplers"][0]});
        const nlohmann::json idle = {{"sampler", 0},
                                     {"target", {{"node", 2}, {"path", "rotation"}}}};
        file["animations"][0]["channels"] = nlohmann::json::array({idle});
        // The last one moves what no reader moves, too.
        file["animations"][2]["channels"].push_back(idle);
        const auto import = io::gltf::readBytes(file.dump(), "made.gltf", {});
        QVERIFY(import);
        QCOMPARE(placesIn(import->diagnostics),
                 (QStringList{"#/animations/0", "#/animations/0", "#/animations/2"}));
        const Document& doc = import->document;
        QCOMPARE(doc.clips.size(), std::size_t(3));
        QCOMPARE(placesIn(io::leftBehind(doc, 1)), QStringList{"#/animations/1/channels/1"});
        QCOMPARE(placesIn(io::leftBehind(doc, 2)), QStringList{"#/animations/2/channels/1"});
        // Of what is saved: without the clip "Clip1", which was removed.
        auto edited = edit::apply(withoutNode(doc, "lamp"), edit::RemoveClip{"Clip1"});
        QVERIFY(edited);
        const test::SavedGltf now = test::savedGltf(*edited);
        QCOMPARE(now.root["animations"].size(), std::size_t(1));
        QCOMPARE(now.told.filter(kGone), (QStringList{" " + kGone, "#/animations/0 " + kGone}));
    }

    void whatOnlyKeysOfNodesLeaveBehindIsNamed()
    {
        nlohmann::json file = pointingFile();
        file["animations"][0]["extras"] = {{"mood", 1}};
        file["animations"][0]["channels"][0]["extras"] = {{"weight", 2}};
        const Document doc = read(file);
        QCOMPARE(
            test::linesOf(io::leftBehind(doc, 0)),
            (QStringList{
                "#/animations/0/channels/1 of the clip \"Walk\" the keys of nodes alone "
                "come along, and not those of \"/nodes/3/extensions/KHR_node_visibility/visible\", "
                "\"/nodes/4/extensions/KHR_node_visibility/visible\", "
                "\"/materials/0/pbrMetallicRoughness/metallicFactor\", "
                "\"/extensions/KHR_lights_punctual/lights/0/intensity\"",
                "#/animations/0 what the file says of the clip \"Walk\" does not come "
                "along: extras",
                "#/animations/0/channels/0 what the file says of channels of the clip "
                "\"Walk\" beyond their keys does not come along"}));
        QVERIFY(io::leftBehind(read(test::soundFile()), 0).empty());
    }

    void aRowThatIsNotThereIsTold()
    {
        nlohmann::json file = pointingFile();
        file["animations"][0]["channels"].push_back(channelAt("/materials/7/alphaCutoff", 2));
        const auto joining = io::joining(read(test::soundFile()), read(file));
        QVERIFY(joining);
        QCOMPARE(
            test::linesOf(joining->diagnostics),
            QStringList{"#/animations keys point at \"/materials/7/alphaCutoff\", which is not "
                        "there; they point at \"/materials/8/alphaCutoff\" now"});
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
                 (QStringList{"/nodes/6/extensions/KHR_node_visibility/visible",
                              "/nodes/7/extensions/KHR_node_visibility/visible",
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
