#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "core/io/gltf/gltf_format.h"
#include "tests/support/amount.h"
#include "tests/support/clients.h"
#include "tests/support/packed_character.h"
#include "tests/support/plain_random.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace posewright;
using Kind = test::PackedCharacter::Kind;

namespace {

using Points = std::vector<std::array<double, 3>>;

constexpr std::array kKinds{Kind::DracoEdges, Kind::DracoSequence, Kind::Meshopt,
                            Kind::MeshoptFilters};
constexpr std::array kKindNames{"Draco, by edges", "Draco, in sequence", "meshopt",
                                "meshopt with filters"};

double away(const std::array<double, 3>& a, const std::array<double, 3>& b)
{
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/// How far the point that is farthest from all of the others is from them.
double farthest(const Points& points, const Points& others)
{
    double worst = 0;
    for (const auto& point : points) {
        double least = std::numeric_limits<double>::infinity();
        for (const auto& other : others) least = std::min(least, away(point, other));
        worst = std::max(worst, least);
    }
    return worst;
}

/// What a reference program saw: joints by their rows, and all vertices, at one time.
struct SeenMesh {
    std::vector<Points> joints;
    std::vector<Points> vertices;
};

SeenMesh seenIn(const QString& path)
{
    const QJsonObject answer =
        test::runClient("gltf_fk.py", {path, "--nframes", "2", "--anim", "0", "--verts", "100000"});
    SeenMesh seen;
    for (const QJsonValue& time : answer["world"].toArray()) {
        std::map<QString, std::array<double, 3>> named;
        for (int j = 0; j < answer["joints"].toArray().size(); ++j)
            if (answer["joints"][j]["joint"].toBool())
                for (int c = 0; c < 3; ++c)
                    named[answer["joints"][j]["name"].toString()][std::size_t(c)] =
                        time[j][c].toDouble();
        Points& row = seen.joints.emplace_back();
        for (const auto& [name, at] : named) row.push_back(at);
    }
    for (const QJsonValue& time : answer["verts"].toArray()) {
        Points& row = seen.vertices.emplace_back();
        for (const QJsonValue& mesh : time.toObject())
            for (const QJsonValue& v : mesh.toArray())
                row.push_back({v[1].toDouble(), v[2].toDouble(), v[3].toDouble()});
    }
    return seen;
}

bool isTold(const Diagnostics& told)
{
    return std::any_of(told.begin(), told.end(), [](const Diagnostic& d) {
        return d.severity == Diagnostic::Severity::Warning &&
               d.message.find("are packed") != std::string::npos;
    });
}

/// Spoils a stretch of bytes as files are spoilt: bits, bytes, pieces, and ends that are lost.
void spoil(std::string& bytes, std::size_t from, std::size_t size, plain::Dice& dice)
{
    const auto place = [&] { return from + std::size_t(dice.below(int(size))); };
    // Where a stream begins, it says how much it holds.
    const auto early = [&] { return from + std::size_t(dice.below(std::min(int(size), 40))); };
    for (int count = 1 + dice.below(4); count > 0; --count) {
        switch (dice.below(6)) {
        case 0: bytes[place()] ^= char(1 << dice.below(8)); break;
        case 1: bytes[early()] ^= char(1 << dice.below(8)); break;
        case 2: bytes[early()] = char(dice.next()); break;
        case 3: bytes[place()] = dice.chance(0.5) ? '\xFF' : '\0'; break;
        case 4: {
            const std::size_t to = place();
            const std::size_t source = place();
            const std::size_t most = from + size - std::max(to, source);
            std::copy_n(bytes.begin() + std::ptrdiff_t(source),
                        std::min<std::size_t>(most, 1 + std::size_t(dice.below(64))),
                        bytes.begin() + std::ptrdiff_t(to));
            break;
        }
        default:
            std::fill(bytes.begin() + std::ptrdiff_t(place()),
                      bytes.begin() + std::ptrdiff_t(from + size), '\0');
        }
    }
}

/// What every answer must be, whatever was read; empty if it is.
QString packedComplaint(const Result<io::Import>& import)
{
    if (import) {
        const auto valid = validate(import->document);
        return valid ? QString() : "read, but " + QString::fromStdString(valid.error().message);
    }
    if (import.error().message.empty() || import.error().where.empty())
        return "refused without a word or place";
    return import.error().message.size() > 400 ? "a message of more than 400 bytes" : QString();
}

}  // namespace

/// Files whose meshes and keys are packed are read, and saved for everybody.
class TestPacked : public QObject {
    Q_OBJECT

    QTemporaryDir dir_;

    static void kinds()
    {
        QTest::addColumn<int>("kind");
        for (std::size_t i = 0; i < kKinds.size(); ++i) QTest::newRow(kKindNames[i]) << int(i);
    }

private slots:
    void numbersComeOutAsTheyWentIn_data() { kinds(); }
    void numbersComeOutAsTheyWentIn()
    {
        QFETCH(int, kind);
        const test::PackedCharacter made(kKinds[std::size_t(kind)]);
        const auto import = io::gltf::readBytes(made.glb, "made.glb", {});
        QVERIFY2(import, import ? "" : import.error().message.c_str());
        QVERIFY(isTold(import->diagnostics));
        const Scene& scene = *import->document.scene;
        const auto* part =
            std::get_if<MeshPart>(&scene[scene.find(std::string_view("sleeve"))].part);
        QVERIFY(part);
        const Mesh& mesh = *part->mesh;
        QCOMPARE(mesh.positions.size(), made.positions.size());
        QCOMPARE(mesh.indices.size(), made.corners.size());
        // Draco gives vertices another order.
        std::vector<bool> met(made.positions.size(), false);
        for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
            std::size_t at = 0;
            double least = 1e9;
            for (std::size_t k = 0; k < made.positions.size(); ++k) {
                const auto& p = made.positions[k];
                const double d = (mesh.positions[i] - Eigen::Vector3f(p[0], p[1], p[2])).norm();
                if (d < least) {
                    least = d;
                    at = k;
                }
            }
            QVERIFY(least < 1e-4);
            met[at] = true;
            const auto& n = made.normals[at];
            QVERIFY((mesh.normals[i] - Eigen::Vector3f(n[0], n[1], n[2])).norm() < 2e-3);
            QVERIFY(mesh.joints[i] == made.joints[at]);
            const auto& w = made.weights[at];
            QVERIFY((mesh.weights[i] - Eigen::Vector4f(w[0], w[1], w[2], w[3])).norm() < 2e-4);
        }
        QVERIFY(std::all_of(met.begin(), met.end(), [](bool is) { return is; }));
        const Transform turned =
            basePose(import->document,
                     test::PackedCharacter::kKeys - 1)[scene.find(std::string_view("lower"))];
        const double half = 0.01 * (test::PackedCharacter::kKeys - 1);
        QVERIFY(std::abs(turned.rotation.x() - std::sin(half)) < 1e-4);
    }

    void whatIsSavedIsForEverybody_data() { kinds(); }
    void whatIsSavedIsForEverybody()
    {
        QFETCH(int, kind);
        const test::PackedCharacter made(kKinds[std::size_t(kind)]);
        const auto import = io::gltf::readBytes(made.glb, "made.glb", {});
        QVERIFY(import);
        const QString path = dir_.filePath("saved.glb");
        QVERIFY(io::write(import->document, path.toStdString()));
        const auto back = io::read(path.toStdString());
        QVERIFY(back && back->document == import->document);
        QVERIFY(!isTold(back->diagnostics));
        const auto parts = test::partsOf(path.toStdString());
        const std::string text = parts->root.dump();
        QVERIFY(text.find("draco") == std::string::npos);
        QVERIFY(text.find("meshopt") == std::string::npos);
        if (test::folderWithValidator().isEmpty())
            QSKIP("npm or node is not here, or the registry cannot be reached");
        const QJsonObject issues = test::validatorReport(path)["issues"].toObject();
        const QByteArray words =
            QJsonDocument(issues["messages"].toArray()).toJson(QJsonDocument::Compact);
        QVERIFY2(issues["numErrors"].toInt() == 0, words.left(2000).constData());
        QVERIFY2(issues["numWarnings"].toInt() == 0, words.left(2000).constData());
    }

    void otherEncodingsShowTheSameFigure_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<double>("joints");
        QTest::addColumn<double>("vertices");
        // What the encoders lost, shares of the figure: FORMATS.md 4, along one axis.
        QTest::newRow("Draco") << "robot_draco" << 1e-6 << 5e-5;
        QTest::newRow("meshopt") << "robot_meshopt" << 3e-4 << 5e-4;
        QTest::newRow("quantised") << "robot_quantized" << 1e-6 << 4e-4;
        QTest::newRow("sparse") << "robot_sparse" << 1e-6 << 1e-6;
    }
    void otherEncodingsShowTheSameFigure()
    {
        QFETCH(QString, file);
        QFETCH(double, joints);
        QFETCH(double, vertices);
        POSEWRIGHT_NEEDS_SHARED("corpus/gltf/derived");
        if (test::pythonWithNumpy().isEmpty()) QSKIP("no python3 with numpy here");
        const QString source = test::sharedPath("corpus/gltf/derived/" + file + ".glb");
        const auto import = io::read(source.toStdString());
        QVERIFY2(import, import ? "" : import.error().message.c_str());
        const QString path = dir_.filePath(file + ".glb");
        QVERIFY(io::write(import->document, path.toStdString()));
        const SeenMesh original = seenIn(test::sharedPath("corpus/gltf/raylib_robot.glb"));
        const SeenMesh saved = seenIn(path);
        const double size = extent(*import->document.scene);
        QCOMPARE(saved.joints.size(), std::size_t(2));
        for (std::size_t time = 0; time < saved.joints.size(); ++time) {
            QCOMPARE(saved.joints[time].size(), original.joints[time].size());
            QVERIFY(!saved.joints[time].empty());
            double worst = 0;
            for (std::size_t j = 0; j < saved.joints[time].size(); ++j)
                worst = std::max(worst, away(saved.joints[time][j], original.joints[time][j]));
            const double mesh = std::max(farthest(saved.vertices[time], original.vertices[time]),
                                         farthest(original.vertices[time], saved.vertices[time]));
            qInfo("joints %.2g, vertices %.2g of the size", worst / size, mesh / size);
            QVERIFY(worst <= joints * size);
            QVERIFY(mesh <= vertices * size);
        }
    }

    /// POSEWRIGHT_PACKED chooses how many, of each of five files; POSEWRIGHT_SEED which.
    void spoiltStreamsEndInAWord()
    {
        const int many = test::amount("POSEWRIGHT_PACKED", 400, 40);
        bool given = false;
        const std::uint64_t chosen = qEnvironmentVariable("POSEWRIGHT_SEED").toULongLong(&given);
        const std::uint64_t seed = test::printedSeed(given ? chosen : std::random_device()());
        std::vector<std::pair<std::string, std::vector<std::pair<std::size_t, std::size_t>>>> files;
        for (const Kind kind : kKinds) {
            const test::PackedCharacter made(kind);
            files.emplace_back(made.glb, made.packed);
        }
        const auto rich = test::MadeRichCharacter::write(dir_.path().toStdString(),
                                                         test::MadeRichCharacter::Container::Glb);
        const auto parts = test::partsOf(rich);
        std::string whole = test::parts::whole(rich);
        const std::size_t bin = whole.size() - (parts->buffers.at(0).size() + 3) / 4 * 4;
        std::vector<std::pair<std::size_t, std::size_t>> pictures;
        for (const auto& image : parts->root["images"])
            if (image.contains("bufferView")) {
                const auto& view = parts->root["bufferViews"][image["bufferView"].get<int>()];
                pictures.emplace_back(bin + view.value("byteOffset", std::size_t{0}),
                                      view["byteLength"].get<std::size_t>());
            }
        QVERIFY(!pictures.empty());
        files.emplace_back(std::move(whole), std::move(pictures));
        std::vector<int> read(files.size(), 0);
        for (int i = 0; i < many; ++i)
            for (std::size_t f = 0; f < files.size(); ++f) {
                plain::Dice dice(seed + std::uint64_t(i) * 7919 + f);
                std::string bytes = files[f].first;
                const auto& streams = files[f].second;
                const auto [from, size] = streams[std::size_t(dice.below(int(streams.size())))];
                spoil(bytes, from, size, dice);
                const auto import = io::gltf::readBytes(std::move(bytes), "spoilt.glb", {});
                read[f] += bool(import);
                const QString wrongly = packedComplaint(import);
                QVERIFY2(
                    wrongly.isEmpty(),
                    qPrintable(
                        QString("seed %1, %2 of %3: %4").arg(seed).arg(i).arg(f).arg(wrongly)));
            }
        for (std::size_t f = 0; f < files.size(); ++f)
            qInfo("%s: %d of %d spoilt files are read",
                  f < kKinds.size() ? kKindNames[f] : "pictures", read[f], many);
    }
};

POSEWRIGHT_TEST(TestPacked, posewright::test::runWithEvents);
#include "tst_packed.moc"
