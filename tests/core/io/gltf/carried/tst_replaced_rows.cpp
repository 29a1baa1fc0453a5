#include "core/edit/edit.h"
#include "tests/support/program.h"
#include "tests/support/saved_gltf.h"
#include "tests/support/sound_gltf.h"
#include "tests/support/written_file.h"

#include <QTest>

using namespace posewright;
using test::Json;

namespace {

/// A figure whose accessors and views all have names and extras; one bone holds its mesh.
Json withNamedRows()
{
    Json file = test::soundFile();
    QByteArray joints;
    for (int vertex = 0; vertex < 3; ++vertex) joints += QByteArray("\1\0\0\0\0\0\0\0", 8);
    file["buffers"].push_back(
        {{"uri", "data:application/octet-stream;base64," + joints.toBase64().toStdString()},
         {"byteLength", joints.size()}});
    file["bufferViews"][6]["buffer"] = 1;
    file["bufferViews"][6]["byteOffset"] = 0;
    file["bufferViews"][6]["byteStride"] = 8;
    file["animations"][0]["name"] = "Nod";
    for (const auto& [list, name] : {std::pair("accessors", "acc"), {"bufferViews", "view"}})
        for (std::size_t row = 0; row < file[list].size(); ++row) {
            file[list][row]["name"] = name + std::to_string(row);
            file[list][row]["extras"]["row"] = row;
        }
    return file;
}

NodeId nodeIn(const Document& doc, std::string_view name)
{
    return (*doc.scene)[doc.scene->find(name)].id;
}

Document withKey(Document doc)
{
    edit::SetJointKey key;
    key.joint = nodeIn(doc, "knee");
    key.frame = 3;
    key.rotation = Quat(Eigen::AngleAxisd(0.3, Vec3::UnitX()));
    return *edit::apply(doc, key);
}

/// Which names of `list` a file has.
QStringList namesIn(const Json& root, const char* list)
{
    QStringList out;
    for (const Json& row : root[list])
        if (row.contains("name")) {
            out << QString::fromStdString(row["name"]);
            if (!row.contains("extras")) out.back() += " without extras";
        }
    out.sort();
    return out;
}

}  // namespace

/// What a file says of accessors and views that others replace.
class TstReplacedRows : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;

    Document documentOf(const Json& file)
    {
        const auto read = io::read(
            test::writtenFile(folder_.filePath("in.gltf"), QByteArray::fromStdString(file.dump())));
        if (!read) qFatal("%s", read.error().message.c_str());
        return read->document;
    }

private slots:
    void whatNewKeysReplaceIsNamed()
    {
        const Document doc = documentOf(withNamedRows());
        const auto before = test::savedGltf(doc);
        QVERIFY(namesIn(before.root, "accessors").contains("acc3"));
        QVERIFY2(before.told.filter("is lost").isEmpty(), qPrintable(before.told.join('\n')));

        const auto after = test::savedGltf(withKey(doc));
        for (const char* row : {"2", "3"}) {
            QVERIFY(!namesIn(after.root, "accessors").contains(QString("acc") + row));
            QVERIFY(!namesIn(after.root, "bufferViews").contains(QString("view") + row));
        }
        QCOMPARE(after.told.filter("is lost"),
                 QStringList("#/animations/0 what the file says of 2 accessors and 2 buffer views "
                             "(\"acc2\", \"acc3\", \"view2\", \"view3\") beyond their numbers is "
                             "lost: keys of the clip \"Nod\" are new"));
    }

    void whatOtherKeysUseStays()
    {
        Json file = withNamedRows();
        // Times that another clip shares, and values of which nothing is said.
        file["animations"].push_back(file["animations"][0]);
        file["animations"][1]["samplers"][0]["output"] = 7;
        file["accessors"].push_back(file["accessors"][3]);
        for (const char* member : {"name", "extras"}) {
            file["accessors"][3].erase(member);
            file["bufferViews"][3].erase(member);
        }
        const auto after = test::savedGltf(withKey(documentOf(file)));
        QVERIFY(namesIn(after.root, "accessors").contains("acc2"));
        QVERIFY2(after.told.filter("is lost").isEmpty(), qPrintable(after.told.join('\n')));
    }

    void oneLineIsForAClip()
    {
        Json file = withNamedRows();
        file["animations"][0]["samplers"][0]["extras"] = {{"curve", "a"}};
        const auto after = test::savedGltf(withKey(documentOf(file)));
        const QStringList lost = after.told.filter("is lost");
        QCOMPARE(lost.size(), 1);
        QVERIFY2(lost[0].contains("a channel of the clip \"Nod\"") &&
                     lost[0].contains("2 accessors and 2 buffer views"),
                 qPrintable(lost[0]));
    }

    /// Joints have other numbers without the bone; what was said of them is said of these.
    void whatIsSaidOfInfluencesComesAlong()
    {
        Document doc = documentOf(withNamedRows());
        edit::RemoveBone remove;
        remove.bone = nodeIn(doc, "knee");
        const Result<Document> without = edit::apply(doc, remove);
        QVERIFY(without);
        const auto after = test::savedGltf(*without);
        const Json& attributes = after.root["meshes"][0]["primitives"][0]["attributes"];
        const Json& joints = after.root["accessors"][attributes["JOINTS_0"].get<std::size_t>()];
        QCOMPARE(joints.value("name", ""), std::string("acc6"));
        QCOMPARE(joints["extras"]["row"], Json(6));
        const Json& view = after.root["bufferViews"][joints["bufferView"].get<std::size_t>()];
        QCOMPARE(view.value("name", ""), std::string("view6"));
        QCOMPARE(view["extras"]["row"], Json(6));
        QCOMPARE(namesIn(after.root, "bufferViews").count("view6"), 1);
        // The bind matrices are fewer, and others.
        QCOMPARE(after.told.filter("is lost"),
                 QStringList("#/skins/0 what the file says of 1 accessor and 1 buffer view "
                             "(\"acc4\", \"view4\") beyond their numbers is lost: the bind "
                             "matrices of skin 0 are new"));
    }
};

POSEWRIGHT_TEST(TstReplacedRows, posewright::test::runPlain);
#include "tst_replaced_rows.moc"
