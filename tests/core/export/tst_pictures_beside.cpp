#include "tests/core/export/export_test.h"
#include "tests/support/clients.h"
#include "tests/support/gltf_parts.h"
#include "tests/support/made_rich_character.h"
#include "tests/support/program.h"

#include <fstream>
#include <set>

using namespace posewright;
using exports::Options;
namespace fs = std::filesystem;

namespace {

/// The pictures of a file in the order of its images.
std::vector<std::string> picturesOf(const test::GltfParts& file)
{
    std::vector<std::string> out;
    for (const test::Json& image : file.root["images"])
        out.push_back(image.contains("bufferView")
                          ? test::viewBytes(file, image["bufferView"])
                          : test::parts::resource(image["uri"], file.folder));
    return out;
}

std::string uriOf(const test::GltfParts& file, std::size_t image)
{
    return file.root["images"][image].value("uri", "");
}

}  // namespace

/// Pictures of an exported .gltf are files beside it, judged by a reader that shares nothing with
/// the writer.
class TestPicturesBeside : public test::ExportTest {
    Q_OBJECT

    /// A character with two pictures, the first of which is called so.
    Document character(const std::string& name) const
    {
        using Rich = test::MadeRichCharacter;
        auto file = *test::partsOf(Rich::write(path(""), Rich::Container::Glb, true));
        file.root["images"][0]["name"] = name;
        std::ofstream(path("named.glb"), std::ios::binary)
            << Rich::glb(file.root.dump(), file.buffers[0]);
        const auto import = io::read(path("named.glb"));
        if (!import) qFatal("%s", import.error().message.c_str());
        return import->document;
    }
    Options beside() const
    {
        Options options = preset("engine");
        options.ending = "gltf";
        options.picturesBeside = true;
        return options;
    }
    test::GltfParts written(const Document& doc, const Options& options, const char* name) const
    {
        exported(doc, options, name);
        return *test::partsOf(path(name));
    }
    std::set<std::string> there() const
    {
        std::set<std::string> names;
        for (const auto& entry : fs::directory_iterator(path("")))
            if (entry.path().extension() == ".png") names.insert(entry.path().filename());
        return names;
    }

private slots:
    void init() { QVERIFY(folder_.isValid()); }
    void cleanup()
    {
        for (const auto& entry : fs::directory_iterator(path(""))) fs::remove(entry.path());
    }

    void theyAreWhatTheyWereInside()
    {
        const Document doc = character("skin.png");
        const auto source = picturesOf(*test::partsOf(path("named.glb")));
        Options inside = beside();
        inside.picturesBeside = false;
        const auto whole = written(doc, inside, "inside.gltf");
        QVERIFY(picturesOf(whole) == source);
        QVERIFY(there().empty());
        const auto file = written(doc, beside(), "walk it.gltf");
        QVERIFY(picturesOf(file) == source);
        QVERIFY2(uriOf(file, 0).starts_with("walk%20it.skin."), uriOf(file, 0).c_str());
        QVERIFY(uriOf(file, 0).ends_with(".png"));
        for (const test::Json& image : file.root["images"]) QVERIFY(!image.contains("bufferView"));
        QCOMPARE(there().size(), std::size_t(2));
        for (const std::string& picture : source)
            QVERIFY(file.buffers[0].find(picture) == std::string::npos);
        QVERIFY(file.buffers[0].size() < whole.buffers[0].size());
        // All else is the same: every number of every mesh and animation.
        QCOMPARE(file.root["accessors"].size(), whole.root["accessors"].size());
        for (std::size_t i = 0; i < file.root["accessors"].size(); ++i)
            QVERIFY(test::components(file, i) == test::components(whole, i));
        for (const char* list : {"materials", "textures", "meshes", "nodes", "skins"})
            QVERIFY(file.root[list] == whole.root[list]);
        // Read here again, the materials have their pictures.
        const auto back = io::read(path("walk it.gltf"));
        QVERIFY(back && back->diagnostics.empty());
        if (test::folderWithValidator().isEmpty()) return qInfo("not validated: no validator");
        const QJsonObject issues =
            test::validatorReport(QString::fromStdString(path("walk it.gltf").string()))["issues"]
                .toObject();
        QVERIFY2(issues["numErrors"].toInt(1) == 0 && issues["numWarnings"].toInt(1) == 0,
                 QJsonDocument(issues).toJson(QJsonDocument::Compact).constData());
    }

    void theirNamesAreSafe_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("part");
        QTest::newRow("a path") << QByteArray("../../etc/pa ss%2e.JPG")
                                << QByteArray("pa_ss_2e_JPG");
        QTest::newRow("a device") << QByteArray("C:\\x\\CON.jpeg") << QByteArray("CON");
        QTest::newRow("letters") << QByteArray("\xC3\xA4\xE2\x80\xAE|x") << QByteArray("______x");
        QTest::newRow("long") << QByteArray(300, 'n') << QByteArray(40, 'n');
        QTest::newRow("none") << QByteArray("") << QByteArray("");
    }
    void theirNamesAreSafe()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, part);
        const auto file = written(character(name.toStdString()), beside(), "a.gltf");
        const std::string begin = part.isEmpty() ? "a." : "a." + part.toStdString() + '.';
        const std::string uri = uriOf(file, 0);
        QVERIFY2(uri.starts_with(begin) && uri.size() == begin.size() + 12, uri.c_str());
        QCOMPARE(there().size(), std::size_t(2));
        QVERIFY(picturesOf(file) == picturesOf(*test::partsOf(path("named.glb"))));
    }

    void aFileOfSomebodyElseStays()
    {
        const Document doc = character("skin");
        const std::string name = uriOf(written(doc, beside(), "a.gltf"), 0);
        for (const auto& entry : fs::directory_iterator(path(""))) fs::remove(entry.path());
        std::ofstream(path(name)) << "not ours";
        const auto file = written(doc, beside(), "a.gltf");
        QCOMPARE(test::parts::whole(path(name)), std::string("not ours"));
        QVERIFY(uriOf(file, 0) != name);
        QCOMPARE(picturesOf(file).size(), std::size_t(2));
        // The same bytes need no second file.
        const auto again = written(doc, beside(), "a.gltf");
        QCOMPARE(uriOf(again, 0), uriOf(file, 0));
        QCOMPARE(there().size(), std::size_t(3));
    }

    void theBackupKeepsItsOwnAndOlderOnesGo()
    {
        Options none = beside();
        none.textures = false;
        const auto first = written(character("first"), beside(), "a.gltf");
        const std::string old = uriOf(first, 0), same = uriOf(first, 1);
        const auto second = written(character("second"), beside(), "a.gltf");
        const std::set<std::string> both{old, uriOf(second, 0), same};
        QVERIFY(there() == both);
        const auto third = written(character("third"), beside(), "a.gltf");
        const std::set<std::string> later{uriOf(second, 0), uriOf(third, 0), same};
        QVERIFY(there() == later);
        QVERIFY(picturesOf(*test::partsOf(path("a.gltf~"))) == picturesOf(second));
        QCOMPARE(uriOf(*test::partsOf(path("a.gltf~")), 0), uriOf(second, 0));
    }

    /// Of a process that ended before its .gltf was there.
    void leftoversAreRemoved()
    {
        const Document doc = character("skin");
        const std::string named = uriOf(written(doc, beside(), "a.gltf"), 0);
        // No process has this number.
        const auto leftover = [&](const std::string& name, const char* number) {
            if (!fs::exists(path(name))) std::ofstream(path(name)) << "half";
            fs::create_hard_link(path(name),
                                 path(".posewright-2147483647-" + std::string(number) + ".tmp"));
        };
        leftover("a.skin.01234567.png", "1");
        leftover(named, "2");
        written(doc, beside(), "b.gltf");
        QVERIFY(!fs::exists(path("a.skin.01234567.png")));
        QVERIFY(fs::exists(path(named)));
        for (const auto& entry : fs::directory_iterator(path("")))
            QVERIFY(!entry.path().filename().string().starts_with(".posewright-"));
    }

    void theyStayInsideWhereTheyMust()
    {
        // An extension that nobody knows may name their bytes.
        using Rich = test::MadeRichCharacter;
        const auto import = io::read(Rich::write(path(""), Rich::Container::Glb));
        QVERIFY(import);
        const exports::BakeReport report = exported(import->document, beside(), "a.gltf");
        QVERIFY(std::ranges::any_of(report.files[0].diagnostics, [](const Diagnostic& told) {
            return told.message.starts_with("the pictures stay inside");
        }));
        QVERIFY(there().empty());
        QVERIFY(test::partsOf(path("a.gltf"))->root["images"][0].contains("bufferView"));
        // A project, and one file for all.
        const Document doc = character("skin");
        Options project = beside();
        project.targets = true;
        exported(doc, project, "b.gltf");
        exported(doc, beside(), "c.glb");
        QVERIFY(there().empty());
        QVERIFY(!exports::mayLieBeside(project, "b.gltf"));
        QVERIFY(!exports::mayLieBeside(beside(), "c.glb"));
        QVERIFY(!exports::mayLieBeside(beside(), "d.bvh"));
        QVERIFY(exports::mayLieBeside(beside(), "e.GLTF"));
    }

    void theChoiceIsRemembered()
    {
        QVERIFY(exports::optionsOf(exports::textOf(beside())).picturesBeside);
        QVERIFY(!exports::optionsOf(exports::textOf(preset("engine"))).picturesBeside);
        QCOMPARE(exports::presetOf(beside())->id, exports::findPreset("engine")->id);
    }
};

POSEWRIGHT_TEST(TestPicturesBeside, posewright::test::runWithEvents);
#include "tst_pictures_beside.moc"
