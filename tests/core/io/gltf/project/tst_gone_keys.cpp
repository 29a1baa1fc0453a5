#include "core/edit/edit.h"
#include "core/io/format.h"
#include "core/io/save.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include <map>
#include <set>

using namespace posewright;

namespace {

/// A GLB file taken apart: its JSON and its bytes.
struct Parted {
    nlohmann::json gltf;
    QByteArray bytes;
    qint64 size = 0;
};
Parted parted(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) qFatal("no %s", qPrintable(path));
    const QByteArray all = file.readAll();
    const auto number = [&](qsizetype at) {
        quint32 value = 0;
        memcpy(&value, all.constData() + at, 4);
        return static_cast<qsizetype>(value);
    };
    const qsizetype text = number(12);
    return {nlohmann::json::parse(all.mid(20, text).toStdString()), all.mid(20 + text + 8),
            all.size()};
}

/// The bytes of an accessor without stride; of a sparse one those that it begins with.
QByteArray valuesOf(const Parted& file, const nlohmann::json& row)
{
    const nlohmann::json& accessor = file.gltf["accessors"][row.get<int>()];
    if (!accessor.contains("bufferView")) return "zeros";
    const nlohmann::json& view = file.gltf["bufferViews"][accessor["bufferView"].get<int>()];
    const std::map<std::string, int> numbers{
        {"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
    const std::map<int, int> sizes{{5120, 1}, {5121, 1}, {5122, 2},
                                   {5123, 2}, {5125, 4}, {5126, 4}};
    return file.bytes.mid(view.value("byteOffset", 0) + accessor.value("byteOffset", 0),
                          accessor["count"].get<int>() * numbers.at(accessor["type"]) *
                              sizes.at(accessor["componentType"]));
}

/// The values of everything that uses an accessor, by what uses it, and the rows in use.
std::map<std::string, QByteArray> usedValues(const Parted& file, std::set<int>& rows)
{
    std::map<std::string, QByteArray> out;
    const auto use = [&](const std::string& who, const nlohmann::json& row) {
        rows.insert(row.get<int>());
        out[who] = valuesOf(file, row);
    };
    for (const nlohmann::json& mesh : file.gltf.value("meshes", nlohmann::json::array())) {
        int piece = 0;
        for (const nlohmann::json& primitive : mesh["primitives"]) {
            const std::string at = mesh.value("name", "") + std::to_string(piece++);
            for (const auto& item : primitive["attributes"].items())
                use(at + item.key(), item.value());
            if (primitive.contains("indices")) use(at + "indices", primitive["indices"]);
            int shape = 0;
            for (const nlohmann::json& target :
                 primitive.value("targets", nlohmann::json::array())) {
                for (const auto& item : target.items())
                    use(at + "target" + std::to_string(shape) + item.key(), item.value());
                ++shape;
            }
        }
    }
    int skins = 0;
    for (const nlohmann::json& skin : file.gltf.value("skins", nlohmann::json::array()))
        use("skin" + std::to_string(skins++), skin["inverseBindMatrices"]);
    for (const nlohmann::json& animation : file.gltf.value("animations", nlohmann::json::array()))
        for (const nlohmann::json& channel : animation["channels"]) {
            const nlohmann::json& sampler = animation["samplers"][channel["sampler"].get<int>()];
            const int node = channel["target"]["node"];
            const std::string at = animation.value("name", "") +
                                   file.gltf["nodes"][node].value("name", "") +
                                   channel["target"]["path"].get<std::string>();
            use(at + "in", sampler["input"]);
            use(at + "out", sampler["output"]);
        }
    return out;
}

}  // namespace

/// Keys of clips that were removed leave no bytes behind.
class TestGoneKeys : public QObject {
    Q_OBJECT

private slots:
    void aClipThatIsRemovedTakesItsBytesAlong()
    {
        const QString before = QString("%1/resources/samples/mannequin.glb").arg(test::sourceDir());
        const Result<io::Import> read = io::read(before.toStdString());
        QVERIFY(read && read->document.clips.size() == 2);
        const QTemporaryDir folder;
        const Parted old = parted(before);
        const QString all = folder.filePath("all.glb");
        QVERIFY(io::write(read->document, all.toStdString()));
        const auto whole = double(parted(all).bytes.size());
        std::set<int> oldRows;
        const auto oldValues = usedValues(old, oldRows);
        const std::string gone = read->document.clips[1]->name;
        const Result<Document> left = edit::apply(read->document, edit::RemoveClip{gone});
        QVERIFY(left);
        const QString path = folder.filePath("left.glb");
        QVERIFY(io::write(*left, path.toStdString()));
        const Parted now = parted(path);
        std::set<int> rows;
        const auto values = usedValues(now, rows);
        QCOMPARE(int(rows.size()), int(now.gltf["accessors"].size()));
        std::size_t bytes = 0;
        for (const nlohmann::json& view : now.gltf["bufferViews"])
            bytes += view["byteLength"].get<int>();
        QVERIFY2(whole - double(bytes) > 2000,
                 qPrintable(QString("%1 of %2").arg(bytes).arg(whole)));
        for (const auto& [who, value] : values) {
            const auto was = oldValues.find(who);
            if (was != oldValues.end()) QVERIFY2(was->second == value, who.c_str());
        }
        int lost = 0;
        for (const auto& [who, value] : oldValues)
            if (!QString::fromStdString(who).startsWith(QString::fromStdString(gone)))
                lost += values.contains(who) ? 0 : 1;
        QCOMPARE(lost, 0);
    }
};

POSEWRIGHT_TEST(TestGoneKeys, posewright::test::runPlain);
#include "tst_gone_keys.moc"
