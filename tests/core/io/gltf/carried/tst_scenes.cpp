#include "core/edit/edit.h"
#include "core/io/format.h"
#include "core/io/join.h"
#include "tests/support/clients.h"
#include "tests/support/gltf_parts.h"
#include "tests/support/program.h"
#include "tests/support/sound_gltf.h"
#include "tests/support/written_file.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace posewright;
using test::Json;

namespace {

/// Bones in the first scene, which is not the default one.
Json bonesAside()
{
    return {{"asset", {{"version", "2.0"}}},
            {"scene", 1},
            {"scenes", {{{"nodes", {0}}}, {{"name", "stage"}}}},
            {"nodes",
             {{{"name", "hip"}, {"children", {1, 2}}},
              {{"name", "knee"}, {"translation", {0, 1, 0}}, {"children", {3}}},
              {{"name", "tail"}, {"translation", {1, 1, 0}}},
              {{"name", "toe"}}}}};
}

/// A figure and, in two scenes, a root with two children of which one has a child; a third root is
/// in no scene.
Json rootsInScenes()
{
    Json file = test::soundFile();
    file["nodes"][2]["name"] = "Body";
    file["nodes"].push_back({{"name", "r"}, {"children", {5, 4}}});
    file["nodes"].push_back({{"name", "k"}});
    file["nodes"].push_back({{"name", "l"}, {"children", {6}}});
    file["nodes"].push_back({{"name", "m"}});
    file["nodes"].push_back({{"name", "hidden"}, {"children", {8}}});
    file["nodes"].push_back({{"name", "below"}});
    file["scene"] = 0;
    file["scenes"] = {{{"nodes", {0, 2, 3}}}, {{"name", "second"}, {"nodes", {3}}}};
    return file;
}

/// What each scene lists: "hip knee; knee".
QString listed(const std::filesystem::path& path)
{
    const auto file = *test::partsOf(path);
    std::string out;
    for (const Json& scene : file.root["scenes"]) {
        if (&scene != &file.root["scenes"].front()) out += "; ";
        std::vector<std::string> names;
        for (const Json& row : scene.value("nodes", Json::array()))
            names.push_back(file.root["nodes"][row.get<std::size_t>()].value("name", "-"));
        std::ranges::sort(names);
        for (const std::string& name : names) out += (&name == &names.front() ? "" : " ") + name;
    }
    return QString::fromStdString(out);
}

std::string textOf(const Diagnostics& told)
{
    std::string all;
    for (const Diagnostic& d : told) all += d.where + ": " + d.message + '\n';
    return all;
}

NodeId idOf(const Document& doc, std::string_view name)
{
    return (*doc.scene)[doc.scene->find(name)].id;
}

int errorsIn(const std::filesystem::path& path)
{
    if (test::folderWithValidator().isEmpty()) return 0;
    return test::validatorReport(QString::fromStdString(path.string()))["issues"]
        .toObject()["numErrors"]
        .toInt(1000);
}

}  // namespace

/// The scenes of a file: what they list when nodes come and go.
class TestScenes : public QObject {
    Q_OBJECT

private slots:
    void aStandInIsInTheSceneOfItsBones()
    {
        const Document doc = opened(bonesAside());
        for (const bool plain : {false, true}) {
            io::WriteOptions options;
            options.plain = plain;
            QVERIFY(io::write(doc, out(), options));
            QCOMPARE(listed(out()), QString("Figure hip; "));
            QCOMPARE(errorsIn(out()), 0);
        }
        // Where no scene shows the bones, none shows what stands in for their flesh.
        Json file = bonesAside();
        file["scenes"][0].erase("nodes");
        QVERIFY(io::write(opened(file), out()));
        QCOMPARE(listed(out()), QString("; "));
    }

    void childrenTakeThePlaceOfARemovedRoot_data()
    {
        QTest::addColumn<bool>("project");
        QTest::newRow("of a file") << false;
        QTest::newRow("of a project") << true;
    }
    void childrenTakeThePlaceOfARemovedRoot()
    {
        QFETCH(bool, project);
        Document doc = opened(rootsInScenes());
        if (project) doc = again(doc);
        const Document one = without(doc, "r");
        const Result<Diagnostics> told = io::write(one, out());
        QVERIFY(told);
        QCOMPARE(listed(out()), QString("Body hip k l; k l"));
        QVERIFY2(textOf(*told).find("shows nothing") == std::string::npos, textOf(*told).c_str());
        QCOMPARE(errorsIn(out()), 0);
        QVERIFY(!io::read(out())->motionChanged);
        QVERIFY(textOf(io::read(out())->diagnostics).find("saved") == std::string::npos);
        const Document two = without(project ? again(one) : one, "l");
        QVERIFY(io::write(two, out()));
        QCOMPARE(listed(out()), QString("Body hip k m; k m"));
        const Document three = without(without(two, "k"), "hidden");
        QVERIFY(io::write(three, out()));
        QCOMPARE(listed(out()), QString("Body hip m; m"));
        const Result<Diagnostics> last = io::write(without(three, "m"), out());
        QCOMPARE(listed(out()), QString("Body hip; "));
        QVERIFY2(textOf(*last).find("#/scenes/1/nodes: the scene \"second\" shows nothing now\n") !=
                     std::string::npos,
                 textOf(*last).c_str());
    }

    void whatASceneCannotListAnyMoreIsTold()
    {
        const Document doc = opened(rootsInScenes());
        const Result<Document> hung =
            edit::apply(doc, edit::ReparentBone{idOf(doc, "r"), idOf(doc, "hip")});
        QVERIFY(hung);
        const Result<Diagnostics> told = io::write(*hung, out());
        QVERIFY(told);
        QCOMPARE(listed(out()), QString("Body hip; "));
        QVERIFY2(textOf(*told).find("#/scenes/1/nodes: \"r\" hangs below another node, so the "
                                    "scene \"second\" cannot list it\n") != std::string::npos,
                 textOf(*told).c_str());
    }

    void whatWasSaidOfRemovedNodesIsNamed()
    {
        Json file = rootsInScenes();
        file["nodes"][3]["extras"] = {{"mark", 1}};
        file["nodes"][3]["extensions"]["RV_x"] = {{"deep", 2}};
        file["nodes"][4]["translation"] = {1, 2, 3};
        file["extensionsUsed"] = {"RV_x"};
        Document doc = opened(file);
        Result<Diagnostics> told = io::write(without(without(doc, "r"), "k"), out());
        QVERIFY2(textOf(*told).find("went what the file said of them: \"r\" (extras, RV_x)\n") !=
                     std::string::npos,
                 textOf(*told).c_str());
        doc = again(*edit::apply(doc, edit::RenameNode{idOf(doc, "r"), "Rock"}));
        told = io::write(without(again(doc), "Rock"), out());
        QVERIFY2(textOf(*told).find("said of them: \"Rock\" (extras, RV_x)\n") != std::string::npos,
                 textOf(*told).c_str());
        told = io::write(without(doc, "k"), out());
        QVERIFY2(textOf(*told).find("said of them") == std::string::npos, textOf(*told).c_str());
    }

    void whatDoesNotComeAlongIsTold()
    {
        Json file = rootsInScenes();
        file["extensionsUsed"] = {"RV_x"};
        file["nodes"][3]["extensions"]["RV_x"] = {{"node", 1}};
        file["scenes"][0]["extras"] = {{"mark", 1}};
        file["scenes"][0]["extensions"]["RV_x"] = {{"sky", 1}};
        const Document other = opened(file);
        const Document doc = opened(bonesAside());
        const Result<io::Joining> both = io::joining(doc, other);
        QVERIFY(both);
        QCOMPARE(
            textOf(both->diagnostics),
            std::string("#/scenes/0/extras: what its scene says in extras does not come along\n"
                        "#/scenes/0/extensions/RV_x: what its scene says in the extension "
                        "\"RV_x\" does not come along\n"
                        "#/extensionsUsed: its rows have new numbers: where the extension "
                        "\"RV_x\" names any, it may name others now\n"));
        // The scenes beside the shown one come along, with what becomes a root later.
        const Result<Document> joined = edit::apply(doc, both->edit);
        QVERIFY(joined);
        QVERIFY(io::write(without(*joined, "r"), out()));
        QCOMPARE(listed(out()), QString("hip; Body hip.2 k l; k l"));
        // Beside nothing, no row moves.
        const Result<io::Joining> alone = io::joining(emptyDocument(), other);
        QVERIFY(alone);
        QVERIFY(textOf(alone->diagnostics).find("new numbers") == std::string::npos);
    }

private:
    std::filesystem::path out() const { return dir_.filePath("out.gltf").toStdString(); }

    Document opened(const Json& file) const
    {
        const auto path =
            test::writtenFile(dir_.filePath("in.gltf"), QByteArray::fromStdString(file.dump()));
        return io::read(path)->document;
    }
    /// Saved as a project, and opened.
    Document again(const Document& doc) const
    {
        const auto path = dir_.filePath("again.glb").toStdString();
        return io::write(doc, path) ? io::read(path)->document : Document();
    }
    static Document without(const Document& doc, std::string_view name)
    {
        return *edit::apply(doc, edit::RemoveBone{idOf(doc, name)});
    }

    QTemporaryDir dir_;
};

POSEWRIGHT_TEST(TestScenes, posewright::test::runWithEvents);
#include "tst_scenes.moc"
