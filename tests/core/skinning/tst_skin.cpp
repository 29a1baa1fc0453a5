#include "core/document/document.h"
#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "core/skinning/skin.h"
#include "core/skinning/surface.h"
#include "tests/support/clients.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"
#include "tests/support/shared.h"

#include <QDirIterator>
#include <QFile>
#include <QTest>

#include <cmath>
#include <numeric>
#include <random>

using namespace posewright;

namespace {

constexpr std::uint32_t kSeed = 20261123;

/// A mesh of random vertices under a skin of random joints, each vertex moved by `sets` times four.
struct RandomSkin {
    Scene scene;
    MeshPart part;
    std::vector<WorldTransform> world;
    std::vector<std::array<double, 16>> bind;  ///< of each joint, by rows: world times inverse bind
};

Transform randomPlace(std::mt19937& random)
{
    std::uniform_real_distribution<double> u(-1, 1);
    Transform out;
    out.translation = Vec3(u(random), u(random), u(random));
    out.rotation = Quat(u(random), u(random), u(random), u(random)).normalized();
    out.scale = Vec3(1.5 + u(random), 1.5 + u(random), 1.5 + u(random));
    return out;
}

RandomSkin randomSkin(std::mt19937& random, int joints, int vertices, int sets)
{
    std::uniform_real_distribution<float> u(-1, 1);
    std::uniform_int_distribution<int> parent(0, joints);
    std::uniform_int_distribution<int> joint(0, joints - 1);
    std::vector<Node> nodes(joints + 1);
    Skin skin;
    for (int i = 0; i <= joints; ++i) {
        nodes[i].id = NodeId(i + 1);
        nodes[i].name = "n" + std::to_string(i);
        nodes[i].parent = i == 0 ? kNoNode : std::min(parent(random), i - 1);
        nodes[i].rest = randomPlace(random);
        if (i == joints) break;
        nodes[i].part = BonePart{};
        skin.joints.push_back(nodes[i].id);
        Eigen::Matrix4f bind = Eigen::Matrix4f::Identity();
        for (int r = 0; r < 3; ++r)
            for (int c = 0; c < 4; ++c) bind(r, c) = u(random);
        skin.inverseBind.push_back(bind);
    }
    Mesh mesh;
    mesh.moreInfluences.resize(sets - 1);
    for (int v = 0; v < vertices; ++v) {
        mesh.positions.emplace_back(u(random), u(random), u(random));
        mesh.normals.push_back(Eigen::Vector3f(u(random), u(random), u(random)).normalized());
        std::vector<float> weights(4 * sets);
        for (float& weight : weights) weight = u(random) + 1;
        const float sum = std::accumulate(weights.begin(), weights.end(), 0.0F);
        for (int set = 0; set < sets; ++set) {
            auto& rows = set == 0 ? mesh.joints : mesh.moreInfluences[set - 1].joints;
            auto& shares = set == 0 ? mesh.weights : mesh.moreInfluences[set - 1].weights;
            auto& row = rows.emplace_back();
            auto& share = shares.emplace_back();
            for (int c = 0; c < 4; ++c) {
                row[c] = static_cast<std::uint16_t>(joint(random));
                share[c] = weights[4 * set + c] / sum;
            }
        }
        mesh.indices.push_back(v / 3 * 3 + v % 3);
    }
    RandomSkin out;
    out.part.mesh = std::move(mesh);
    out.part.skin = 0;
    nodes.back().part = out.part;
    out.scene = *Scene::make(std::move(nodes), {skin});
    out.world = worldTransforms(out.scene, restPose(out.scene));
    for (int j = 0; j < joints; ++j) {
        auto& m = out.bind.emplace_back();
        for (int r = 0; r < 3; ++r)
            for (int c = 0; c < 4; ++c) {
                double sum = c == 3 ? out.world[j].position[r] : 0;
                for (int k = 0; k < 3; ++k)
                    sum += out.world[j].linear(r, k) * double(skin.inverseBind[j](k, c));
                m[4 * r + c] = sum;
            }
    }
    return out;
}

/// A vertex as the sum of the formula, in double precision.
Vec3 summed(const RandomSkin& skin, int vertex, bool normal)
{
    const Mesh& mesh = *skin.part.mesh;
    const Eigen::Vector3f& from = normal ? mesh.normals[vertex] : mesh.positions[vertex];
    Vec3 out = Vec3::Zero();
    const auto add = [&](const auto& joints, const auto& weights) {
        for (int c = 0; c < 4; ++c) {
            const auto& m = skin.bind[joints[vertex][c]];
            for (int r = 0; r < 3; ++r) {
                double moved = normal ? 0 : m[4 * r + 3];
                for (int k = 0; k < 3; ++k) moved += m[4 * r + k] * double(from[k]);
                out[r] += double(weights[vertex][c]) * moved;
            }
        }
    };
    add(mesh.joints, mesh.weights);
    for (const Influences& more : mesh.moreInfluences) add(more.joints, more.weights);
    return out;
}

void move(const Scene& scene, NodeIndex node, const MeshPart& part,
          std::span<const WorldTransform> world, std::span<const double> weights,
          std::vector<skinning::Vertex>& to)
{
    skinning::ShapeRoom room;
    skinning::moveVertices(part, skinning::shapeOf(*part.mesh, weights, room),
                           skinning::bindMatrices(scene, node, part, world), to);
}

/// Meshes of a file's own text, without what reads it in the program.
QJsonObject textOf(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) return {};
    QByteArray bytes = file.readAll();
    if (bytes.startsWith("glTF")) {
        std::uint32_t size = 0;
        std::memcpy(&size, bytes.constData() + 12, sizeof size);
        bytes = bytes.mid(20, size);
    }
    return QJsonDocument::fromJson(bytes).object();
}

}  // namespace

class TestSkin : public QObject {
    Q_OBJECT

private slots:
    void onlyWhatHangsOnBonesOrHasASkinIsFlesh()
    {
        std::mt19937 random(kSeed);
        const RandomSkin skin = randomSkin(random, 4, 30, 1);
        QVERIFY(skinning::hasFlesh(skin.scene));
        // The same surface as a prop: no skin, and no bone above.
        std::vector<Node> nodes = skin.scene.nodes();
        MeshPart prop = skin.part;
        prop.skin = -1;
        nodes.back().part = prop;
        nodes.back().parent = kNoNode;
        const Result<Scene> beside = Scene::make(nodes, {});
        QVERIFY(beside && skinning::hasSurface(*beside) && !skinning::hasFlesh(*beside));
        nodes.back().parent = 0;
        const Result<Scene> held = Scene::make(nodes, {});
        QVERIFY(held && skinning::hasFlesh(*held));
        const std::array hidden{nodes.back().id};
        QVERIFY(!skinning::hasFlesh(*held, hidden));
    }

    void verticesAreWhereTheFormulaPutsThem_data()
    {
        QTest::addColumn<int>("joints");
        QTest::addColumn<int>("sets");
        for (const int joints : {1, 2, 67})
            for (const int sets : {1, 2, 3})
                QTest::addRow("%d joints, %d", joints, 4 * sets) << joints << sets;
    }
    void verticesAreWhereTheFormulaPutsThem()
    {
        QFETCH(int, joints);
        QFETCH(int, sets);
        std::mt19937 random(test::printedSeed(kSeed));
        const RandomSkin skin = randomSkin(random, joints, 999, sets);
        std::vector<skinning::Vertex> moved(999);
        move(skin.scene, joints, skin.part, skin.world, {}, moved);
        double largest = 1;
        for (int v = 0; v < 999; ++v) largest = std::max(largest, summed(skin, v, false).norm());
        for (int v = 0; v < 999; ++v)
            for (const bool normal : {false, true}) {
                const auto& got = normal ? moved[v].normal : moved[v].position;
                const Vec3 wanted = summed(skin, v, normal);
                for (int axis = 0; axis < 3; ++axis)
                    QVERIFY(std::abs(double(got[axis]) - wanted[axis]) < 2e-6 * largest);
            }
    }

    /// The sum of glTF 2.0, section 3.7.2.2, in double precision, over rows for all vertices.
    void morphsAreAddedByTheirWeightsBeforeTheSkin()
    {
        std::mt19937 random(test::printedSeed(kSeed + 1));
        std::uniform_real_distribution<float> u(-1, 1);
        constexpr int kVertices = 200;
        for (int round = 0; round < 20; ++round) {
            RandomSkin skin = randomSkin(random, 5, kVertices, 1 + round % 2);
            const int count = 1 + round % 5;
            Mesh mesh = *skin.part.mesh;
            std::vector<double> weights;
            RandomSkin shaped = skin;
            Mesh sum = mesh;
            for (int m = 0; m < count; ++m) {
                Morph morph;
                weights.push_back(m == 1 ? 0 : 2 * u(random));
                for (std::uint32_t v = 0; v < kVertices; ++v) {
                    if (u(random) < 0) continue;
                    morph.vertices.push_back(v);
                    morph.positions.emplace_back(u(random), u(random), u(random));
                    morph.normals.emplace_back(u(random), u(random), u(random));
                    sum.positions[v] += float(weights[m]) * morph.positions.back();
                    sum.normals[v] += float(weights[m]) * morph.normals.back();
                }
                mesh.morphs.push_back(std::move(morph));
            }
            skin.part.mesh = mesh;
            shaped.part.mesh = sum;
            std::vector<skinning::Vertex> moved(kVertices);
            move(skin.scene, 5, skin.part, skin.world, weights, moved);
            double largest = 1;
            for (int v = 0; v < kVertices; ++v)
                largest = std::max(largest, summed(shaped, v, false).norm());
            for (int v = 0; v < kVertices; ++v)
                for (int axis = 0; axis < 3; ++axis) {
                    QVERIFY(std::abs(double(moved[v].position[axis]) -
                                     summed(shaped, v, false)[axis]) < 4e-6 * largest);
                    QVERIFY(std::abs(double(moved[v].normal[axis]) -
                                     summed(shaped, v, true)[axis]) < 4e-6 * largest);
                }
        }
    }

    void aMeshWithoutASkinGoesWithItsNode()
    {
        std::mt19937 random(kSeed);
        RandomSkin skin = randomSkin(random, 3, 30, 1);
        skin.part.skin = -1;
        std::vector<skinning::Vertex> moved(30);
        move(skin.scene, 3, skin.part, skin.world, {}, moved);
        for (int v = 0; v < 30; ++v) {
            const Vec3 wanted = skin.world[3] * skin.part.mesh->positions[v].cast<double>();
            for (int axis = 0; axis < 3; ++axis)
                QVERIFY(std::abs(double(moved[v].position[axis]) - wanted[axis]) < 1e-5);
        }
    }

    /// What a sleeve hangs on most is found under a ray to its middle.
    void aRayFindsTheBoneThatMovesASurfaceMost()
    {
        std::vector<Node> nodes(3);
        for (int i = 0; i < 3; ++i) {
            nodes[i].id = NodeId(i + 1);
            nodes[i].name = "n" + std::to_string(i);
            if (i < 2) nodes[i].part = BonePart{};
        }
        Mesh mesh;
        for (const float x : {0.0F, 2.0F})
            for (const auto& [dx, dy] : {std::pair{0.0F, 0.0F}, {1.0F, 0.0F}, {0.0F, 1.0F}}) {
                mesh.positions.emplace_back(x + dx, dy, 0.0F);
                mesh.joints.push_back({0, 1, 0, 0});
                mesh.weights.emplace_back(x == 0 ? 0.7F : 0.2F, x == 0 ? 0.3F : 0.8F, 0.0F, 0.0F);
                mesh.indices.push_back(static_cast<std::uint32_t>(mesh.indices.size()));
            }
        nodes[2].part = MeshPart{mesh, 0};
        const Skin skin{{NodeId(1), NodeId(2)},
                        {Eigen::Matrix4f::Identity(), Eigen::Matrix4f::Identity()}};
        const Scene scene = *Scene::make(nodes, {skin});
        const auto world = worldTransforms(scene, restPose(scene));
        const auto under = [&](double x) {
            return skinning::surfaceUnder(scene, world, {}, {{x, 0.2, 5}, {0, 0, -1}});
        };
        QCOMPARE(under(0.2)->node, NodeId(1));
        QCOMPARE(under(2.2)->node, NodeId(2));
        QVERIFY(std::abs(under(2.2)->distance - 5) < 1e-9);
        QVERIFY(!under(1.5));
    }

    /// Against a program that shares nothing with this one, at random times of every clip.
    void charactersMoveAsAnotherProgramSaysTheyDo_data()
    {
        QTest::addColumn<QString>("path");
        const QString corpus = test::sharedPath("corpus/gltf");
        if (corpus.isEmpty() || test::pythonWithNumpy().isEmpty())
            QSKIP("the shared characters, or python with numpy, are not here");
        for (const QString& folder : {corpus, corpus + "/khronos", corpus + "/assimp_morphcube"}) {
            QDirIterator files(folder, {"*.glb", "*.gltf"}, QDir::Files);
            while (files.hasNext()) {
                const QString path = files.next();
                QTest::newRow(qPrintable(QFileInfo(path).fileName())) << path;
            }
        }
    }
    void charactersMoveAsAnotherProgramSaysTheyDo()
    {
        QFETCH(QString, path);
        auto import = io::read(path.toStdString());
        QVERIFY(import);
        Document doc = import->document;
        const QJsonObject text = textOf(path);
        QVERIFY(!text.isEmpty());
        std::mt19937 random(kSeed);
        const int clips = static_cast<int>(text["animations"].toArray().size());
        double worst = 0;
        int compared = 0;
        for (int clip = 0; clip < std::max(clips, 1); clip += std::max(clips / 3, 1)) {
            QStringList arguments{path, "--verts", "150"};
            if (clips > 0) arguments << "--anim" << QString::number(clip);
            const double end =
                runTest(arguments + QStringList{"--times", "0"})["duration"].toDouble();
            std::uniform_real_distribution<double> when(0, end);
            const double second = clips > 0 ? when(random) : 0;
            const QJsonObject told =
                runTest(arguments + QStringList{"--times", QString::number(second, 'g', 17)});
            doc.playback.clip = clips > 0 ? clip : 0;
            const Evaluation shown = evaluate(doc, second * doc.clip().rate);
            compare(doc, shown, text, told["verts"].toArray()[0].toObject(), worst, compared);
        }
        qInfo("%d vertices, %.2g of the size off at most", compared, worst);
        QVERIFY(compared > 0);
        if (path.endsWith("assimp_simple_skin.gltf"))
            QEXPECT_FAIL("",
                         "its rotations are 2.3e-4 from unit ones: we make them so before they "
                         "are blended, others after",
                         Continue);
        QVERIFY2(worst < 1e-5, qPrintable(QString::number(worst)));
    }

private:
    static QJsonObject runTest(const QStringList& arguments)
    {
        return test::runClient("gltf_fk.py", arguments);
    }

    static void compare(const Document& doc, const Evaluation& shown, const QJsonObject& text,
                        const QJsonObject& told, double& worst, int& compared)
    {
        const Scene& scene = *doc.scene;
        double size = 1e-9;
        for (const Vec3& p : skinning::surfacePoints(scene, shown.world, shown.morphs, 200))
            for (const Vec3& q : {shown.world[0].position}) size = std::max(size, (p - q).norm());
        const QJsonArray nodes = text["nodes"].toArray();
        for (int i = 0; i < nodes.size(); ++i) {
            if (!nodes[i].toObject().contains("mesh")) continue;
            const int row = nodes[i].toObject()["mesh"].toInt();
            const QString name = nodes[i].toObject()["name"].toString(QString::number(i));
            const NodeIndex node = meshNode(scene, row, name.toStdString());
            QVERIFY2(node != kNoNode, qPrintable(name));
            const auto& part = std::get<MeshPart>(scene[node].part);
            std::vector<skinning::Vertex> moved(part.mesh->positions.size());
            move(scene, node, part, shown.world, weightsOf(shown.morphs, scene[node].id, {}),
                 moved);
            std::size_t base = 0;
            const QJsonArray primitives =
                text["meshes"].toArray()[row].toObject()["primitives"].toArray();
            for (int p = 0; p < primitives.size(); ++p) {
                for (const QJsonValue& one : told[name + '_' + QString::number(p)].toArray()) {
                    const QJsonArray place = one.toArray();
                    const auto& got = moved[base + std::size_t(place[0].toInt())].position;
                    for (int axis = 0; axis < 3; ++axis)
                        worst = std::max(worst,
                                         std::abs(got[axis] - place[axis + 1].toDouble()) / size);
                    ++compared;
                }
                const int positions =
                    primitives[p].toObject()["attributes"].toObject()["POSITION"].toInt();
                base +=
                    std::size_t(text["accessors"].toArray()[positions].toObject()["count"].toInt());
            }
        }
    }

    /// The node that shows a mesh of the file: by its name, or the only one that does.
    static NodeIndex meshNode(const Scene& scene, int mesh, const std::string& name)
    {
        NodeIndex found = kNoNode;
        for (NodeIndex i = 0; i < scene.size(); ++i) {
            const auto* part = std::get_if<MeshPart>(&scene[i].part);
            if (!part || part->source != mesh) continue;
            if (scene[i].name == name) return i;
            found = i;
        }
        return found;
    }
};

POSEWRIGHT_TEST(TestSkin, posewright::test::runPlain);
#include "tst_skin.moc"
