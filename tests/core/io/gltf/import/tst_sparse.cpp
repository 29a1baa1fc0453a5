#include "core/io/format.h"
#include "tests/support/program.h"
#include "tests/support/saved_gltf.h"
#include "tests/support/sound_gltf.h"
#include "tests/support/written_file.h"

#include <QTest>

using namespace posewright;

namespace {

/// Makes an accessor sparse: these bytes are elements 1 and 2.
void replaceTwo(nlohmann::json& file, nlohmann::json& accessor, const QByteArray& values)
{
    const QByteArray bytes = QByteArray("\1\0\2\0", 4) + values;
    const std::size_t buffer = file["buffers"].size(), view = file["bufferViews"].size();
    file["buffers"].push_back(
        {{"byteLength", bytes.size()},
         {"uri", "data:application/octet-stream;base64," + bytes.toBase64().toStdString()}});
    file["bufferViews"].push_back({{"buffer", buffer}, {"byteLength", 4}});
    file["bufferViews"].push_back(
        {{"buffer", buffer}, {"byteOffset", 4}, {"byteLength", values.size()}});
    accessor["sparse"] = {{"count", 2},
                          {"indices", {{"bufferView", view}, {"componentType", 5123}}},
                          {"values", {{"bufferView", view + 1}}}};
}

/// A triangle of two joints; joints and indices are sparse.
nlohmann::json sparseFile()
{
    nlohmann::json file = test::soundFile();
    replaceTwo(file, file["accessors"][6], QByteArray("\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16));
    nlohmann::json indices = {{"componentType", 5125}, {"type", "SCALAR"}, {"count", 3}};
    replaceTwo(file, indices, QByteArray("\2\0\0\0\1\0\0\0", 8));
    file["meshes"][0]["primitives"][0]["indices"] = file["accessors"].size();
    file["accessors"].push_back(indices);
    return file;
}

}  // namespace

/// Accessors of which some elements are given apart (glTF 2.0, 3.6.2.3).
class TestSparse : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;

    auto read(const nlohmann::json& file)
    {
        return io::read(test::writtenFile(dir_.filePath("sparse.gltf"),
                                          QByteArray::fromStdString(file.dump())));
    }
    static const Mesh& meshOf(const Document& doc)
    {
        return *std::get<MeshPart>((*doc.scene)[2].part).mesh;
    }

private slots:
    void jointsAndIndicesAreRead()
    {
        const auto doc = read(sparseFile());
        QVERIFY2(doc, doc ? "" : doc.error().message.c_str());
        QCOMPARE(test::linesOf(doc->diagnostics), QStringList{});
        const Mesh& mesh = meshOf(doc->document);
        QCOMPARE(mesh.indices, (std::vector<std::uint32_t>{0, 2, 1}));
        QCOMPARE(mesh.joints.size(), std::size_t(3));
        for (std::size_t vertex = 0; vertex < 3; ++vertex)
            QCOMPARE(mesh.joints[vertex],
                     (std::array<std::uint16_t, 4>{std::uint16_t(vertex == 1 ? 1 : 0)}));
        const test::SavedGltf saved = test::savedGltf(doc->document);
        QVERIFY(saved.root["accessors"][7].contains("sparse"));
    }

    void whatReplacesNothingIsRefused()
    {
        nlohmann::json file = sparseFile();
        file["accessors"][7]["count"] = 2;
        const auto doc = read(file);
        QVERIFY(!doc);
        QVERIFY2(doc.error().where.ends_with("#/accessors/7/sparse/indices"),
                 doc.error().where.c_str());
    }
};

POSEWRIGHT_TEST(TestSparse, posewright::test::runPlain);
#include "tst_sparse.moc"
