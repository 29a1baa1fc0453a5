#include "core/io/format.h"
#include "core/io/gltf/gltf_format.h"
#include "tests/support/biped.h"
#include "tests/support/gltf_parts.h"
#include "tests/support/made_rich_character.h"
#include "tests/support/program.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

using namespace posewright;
using test::Json;

namespace {

struct Addition {
    const char* said;
    std::function<void(Json&)> add;
};

const std::vector<Addition>& additions()
{
    static const std::vector<Addition> kAll{
        {"1 material",
         [](Json& f) {
             f["materials"].push_back({{"name", "theirs"}});
         }},
        {"2 cameras",
         [](Json& f) {
             for (int i = 0; i < 2; ++i)
                 f["cameras"].push_back(
                     {{"type", "perspective"}, {"perspective", {{"yfov", 1}, {"znear", 1}}}});
         }},
        {"1 scene",
         [](Json& f) {
             f["scenes"].push_back({{"name", "theirs"}});
         }},
        {"1 node",
         [](Json& f) {
             f["nodes"].push_back({{"name", "theirs"}});
         }},
        {"\"extras\"", [](Json& f) { f["extras"]["theirs"] = 1; }},
        {"\"copyright\" of the file", [](Json& f) { f["asset"]["copyright"] = "they"; }},
        {"extras or extensions of 1 node",
         [](Json& f) { f["nodes"][1]["extras"]["theirs"] = true; }},
        {"extras or extensions of 1 mesh",
         [](Json& f) { f["meshes"][0]["extras"]["theirs"] = true; }},
        {"extras or extensions of 1 scene", [](Json& f) { f["scenes"][0]["extras"] = 5; }},
        {"primitives of meshes",
         [](Json& f) {
             Json& primitives = f["meshes"][0]["primitives"];
             primitives.push_back(Json(primitives[0]));
         }},
        {"\"theirs\"", [](Json& f) { f["theirs"] = 1; }},
        {"\"VENDOR_theirs\"",
         [](Json& f) {
             f["extensionsUsed"].push_back("VENDOR_theirs");
             f["extensions"]["VENDOR_theirs"] = Json::object();
         }},
    };
    return kAll;
}

Json jsonOf(const std::filesystem::path& path)
{
    return Json::parse(test::parts::whole(path));
}

void put(const std::filesystem::path& path, const QByteArray& text)
{
    QFile file(QString::fromStdString(path.string()));
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) qFatal("no file");
}

QString warnings(const io::Import& import)
{
    QStringList out;
    for (const Diagnostic& one : import.diagnostics)
        if (one.severity == Diagnostic::Severity::Warning)
            out << QString::fromStdString(one.message);
    return out.join('\n');
}

}  // namespace

/// What other programs do to a project's file is named, and never keeps it from being saved.
class TestOtherPrograms : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;

    std::filesystem::path place(const char* name) const
    {
        return dir_.filePath(name).toStdString();
    }
    /// A project as text with its binary beside it.
    std::filesystem::path project()
    {
        if (!io::write(test::biped(), place("project.gltf"))) qFatal("not written");
        return place("project.gltf");
    }

private slots:
    void aProjectThatNobodyTouchedIsReadWithoutAWord()
    {
        const Result<io::Import> import = io::read(project());
        QVERIFY(import);
        QVERIFY2(warnings(*import).isEmpty(), qPrintable(warnings(*import)));
    }

    /// Qt writes members in another order and numbers in another form.
    void aProjectInOtherWordsIsTheSame()
    {
        const auto path = project();
        const QByteArray text = QByteArray::fromStdString(test::parts::whole(path));
        put(path, QJsonDocument::fromJson(text).toJson(QJsonDocument::Compact));
        QVERIFY(QByteArray::fromStdString(test::parts::whole(path)) != text);
        const Result<io::Import> import = io::read(path);
        QVERIFY(import);
        QVERIFY2(warnings(*import).isEmpty(), qPrintable(warnings(*import)));
    }

    void whatAnotherProgramAddedIsNamed_data()
    {
        QTest::addColumn<int>("row");
        for (int row = 0; row < std::ssize(additions()); ++row)
            QTest::newRow(additions()[row].said) << row;
    }
    void whatAnotherProgramAddedIsNamed()
    {
        QFETCH(int, row);
        const auto path = project();
        Json file = jsonOf(path);
        additions()[row].add(file);
        put(path, QByteArray::fromStdString(file.dump()));
        const Result<io::Import> import = io::read(path);
        QVERIFY(import);
        const QString said = warnings(*import);
        QVERIFY2(said.contains("the file has more than the project, by another program or by "
                               "damage, and that is lost when it is saved: ") &&
                     said.contains(additions()[row].said),
                 qPrintable(said));
        QVERIFY(io::write(import->document, place("saved.glb")));
    }

    /// A file that says less of what it carries than there is.
    void aProjectWhoseCountsAreWrongCanBeSaved()
    {
        const auto source = test::MadeRichCharacter::write(dir_.path().toStdString(),
                                                           test::MadeRichCharacter::Container::Glb);
        const Result<io::Import> rich = io::read(source);
        QVERIFY(rich);
        QVERIFY(io::write(rich->document, place("rich project.gltf")));
        const Json whole = jsonOf(place("rich project.gltf"));
        const Json::json_pointer carries("/extensions/POSEWRIGHT_animation/carries");
        int opened = 0;
        for (const auto& [name, value] : whole[carries].items()) {
            if (!value.is_number()) continue;
            Json file = whole;
            file[carries][name] = 0;
            put(place("spoilt.gltf"), QByteArray::fromStdString(file.dump()));
            const Result<io::Import> import = io::read(place("spoilt.gltf"));
            if (!import) continue;
            ++opened;
            QVERIFY2(!warnings(*import).isEmpty(), name.c_str());
            const auto saved = io::write(import->document, place("saved.glb"));
            QVERIFY2(saved, (name + (saved ? "" : ": " + saved.error().message)).c_str());
        }
        QVERIFY2(opened >= 5, qPrintable(QString::number(opened)));
    }

    void aProjectWithoutItsGeneratorCanBeSaved()
    {
        const auto source = test::MadeRichCharacter::write(dir_.path().toStdString(),
                                                           test::MadeRichCharacter::Container::Glb);
        const Result<io::Import> rich = io::read(source);
        QVERIFY(rich);
        QVERIFY(io::write(rich->document, place("signed.gltf")));
        Json file = jsonOf(place("signed.gltf"));
        file["asset"].erase("generator");
        put(place("signed.gltf"), QByteArray::fromStdString(file.dump()));
        const Result<io::Import> import = io::read(place("signed.gltf"));
        QVERIFY(import);
        QVERIFY(io::write(import->document, place("saved.glb")));
        const Json before = test::partsOf(source)->root,
                   after = test::partsOf(place("saved.glb"))->root;
        for (const char* list : {"materials", "textures", "images", "scenes"})
            QCOMPARE(after[list].size(), before[list].size());
    }
};

POSEWRIGHT_TEST(TestOtherPrograms, posewright::test::runPlain);
#include "tst_other_programs.moc"
