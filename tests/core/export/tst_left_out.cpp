#include "tests/core/export/export_test.h"
#include "tests/support/gltf_parts.h"
#include "tests/support/made_rich_character.h"
#include "tests/support/program.h"
#include "tests/support/sound_gltf.h"

#include <fstream>

using namespace posewright;
using exports::Options;

namespace {

/// A picture of one pixel.
constexpr const char* kDot =
    "data:image/"
    "png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8A"
    "AAAASUVORK5CYII=";

}  // namespace

/// Parts that an export leaves out of a file made elsewhere.
class TestLeftOut : public test::ExportTest {
    Q_OBJECT

private slots:
    /// What a file says of its channels goes with their keys, and is told of.
    void whatIsSaidOfChannelsIsNotLostInSilence()
    {
        using Rich = test::MadeRichCharacter;
        const auto import = io::read(Rich::write(path(""), Rich::Container::Glb));
        QVERIFY(import);
        const auto told = [&](const Options& options) {
            std::string all;
            const exports::BakeReport report = exported(import->document, options, "out.glb");
            for (const Diagnostic& d : report.files[0].diagnostics)
                if (d.where.starts_with("#/animations/")) all += d.where + ": " + d.message + '\n';
            return all;
        };
        const std::string lost = told(preset("engine"));
        QVERIFY2(lost.starts_with("#/animations/0: what the file says of 6 channels of the clip "
                                  "\"Walk\" beyond their keys is lost"),
                 lost.c_str());
        QCOMPARE(std::count(lost.begin(), lost.end(), '\n'), 3);
        Options renamed = preset("engine");
        renamed.safeNames = true;
        const std::string safely = told(renamed);
        QCOMPARE(std::count(safely.begin(), safely.end(), '\n'), 3);
        QCOMPARE(told(Options()), std::string());
    }

    /// Keys that point at what is left out go with it, and are told of.
    void keysOfWhatIsLeftOutAreTold_data()
    {
        QTest::addColumn<bool>("meshes");
        QTest::newRow("meshes") << true;
        QTest::newRow("textures") << false;
    }
    void keysOfWhatIsLeftOutAreTold()
    {
        QFETCH(bool, meshes);
        test::Json file = test::soundFile();
        file["extensionsUsed"] = {"KHR_animation_pointer"};
        const std::string pointer = meshes ? "/materials/0/pbrMetallicRoughness/metallicFactor"
                                           : "/materials/0/normalTexture/scale";
        file["materials"][0]["normalTexture"] = {{"index", 0}};
        file["textures"] = {{{"source", 0}}};
        file["images"] = {{{"uri", kDot}}};
        file["accessors"].push_back(
            {{"bufferView", 2}, {"componentType", 5126}, {"type", "SCALAR"}, {"count", 2}});
        test::Json& animation = file["animations"][0];
        animation["samplers"].push_back({{"input", 2}, {"output", 7}});
        animation["channels"].push_back(
            {{"sampler", 1},
             {"target",
              {{"path", "pointer"},
               {"extensions", {{"KHR_animation_pointer", {{"pointer", pointer}}}}}}}});
        std::ofstream(path("pointing.gltf")) << file.dump();
        const Result<io::Import> in = io::read(path("pointing.gltf"));
        QVERIFY2(in, in ? "" : in.error().message.c_str());
        Options options;
        (meshes ? options.meshes : options.textures) = false;
        const exports::BakeReport report = exported(in->document, options, "left.glb");
        std::string said;
        for (const Diagnostic& d : report.files[0].diagnostics)
            if (d.message.find("point at them") != std::string::npos) said += d.message;
        QCOMPARE(said, std::string("with the ") + (meshes ? "meshes" : "textures") +
                           " go keys of the clip \"Clip 1\" that point at them: \"" + pointer +
                           '"');
        const auto out = test::partsOf(path("left.glb"));
        QVERIFY(out);
        QCOMPARE(out->root["animations"][0]["channels"].size(), std::size_t(1));
        options = Options();
        for (const Diagnostic& d : exported(in->document, options, "all.glb").files[0].diagnostics)
            QVERIFY(d.message.find("point at them") == std::string::npos);
    }

    /// Files with what is not known, with lights, with a buffer that has a name.
    void partsOfOtherPeoplesFilesCanBeLeftOut_data()
    {
        QTest::addColumn<bool>("meshes");
        QTest::addColumn<bool>("unknown");
        for (const bool meshes : {false, true})
            for (const bool unknown : {false, true})
                QTest::addRow("without %s%s", meshes ? "textures" : "meshes",
                              unknown ? ", an unknown extension" : "")
                    << meshes << unknown;
    }
    void partsOfOtherPeoplesFilesCanBeLeftOut()
    {
        QFETCH(bool, meshes);
        QFETCH(bool, unknown);
        test::Json names = test::Json::array({"KHR_lights_punctual", "KHR_texture_transform"});
        const test::Json moved{{"KHR_texture_transform", {{"scale", {2, 2}}}}};
        if (unknown) names.push_back("FOO_bar");
        const std::string bytes(36, '\0');
        test::Json mesh{{"primitives", {{{"attributes", {{"POSITION", 0}}}, {"material", 0}}}}};
        const test::Json file{
            {"asset", {{"version", "2.0"}}},
            {"extensionsUsed", names},
            {"extensionsRequired", {"KHR_texture_transform"}},
            {"scenes", {{{"nodes", {0, 1}}}}},
            {"scene", 0},
            {"nodes",
             {{{"name", "lamp"}, {"extensions", {{"KHR_lights_punctual", {{"light", 0}}}}}},
              {{"name", "sheet"}, {"mesh", 0}}}},
            {"extensions", {{"KHR_lights_punctual", {{"lights", {{{"type", "point"}}}}}}}},
            {"meshes", {mesh}},
            {"materials",
             {{{"pbrMetallicRoughness",
                {{"baseColorTexture", {{"index", 0}, {"extensions", moved}}}}}}}},
            {"textures", {{{"source", 0}}}},
            {"images", {{{"uri", kDot}}}},
            {"buffers",
             {{{"byteLength", 36},
               {"name", "called so"},
               {"uri", "data:application/octet-stream;base64," +
                           QByteArray(bytes.data(), 36).toBase64().toStdString()}}}},
            {"bufferViews", {{{"buffer", 0}, {"byteLength", 36}}}},
            {"accessors",
             {{{"bufferView", 0},
               {"componentType", 5126},
               {"count", 3},
               {"type", "VEC3"},
               {"min", {0, 0, 0}},
               {"max", {0, 0, 0}}}}}};
        std::ofstream(path("theirs.gltf")) << file.dump();
        const Result<io::Import> in = io::read(path("theirs.gltf"));
        QVERIFY2(in, in ? "" : in.error().message.c_str());
        Options options;
        options.meshes = meshes;
        options.textures = false;
        exported(in->document, options, "ours.glb");
        const auto out = test::partsOf(path("ours.glb"));
        QVERIFY(out);
        if (!unknown) QVERIFY(!out->root.contains("extensionsRequired"));
        QCOMPARE(out->root.contains("meshes"), meshes);
        QVERIFY(out->root["extensions"]["KHR_lights_punctual"]["lights"].size() == 1);
        QVERIFY(out->root.dump().find("baseColorTexture") == std::string::npos);
        if (!unknown) QVERIFY(!out->root.contains("images"));
    }
};

POSEWRIGHT_TEST(TestLeftOut, posewright::test::runPlain);

#include "tst_left_out.moc"
