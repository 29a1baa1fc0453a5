#include "core/document/package.h"
#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "core/io/join.h"
#include "core/operate/clip_match.h"
#include "tests/support/gltf_parts.h"
#include "tests/support/made_characters.h"
#include "tests/support/made_rich_character.h"
#include "tests/support/plain_random.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

using namespace posewright;
namespace fs = std::filesystem;
using test::GltfParts;
using test::Json;

namespace {

/// The nodes of another file, and its motion, as one hands them on.
struct Joined {
    Document document;
    std::vector<edit::Edit> edits;
    Diagnostics told;
};
Joined joined(const Document& doc, const Document& other)
{
    const Result<io::Joining> joining = io::joining(doc, other);
    if (!joining) qFatal("%s", joining.error().message.c_str());
    Joined out{{}, {joining->edit}, joining->diagnostics};
    const Result<Document> there = edit::apply(doc, joining->edit);
    if (!there) qFatal("%s", there.error().message.c_str());
    const auto motion = operate::motionFor(joining->other, *there);
    if (!motion) qFatal("%s", motion.error().message.c_str());
    if (!motion->keys.empty()) out.edits.emplace_back(edit::PutKeys{motion->keys});
    const Result<Document> all = edit::applyEach(doc, out.edits);
    if (!all) qFatal("%s", all.error().message.c_str());
    out.document = *all;
    return out;
}

/// What the rows of a file mean: with what they name in place of its number. It shares nothing
/// with the program.
class Meaning {
public:
    explicit Meaning(const GltfParts& file) : file_(file) {}

    /// By what nodes show and what is said of them; not by their names, which may be taken.
    Json node(std::size_t row) const
    {
        Json out = plain(rowOf("nodes", row));
        for (const char* name : {"name", "children", "translation", "rotation", "scale", "matrix"})
            out.erase(name);
        if (out.contains("mesh")) out["mesh"] = mesh(out["mesh"].get<std::size_t>());
        if (out.contains("camera")) out["camera"] = plain(rowOf("cameras", out["camera"]));
        if (out.contains("skin")) out["skin"] = skin(out["skin"].get<std::size_t>());
        const Json::json_pointer light("/extensions/KHR_lights_punctual/light");
        if (out.contains(light)) {
            const Json::json_pointer lights("/extensions/KHR_lights_punctual/lights");
            out[light] = file_.root[lights][out[light].get<std::size_t>()];
        }
        return out;
    }

private:
    Json rowOf(const char* list, const Json& row) const
    {
        return file_.root[list][row.get<std::size_t>()];
    }
    static Json plain(Json row)
    {
        if (!row.contains("extensions")) return row;
        row["extensions"].erase("POSEWRIGHT_animation");
        if (row["extensions"].empty()) row.erase("extensions");
        return row;
    }
    Json values(const Json& row) const
    {
        return {plain(rowOf("accessors", row)).value("extras", Json()),
                test::components(file_, row.get<std::size_t>())};
    }
    Json texture(const Json& info) const
    {
        Json out = info;
        Json told = plain(rowOf("textures", info["index"]));
        if (told.contains("sampler")) told["sampler"] = rowOf("samplers", told["sampler"]);
        if (told.contains("source")) {
            Json image = rowOf("images", told["source"]);
            const std::string bytes =
                test::viewBytes(file_, image["bufferView"].get<std::size_t>());
            image["bufferView"] = std::vector<std::uint8_t>(bytes.begin(), bytes.end());
            told["source"] = std::move(image);
        }
        out["index"] = std::move(told);
        return out;
    }
    Json withTextures(Json value) const
    {
        if (!value.is_structured()) return value;
        for (auto& [name, member] : value.items())
            member = name.ends_with("Texture") && member.is_object() && member.contains("index")
                         ? texture(member)
                         : withTextures(member);
        return value;
    }
    Json mesh(std::size_t row) const
    {
        Json out = plain(file_.root["meshes"][row]);
        for (Json& primitive : out["primitives"]) {
            for (Json& attribute : primitive["attributes"]) attribute = values(attribute);
            if (primitive.contains("targets"))
                for (Json& target : primitive["targets"])
                    for (Json& attribute : target) attribute = values(attribute);
            if (primitive.contains("indices")) primitive["indices"] = values(primitive["indices"]);
            if (primitive.contains("material"))
                primitive["material"] = withTextures(rowOf("materials", primitive["material"]));
        }
        return out;
    }
    Json skin(std::size_t row) const
    {
        Json out = plain(file_.root["skins"][row]);
        out["joints"] = out["joints"].size();
        out.erase("skeleton");
        if (out.contains("inverseBindMatrices"))
            out["inverseBindMatrices"] = values(out["inverseBindMatrices"]);
        return out;
    }

    const GltfParts& file_;
};

double mostApart(const Document& one, const Document& all, double frame, NodeIndex first)
{
    const Evaluation a = evaluate(one, frame);
    const Evaluation b = evaluate(all, frame * all.clip().rate / one.clip().rate);
    double worst = 0;
    for (NodeIndex row = 0; row < one.scene->size(); ++row)
        worst = std::max(worst, (a.world[row].position - b.world[first + row].position).norm());
    return worst;
}

}  // namespace

/// Another file's nodes beside those that are there.
class TestJoin : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;
    std::vector<fs::path> files_;

    static Document readPlain(const fs::path& path)
    {
        io::ReadOptions options;
        options.plain = true;
        const Result<io::Import> import = io::read(path, options);
        if (!import) qFatal("%s", import.error().message.c_str());
        return import->document;
    }

private slots:
    void initTestCase()
    {
        const fs::path folder = dir_.path().toStdString();
        files_.push_back(
            test::MadeRichCharacter::write(folder, test::MadeRichCharacter::Container::Glb, true));
        for (const test::MadeCharacter& made : test::madeCharacters())
            files_.emplace_back(test::writeCharacter(made, QDir(dir_.path())).toStdString());
    }

    /// In each pair of files, all that either held is in what is written of both, and the second
    /// moves as it did.
    void allOfBothIsThere_data()
    {
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("second");
        for (int first = 0; first < std::ssize(files_); ++first)
            for (const int second : {0, (first + 1) % int(files_.size())})
                QTest::addRow("%s, %s", files_[first].stem().c_str(), files_[second].stem().c_str())
                    << first << second;
    }
    void allOfBothIsThere()
    {
        QFETCH(int, first);
        QFETCH(int, second);
        const Document doc = readPlain(files_[first]);
        const Document other = readPlain(files_[second]);
        const Joined both = joined(doc, other);
        QVERIFY(validate(both.document));
        QCOMPARE(both.document.scene->size(), doc.scene->size() + other.scene->size());
        for (const double frame : {0.0, 3.7, 11.0, 20.0}) {
            QVERIFY(mostApart(other, both.document, frame, doc.scene->size()) < 1e-9);
            QVERIFY(mostApart(doc, both.document, frame, 0) < 1e-9);
        }

        const fs::path out = fs::path(dir_.path().toStdString()) / "both.glb";
        const auto written = io::write(both.document, out);
        QVERIFY2(written, written ? "" : written.error().message.c_str());
        const auto here = test::partsOf(out);
        QVERIFY(here);
        std::vector<Json> there;
        for (std::size_t row = 0; row < here->root["nodes"].size(); ++row)
            there.push_back(Meaning(*here).node(row));
        for (const int file : {first, second}) {
            const auto parts = test::partsOf(files_[file]);
            for (std::size_t row = 0; row < parts->root["nodes"].size(); ++row) {
                const Json meant = Meaning(*parts).node(row);
                QVERIFY2(std::find(there.begin(), there.end(), meant) != there.end(),
                         qPrintable(QString("%1, node %2: %3")
                                        .arg(file)
                                        .arg(row)
                                        .arg(QString::fromStdString(meant.dump()).left(2000))));
            }
        }
        const Result<io::Import> again = io::read(out);
        QVERIFY2(again, again ? "" : again.error().message.c_str());
        QVERIFY(again->project && again->diagnostics.empty());
        QVERIFY(*again->document.scene == *both.document.scene);
    }

    /// The clips that stay behind are named.
    void otherClipsAreTold()
    {
        const auto told = [](const Joined& both) {
            std::string all;
            for (const Diagnostic& d : both.told)
                if (d.where == "#/animations") all += d.message;
            return all;
        };
        const Document rich = readPlain(files_[0]);
        QCOMPARE(int(rich.clips.size()), 3);
        const std::string said = told(joined(readPlain(files_[1]), rich));
        QVERIFY2(said.starts_with("of its clips only \"Walk\" comes along, and not \"Wave\", "),
                 said.c_str());
        Document one = rich;
        one.clips.resize(1);
        QCOMPARE(told(joined(readPlain(files_[1]), one)), std::string());
    }

    /// As the journal keeps it, and undone by the document before.
    void theEditIsData()
    {
        const Document doc = readPlain(files_[0]);
        const Joined both = joined(doc, readPlain(files_[1]));
        nlohmann::json list = nlohmann::json::array();
        Document at = doc;
        for (const edit::Edit& edit : both.edits) {
            const nlohmann::json json = nlohmann::json::parse(edit::toJson(edit).dump());
            const Result<edit::Edit> read = edit::fromJson(json, at);
            QVERIFY2(read, read ? "" : read.error().message.c_str());
            at = *edit::apply(at, *read);
        }
        QVERIFY(at == both.document);
    }

    /// A skeleton without a file's rest takes a character, and a character a skeleton.
    void aCaptureAndACharacterTakeEachOther()
    {
        const Document figure = readPlain(files_[0]);
        Document bare = readPlain(files_[1]);
        bare.carried = Carried{};
        std::vector<Node> nodes = bare.scene->nodes();
        for (Node& node : nodes)
            if (!node.bone()) node.part = {};
        bare.scene = *Scene::make(std::move(nodes), {});
        for (Shared<Clip>& clip : bare.clips) clip = clip.with([](Clip& c) { c.source = -1; });
        const fs::path out = fs::path(dir_.path().toStdString()) / "mixed.glb";
        for (const auto& [one, other] : {std::pair{bare, figure}, std::pair{figure, bare}}) {
            const Joined both = joined(one, other);
            QVERIFY(io::write(both.document, out));
            const Result<io::Import> again = io::read(out);
            QVERIFY(again && again->project && again->diagnostics.empty());
            QVERIFY(*again->document.scene == *both.document.scene);
        }
    }

    void whatWasPackedForAnotherIsRefused()
    {
        const Document doc = readPlain(files_[0]);
        const Document other = readPlain(files_[1]);
        const io::Joining joining = *io::joining(doc, other);
        const Document after = *edit::apply(doc, joining.edit);
        const Result<Document> twice = edit::apply(after, joining.edit);
        QVERIFY(!twice && twice.error().where == "/content");
        QVERIFY(!edit::apply(emptyDocument(), joining.edit));
        QVERIFY(!io::joining(doc, emptyDocument()));
    }

    /// A text that was changed anywhere is refused, or makes a valid document.
    void brokenTextsAreRefused()
    {
        const Document doc = readPlain(files_[1]);
        const std::string text = io::joining(doc, readPlain(files_[0]))->edit.content;
        plain::Dice dice(test::printedSeed(QRandomGenerator::global()->generate()));
        int made = 0;
        for (int i = 0; i < 2000; ++i) {
            std::string broken = text;
            const auto at = static_cast<std::size_t>(dice.below(int(broken.size())));
            if (i % 4 == 0)
                broken.resize(at);
            else
                broken[at] = "ABCDwxyz0189+/"[dice.below(14)];
            const Result<Document> out = edit::apply(doc, edit::AddNodes{broken});
            if (!out) continue;
            ++made;
            QVERIFY(validate(*out));
        }
        qInfo("%d of 2000 made a document", made);
    }
};

POSEWRIGHT_TEST(TestJoin, posewright::test::runPlain);
#include "tst_join.moc"
