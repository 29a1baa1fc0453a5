#include "core/io/gltf/gltf_format.h"
#include "tests/support/program.h"
#include "tests/support/sound_gltf.h"

#include <QTest>

#include <string>

using namespace posewright;

/// The words of what is told of a file when it is read.
class TestGltfWords : public QObject {
    Q_OBJECT

    static QString told(const nlohmann::json& file)
    {
        const Result<io::Import> import = io::gltf::readBytes(file.dump(), "odd.gltf", {});
        if (!import) return QString::fromStdString(import.error().message);
        std::string all;
        for (const Diagnostic& d : import->diagnostics) all += d.where + ": " + d.message + '\n';
        return QString::fromStdString(all);
    }

private slots:
    void whatIsLostOfABufferIsNamed()
    {
        nlohmann::json file = test::soundFile();
        file["buffers"].push_back({{"uri", "data:application/octet-stream;base64,AAAA"},
                                   {"byteLength", 3},
                                   {"name", "more"},
                                   {"extras", {{"mark", 1}}}});
        QCOMPARE(told(file), QString("#/buffers/1: the buffers become one, and what the file "
                                     "says of this one is lost: extras, name\n"));
    }

    void oneFaultOfAPlaceIsToldOnce()
    {
        nlohmann::json file = test::soundFile();
        const QByteArray pixel =
            QByteArray::fromBase64("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+"
                                   "M9QDwADhgGAWjR9awAAAABJRU5E"
                                   "rkJggg==");
        file["images"] = {{{"uri", "data:image/png;base64," + pixel.toBase64().toStdString()}}};
        file["textures"] = {{{"source", 0}}};
        file["materials"][0]["normalTexture"] = {{"index", 0}};
        file["materials"][0]["emissiveTexture"] = {{"index", 0}};
        file["materials"][0]["occlusionTexture"] = {{"index", 0}, {"texCoord", 1}};
        const QString place = "/meshes/0/primitives/0/material: its texture needs ";
        const QString end = ", which the primitive does not have\n";
        QCOMPARE(told(file), place + "TEXCOORD_0" + end + place + "TEXCOORD_1" + end);
    }

    /// Reading writes nothing: what is told is what the clip is.
    void aClipThatMovesNothingIsToldAsOne()
    {
        nlohmann::json file = test::soundFile();
        file["animations"][0]["channels"][0]["target"] = {{"node", 2}, {"path", "rotation"}};
        file["animations"][0]["extras"] = {{"mark", 1}};
        file["nodes"][2]["name"] = "Body";
        file["nodes"][2]["translation"] = {0, 0, 1};
        QCOMPARE(told(file),
                 QString("#/animations/0: keys of \"Body\" in the clip \"Clip 1\" are left "
                         "out: joints alone move a mesh with a skin\n"
                         "#/animations/0: the clip \"Clip 1\" has no keys that move anything, "
                         "and glTF holds no animation without keys; what the file says of it "
                         "is lost\n"));
    }
};

POSEWRIGHT_TEST(TestGltfWords, posewright::test::runPlain);
#include "tst_gltf_words.moc"
