#include "core/evaluate/bake.h"
#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "core/io/gltf/gltf_format.h"
#include "tests/support/biped.h"
#include "tests/support/paths.h"
#include "tests/support/plain_random.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;

namespace {

constexpr std::uint64_t kLayerFilesSeed = 20261126;

/// Two layers with keys of up to four bones of the document, and a weight that comes and goes.
Document withSomeLayers(Document doc, plain::Dice& dice)
{
    std::vector<std::string> bones;
    for (const Node& node : doc.scene->nodes())
        if (node.bone()) bones.push_back(node.name);
    const double first = doc.playback.start, last = doc.playback.end;
    nlohmann::json edits = nlohmann::json::array();
    for (const char* layer : {"lean", "lift"}) {
        edits.push_back({{"edit", "addLayer"}, {"name", layer}});
        for (int i = 0; i < 4; ++i) {
            const std::string& bone = bones[std::size_t(dice.below(int(bones.size())))];
            for (double f = first; f <= last; f += (last - first) / 4) {
                const plain::Q q = dice.rotation(0.7);
                edits.push_back({{"edit", "setLayerKey"},
                                 {"layer", layer},
                                 {"joint", bone},
                                 {"frame", f},
                                 {"rotation", {q[0], q[1], q[2], q[3]}},
                                 {"translation", {0.02 * i, dice.uniform(-0.1, 0.1), 0}},
                                 {"interpolation", i % 2 ? "eased" : "linear"}});
            }
        }
    }
    edits.push_back(
        {{"edit", "setLayerWeightKey"}, {"layer", "lift"}, {"frame", first}, {"value", 0.2}});
    edits.push_back(
        {{"edit", "setLayerWeightKey"}, {"layer", "lift"}, {"frame", last}, {"value", 1}});
    return test::edited(doc, edits);
}

Document withoutAnyLayer(Document doc)
{
    doc.clips[0] = doc.clips[0].with([](Clip& clip) { clip.layers.clear(); });
    return doc;
}

/// As a program reads the file that knows nothing of the editor's extension.
Document seenByOthers(std::string bytes)
{
    const std::string name = "POSEWRIGHT_animation";
    for (std::size_t at = bytes.find(name); at != std::string::npos; at = bytes.find(name, at))
        bytes[at] = 'X';
    const auto import = io::gltf::readBytes(bytes, "a.glb");
    if (!import) qFatal("%s", import.error().message.c_str());
    return import->document;
}

/// The largest distance between bones of the same name at whole frames. [m]
double farthestBones(const Document& doc, const Document& other)
{
    double most = 0;
    const double pace = other.clip().rate / doc.clip().rate;
    for (double f = std::max(0.0, doc.playback.start); f <= doc.playback.end; f += 1) {
        const Evaluation a = evaluate(doc, f), b = evaluate(other, f * pace);
        for (NodeIndex row = 0; row < doc.scene->size(); ++row) {
            const Node& node = (*doc.scene)[row];
            const NodeIndex there = other.scene->find(node.name);
            if (!node.bone() || there == kNoNode) continue;
            most = std::max(most, (a.world[row].position - b.world[there].position).norm());
        }
    }
    return most;
}

}  // namespace

class TestLayerFiles : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { test::printedSeed(kLayerFilesSeed); }

    void aProjectKeepsThemAndOthersPlayThem_data()
    {
        QTest::addColumn<Document>("doc");
        QTest::newRow("made here") << test::biped();
        const auto carried =
            io::read(std::string(test::sourceDir()) + "/tests/data/schema/v3/motley.glb");
        QVERIFY(carried);
        QTest::newRow("of another program") << carried->document;
    }
    void aProjectKeepsThemAndOthersPlayThem()
    {
        QFETCH(Document, doc);
        plain::Dice dice(kLayerFilesSeed);
        const auto bare = io::gltf::glbOf(doc);
        QVERIFY(bare && bare->find("\"layers\"") == std::string::npos);
        const Document laid = withSomeLayers(doc, dice);
        QVERIFY(farthestBones(doc, laid) > 0.01);
        const auto bytes = io::gltf::glbOf(laid);
        QVERIFY2(bytes, bytes ? "" : bytes.error().message.c_str());
        QVERIFY(bytes->find("\"version\":5") != std::string::npos);
        const auto read = io::gltf::readBytes(*bytes, "a.glb");
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QVERIFY(read->diagnostics.empty());
        // What is carried goes without the channels that the layers changed.
        QVERIFY(read->document.clip().layers == laid.clip().layers);
        QVERIFY(read->document.clip().tracks == laid.clip().tracks);
        QVERIFY(read->document.scene == laid.scene);
        QVERIFY(!laid.carried->json.empty() || read->document == laid);
        QCOMPARE(*io::gltf::glbOf(read->document), *bytes);
        const double off = farthestBones(laid, seenByOthers(*bytes));
        qInfo("others see bones off by %g m", off);
        QVERIFY(off < 1e-5);
        // Without them the file is what it was.
        QCOMPARE(*io::gltf::glbOf(withoutAnyLayer(laid)), *bare);
    }

    void aBvhHasThemLaidOn()
    {
        plain::Dice dice(kLayerFilesSeed + 1);
        const Document laid = withSomeLayers(test::biped(), dice);
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("a.bvh")).toStdString();
        const auto done = io::write(laid, path);
        QVERIFY2(done, done ? "" : done.error().message.c_str());
        const auto read = io::read(path);
        QVERIFY(read);
        const double off = farthestBones(laid, read->document);
        qInfo("BVH off by %g m", off);
        QVERIFY(off < 1e-5);
    }
};

POSEWRIGHT_TEST(TestLayerFiles, posewright::test::runPlain);
#include "tst_layer_files.moc"
