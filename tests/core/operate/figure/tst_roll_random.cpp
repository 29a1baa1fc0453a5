#include "core/edit/edit.h"
#include "core/motion/layer.h"
#include "core/operate/operate.h"
#include "tests/support/figures.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

using namespace posewright;
using Eigen::Matrix4d;
using nlohmann::json;
using test::Random;

namespace {

constexpr std::uint64_t kRandomRollSeed = 20261126;
constexpr int kRandomFigures = 60;
constexpr int kRollFrames = 12;

/// Of a bone's rest: how it is scaled.
enum class Scaled { Not, Evenly, Mirrored, Unevenly };

Vec3 randomScale(Random& random, Scaled how)
{
    const double size = random.uniform(0.5, 2);
    switch (how) {
    case Scaled::Not: return Vec3::Ones();
    case Scaled::Evenly: return Vec3::Constant(size);
    case Scaled::Mirrored: return Vec3::Constant(-size);
    case Scaled::Unevenly: break;
    }
    Vec3 scale(random.uniform(0.5, 2), random.uniform(0.5, 2), random.uniform(0.5, 2));
    if (random.below(2) == 0) scale[random.below(3)] *= -1;
    return scale;
}

Quat randomTurn(Random& random, double most = 3.1)
{
    return Quat(Eigen::AngleAxisd(random.uniform(0, most), random.direction()));
}

/// Keys along one or all axes; where only along some, the other coordinates are those of rest.
Track randomTrack(Random& random, NodeId node, const Transform& rest, bool even)
{
    Track track;
    track.node = node;
    RotationTrack turns;
    for (const double frame : {0.0, double(1 + random.below(kRollFrames - 2)), double(kRollFrames)})
        turns.setValue(frame, (rest.rotation * randomTurn(random, 1)).normalized());
    if (random.below(3) > 0) track.rotation = std::move(turns);
    const bool alike = random.below(2) == 0;
    for (int axis = 0; axis < 3; ++axis) {
        if (!alike && random.below(2) == 0) continue;
        Curve places;
        const double middle = alike ? 5 : 1 + random.below(kRollFrames - 2);
        for (const double frame : {0.0, middle, double(kRollFrames)})
            places.setValue(frame, rest.translation[axis] + random.uniform(-0.3, 0.3));
        track.translation[axis] = std::move(places);
    }
    if (even && random.below(3) == 0) {
        const double factor = random.uniform(0.6, 1.5);
        for (int axis = 0; axis < 3; ++axis) {
            Curve sizes;
            sizes.setValue(0, rest.scale[axis]);
            sizes.setValue(kRollFrames, rest.scale[axis] * factor);
            track.scale[axis] = std::move(sizes);
        }
    }
    return track;
}

/// A tree of bones, turned, scaled and mirrored anyhow, with keys, a layer, a skin, and things that
/// hang on bones.
struct RandomFigure {
    Document doc = emptyDocument();
    std::vector<Scaled> scaled;  ///< by row

    RandomFigure(Random& random, bool sheared)
    {
        const int count = 3 + random.below(8);
        std::vector<Node> nodes;
        Skin skin;
        for (int i = 0; i < count; ++i) {
            const bool bone = i == 0 || random.below(6) > 0;
            BonePart stick;
            stick.tip = random.uniform(0.2, 1) * random.direction();
            Node node = test::makeNode(i + 1, "node" + std::to_string(i),
                                       i == 0 ? kNoNode : std::max(0, i - 1 - random.below(3)),
                                       random.uniform(0.1, 1) * random.direction(),
                                       bone ? Part(stick) : Part());
            node.rest.rotation = randomTurn(random);
            scaled.push_back(Scaled(random.below(sheared ? 4 : 3)));
            node.rest.scale = randomScale(random, scaled.back());
            nodes.push_back(std::move(node));
            skin.joints.push_back(NodeId(i + 1));
            skin.inverseBind.push_back(Eigen::Matrix4f::NullaryExpr(
                [&](auto, auto) { return float(random.uniform(-1, 1)); }));
        }
        Layer layer;
        layer.name = "By hand";
        doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
            for (int i = 0; i < count; ++i) {
                if (random.below(4) > 0)
                    setTrack(clip, randomTrack(random, nodes[i].id, nodes[i].rest,
                                               scaled[i] != Scaled::Unevenly));
                Track offsets = randomTrack(random, nodes[i].id, Transform{}, false);
                if (!offsets.empty()) layer.tracks.push_back(std::move(offsets));
            }
            clip.layers.push_back(layer);
        });
        doc.scene = *Scene::make(std::move(nodes), {skin});
        doc.playback.end = kRollFrames;
        doc.nextId = 1000;
    }
};

/// Where all nodes are, by plain products of matrices.
std::vector<Matrix4d> matricesAt(const Document& doc, double frame)
{
    std::vector<Matrix4d> world;
    for (const Node& node : doc.scene->nodes()) {
        const Transform local = sampleLaid(doc.clip(), node.id, node.rest, frame);
        const double w = local.rotation.w(), x = local.rotation.x(), y = local.rotation.y(),
                     z = local.rotation.z();
        Matrix4d m;
        m << 1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
            local.translation.x(), 2 * (x * y + w * z), 1 - 2 * (x * x + z * z),
            2 * (y * z - w * x), local.translation.y(), 2 * (x * z - w * y), 2 * (y * z + w * x),
            1 - 2 * (x * x + y * y), local.translation.z(), 0, 0, 0, 1;
        for (int axis = 0; axis < 3; ++axis) m.col(axis) *= local.scale[axis];
        world.push_back(node.parent == kNoNode ? m : Matrix4d(world[node.parent] * m));
    }
    return world;
}

std::vector<Matrix4d> matricesAtRest(const Document& doc)
{
    Document still = doc;
    still.clips[0] = still.clips[0].with([](Clip& clip) {
        clip.tracks.clear();
        clip.layers.clear();
    });
    return matricesAt(still, 0);
}

/// Rodrigues' formula.
Matrix4d turnAbout(const Vec3& axis, double by)
{
    Mat3 k;
    k << 0, -axis.z(), axis.y(), axis.z(), 0, -axis.x(), -axis.y(), axis.x(), 0;
    Matrix4d m = Matrix4d::Identity();
    m.topLeftCorner<3, 3>() += std::sin(by) * k + (1 - std::cos(by)) * k * k;
    return m;
}

QString matrixWords(const Document& doc, NodeIndex row, int figure, double frame)
{
    return QString("seed %1, figure %2, %3 at %4")
        .arg(kRandomRollSeed)
        .arg(figure)
        .arg(doc.scene->nodes()[row].name.c_str())
        .arg(frame);
}

/// The bone's axes are turned about its stick by so much, and nothing that is seen is elsewhere.
void judge(const Document& before, const Document& after, NodeIndex bone, double by, int figure)
{
    const Vec3 tip = (*before.scene)[bone].bone()->tip.normalized();
    for (int frame = 0; frame <= kRollFrames; ++frame) {
        const std::vector<Matrix4d> a = matricesAt(before, frame), b = matricesAt(after, frame);
        for (NodeIndex row = 0; row < before.scene->size(); ++row) {
            const Matrix4d expected = row == bone ? Matrix4d(a[row] * turnAbout(tip, by)) : a[row];
            const double size = std::max(1.0, a[row].cwiseAbs().maxCoeff());
            const double off = (expected - b[row]).cwiseAbs().maxCoeff() / size;
            QVERIFY2(off < 1e-9, qPrintable(matrixWords(before, row, figure, frame) +
                                            QString(": off by %1").arg(off)));
            const Skin &skin = before.scene->skins()[0], &turned = after.scene->skins()[0];
            const Matrix4d skinned = a[row] * skin.inverseBind[row].cast<double>(),
                           now = b[row] * turned.inverseBind[row].cast<double>();
            const double slip = (skinned - now).cwiseAbs().maxCoeff() / size;
            QVERIFY2(slip < 1e-5, qPrintable(matrixWords(before, row, figure, frame) +
                                             QString(": skin off by %1").arg(slip)));
        }
    }
}

/// Of all rolls of a bone, found by trying: the least angle, seen along it, between one of its axes
/// and an aim. [rad]
double angleSeenAlong(const Matrix4d& world, const Vec3& tip, const Vec3& axis, const Vec3& aim)
{
    const Mat3 linear = world.topLeftCorner<3, 3>();
    const Vec3 way = (linear * tip).normalized();
    const auto flat = [&](const Vec3& v) { return Vec3(v - way.dot(v) * way).normalized(); };
    return 2 * std::asin(std::min(1.0, (flat(linear * axis) - flat(aim)).norm() / 2));
}

}  // namespace

/// Rolls of bones of random figures, judged by matrices.
class TestRollRandom : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { test::printedSeed(kRandomRollSeed); }

    void onlyTheAxesOfTheBoneTurn()
    {
        Random random(kRandomRollSeed);
        int rolled = 0, refused = 0;
        for (int figure = 0; figure < kRandomFigures; ++figure) {
            const RandomFigure made(random, figure % 2 == 1);
            for (NodeIndex row = 0; row < made.doc.scene->size(); ++row) {
                const Node& node = (*made.doc.scene)[row];
                if (!node.bone()) continue;
                const double by = random.uniform(-3, 3);
                const auto after = edit::apply(made.doc, edit::RollBone{node.id, by});
                if (made.scaled[row] == Scaled::Unevenly) {
                    QVERIFY(!after);
                    ++refused;
                    continue;
                }
                QVERIFY2(after, after ? "" : after.error().message.c_str());
                judge(made.doc, *after, row, by, figure);
                if (QTest::currentTestFailed()) return;
                ++rolled;
            }
        }
        QVERIFY2(rolled > 200 && refused > 20,
                 qPrintable(QString("%1, %2").arg(rolled).arg(refused)));
    }

    /// The front, what is up: no other roll of the bone comes nearer to it.
    void noOtherRollIsNearer_data()
    {
        QTest::addColumn<QString>("to");
        for (const char* to : {"front", "up"}) QTest::newRow(to) << to;
    }
    void noOtherRollIsNearer()
    {
        QFETCH(QString, to);
        Random random(kRandomRollSeed + 1);
        int found = 0;
        for (int figure = 0; figure < kRandomFigures; ++figure) {
            const RandomFigure made(random, figure % 2 == 1);
            const auto after = operate::applyAll(
                made.doc, json::array({{{"operation", "rollBones"}, {"to", to.toStdString()}}}));
            bool any = false;
            for (NodeIndex row = 0; row < made.doc.scene->size(); ++row)
                any =
                    any || ((*made.doc.scene)[row].bone() && made.scaled[row] != Scaled::Unevenly);
            QVERIFY2(bool(after) == any, after ? "" : after.error().message.c_str());
            if (!any) continue;
            const std::vector<Matrix4d> world = matricesAtRest(*after);
            const Vec3 first = to == "up" ? Vec3::UnitY() : Vec3::UnitZ();
            const Vec3 second = to == "up" ? Vec3::UnitZ() : Vec3::UnitY();
            for (NodeIndex row = 0; row < made.doc.scene->size(); ++row) {
                const BonePart* bone = (*after->scene)[row].bone();
                if (!bone || made.scaled[row] == Scaled::Unevenly) continue;
                const Vec3 tip = bone->tip.normalized();
                const Vec3 way = (world[row].topLeftCorner<3, 3>() * tip).normalized();
                const Vec3 aim = std::abs(way.dot(first)) > 0.95 ? second : first;
                const Vec3 axis = std::abs(tip.z()) > 0.95 ? Vec3::UnitY() : Vec3::UnitZ();
                const double off = angleSeenAlong(world[row], tip, axis, aim);
                double least = off;
                for (int i = 1; i < 720; ++i)
                    least = std::min(
                        least,
                        angleSeenAlong(world[row] * turnAbout(tip, i * std::numbers::pi / 360), tip,
                                       axis, aim));
                QVERIFY2(off < 1e-6 && off <= least,
                         qPrintable(matrixWords(*after, row, figure, 0) +
                                    QString(": off by %1, %2 is possible").arg(off).arg(least)));
                ++found;
            }
        }
        QVERIFY(found > 200);
    }

    /// About what a bone and its first bent child bend, the X axis lies; where the figure is
    /// mirrored, against it, for a turn about X bends it there the other way.
    void theBendIsFound()
    {
        Random random(kRandomRollSeed + 2);
        int found = 0;
        for (int figure = 0; figure < kRandomFigures; ++figure) {
            const RandomFigure made(random, false);
            const auto after = operate::applyAll(
                made.doc, json::array({{{"operation", "rollBones"}, {"to", "bend"}}}));
            QVERIFY2(after, after ? "" : after.error().message.c_str());
            const std::vector<Matrix4d> world = matricesAtRest(*after);
            const auto way = [&](NodeIndex row) {
                return Vec3((world[row].topLeftCorner<3, 3>() * (*after->scene)[row].bone()->tip)
                                .normalized());
            };
            for (NodeIndex row = 0; row < after->scene->size(); ++row) {
                if (!(*after->scene)[row].bone()) continue;
                const Vec3 tip = (*after->scene)[row].bone()->tip.normalized();
                if (std::abs(tip.z()) > 0.95) continue;  // said of the Y axis then
                NodeIndex child = row + 1;
                const auto bends = [&](NodeIndex of) {
                    return (*after->scene)[of].parent == row && (*after->scene)[of].bone() &&
                           way(row).cross(way(of)).norm() > 0.02;
                };
                while (child < after->scene->size() && !bends(child)) ++child;
                if (child == after->scene->size()) continue;
                const bool mirrored = world[row].topLeftCorner<3, 3>().determinant() < 0;
                // Where the Z axis is not across the stick, X is across both.
                const Vec3 about = way(row).cross(way(child)).normalized();
                const Vec3 across = tip.cross(Vec3::UnitZ()).normalized();
                const Vec3 seen =
                    (world[row].topLeftCorner<3, 3>() * across).normalized() * (mirrored ? -1 : 1);
                const double off = (seen - about).norm();
                QVERIFY2(off < 1e-6, qPrintable(matrixWords(*after, row, figure, 0) +
                                                QString(": off by %1").arg(off)));
                ++found;
            }
        }
        QVERIFY(found > 60);
    }
};

POSEWRIGHT_TEST(TestRollRandom, posewright::test::runWithEvents);
#include "tst_roll_random.moc"
