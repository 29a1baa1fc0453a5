#include "core/io/format.h"
#include "core/io/save.h"
#include "core/operate/operate.h"
#include "tests/support/clients.h"
#include "tests/support/figures.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"

#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include <cmath>
#include <numbers>

using namespace posewright;
using nlohmann::json;

namespace {

Document boned(const char* name)
{
    const Result<std::string> text =
        io::readWhole(std::string(test::sourceDir()) + "/resources/templates/" + name + ".json");
    if (!text) qFatal("%s", text.error().message.c_str());
    json list = json::array();
    for (const json& edit : json::parse(*text, nullptr, false))
        if (edit["edit"] != "addFlesh") list.push_back(edit);
    const Result<Document> doc = operate::applyAll(emptyDocument(), list);
    if (!doc) qFatal("%s: %s", doc.error().where.c_str(), doc.error().message.c_str());
    return *doc;
}

Document clad(const Document& doc, json operation)
{
    operation["operation"] = "addFlesh";
    const Result<Document> out = operate::applyAll(doc, json::array({operation}));
    if (!out) qFatal("%s: %s", out.error().where.c_str(), out.error().message.c_str());
    return *out;
}

/// What triangles enclose; negative where they are turned inwards.
double volumeOf(const Mesh& mesh)
{
    double six = 0;
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3) {
        const auto corner = [&](int k) -> Vec3 {
            return mesh.positions[mesh.indices[i + k]].cast<double>();
        };
        six += corner(0).dot(corner(1).cross(corner(2)));
    }
    return six / 6;
}

}  // namespace

/// Boxes and capsules along bones.
class TestFlesh : public QObject {
    Q_OBJECT

private slots:
    void eachBoneGetsAPiece_data()
    {
        QTest::addColumn<QByteArray>("figure");
        QTest::addColumn<bool>("round");
        for (const char* name : {"biped", "quadruped", "bird", "hand", "robot6", "chain"})
            for (const bool round : {false, true})
                QTest::addRow("%s %s", name, round ? "capsule" : "box")
                    << QByteArray(name) << round;
    }

    void eachBoneGetsAPiece()
    {
        QFETCH(QByteArray, figure);
        QFETCH(bool, round);
        const Document before = boned(figure.constData());
        const double share = 0.3;
        const Document doc =
            clad(before, {{"shape", round ? "capsule" : "box"}, {"thickness", share}});
        int pieces = 0;
        for (const Node& bone : before.scene->nodes()) {
            if (!bone.bone() || bone.bone()->tip.isZero()) continue;
            const NodeIndex row = doc.scene->find(bone.name + "_flesh");
            QVERIFY2(row != kNoNode, bone.name.c_str());
            ++pieces;
            const Node& piece = (*doc.scene)[row];
            QCOMPARE(piece.parent, doc.scene->find(bone.id));
            QVERIFY(piece.rest == Transform{});
            const Mesh& mesh = *std::get<MeshPart>(piece.part).mesh;
            const Vec3 stick = bone.bone()->tip;
            const double length = stick.norm();
            const double width = share * length;
            const double box = width * width * length;
            const double capsule = std::numbers::pi * width * width * (length / 4 + width / 6);
            const double volume = volumeOf(mesh) / (round ? capsule : box);
            QVERIFY2(round ? volume > 0.93 && volume < 1 : std::abs(volume - 1) < 1e-5,
                     qPrintable(QString::number(volume)));
            for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
                const Vec3 at = mesh.positions[i].cast<double>();
                const double along = at.dot(stick) / length;
                const double off = (at - at.dot(stick) / (length * length) * stick).norm();
                const double most = round ? width / 2 : width / std::numbers::sqrt2;
                const double past = round ? width / 2 : 0;
                QVERIFY(off < most * (1 + 1e-5));
                QVERIFY(along > -past - 1e-5 * length && along < length + past + 1e-5 * length);
                QVERIFY(std::abs(mesh.normals[i].norm() - 1) < 1e-5F);
                QVERIFY(mesh.normals[i].cast<double>().dot(at - stick / 2) > 0);
            }
        }
        QCOMPARE(doc.scene->size(), before.scene->size() + pieces);
        QVERIFY(pieces > 5);
        QVERIFY(validate(doc));
    }

    void onlyBareBonesAreCladWhereNoneAreNamed()
    {
        const Document doc = clad(boned("chain"), {{"bones", {"Link2", "Link3"}}});
        const Document all = clad(doc, {{"shape", "capsule"}});
        QCOMPARE(int(std::get<MeshPart>((*all.scene)[all.scene->find("Link2_flesh")].part)
                         .mesh->positions.size()),
                 24);
        QVERIFY(std::get<MeshPart>((*all.scene)[all.scene->find("Link1_flesh")].part)
                    .mesh->positions.size() > 100);
        const json again = json::array({{{"operation", "addFlesh"}}});
        QVERIFY(!operate::applyAll(all, again));
    }

    void whatCannotBeIsRefused_data()
    {
        QTest::addColumn<QByteArray>("operation");
        QTest::addColumn<QString>("place");
        QTest::newRow("no bone") << QByteArray(R"({"bones": ["tip"]})") << "#/0/bones";
        QTest::newRow("thin") << QByteArray(R"({"thickness": 0})") << "#/0";
        QTest::newRow("thick") << QByteArray(R"({"thickness": 11})") << "#/0";
        QTest::newRow("shape") << QByteArray(R"({"shape": "cone"})") << "#/0/shape";
    }

    void whatCannotBeIsRefused()
    {
        QFETCH(QByteArray, operation);
        QFETCH(QString, place);
        json asked = json::parse(operation.toStdString());
        asked["operation"] = "addFlesh";
        Document doc = boned("chain");
        if (operation.contains("tip")) {
            std::vector<Node> nodes = doc.scene->nodes();
            nodes.push_back(test::makeNode(doc.nextId++, "tip", 0, Vec3(0, 1, 0)));
            doc.scene = *Scene::make(nodes);
        }
        const Result<Document> out = operate::applyAll(doc, json::array({asked}));
        QVERIFY(!out);
        QCOMPARE(QString::fromStdString(out.error().where), place);
    }

    void othersReadItWhereItIs()
    {
        POSEWRIGHT_NEEDS_SHARED("clients/gltf_fk.py");
        if (test::pythonWithNumpy().isEmpty()) QSKIP("needs numpy");
        Document doc = clad(boned("biped"), {{"shape", "box"}});
        edit::SetJointKey key;
        key.joint = (*doc.scene)[0].id;
        for (const Node& node : doc.scene->nodes())
            if (node.bone() && node.parent != kNoNode) key.joint = node.id;
        const NodeIndex bone = doc.scene->find(key.joint);
        const NodeIndex piece = doc.scene->find((*doc.scene)[bone].name + "_flesh");
        key.rotation = Quat(Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()));
        key.frame = 12;
        doc = *edit::apply(doc, key);
        doc.rig = Rig{};
        for (Shared<Clip>& clip : doc.clips) clip = clip.with([](Clip& c) { c.spans.clear(); });
        const QTemporaryDir folder;
        const std::string path = folder.filePath("clad.glb").toStdString();
        const auto written = io::write(doc, path);
        QVERIFY2(written, written ? "" : written.error().message.c_str());
        const Result<io::Import> back = io::read(path);
        QVERIFY(back);
        QVERIFY(*back->document.scene == *doc.scene);

        const QJsonObject told = test::runClient(
            "gltf_fk.py", {QString::fromStdString(path), "--nframes", "3", "--verts", "24"});
        const QJsonArray verts = told["verts"].toArray();
        QCOMPARE(verts.size(), 3);
        const std::vector<Transform> rest = restPose(*doc.scene);
        const std::vector<WorldTransform> world = worldTransforms(*doc.scene, rest);
        const WorldTransform above = world[(*doc.scene)[bone].parent];
        WorldTransform turned = above;
        turned.position = world[bone].position;
        turned.linear = above.linear * key.rotation->toRotationMatrix();
        const Mesh& mesh = *std::get<MeshPart>((*doc.scene)[piece].part).mesh;
        const QString name = QString::fromStdString((*doc.scene)[piece].name) + "_0";
        const QJsonArray places = verts[1].toObject()[name].toArray();
        QCOMPARE(places.size(), 24);
        for (const QJsonValue& one : places) {
            const QJsonArray row = one.toArray();
            const Vec3 there(row[1].toDouble(), row[2].toDouble(), row[3].toDouble());
            const Vec3 here =
                turned.position + turned.linear * mesh.positions[row[0].toInt()].cast<double>();
            QVERIFY2((there - here).norm() < 1e-6,
                     qPrintable(QString::number((there - here).norm())));
        }
    }
};

POSEWRIGHT_TEST(TestFlesh, posewright::test::runPlain);
#include "tst_flesh.moc"
