#include "core/io/format.h"
#include "core/operate/operate.h"
#include "tests/support/clients.h"
#include "tests/support/made_gltf.h"
#include "tests/support/program.h"
#include "tests/support/written_file.h"

#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include <numbers>

using namespace posewright;
using test::MadeBuffer;

namespace {

constexpr int kRings = 12;
constexpr int kRound = 8;

/// A tube about x as another program writes it: two primitives of two colours, with texture
/// coordinates, shown by two nodes, without a skeleton.
void writeTube(const QString& path)
{
    MadeBuffer buffer;
    QJsonArray primitives;
    for (int half = 0; half < 2; ++half) {
        QByteArray places, uv, corners;
        for (int ring = 0; ring < kRings; ++ring)
            for (int i = 0; i < kRound; ++i) {
                const double angle = 2 * std::numbers::pi * i / kRound;
                MadeBuffer::append(places, float(half + double(ring) / (kRings - 1)));
                MadeBuffer::append(places, float(0.12 * std::cos(angle)));
                MadeBuffer::append(places, float(0.12 * std::sin(angle)));
                MadeBuffer::append(uv, float(ring) / kRings);
                MadeBuffer::append(uv, float(i) / kRound);
            }
        for (int ring = 0; ring + 1 < kRings; ++ring)
            for (int i = 0; i < kRound; ++i) {
                const int a = ring * kRound + i, b = ring * kRound + (i + 1) % kRound;
                for (const int corner : {a, a + kRound, b, b, a + kRound, b + kRound})
                    MadeBuffer::append(corners, std::uint16_t(corner));
            }
        const QJsonObject attributes{
            {"POSITION", buffer.add(places, 5126, "VEC3", kRings * kRound,
                                    {{"min", QJsonArray{half, -0.12F, -0.12F}},
                                     {"max", QJsonArray{half + 1, 0.12F, 0.12F}}})},
            {"TEXCOORD_0", buffer.add(uv, 5126, "VEC2", kRings * kRound)}};
        primitives << QJsonObject{
            {"attributes", attributes},
            {"indices", buffer.add(corners, 5123, "SCALAR", (kRings - 1) * kRound * 6)},
            {"material", half}};
    }
    const auto material = [](double red) {
        return QJsonObject{{"pbrMetallicRoughness",
                            QJsonObject{{"baseColorFactor", QJsonArray{red, 0.5, 0.25, 1}}}}};
    };
    const QJsonObject root{
        {"asset", QJsonObject{{"version", "2.0"}}},
        {"scenes", QJsonArray{QJsonObject{{"nodes", QJsonArray{0, 1}}}}},
        {"nodes",
         QJsonArray{
             QJsonObject{{"name", "Tube"}, {"mesh", 0}},
             QJsonObject{{"name", "Other"}, {"mesh", 0}, {"translation", QJsonArray{0, 0, 3}}}}},
        {"meshes", QJsonArray{QJsonObject{{"name", "tube"}, {"primitives", primitives}}}},
        {"materials", QJsonArray{material(1), material(0.1)}},
        {"accessors", buffer.accessors},
        {"bufferViews", buffer.views},
        {"buffers",
         QJsonArray{QJsonObject{{"byteLength", buffer.bytes.size()},
                                {"uri", "data:application/octet-stream;base64," +
                                            QString::fromLatin1(buffer.bytes.toBase64())}}}}};
    test::writtenFile(path, QJsonDocument(root).toJson());
}

const MeshPart& shownBy(const Document& doc, const char* name)
{
    return std::get<MeshPart>((*doc.scene)[doc.scene->find(std::string_view(name))].part);
}

}  // namespace

/// A mesh of another program's file is bound here.
class TestBoundMesh : public QObject {
    Q_OBJECT

private slots:
    void itKeepsItsLooksAndOthersSeeItMove_data()
    {
        QTest::addColumn<QString>("bound");
        for (const char* bound : {"Tube", "Other", "both"}) QTest::newRow(bound) << bound;
    }

    void itKeepsItsLooksAndOthersSeeItMove()
    {
        QFETCH(QString, bound);
        const QTemporaryDir folder;
        const QString path = folder.filePath("tube.gltf");
        writeTube(path);
        const Result<io::Import> import = io::read(path.toStdString());
        QVERIFY(import);
        const bool first = bound != "Other";
        const double z = first ? 0 : 3;
        nlohmann::json list = nlohmann::json::array(
            {{{"edit", "addBone"}, {"name", "a"}, {"head", {0, 0, z}}, {"tail", {1, 0, z}}},
             {{"edit", "addBone"},
              {"name", "b"},
              {"parent", "a"},
              {"head", {1, 0, z}},
              {"tail", {2, 0, z}}}});
        for (const char* name : {"Tube", "Other"})
            if (bound == name || bound == "both")
                list.push_back({{"operation", "bindMesh"}, {"mesh", name}});
        list.push_back({{"edit", "setRange"}, {"start", 0}, {"end", 24}});
        for (const int frame : {0, 24})
            list.push_back({{"edit", "setJointKey"},
                            {"joint", "b"},
                            {"frame", frame},
                            {"rotation", {0, 0, frame == 0 ? 0 : 0.6, frame == 0 ? 1 : 0.8}}});
        const Result<Document> made = operate::applyAll(import->document, list);
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        for (const char* name : {"Tube", "Other"}) {
            const MeshPart& part = shownBy(*made, name);
            QCOMPARE(part.skin >= 0, bound == name || bound == "both");
            QCOMPARE(part.mesh->pieces.size(), std::size_t(2));
        }

        const QString out = folder.filePath("bound.glb");
        const auto written = io::write(*made, out.toStdString());
        QVERIFY2(written, written ? "" : written.error().message.c_str());
        const Result<io::Import> back = io::read(out.toStdString());
        QVERIFY(back);
        for (const Diagnostic& said : back->diagnostics)
            QVERIFY2(said.severity == Diagnostic::Severity::Note, said.message.c_str());
        for (const char* name : {"Tube", "Other"}) {
            const MeshPart& was = shownBy(*made, name);
            const MeshPart& is = shownBy(back->document, name);
            QVERIFY(*was.mesh == *is.mesh);
            QCOMPARE(is.skin, was.skin);
            QVERIFY(is.source >= 0);
        }
        // Written once more, nothing is added.
        const QString again = folder.filePath("again.glb");
        QVERIFY(io::write(back->document, again.toStdString()));
        const Result<io::Import> twice = io::read(again.toStdString());
        QVERIFY(twice);
        QVERIFY(twice->document == back->document);

        isSeenToMove(out, first ? "Tube" : "Other", z);
        isValid(out);
    }

private:
    static void isSeenToMove(const QString& path, const QString& node, double z)
    {
        if (test::sharedPath("clients/gltf_fk.py").isEmpty() || test::pythonWithNumpy().isEmpty())
            return qInfo("not seen by others: no reference program");
        const QJsonArray verts =
            test::runClient("gltf_fk.py", {path, "--times", "0,1", "--verts", "1000"})["verts"]
                .toArray();
        QCOMPARE(verts.size(), 2);
        for (int half = 0; half < 2; ++half) {
            const QString name = node + "_" + QString::number(half);
            const QJsonArray rest = verts[0].toObject()[name].toArray();
            const QJsonArray turned = verts[1].toObject()[name].toArray();
            QCOMPARE(rest.size(), kRings * kRound);
            for (int i = 0; i < rest.size(); ++i) {
                const auto place = [&](const QJsonArray& rows) {
                    const QJsonArray row = rows[i].toArray();
                    return Vec3(row[1].toDouble(), row[2].toDouble(), row[3].toDouble());
                };
                const double angle = 2 * std::numbers::pi * (i % kRound) / kRound;
                const Vec3 there(half + double(i / kRound) / (kRings - 1), 0.12 * std::cos(angle),
                                 z + 0.12 * std::sin(angle));
                QVERIFY((place(rest) - there).norm() < 1e-6);
                const Vec3 joint(1, 0, z);
                const Vec3 whole =
                    joint + Eigen::AngleAxisd(2 * std::asin(0.6), Vec3::UnitZ()) * (there - joint);
                if (there.x() < 0.2) QVERIFY((place(turned) - there).norm() < 0.02);
                if (there.x() > 1.8) QVERIFY((place(turned) - whole).norm() < 0.02);
            }
        }
    }

    static void isValid(const QString& path)
    {
        if (test::folderWithValidator().isEmpty()) return qInfo("not validated: no validator");
        const QJsonObject report = test::validatorReport(path);
        const QJsonObject issues = report["issues"].toObject();
        QVERIFY2(issues["numErrors"].toInt(-1) == 0,
                 QJsonDocument(issues).toJson(QJsonDocument::Compact).constData());
        QVERIFY2(issues["numWarnings"].toInt(-1) == 0,
                 QJsonDocument(issues).toJson(QJsonDocument::Compact).constData());
    }
};

POSEWRIGHT_TEST(TestBoundMesh, posewright::test::runPlain);
#include "tst_bound_mesh.moc"
