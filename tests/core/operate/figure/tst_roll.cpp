#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "core/operate/operate.h"
#include "core/skinning/surface.h"
#include "tests/core/operate/figure/roll.h"
#include "tests/support/figures.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"
#include "tests/support/shared.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

using namespace posewright;
using test::boneNamed;
using test::listed;
using test::Random;
using test::resourcePath;

namespace {

constexpr std::uint64_t kRollSeed = 20261125;

Document read(const char* name)
{
    const auto import = io::read(resourcePath(name));
    if (!import) qFatal("%s: %s", name, import.error().message.c_str());
    return import->document;
}

/// With a layer that turns and moves bones.
Document layered(Document doc, Random& random)
{
    const auto take = [&](const edit::Edit& edit) {
        const auto next = edit::apply(doc, edit);
        if (!next) qFatal("%s", next.error().message.c_str());
        doc = *next;
    };
    take(edit::AddLayer{"By hand", {}, {}});
    for (const Node& node : std::vector<Node>(doc.scene->nodes())) {
        if (!node.bone()) continue;
        const Quat turn(Eigen::AngleAxisd(random.uniform(-0.4, 0.4), random.direction()));
        take(edit::SetLayerKey{"By hand", node.id, 0, Quat::Identity(), Vec3::Zero(), {}});
        take(edit::SetLayerKey{"By hand", node.id, 12, turn, Vec3(0.02 * random.direction()), {}});
    }
    return doc;
}

/// A figure whose left upper arm has this scale at some frames, and is turned in between.
Document scaledAt(const std::vector<std::pair<double, Vec3>>& scales)
{
    Document doc = read("samples/mannequin.glb");
    for (const auto& [frame, scale] : scales) {
        edit::SetJointKey key;
        key.joint = boneNamed(doc, "left upper arm");
        key.frame = frame;
        key.scale = scale;
        key.rotation = Quat(Eigen::AngleAxisd(0.05 * frame, Vec3(1, 2, 3).normalized()));
        const auto next = edit::apply(doc, key);
        if (!next) qFatal("%s", next.error().message.c_str());
        doc = *next;
    }
    return doc;
}

/// Without the keys of one axis of that scale.
Document unkeyedAlong(int axis, Document doc)
{
    const NodeId arm = boneNamed(doc, "left upper arm");
    doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
        for (Shared<Track>& track : clip.tracks)
            if (track->node == arm)
                track = track.with([&](Track& now) { now.scale[axis] = Curve(); });
    });
    return doc;
}

struct SeenPose {
    std::vector<WorldTransform> world;
    std::vector<Vec3> surface;
};

SeenPose seen(const Document& doc, double frame)
{
    const Evaluation shown = evaluate(doc, frame);
    return {shown.world, skinning::surfacePoints(*doc.scene, shown.world, shown.morphs, 300)};
}

/// The bone's own axes are turned about its way by so much, and nothing else is anywhere else.
/// `uneven`: by how much its scale differs from axis to axis.
void compare(const Document& before, const Document& after, NodeId bone, double by,
             double uneven = 0)
{
    const Scene& scene = *before.scene;
    const NodeIndex row = scene.find(bone);
    const Quat turn(Eigen::AngleAxisd(by, scene[row].bone()->tip.normalized()));
    const double size = extent(scene);
    for (const double frame : {0.0, 3.5, 7.0, 12.0, 19.25, 24.0}) {
        const SeenPose a = seen(before, frame), b = seen(after, frame);
        double moved = 0, turned = 0, surface = 0;
        for (NodeIndex i = 0; i < scene.size(); ++i) {
            moved = std::max(moved, (a.world[i].position - b.world[i].position).norm());
            const Quat expected = i == row ? a.world[i].rotation * turn : a.world[i].rotation;
            const bool led = std::ranges::any_of(before.rig->constraints, [&](const auto& c) {
                return c.target == scene[i].id && c.effector == bone && c.orientation;
            });
            const Quat there = led ? a.world[i].rotation * turn : expected;
            turned = std::max(turned, there.angularDistance(b.world[i].rotation));
        }
        for (std::size_t i = 0; i < a.surface.size(); ++i)
            surface = std::max(surface, (a.surface[i] - b.surface[i]).norm());
        const QString where = QString("%1 by %2, frame %3: moved %4, turned %5, surface %6 of %7")
                                  .arg(scene[row].name.c_str())
                                  .arg(by)
                                  .arg(frame)
                                  .arg(moved)
                                  .arg(turned)
                                  .arg(surface)
                                  .arg(size);
        QVERIFY2(moved < (1e-6 + uneven) * size && turned < 1e-5 &&
                     surface < (2e-6 + uneven) * size,
                 qPrintable(where));
    }
}

}  // namespace

/// A bone rolls about its own way, and nothing that is seen moves.
class TestRoll : public QObject {
    Q_OBJECT

private slots:
    void nothingThatIsSeenMoves_data()
    {
        QTest::addColumn<QString>("what");
        for (const char* what : {"walk", "mannequin", "capture", "layers"})
            QTest::newRow(what) << what;
    }
    void nothingThatIsSeenMoves()
    {
        QFETCH(QString, what);
        Random random(kRollSeed);
        const Document doc = what == "walk"        ? listed("samples/walk.json")
                             : what == "mannequin" ? read("samples/mannequin.glb")
                             : what == "capture"   ? read("samples/capture.bvh")
                                                   : layered(read("samples/capture.bvh"), random);
        test::printedSeed(kRollSeed);
        int rolled = 0;
        for (const Node& node : doc.scene->nodes()) {
            if (!node.bone() || !(node.bone()->tip.norm() > 0)) continue;
            const double by = random.uniform(-3, 3);
            const auto after = edit::apply(doc, edit::RollBone{node.id, by});
            QVERIFY2(after, after ? "" : after.error().message.c_str());
            compare(doc, *after, node.id, by);
            if (QTest::currentTestFailed()) return;
            ++rolled;
        }
        QVERIFY(rolled >= 17);
    }

    void backAgainIsWhereItWas()
    {
        const Document doc = read("samples/mannequin.glb");
        const NodeId bone = (*doc.scene)[doc.scene->find("left forearm")].id;
        const auto there = edit::apply(doc, edit::RollBone{bone, 1.1});
        QVERIFY(there);
        const auto back = edit::apply(*there, edit::RollBone{bone, -1.1});
        QVERIFY(back);
        compare(doc, *back, bone, 0);
        // A whole turn is none.
        const auto whole = edit::apply(doc, edit::RollBone{bone, 2 * std::numbers::pi});
        QVERIFY(whole && diff(doc, *whole).none());
    }

    void whatCannotRollIsRefused()
    {
        Document doc = listed("templates/biped.json");
        const NodeId arm = (*doc.scene)[doc.scene->find("LeftArm")].id;
        const NodeId star = (*doc.scene)[doc.scene->find("Left hand")].id;
        QVERIFY(!edit::apply(doc, edit::RollBone{star, 1}));
        edit::SetRest wide;
        wide.node = arm;
        wide.scale = Vec3(1, 1, 2);
        const auto scaled = edit::apply(doc, wide);
        QVERIFY(scaled);
        const auto refused = edit::apply(*scaled, edit::RollBone{arm, 1});
        QVERIFY(!refused);
        QVERIFY(refused.error().message.find("scaled more") != std::string::npos);
    }

    /// As many artists' characters have them, each bone at each frame.
    void anEvenScaleRolls()
    {
        const Vec3 one = Vec3::Ones();
        const Document still = scaledAt({{0, one}, {12, one}, {24, one}});
        const Document grows = scaledAt({{0, one}, {7, 1.4 * one}, {12, 0.7 * one}, {24, -one}});
        for (const Document& doc :
             {still, grows, unkeyedAlong(0, still), unkeyedAlong(2, unkeyedAlong(1, still))}) {
            const NodeId arm = boneNamed(doc, "left upper arm");
            const auto after = edit::apply(doc, edit::RollBone{arm, 1.2});
            QVERIFY2(after, after ? "" : after.error().message.c_str());
            compare(doc, *after, arm, 1.2);
            if (QTest::currentTestFailed()) return;
        }
        const Document wide = scaledAt({{0, one}, {12, Vec3(1, 1, 1.1)}, {24, one}});
        for (const Document& doc : {wide, unkeyedAlong(1, grows)})
            QVERIFY(!edit::apply(doc, edit::RollBone{boneNamed(doc, "left upper arm"), 1.2}));
    }

    void charactersOfOthersRoll_data()
    {
        QTest::addColumn<QString>("file");
        for (const char* file :
             {"kaykit_Knight", "kaykit_Barbarian", "raylib_greenman", "raylib_robot"})
            QTest::newRow(file) << QString(file);
    }
    void charactersOfOthersRoll()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/gltf");
        QFETCH(QString, file);
        const auto import =
            io::read(test::sharedPath("corpus/gltf/" + file + ".glb").toStdString());
        QVERIFY2(import, import ? "" : import.error().message.c_str());
        const Document& doc = import->document;
        int rolled = 0;
        for (const Node& node : doc.scene->nodes()) {
            if (!node.bone() || !(node.bone()->tip.norm() > 0)) continue;
            const auto after = edit::apply(doc, edit::RollBone{node.id, 0.8});
            QVERIFY2(after, after ? "" : after.error().message.c_str());
            if (rolled++ % 4 == 0) compare(doc, *after, node.id, 0.8, 1e-5);
            if (QTest::currentTestFailed()) return;
        }
        QVERIFY(rolled > 10);
    }

    /// A limit allows after a roll what it allowed before: seen at what a pose keeps of it.
    void limitsAllowWhatTheyDid()
    {
        const Document doc = listed("templates/biped.json");
        Random random(kRollSeed + 1);
        for (const char* name : {"LeftArm", "LeftForeArm", "Neck", "RightLeg"}) {
            const NodeIndex row = doc.scene->find(name);
            const Node& node = (*doc.scene)[row];
            const double by = random.uniform(-3, 3);
            const auto after = edit::apply(doc, edit::RollBone{node.id, by});
            QVERIFY(after);
            const Quat turn(Eigen::AngleAxisd(by, node.bone()->tip.normalized()));
            const Node& rolled = (*after->scene)[row];
            for (int i = 0; i < 200; ++i) {
                const Quat local =
                    node.rest.rotation *
                    Quat(Eigen::AngleAxisd(random.uniform(0, 2.5), random.direction()));
                const auto distance = [](const Node& of, const Quat& pose) {
                    const Quat q = of.rest.rotation.conjugate() * pose;
                    return std::visit(
                        [&](const auto& kind) {
                            return limits::rotationOf(kind, limits::numbersOf(kind, q, 0))
                                .angularDistance(q);
                        },
                        of.bone()->limit);
                };
                const double a = distance(node, local), b = distance(rolled, local * turn);
                QVERIFY2(std::abs(a - b) < 1e-6,
                         qPrintable(QString("%1: %2 against %3 rad").arg(name).arg(a).arg(b)));
            }
        }
    }
};

POSEWRIGHT_TEST(TestRoll, posewright::test::runWithEvents);
#include "tst_roll.moc"
