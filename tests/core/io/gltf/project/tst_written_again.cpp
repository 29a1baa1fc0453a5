#include "core/edit/edit.h"
#include "core/io/format.h"
#include "core/io/gltf/carried_parts.h"
#include "core/io/gltf/gltf_format.h"
#include "tests/support/biped.h"
#include "tests/support/gltf_parts.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"
#include "tests/support/sound_gltf.h"

#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include <random>
#include <set>

using namespace posewright;

namespace {

Document importedFrom(const nlohmann::json& file)
{
    auto import = io::gltf::readBytes(file.dump(), "made.gltf", {});
    if (!import) qFatal("%s: %s", import.error().where.c_str(), import.error().message.c_str());
    return std::move(import->document);
}

bool isTold(const Diagnostics& told, const char* words)
{
    QStringList all;
    for (const Diagnostic& d : told) {
        if (d.severity == Diagnostic::Severity::Warning &&
            d.message.find(words) != std::string::npos)
            return true;
        all << QString::fromStdString(d.message);
    }
    qInfo("not told of \"%s\": %s", words, qPrintable(all.join("; ")));
    return false;
}

/// Rows of accessors that nothing in the file uses.
std::set<std::size_t> unusedAccessors(const std::filesystem::path& path)
{
    const nlohmann::json root = test::partsOf(path)->root;
    std::set<std::size_t> unused;
    for (std::size_t i = 0; i < root["accessors"].size(); ++i) unused.insert(i);
    const auto use = [&](const nlohmann::json& row) { unused.erase(row.get<std::size_t>()); };
    for (const nlohmann::json& mesh : root.value("meshes", nlohmann::json::array()))
        for (const nlohmann::json& primitive : mesh["primitives"]) {
            for (const nlohmann::json& row : primitive["attributes"]) use(row);
            if (primitive.contains("indices")) use(primitive["indices"]);
            for (const nlohmann::json& target : primitive.value("targets", nlohmann::json::array()))
                for (const nlohmann::json& row : target) use(row);
        }
    for (const nlohmann::json& skin : root.value("skins", nlohmann::json::array()))
        if (skin.contains("inverseBindMatrices")) use(skin["inverseBindMatrices"]);
    for (const nlohmann::json& animation : root.value("animations", nlohmann::json::array()))
        for (const nlohmann::json& sampler : animation["samplers"])
            for (const char* end : {"input", "output"}) use(sampler[end]);
    return unused;
}

}  // namespace

/// What is read is written again, under every option, or it is said what is not.
class TestWrittenAgain : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;
    std::filesystem::path place(const char* name) const
    {
        return dir_.filePath(name).toStdString();
    }

private slots:
    /// Rounding of times must not move a sample of the check to the other side of a held key.
    void heldKeysOfAnyRateAreSaved_data()
    {
        QTest::addColumn<double>("fps");
        for (const double fps : {10.0, 14.985, 20.0, 23.976, 24000 / 1001.0, 25.0, 29.97, 30.0,
                                 50.0, 59.94, 90.0, 100.0, 120.0})
            QTest::newRow(qPrintable(QString::number(fps))) << fps;
    }
    void heldKeysOfAnyRateAreSaved()
    {
        QFETCH(double, fps);
        std::mt19937_64 dice(test::printedSeed(20261128));
        const auto held = [](double frame, const nlohmann::json& turn) {
            return nlohmann::json{{"edit", "setJointKey"},
                                  {"joint", "LeftArm"},
                                  {"frame", frame},
                                  {"rotation", turn},
                                  {"interpolation", "constant"}};
        };
        const nlohmann::json up{0, 0, std::sqrt(0.5), std::sqrt(0.5)};
        for (int frame = 1; frame <= 48; ++frame) {
            // Every other start lies between frames.
            const double start = frame % 2 ? 0 : std::uniform_real_distribution(0.0, 1.0)(dice);
            const Document doc =
                test::edited(test::biped(), {{{"edit", "setFps"}, {"fps", fps}},
                                             {{"edit", "setRange"}, {"start", start}, {"end", 50}},
                                             held(0, {0, 0, 0, 1}),
                                             held(frame, up)});
            const auto written = io::write(doc, place("held.glb"));
            QVERIFY2(written, written ? "" : written.error().message.c_str());
            const auto back = io::read(place("held.glb"));
            QVERIFY(back);
            QVERIFY(back->document == doc);
        }
    }

    /// The range is that of the clip shown; other clips must not stretch it once more.
    void aRateForManyClipsStretchesTheRangeOnce()
    {
        Document doc =
            test::edited(test::biped(), {{{"edit", "setFps"}, {"fps", 30}},
                                         {{"edit", "setRange"}, {"start", 0}, {"end", 60}}});
        for (int i = 0; i < 80; ++i) {
            const std::string name = "clip " + std::to_string(i);
            doc = test::edited(doc, {{{"edit", "addClip"}, {"name", name}},
                                     {{"edit", "setFps"}, {"fps", 30}},
                                     {{"edit", "setJointKey"},
                                      {"joint", "Head"},
                                      {"frame", 30},
                                      {"rotation", {0, 0, 0, 1}}}});
        }
        QVERIFY(io::write(doc, place("clips.glb")));
        io::ReadOptions options;
        options.rate = 60;
        const auto back = io::read(place("clips.glb"), options);
        QVERIFY2(back, back ? "" : back.error().message.c_str());
        QCOMPARE(back->document.playback.end, 2 * doc.playback.end);
        for (const Shared<Clip>& clip : back->document.clips) {
            QCOMPARE(clip->rate, 60.0);
            if (const auto keyed = keyedRange(*clip)) QCOMPARE(keyed->second, 60.0);
        }
    }

    /// Numbers of a texture that is left out are left out.
    void aProjectWithoutTexturesIsWhole()
    {
        nlohmann::json file = test::soundFile();
        file["images"] = {{{"uri", "data:image/png;base64,iVBORw0KGgo="}}};
        file["textures"] = {{{"source", 0}}};
        file["materials"][0]["occlusionTexture"] = {{"index", 0}, {"strength", 0.5}};
        file["materials"][0]["normalTexture"] = {{"index", 0}, {"scale", 0.3}};
        const Document bare = io::gltf::withoutTextures(importedFrom(file));
        const auto written = io::write(bare, place("bare.glb"));
        QVERIFY2(written, written ? "" : written.error().message.c_str());
    }

    /// A second set of weights without bytes: nothing but zeros.
    void influencesOfNothingStayWhereAJointGoes()
    {
        nlohmann::json file = test::soundFile();
        nlohmann::json& attributes = file["meshes"][0]["primitives"][0]["attributes"];
        attributes["JOINTS_1"] = 6;
        attributes["WEIGHTS_1"] = file["accessors"].size();
        file["accessors"].push_back({{"componentType", 5126}, {"type", "VEC4"}, {"count", 3}});
        const Document doc = importedFrom(file);
        const NodeId knee = (*doc.scene)[doc.scene->find(std::string_view("knee"))].id;
        const Result<Document> less = edit::apply(doc, edit::RemoveBone{knee});
        QVERIFY2(less, less ? "" : less.error().message.c_str());
        const auto written = io::write(*less, place("less.glb"));
        QVERIFY2(written, written ? "" : written.error().message.c_str());
        const auto back = io::read(place("less.glb"));
        QVERIFY(back && !back->motionChanged);
        int meshes = 0;
        for (const Node& node : back->document.scene->nodes())
            if (const auto* part = std::get_if<MeshPart>(&node.part)) {
                ++meshes;
                QCOMPARE(part->mesh->moreInfluences.size(), std::size_t(1));
            }
        QCOMPARE(meshes, 1);
    }

    void keysOfAMeshWithASkinAreNamed()
    {
        nlohmann::json file = test::soundFile();
        file["nodes"].erase(2);
        file["nodes"].push_back({{"name", "Body"}, {"mesh", 0}, {"skin", 0}});
        file["nodes"][0]["children"].push_back(2);
        file["scenes"][0]["nodes"] = nlohmann::json::array({0});
        file["animations"][0]["channels"][0]["target"]["node"] = 2;
        const auto import = io::gltf::readBytes(file.dump(), "made.gltf", {});
        QVERIFY2(import, import ? "" : import.error().message.c_str());
        QVERIFY(isTold(import->diagnostics, "joints alone move a mesh with a skin"));
        QVERIFY(isTold(import->diagnostics, "no keys that move anything"));
        QVERIFY(!isTold(import->diagnostics, "they get new keys"));
    }

    /// Keys that get scaled leave no bytes behind, and what was said of them is named.
    void extrasOfAnyKindStay()
    {
        QTemporaryDir dir;
        nlohmann::json file = test::soundFile();
        const std::vector<const char*> places{"/extras", "/asset/extras", "/nodes/0/extras"};
        for (const char* empty : {"[]", "{}", "0", "\"\"", "false", "null"}) {
            const nlohmann::json value = nlohmann::json::parse(empty);
            for (const char* place : places) file[nlohmann::json::json_pointer(place)] = value;
            const std::filesystem::path to = dir.filePath("out.glb").toStdString();
            QVERIFY(io::write(importedFrom(file), to));
            const nlohmann::json root = test::partsOf(to)->root;
            for (const char* place : places)
                QVERIFY2(root.value(nlohmann::json::json_pointer(place), nlohmann::json("lost")) ==
                             value,
                         qPrintable(QString("%1 at %2").arg(empty, place)));
        }
    }

    void anotherScaleLeavesNoOldKeys()
    {
        nlohmann::json file = test::soundFile();
        file["animations"][0]["channels"].push_back(
            {{"sampler", 1}, {"target", {{"node", 1}, {"path", "translation"}}}, {"extras", 5}});
        file["accessors"].push_back(
            {{"bufferView", 0}, {"componentType", 5126}, {"type", "VEC3"}, {"count", 2}});
        file["animations"][0]["samplers"].push_back({{"input", 2}, {"output", 7}});
        io::WriteOptions options;
        options.scale = 2;
        const auto written = io::write(importedFrom(file), place("twice.glb"), options);
        QVERIFY2(written, written ? "" : written.error().message.c_str());
        QVERIFY(isTold(*written, "they get scaled keys"));
        const std::set<std::size_t> unused = unusedAccessors(place("twice.glb"));
        QCOMPARE(unused.size(), std::size_t(0));
    }
};

POSEWRIGHT_TEST(TestWrittenAgain, posewright::test::runPlain);
#include "tst_written_again.moc"
