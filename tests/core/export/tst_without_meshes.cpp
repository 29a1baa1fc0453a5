#include "core/export/parts.h"
#include "core/io/format.h"
#include "tests/core/export/export_test.h"
#include "tests/support/gltf_parts.h"
#include "tests/support/made_rich_character.h"
#include "tests/support/program.h"
#include "tests/support/sound_gltf.h"
#include "tests/support/written_file.h"

#include <QStringList>

using namespace posewright;
using test::Json;

namespace {

/// A figure with a mesh, and much that is of none.
Json withMuchElse()
{
    Json file = test::soundFile();
    file["asset"]["copyright"] = "(c) 2024 Jane";
    file["asset"]["extras"] = {{"licence", "CC-BY"}};
    file["extras"] = {{"game", 1}};
    file["cameras"] = {
        {{"name", "Main_cam"},
         {"type", "orthographic"},
         {"orthographic", {{"xmag", 1.5}, {"ymag", 1}, {"znear", 0.1}, {"zfar", 50}}},
         {"extras", {{"lens", 35}}}}};
    file["extensions"]["KHR_lights_punctual"]["lights"] = {
        {{"name", "Key_light"}, {"type", "point"}, {"intensity", 10}, {"range", 7.5}}};
    file["extensionsUsed"] = {"KHR_lights_punctual"};
    file["nodes"][0]["extras"] = {{"tag", "hip"}};
    file["nodes"].push_back({{"name", "Cam"}, {"camera", 0}});
    file["nodes"].push_back(
        {{"name", "Lamp"}, {"extensions", {{"KHR_lights_punctual", {{"light", 0}}}}}});
    file["nodes"].push_back({{"name", "Only_in_other"}});
    file["scene"] = 0;
    file["scenes"] = {{{"name", "main"}, {"nodes", {0, 2, 3, 4}}},
                      {{"name", "other"}, {"nodes", {5}}}};
    return file;
}

}  // namespace

/// What a glTF file keeps that is written without its meshes.
class TstWithoutMeshes : public test::ExportTest {
    Q_OBJECT

    struct Bare {
        test::GltfParts file;
        QStringList warnings;
    };

    Bare bareOf(const Json& file) const
    {
        const auto from =
            test::writtenFile(folder_.filePath("in.gltf"), QByteArray::fromStdString(file.dump()));
        const auto read = io::read(from);
        if (!read) qFatal("%s", read.error().message.c_str());
        exports::Options options = preset("engine");
        options.meshes = false;
        options.keys = exports::Keys::AsKeyed;
        const exports::BakeReport report = exported(read->document, options, "bare.glb");
        Bare out{*test::partsOf(path("bare.glb")), {}};
        for (const Diagnostic& d : report.files[0].diagnostics)
            if (d.severity == Diagnostic::Severity::Warning)
                out.warnings << QString::fromStdString(d.message);
        return out;
    }

    static void compareElse(const Json& is, const Json& was)
    {
        for (const char* list : {"cameras", "extras"}) QCOMPARE(is.value(list, Json()), was[list]);
        for (const char* name : {"copyright", "extras"})
            QCOMPARE(is["asset"].value(name, Json()), was["asset"][name]);
        const Json::json_pointer lights("/extensions/KHR_lights_punctual/lights");
        QVERIFY(is.contains(lights));
        QCOMPARE(is[lights], was[lights]);
        QCOMPARE(is["scenes"].size(), was["scenes"].size());
        QCOMPARE(is["nodes"][0].value("extras", Json()), was["nodes"][0]["extras"]);
    }

private slots:
    /// What an unknown extension says may refer to what goes; all else does not.
    void anUnknownExtensionTakesNothingElseAlong()
    {
        Json file = withMuchElse();
        compareElse(bareOf(file).file.root, file);
        QVERIFY(bareOf(file).warnings.isEmpty());

        const Json was = file;
        file["extensionsUsed"].push_back("ACME_phys");
        file["extensionsUsed"].push_back("ACME_meshes");
        for (const int node : {0, 1}) file["nodes"][node]["extensions"]["ACME_phys"]["mass"] = 3;
        file["cameras"][0]["extensions"]["ACME_phys"]["mass"] = 1;
        file["meshes"][0]["extensions"]["ACME_meshes"]["lods"] = 2;
        const Bare bare = bareOf(file);
        compareElse(bare.file.root, was);
        QVERIFY2(bare.file.root.dump().find("ACME") == std::string::npos,
                 bare.file.root.dump().c_str());
        QCOMPARE(bare.file.root["extensionsUsed"], was["extensionsUsed"]);
        // One line for an extension that hangs on three things; none for what goes with the mesh.
        QCOMPARE(bare.warnings,
                 QStringList("what the extension \"ACME_phys\" says may refer to the meshes, and "
                             "is left out with them: of #/cameras/0, \"hip\", \"knee\""));
    }

    /// One of two meshes stays out, with its node and its keys; nothing else does.
    void aSingleMeshStaysOut()
    {
        using Rich = test::MadeRichCharacter;
        const auto from = Rich::write(folder_.path().toStdString(), Rich::Container::Glb, true);
        const auto read = io::read(from);
        if (!read) qFatal("%s", read.error().message.c_str());
        const Document& doc = read->document;
        NodeId hat = NodeId::None;
        for (const Node& node : doc.scene->nodes())
            if (node.name.starts_with("Hat") && std::holds_alternative<MeshPart>(node.part))
                hat = node.id;
        QVERIFY(hat != NodeId::None);
        exports::Options options = preset("engine");
        exported(doc, options, "both.glb");
        options.withoutMeshes = {hat};
        QCOMPARE(exports::presetOf(options), exports::findPreset("engine"));
        QVERIFY(exports::optionsOf(exports::textOf(options)).withoutMeshes.empty());
        const exports::BakeReport report = exported(doc, options, "one.glb");
        for (const exports::ClipReport& clip : report.files[0].clips) {
            QVERIFY(clip.error < 1e-4);
            QCOMPARE(clip.unmatched, 0);
        }
        const auto meshesOf = [this](const char* name) {
            QStringList names;
            const auto file = io::read(path(name));
            for (const Node& node : file->document.scene->nodes())
                if (std::holds_alternative<MeshPart>(node.part))
                    names << QString::fromStdString(node.name);
            return names;
        };
        QCOMPARE(meshesOf("both.glb").size(), 2);
        QCOMPARE(meshesOf("one.glb"), QStringList("Body"));
        // Nothing shows the other one, for any reader.
        const test::GltfParts one = *test::partsOf(path("one.glb"));
        QCOMPARE(std::ranges::count_if(one.root["nodes"],
                                       [](const Json& node) { return node.contains("mesh"); }),
                 1);
    }

    /// What stands on a box still stands there, and is moved as before.
    void aBoxThatIsUsedLosesOnlyItsMesh()
    {
        Document doc = *edit::apply(test::handedOn(), edit::AddBox{"Box", {0.1, 0.1, 0.1}});
        const NodeId box = test::nodeNamed(doc, "Box");
        edit::SetSpan set;
        set.target = test::targetNamed(doc, "Left hand");
        set.start = 4;
        set.end = 12;
        set.kind = SpanKind::Contact;
        set.space = box;
        doc = *edit::apply(doc, set);
        const Document bare = exports::withoutMeshesOf(doc, {box});
        const NodeIndex row = bare.scene->find(box);
        QVERIFY(row != kNoNode && !std::holds_alternative<MeshPart>((*bare.scene)[row].part));
        QVERIFY(exports::withoutMeshesOf(doc, {}) == doc);
    }

    /// A view that is packed has its bytes unpacked beside, or it would be unpacked on reading.
    void whatIsPackedIsKeptUnpacked()
    {
        Json file = withMuchElse();
        const Json was = file;
        const auto whole = bareOf(file);
        file["extensionsUsed"].push_back("EXT_meshopt_compression");
        for (const int view : {0, 1, 3})
            file["bufferViews"][view]["extensions"]["EXT_meshopt_compression"] = {
                {"buffer", 0},      {"byteOffset", 0}, {"byteLength", 32},
                {"byteStride", 16}, {"count", 2},      {"mode", "ATTRIBUTES"}};
        const Bare bare = bareOf(file);
        compareElse(bare.file.root, was);
        QVERIFY2(bare.file.root.dump().find("meshopt") == std::string::npos,
                 bare.file.root.dump().c_str());
        QCOMPARE(bare.warnings, QStringList("keys are kept without the compression that they had: "
                                            "1 view of data"));
        const Json& sampler = bare.file.root["animations"][0]["samplers"][0];
        QCOMPARE(test::components(bare.file, sampler["output"]),
                 (std::vector<double>{0, 0, 0, 1, 0, 0, 0, 1}));
        QCOMPARE(bare.file.root["bufferViews"].size(), whole.file.root["bufferViews"].size());
    }

    /// Keys of what goes go, and are named.
    void keysThatPointAtAnUnknownExtensionGoWithIt()
    {
        Json file = withMuchElse();
        file["extensionsUsed"].push_back("ACME_phys");
        file["extensionsUsed"].push_back("KHR_animation_pointer");
        file["nodes"][1]["extensions"]["ACME_phys"]["mass"] = 3;
        const auto pointing = [](const char* at) {
            return Json{{"sampler", 1},
                        {"target",
                         {{"path", "pointer"},
                          {"extensions", {{"KHR_animation_pointer", {{"pointer", at}}}}}}}};
        };
        Json& animation = file["animations"][0];
        animation["samplers"].push_back({{"input", 2}, {"output", 2}});
        animation["channels"].push_back(pointing("/nodes/1/extensions/ACME_phys/mass"));
        animation["channels"].push_back(pointing("/cameras/0/orthographic/xmag"));
        const Bare bare = bareOf(file);
        const std::string text = bare.file.root["animations"].dump();
        QVERIFY2(text.find("ACME") == std::string::npos, text.c_str());
        QVERIFY2(text.find("/cameras/0/orthographic/xmag") != std::string::npos, text.c_str());
        QCOMPARE(bare.warnings.size(), 2);
        QVERIFY2(bare.warnings[1].contains("/nodes/1/extensions/ACME_phys/mass"),
                 qPrintable(bare.warnings[1]));
    }
};

POSEWRIGHT_TEST(TstWithoutMeshes, posewright::test::runPlain);
#include "tst_without_meshes.moc"
