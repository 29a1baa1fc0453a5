#include "core/evaluate/evaluate.h"
#include "core/io/save.h"
#include "core/operate/insert_skeleton.h"
#include "core/operate/operate.h"
#include "core/operate/skeleton_templates.h"
#include "core/skinning/surface.h"
#include "tests/support/biped.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"

#include <QDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>

using namespace posewright;
using nlohmann::json;
using test::edited;

namespace {

json listOf(const char* name)
{
    const Result<std::string> text =
        io::readWhole(std::string(test::sourceDir()) + "/resources/templates/" + name + ".json");
    if (!text) qFatal("%s", text.error().message.c_str());
    return json::parse(*text, nullptr, false);
}

Document made(const json& list)
{
    const Result<Document> doc = operate::applyAll(emptyDocument(), list);
    if (!doc) qFatal("%s", doc.error().message.c_str());
    return *doc;
}

Vec3 placeOf(const Document& doc, std::string_view name, double frame = 0)
{
    return evaluate(doc, frame).world[doc.scene->find(name)].position;
}

/// One mesh: capsules on all bones of a figure, moved and made larger; and the figure's joints.
struct Statue {
    Document doc;
    NodeId mesh = NodeId::None;
    Document figure;
};

Statue statueOf(const json& list, double scale, const Vec3& by)
{
    Statue out;
    out.figure = made(list);
    Document fleshed = out.figure;
    for (const Node& node : out.figure.scene->nodes())
        if (node.bone() && node.bone()->tip.norm() > 0)
            fleshed = *edit::apply(fleshed, edit::AddFlesh{node.id, edit::Solid::Capsule, 0.3});
    const std::vector<WorldTransform> rest =
        worldTransforms(*fleshed.scene, restPose(*fleshed.scene));
    Mesh whole;
    for (NodeIndex row = 0; row < fleshed.scene->size(); ++row) {
        const auto* part = std::get_if<MeshPart>(&(*fleshed.scene)[row].part);
        if (!part) continue;
        const auto first = static_cast<std::uint32_t>(whole.positions.size());
        for (const Eigen::Vector3f& p : part->mesh->positions) {
            const Vec3 at = scale * (rest[row] * p.cast<double>()) + by;
            whole.positions.push_back(at.cast<float>());
        }
        for (const std::uint32_t index : part->mesh->indices)
            whole.indices.push_back(first + index);
    }
    whole.normals.clear();
    out.doc = emptyDocument();
    Node node;
    node.id = NodeId(out.doc.nextId++);
    node.name = "statue";
    MeshPart part;
    part.mesh = std::move(whole);
    node.part = part;
    out.mesh = node.id;
    out.doc.scene = *Scene::make({node});
    return out;
}

}  // namespace

/// Bones that are split, and skeletons put beside and into what is there.
class TestSkeletons : public QObject {
    Q_OBJECT

private slots:
    void aSplitBoneMovesWhatHangsOnItAsBefore_data()
    {
        QTest::addColumn<int>("parts");
        for (const int parts : {2, 3, 7})
            QTest::newRow(qPrintable(QString::number(parts))) << parts;
    }
    void aSplitBoneMovesWhatHangsOnItAsBefore()
    {
        QFETCH(int, parts);
        const Document doc = edited(test::biped(), {test::addTarget("hand", "LeftHand", "LeftArm"),
                                                    test::targetKey("hand", 0, {0.4, 1.2, 0.3}),
                                                    {{"edit", "setJointKey"},
                                                     {"joint", "RightForeArm"},
                                                     {"frame", 5},
                                                     {"rotation", {0, 0.6, 0, 0.8}}}});
        operate::SplitBone split{test::nodeNamed(doc, "RightForeArm"), parts};
        const Document after = *edit::applyEach(doc, *operate::edits(doc, split));
        QCOMPARE(after.scene->size(), doc.scene->size() + parts - 1);
        for (const double frame : {0.0, 5.0, 12.0, 24.0})
            for (const Node& node : doc.scene->nodes())
                QVERIFY2(
                    (placeOf(doc, node.name, frame) - placeOf(after, node.name, frame)).norm() <
                        1e-9,
                    node.name.c_str());
        double length = 0;
        for (const Node& node : after.scene->nodes())
            if (node.name.starts_with("RightForeArm")) length += node.bone()->tip.norm();
        QVERIFY(std::abs(length -
                         (*doc.scene)[doc.scene->find("RightForeArm")].bone()->tip.norm()) < 1e-12);
        // The limb of a target that reaches through a split bone still reaches.
        const Document arm = *edit::applyEach(
            doc,
            *operate::edits(doc, operate::SplitBone{test::nodeNamed(doc, "LeftForeArm"), parts}));
        QVERIFY((placeOf(arm, "LeftHand") - Vec3(0.4, 1.2, 0.3)).norm() < 1e-6);
    }

    void whatCannotBeSplitIsRefused()
    {
        const Document doc = test::biped();
        QVERIFY(!operate::edits(doc, operate::SplitBone{test::nodeNamed(doc, "LeftArm"), 1}));
        const Document moved = edited(doc, {{{"edit", "setJointKey"},
                                             {"joint", "LeftForeArm"},
                                             {"frame", 0},
                                             {"translation", {0, 0.3, 0}}}});
        QVERIFY(!operate::edits(moved, operate::SplitBone{test::nodeNamed(moved, "LeftArm"), 2}));
    }

    void aSkeletonIsPutBesideWhatIsThere()
    {
        for (const char* name :
             {"biped", "quadruped", "bird", "hand", "robot6", "robot7", "chain", "arm-doorbell"}) {
            const json list = listOf(name);
            const Document alone = made(list);
            Document doc = test::biped();
            const int before = doc.scene->size();
            for (int round = 0; round < 2; ++round) {
                const auto edits =
                    operate::insertedSkeleton(doc, list, operate::besideAll(doc, list));
                QVERIFY2(edits, edits ? "" : edits.error().message.c_str());
                doc = *edit::applyEach(doc, *edits);
            }
            QCOMPARE(doc.scene->size(), before + 2 * alone.scene->size());
            QCOMPARE(doc.rig->constraints.size(), 2 * alone.rig->constraints.size());
            QCOMPARE(doc.playback.end, 24.0);
            // Both have the pose of the one that stands alone, farther to the side each time.
            const Evaluation one = evaluate(alone, 0), both = evaluate(doc, 0);
            for (int round = 0; round < 2; ++round) {
                const Vec3 by = both.world[before + round * alone.scene->size()].position -
                                one.world[0].position;
                QVERIFY(by.x() > 0.1 && std::abs(by.y()) < 1e-9);
                for (NodeIndex row = 0; row < alone.scene->size(); ++row)
                    QVERIFY2((both.world[before + round * alone.scene->size() + row].position -
                              one.world[row].position - by)
                                     .norm() < 1e-6,
                             name);
            }
        }
    }

    void aSkeletonFitsAMesh_data()
    {
        QTest::addColumn<double>("scale");
        QTest::newRow("as large") << 1.0;
        QTest::newRow("a giant") << 3.7;
        QTest::newRow("a doll") << 0.12;
    }
    void aSkeletonFitsAMesh()
    {
        QFETCH(double, scale);
        const json list = listOf("biped");
        const Vec3 by(0.7, -0.2, 1.3);
        const Statue statue = statueOf(list, scale, by);
        const auto to = operate::insideOf(statue.doc, statue.mesh, list);
        QVERIFY(to);
        const auto edits = operate::insertedSkeleton(statue.doc, list, *to, statue.mesh);
        QVERIFY2(edits, edits ? "" : edits.error().message.c_str());
        const Document doc = *edit::applyEach(statue.doc, *edits);
        double worst = 0;
        for (const Node& node : statue.figure.scene->nodes()) {
            if (!node.bone()) continue;
            const Vec3 wanted = scale * placeOf(statue.figure, node.name) + by;
            worst = std::max(worst, (placeOf(doc, node.name) - wanted).norm());
        }
        qInfo("joints are %.3f of the height off at most", worst / (1.75 * scale));
        QVERIFY(worst < 0.06 * 1.75 * scale);
        // The operation does the same, by names.
        const json asked{
            {"operation", "insertSkeleton"}, {"skeleton", "biped"}, {"mesh", "statue"}};
        const Result<Document> operated = operate::applyAll(statue.doc, json::array({asked}));
        QVERIFY2(operated, operated ? "" : operated.error().message.c_str());
        QVERIFY(*operated == doc);
        // And it can be bound at once.
        const Result<operate::Edits> bound =
            operate::edits(doc, operate::BindMesh{statue.mesh, {}});
        QVERIFY2(bound, bound ? "" : bound.error().message.c_str());
        edit::Context stops;
        std::atomic<int> told = 0;
        stops.progress = [&](double) { return ++told < 3; };
        const auto stopped = operate::edits(doc, operate::BindMesh{statue.mesh, {}}, stops);
        QVERIFY(!stopped);
        QCOMPARE(stopped.error().kind, ErrorKind::Cancelled);
    }

    void everyTemplateIsThereByName()
    {
        const QStringList files =
            QDir(QString::fromUtf8(test::sourceDir()) + "/resources/templates")
                .entryList({QStringLiteral("*.json")});
        QCOMPARE(int(operate::skeletonTemplates().size()), int(files.size()));
        for (const QString& file : files) {
            const std::string name = QString(file).remove(".json").toStdString();
            const Result<json> list = operate::skeletonList(name);
            QVERIFY2(list, name.c_str());
            QVERIFY(*list == listOf(name.c_str()));
            const Document alone = made(*list);
            const json asked{{"operation", "insertSkeleton"}, {"skeleton", name}};
            const Result<Document> inserted =
                operate::applyAll(emptyDocument(), json::array({asked}));
            QVERIFY2(inserted, name.c_str());
            QCOMPARE(inserted->scene->size(), alone.scene->size());
        }
    }

    /// A mesh is the skeleton's flesh: a template's own boxes stay out of it.
    void inAMeshASkeletonHasNoFleshOfItsOwn()
    {
        const Statue statue = statueOf(listOf("biped"), 1, Vec3::Zero());
        for (const char* name : {"chain", "arm-doorbell"}) {
            const json asked{
                {"operation", "insertSkeleton"}, {"skeleton", name}, {"mesh", "statue"}};
            const Result<Document> out = operate::applyAll(statue.doc, json::array({asked}));
            QVERIFY2(out, name);
            int meshes = 0;
            for (const Node& node : out->scene->nodes())
                meshes += std::holds_alternative<MeshPart>(node.part) ? 1 : 0;
            QCOMPARE(meshes, 1);
        }
    }

    void anUnknownSkeletonIsRefusedByName()
    {
        const auto refusal = [](const json& asked) {
            const Result<Document> out = operate::applyAll(test::biped(), json::array({asked}));
            return out ? Error{} : out.error();
        };
        const Error wrong = refusal({{"operation", "insertSkeleton"}, {"skeleton", "bipde"}});
        QCOMPARE(wrong.where, std::string("#/0/skeleton"));
        QVERIFY2(wrong.advice.find("biped") != std::string::npos, wrong.advice.c_str());
        const Error none =
            refusal({{"operation", "insertSkeleton"}, {"skeleton", "biped"}, {"mesh", "LeftArm"}});
        QCOMPARE(none.where, std::string("#/0/mesh"));
    }

    void theMiddleOfAMeshIsWhereItIsHalfThrough()
    {
        const Statue statue = statueOf(listOf("biped"), 1, Vec3::Zero());
        const std::vector<WorldTransform> rest =
            worldTransforms(*statue.doc.scene, restPose(*statue.doc.scene));
        const Vec3 arm =
            (placeOf(statue.figure, "LeftForeArm") + placeOf(statue.figure, "LeftHand")) / 2;
        for (const Vec3& way : {Vec3(0, 0, -1), Vec3(0, -1, 0), Vec3(0.1, -0.2, -0.9)}) {
            const Vec3 direction = way.normalized();
            const Ray ray{arm - 4 * direction, direction};
            const auto middle = skinning::middleUnder(*statue.doc.scene, rest, {}, ray);
            QVERIFY(middle);
            QVERIFY2((*middle - arm).norm() < 0.01,
                     qPrintable(QString::number((*middle - arm).norm())));
        }
        QVERIFY(
            !skinning::middleUnder(*statue.doc.scene, rest, {}, {Vec3(9, 9, 9), Vec3(0, 1, 0)}));
    }
};

POSEWRIGHT_TEST(TestSkeletons, posewright::test::runPlain);
#include "tst_skeletons.moc"
