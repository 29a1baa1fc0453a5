#include "core/export/estimate.h"
#include "core/io/placing.h"
#include "tests/core/export/export_test.h"
#include "tests/support/clients.h"
#include "tests/support/gltf_parts.h"
#include "tests/support/made_captures.h"
#include "tests/support/made_characters.h"
#include "tests/support/made_rich_character.h"
#include "tests/support/program.h"
#include "tests/support/reference_bvh.h"

#include <set>

using namespace posewright;
using exports::Options;

/// What of a document goes into a file, judged by readers that share nothing with the writers.
class TestExportFiles : public test::ExportTest {
    Q_OBJECT

    Document doc_ = test::handedOn();

    static std::set<std::string> nodeNames(const test::GltfParts& file)
    {
        std::set<std::string> names;
        for (const test::Json& node : file.root["nodes"])
            names.insert(node.value("name", std::string()));
        return names;
    }

    /// Every bone at whole frames, by the reference evaluator of the shared folder.
    static double worstByClient(const Document& doc, const QString& path, const QString& clip,
                                double zero, int frames)
    {
        QStringList times;
        for (int i = 0; i < frames; ++i) times << QString::number(i / doc.clip().rate, 'g', 17);
        const QJsonObject answer =
            test::runClient("gltf_fk.py", {path, "--anim", clip, "--times", times.join(',')});
        const QJsonArray joints = answer["joints"].toArray();
        double worst = joints.isEmpty() ? 1e300 : 0;
        for (int i = 0; i < frames; ++i) {
            const Evaluation e = evaluate(doc, zero + i);
            for (NodeIndex row = 0; row < doc.scene->size(); ++row) {
                if (!(*doc.scene)[row].bone()) continue;
                bool found = false;
                for (int j = 0; j < joints.size() && !found; ++j) {
                    found = joints[j].toObject()["name"].toString().toStdString() ==
                            (*doc.scene)[row].name;
                    if (!found) continue;
                    const QJsonArray p = answer["world"][i][j].toArray();
                    const Vec3 there(p[0].toDouble(), p[1].toDouble(), p[2].toDouble());
                    worst = std::max(worst, (there - e.world[row].position).norm());
                }
                if (!found) return 1e300;
            }
        }
        return worst / extent(*doc.scene);
    }

private slots:
    void anEngineGetsNothingOfTheEditors()
    {
        exported(doc_, preset("engine"), "engine.glb");
        const auto file = test::partsOf(path("engine.glb"));
        QVERIFY(file);
        QVERIFY2(file->root.dump().find("POSEWRIGHT") == std::string::npos,
                 file->root.dump().c_str());
        QVERIFY(!file->root.contains("extensionsUsed"));
        const std::set<std::string> names = nodeNames(*file);
        QVERIFY(names.contains("LeftHand") && !names.contains("Left hand"));
        QVERIFY(!names.contains("LeftHand_end"));
        QCOMPARE(int(file->root["animations"].size()), 2);
        // The clip of the range has a key for every frame of what moves.
        bool dense = false;
        for (const test::Json& sampler : file->root["animations"][0]["samplers"]) {
            QCOMPARE(sampler["interpolation"].get<std::string>(), std::string("LINEAR"));
            dense = dense || test::components(*file, sampler["input"]).size() == 25;
        }
        QVERIFY(dense);
        const Result<io::Import> back = io::read(path("engine.glb"));
        QVERIFY(back && !back->project);
    }

    void theEditorGetsAProject()
    {
        exported(doc_, preset("editor"), "again.glb");
        const Result<io::Import> back = io::read(path("again.glb"));
        QVERIFY(back && back->project);
        QVERIFY(back->document == doc_);
    }

    void aClientSeesWhatWasShown_data()
    {
        QTest::addColumn<QString>("preset");
        for (const char* id : {"editor", "engine"}) QTest::newRow(id) << id;
    }
    void aClientSeesWhatWasShown()
    {
        POSEWRIGHT_NEEDS_SHARED("clients/gltf_fk.py");
        if (test::pythonWithNumpy().isEmpty()) QSKIP("no python3 with numpy here");
        QFETCH(QString, preset);
        const std::string name = preset.toStdString() + "-seen.glb";
        exported(doc_, this->preset(preset.toUtf8().constData()), name);
        const double worst =
            worstByClient(doc_, QString::fromStdString(path(name).string()), "0", 0, 25);
        QVERIFY2(worst <= 1e-6, qPrintable(QString::number(worst)));
        Document wave = doc_;
        wave.playback.clip = 1;
        const double waving =
            worstByClient(wave, QString::fromStdString(path(name).string()), "1", 0, 15);
        QVERIFY2(waving <= 1e-6, qPrintable(QString::number(waving)));
    }

    void aCutBeginsAtTimeZero()
    {
        Options options = preset("engine");
        options.frames = Range{6, 18};
        const exports::BakeReport report = exported(doc_, options, "cut.glb");
        QVERIFY2(exports::worstShare(report) < 1e-6,
                 qPrintable(QString::number(exports::worstShare(report))));
        const auto file = test::partsOf(path("cut.glb"));
        double last = 0;
        for (const test::Json& sampler : file->root["animations"][0]["samplers"]) {
            const std::vector<double> times = test::components(*file, sampler["input"]);
            QCOMPARE(times.front(), 0.0);
            last = std::max(last, times.back());
        }
        QVERIFY(std::abs(last - 12 / doc_.clip().rate) < 1e-6);
    }

    void anotherRateIsWritten()
    {
        Options options = preset("engine");
        options.rate = 12;
        exported(doc_, options, "twelve.glb");
        const auto file = test::partsOf(path("twelve.glb"));
        std::size_t most = 0;
        for (const test::Json& sampler : file->root["animations"][0]["samplers"])
            most = std::max(most, test::components(*file, sampler["input"]).size());
        QCOMPARE(int(most), 13);
    }

    void eachClipIsABvhOfItsOwn()
    {
        Options options = preset("three");
        const std::vector<std::filesystem::path> names =
            exports::plannedPaths(doc_, options, path("walk.bvh"));
        QCOMPARE(int(names.size()), 2);
        QCOMPARE(names[1].filename().string(), std::string("walk-Wave__fast.bvh"));
        exported(doc_, options, "walk.bvh");
        QVERIFY(!std::filesystem::exists(path("walk.bvh")));
        for (int clip = 0; clip < 2; ++clip) {
            Document shown = doc_;
            shown.playback.clip = clip;
            const test::ReferenceBvh reference(names[clip]);
            QCOMPARE(int(reference.rows.size()), clip == 0 ? 25 : 13);
            const double first = clip == 0 ? 0 : 2;
            for (std::size_t row = 0; row < reference.rows.size(); ++row) {
                const auto places = reference.positions(row);
                const Evaluation e = evaluate(shown, first + double(row));
                for (std::size_t j = 0; j < reference.joints.size(); ++j) {
                    const NodeIndex node =
                        doc_.scene->find(std::string_view(reference.joints[j].name));
                    QVERIFY2(node != kNoNode, reference.joints[j].name.c_str());
                    const Vec3 there(places[j][0], places[j][1], places[j][2]);
                    QVERIFY((there - e.world[node].position).norm() < 1e-6);
                }
            }
        }
        options.allClips = false;
        QCOMPARE(exports::plannedPaths(doc_, options, path("walk.bvh")).front(), path("walk.bvh"));
    }

    void anglesAreInTheOrderAsked()
    {
        Options options = preset("three");
        options.allClips = false;
        options.eulerOrder = std::array{0, 2, 1};
        const exports::BakeReport report = exported(doc_, options, "order.bvh");
        QVERIFY(exports::worstShare(report) < 1e-6);
        const std::string text = test::parts::whole(path("order.bvh"));
        QVERIFY(text.find("CHANNELS 3 Xrotation Zrotation Yrotation") != std::string::npos);
        QVERIFY(text.find("Yrotation Zrotation") == std::string::npos &&
                text.find("Zrotation Xrotation") == std::string::npos);
    }

    void namesAreMadeSafe()
    {
        Document doc = test::edited(
            doc_,
            {{{"edit", "renameNode"}, {"node", "LeftHand"}, {"name", "mixamorig:Left Hand"}}});
        Options safe = preset("engine");
        safe.safeNames = true;
        exported(doc, safe, "safe.glb");
        QVERIFY(nodeNames(*test::partsOf(path("safe.glb"))).contains("mixamorig_Left_Hand"));
        exported(doc, preset("engine"), "kept.glb");
        QVERIFY(nodeNames(*test::partsOf(path("kept.glb"))).contains("mixamorig:Left Hand"));
    }

    void texturesStayBehind()
    {
        const std::filesystem::path rich = test::MadeRichCharacter::write(
            folder_.path().toStdString(), test::MadeRichCharacter::Container::Glb, true);
        const Result<io::Import> import = io::read(rich);
        QVERIFY(import);
        Options options = preset("engine");
        exported(import->document, options, "with.glb");
        options.textures = false;
        exported(import->document, options, "without.glb");
        const auto with = test::partsOf(path("with.glb"));
        const auto without = test::partsOf(path("without.glb"));
        QVERIFY(with->root.contains("images") && with->root.contains("textures"));
        for (const char* list : {"images", "textures", "samplers"})
            QVERIFY2(!without->root.contains(list), list);
        QVERIFY2(without->root["materials"].dump().find("exture\"") == std::string::npos,
                 without->root["materials"].dump().c_str());
        QCOMPARE(without->root["materials"].size(), with->root["materials"].size());
        QVERIFY(std::filesystem::file_size(path("without.glb")) <
                std::filesystem::file_size(path("with.glb")));
        // What else there is holds the same numbers.
        QCOMPARE(without->root["accessors"].size(), with->root["accessors"].size());
        for (std::size_t row = 0; row < with->root["accessors"].size(); ++row)
            QVERIFY(test::components(*with, row) == test::components(*without, row));
    }

    void meshesStayBehind()
    {
        const std::filesystem::path rich = test::MadeRichCharacter::write(
            folder_.path().toStdString(), test::MadeRichCharacter::Container::Glb, true);
        const Result<io::Import> import = io::read(rich);
        QVERIFY(import);
        Options options = preset("engine");
        options.meshes = false;
        const exports::BakeReport report = exported(import->document, options, "bare.glb");
        QVERIFY(exports::worstShare(report) < 1e-5);
        const auto file = test::partsOf(path("bare.glb"));
        QVERIFY(!file->root.contains("images") && !file->root.contains("materials"));
        // Viewers show the figure that stands for a skeleton without a mesh.
        QCOMPARE(int(file->root.value("meshes", test::Json::array()).size()), 1);
        // What is not of meshes stays, with what the file says of it.
        const auto whole = test::partsOf(rich);
        QVERIFY(whole->root.contains("cameras"));
        for (const char* list : {"cameras", "extras", "asset"})
            QVERIFY2(file->root.value(list, test::Json()) == whole->root.value(list, test::Json()),
                     list);
        QCOMPARE(file->root["scenes"].size(), whole->root["scenes"].size());
        const test::Json::json_pointer lights("/extensions/KHR_lights_punctual/lights");
        QVERIFY(whole->root.contains(lights) && file->root.contains(lights));
        QVERIFY(file->root[lights] == whole->root[lights]);
        // Coordinates of textures are of meshes alone.
        for (const test::Json& accessor : file->root["accessors"])
            QVERIFY(accessor["type"] != "VEC2");
        QVERIFY(whole->root["accessors"].dump().find("VEC2") != std::string::npos);
    }

    /// Keys of clips that stay behind are not in the file either.
    void oneClipWithoutMeshesIsSmall()
    {
        const Result<io::Import> import = io::read(test::MadeRichCharacter::write(
            folder_.path().toStdString(), test::MadeRichCharacter::Container::Glb, true));
        QVERIFY(import && import->document.clips.size() > 1);
        Options options = preset("editor");
        options.meshes = false;
        exported(import->document, options, "every.glb");
        options.allClips = false;
        exported(import->document, options, "one.glb");
        const auto every = test::partsOf(path("every.glb"));
        const auto one = test::partsOf(path("one.glb"));
        QVERIFY(one->root["accessors"].size() < every->root["accessors"].size());
        QVERIFY(std::filesystem::file_size(path("one.glb")) <
                std::filesystem::file_size(path("every.glb")));
    }

    /// A contact on a box needs the box's node, whether its mesh is written or not.
    void whatContactsStickToStaysWithoutItsMesh()
    {
        const Result<Document> doc = edit::applyAll(emptyDocument(), nlohmann::json::parse(R"([
            {"edit": "addBone", "name": "A", "head": [0, 1, 0], "tail": [0.3, 1, 0.05]},
            {"edit": "addBone", "name": "B", "parent": "A", "head": [0.3, 1, 0.05], "tail": [0.6, 1, 0]},
            {"edit": "addBone", "name": "C", "parent": "B", "head": [0.6, 1, 0], "tail": [0.7, 1, 0]},
            {"edit": "addBox", "name": "Box", "position": [0.5, 0.8, 0]},
            {"edit": "addTarget", "name": "T", "effector": "C", "root": "A"},
            {"edit": "setSpan", "target": "T", "start": 0, "end": 20, "kind": "contact",
             "space": "Box"}])"));
        QVERIFY(doc);
        Options options = preset("editor");
        options.meshes = false;
        exported(*doc, options, "contact.glb");
        const Result<io::Import> back = io::read(path("contact.glb"));
        QVERIFY(back && back->project);
        QVERIFY(back->document.scene->find("Box") != kNoNode);
    }

    /// Said before, measured after.
    void theSizeIsAboutWhatWasSaid()
    {
        const Result<io::Import> rich = io::read(test::MadeRichCharacter::write(
            folder_.path().toStdString(), test::MadeRichCharacter::Container::Glb, true));
        QVERIFY(rich);
        int at = 0;
        for (const Document* doc : {static_cast<const Document*>(&doc_), &rich->document})
            for (const char* preset : {"editor", "engine", "three"})
                for (const bool meshes : {true, false}) {
                    Options options = exports::findPreset(preset)->options;
                    options.meshes = meshes;
                    options.allClips = false;
                    const std::string name = "size" + std::to_string(at++) + '.' + options.ending;
                    exported(*doc, options, name);
                    const auto is = double(std::filesystem::file_size(path(name)));
                    const double said = exports::estimatedBytes(*doc, options);
                    qInfo("%s, %s meshes: %.0f said, %.0f", preset, meshes ? "with" : "without",
                          said, is);
                    QVERIFY(said < 1.5 * is && is < 1.5 * said);
                }
    }

    /// A capture that counts in centimetres is as tall as a person in metres, and its motion is
    /// held against what is shown all the same.
    void theUnitIsSaidAndWritten()
    {
        const Result<io::Import> import =
            io::read(test::madeCapturePath("made_centimetres_crlf").toStdString());
        QVERIFY(import);
        const Document& doc = import->document;
        QCOMPARE(doc.unit, LengthUnit::Unknown);
        Options options = preset("engine");  // with names as they are
        options.metres = 0.01;
        const exports::BakeReport report = exported(doc, options, "metres.glb");
        QVERIFY(exports::worstShare(report) < 1e-5);
        QVERIFY(report.height > 1.2 && report.height < 2.3);
        QCOMPARE(report.height, 0.01 * io::heightOf(doc));
        const Result<io::Import> back = io::read(path("metres.glb"));
        QVERIFY(back);
        const auto placesOf = [](const Document& of) {
            return worldTransforms(*of.scene, restPose(*of.scene));
        };
        const auto before = placesOf(doc), after = placesOf(back->document);
        int bones = 0;
        for (const Node& node : doc.scene->nodes()) {
            const NodeIndex at = back->document.scene->find(node.name);
            if (at == kNoNode) continue;
            const Vec3 is = after[at].position;
            const Vec3 was = before[doc.scene->find(node.id)].position;
            QVERIFY2((is - 0.01 * was).norm() < 1e-6, node.name.c_str());
            ++bones;
        }
        QVERIFY(bones > 10);
    }

    void optionsComeBackFromTheirText()
    {
        Options options = preset("three");
        options.frames = Range{2.5, 40};
        options.rate = 29.97;
        options.metres = 0.0254;
        options.keys = exports::Keys::Reduced;
        options.tolerance = 0.0025;
        options.eulerOrder = std::array{1, 0, 2};
        options.meshes = false;
        QVERIFY(exports::optionsOf(exports::textOf(options)) == options);
        QVERIFY(exports::optionsOf("no JSON at all") == Options{});
        QVERIFY(exports::optionsOf(R"({"keys": 3, "rate": -1, "frames": [5, 1]})") == Options{});
        for (const exports::Preset& each : exports::presets())
            QVERIFY(exports::presetOf(each.options) == &each);
        options = Options{};
        options.ends = false;
        QVERIFY(!exports::presetOf(options));
    }

    void anOrderIsEachAxisOnce()
    {
        QVERIFY(exports::eulerOrderOf("zXy") &&
                *exports::eulerOrderOf("zXy") == (std::array{2, 0, 1}));
        for (const char* wrong : {"", "ZX", "ZZX", "ZXW", "ZXYZ"})
            QVERIFY(!exports::eulerOrderOf(wrong));
    }

    void aRangeThatIsNoneIsRefused()
    {
        Options options;
        options.frames = Range{4, 2};
        QVERIFY(!exports::plan(doc_, options, path("none.glb")));
    }

    void whoStopsItHasNoFile()
    {
        exports::Context context;
        context.progress = [](double) { return false; };
        const auto done =
            exports::exportDocument(doc_, preset("engine"), path("stopped.glb"), true, context);
        QVERIFY(!done && done.error().kind == ErrorKind::Cancelled);
        QVERIFY(!std::filesystem::exists(path("stopped.glb")));
    }
};

POSEWRIGHT_TEST(TestExportFiles, test::runWithEvents);
#include "tst_export_files.moc"
