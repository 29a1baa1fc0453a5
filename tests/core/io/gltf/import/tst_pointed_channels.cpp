#include "core/evaluate/evaluate.h"
#include "core/io/gltf/gltf_format.h"
#include "tests/support/program.h"
#include "tests/support/saved_gltf.h"
#include "tests/support/sound_gltf.h"

#include <QTest>

using namespace posewright;

namespace {

nlohmann::json pointed(const std::string& pointer, int sampler)
{
    return {{"sampler", sampler},
            {"target",
             {{"path", "pointer"},
              {"extensions", {{"KHR_animation_pointer", {{"pointer", pointer}}}}}}}};
}

/// The sound file, all of whose keys point at nodes: the turn of the knee, the place of the hip
/// and the weights of the mesh.
nlohmann::json pointedFile()
{
    nlohmann::json file = test::soundFile();
    file["extensionsUsed"] = {"KHR_animation_pointer"};
    file["accessors"].push_back(
        {{"bufferView", 0}, {"componentType", 5126}, {"type", "VEC3"}, {"count", 2}});
    file["accessors"].push_back(
        {{"bufferView", 0}, {"componentType", 5126}, {"type", "SCALAR"}, {"count", 4}});
    nlohmann::json& animation = file["animations"][0];
    animation["samplers"].push_back({{"input", 2}, {"output", 7}});
    animation["samplers"].push_back({{"input", 2}, {"output", 8}});
    animation["channels"] = {pointed("/nodes/1/rotation", 0), pointed("/nodes/0/translation", 1),
                             pointed("/nodes/2/weights", 2)};
    return file;
}

/// The same as the specification without extensions says it.
nlohmann::json ordinaryFile()
{
    nlohmann::json file = pointedFile();
    file.erase("extensionsUsed");
    nlohmann::json& channels = file["animations"][0]["channels"];
    channels[0]["target"] = {{"node", 1}, {"path", "rotation"}};
    channels[1]["target"] = {{"node", 0}, {"path", "translation"}};
    channels[2]["target"] = {{"node", 2}, {"path", "weights"}};
    return file;
}

io::Import readPointed(const nlohmann::json& file)
{
    const auto import = io::gltf::readBytes(file.dump(), "made.gltf", {});
    if (!import) qFatal("%s: %s", import.error().where.c_str(), import.error().message.c_str());
    return *import;
}

}  // namespace

/// Keys that point at what nodes themselves have.
class TestPointedChannels : public QObject {
    Q_OBJECT

private slots:
    void theyMoveNodesAsOthersDo()
    {
        const io::Import import = readPointed(pointedFile());
        QCOMPARE(test::linesOf(import.diagnostics), QStringList{});
        const Document& doc = import.document;
        QCOMPARE(doc.clip().tracks.size(), std::size_t(3));
        const Evaluation end = evaluate(doc, doc.playback.end);
        QVERIFY((end.world[0].position - Vec3(1, 0, 0)).norm() < 1e-9);
        QVERIFY(doc == readPointed(ordinaryFile()).document);
        const test::SavedGltf saved = test::savedGltf(doc);
        QCOMPARE(saved.told, QStringList{});
        QVERIFY(saved.root["animations"][0]["channels"] ==
                ordinaryFile()["animations"][0]["channels"]);
    }

    void aFileMayRequireThem()
    {
        nlohmann::json file = pointedFile();
        file["extensionsRequired"] = file["extensionsUsed"];
        const io::Import import = readPointed(file);
        QCOMPARE(test::linesOf(import.diagnostics), QStringList{});
        QVERIFY(import.document == readPointed(ordinaryFile()).document);
        const test::SavedGltf saved = test::savedGltf(import.document);
        QVERIFY(!saved.root.contains("extensionsRequired"));
    }

    void whatElseIsSaidOfThemStays()
    {
        nlohmann::json file = pointedFile();
        file["animations"][0]["channels"][0]["target"]["extras"] = 5;
        file["animations"][0]["channels"].push_back(pointed("/nodes/0/name", 1));
        const test::SavedGltf saved = test::savedGltf(readPointed(file).document);
        QVERIFY(saved.root["animations"][0]["channels"][0]["target"] ==
                nlohmann::json({{"node", 1}, {"path", "rotation"}, {"extras", 5}}));
        QVERIFY(saved.root["animations"][0]["channels"].back()["target"].contains("extensions"));
        QVERIFY(saved.root.dump().find("\"KHR_animation_pointer\"") != std::string::npos);
    }

    void thoseThatCannotBeShownAreTold_data()
    {
        QTest::addColumn<QByteArray>("pointer");
        QTest::addColumn<int>("sampler");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* pointer, int sampler, const char* why) {
            QTest::newRow(why) << QByteArray(pointer) << sampler << QString(why);
        };
        row("/nodes/1/rotation", 0, "another channel moves the same");
        row("/nodes/1/scale", 0, "their values do not fit");
        row("/nodes/9/scale", 1, "there is no such node");
        row("/nodes/2/weights/0", 2, "they move a part of a node's motion");
    }
    void thoseThatCannotBeShownAreTold()
    {
        QFETCH(QByteArray, pointer);
        QFETCH(int, sampler);
        QFETCH(QString, why);
        nlohmann::json file = pointedFile();
        file["animations"][0]["channels"].push_back(pointed(pointer.toStdString(), sampler));
        const io::Import import = readPointed(file);
        QCOMPARE(test::linesOf(import.diagnostics),
                 QStringList{"/animations/0/channels/3 keys that point at \"" + pointer +
                             "\" are kept, and not shown: " + why});
        QCOMPARE(import.document.clip().tracks.size(), std::size_t(3));
        QCOMPARE(test::savedGltf(import.document).root["animations"][0]["channels"].size(),
                 std::size_t(4));
    }
};

POSEWRIGHT_TEST(TestPointedChannels, posewright::test::runPlain);
#include "tst_pointed_channels.moc"
