#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "core/operate/operate.h"
#include "tests/support/biped.h"
#include "tests/support/made_characters.h"
#include "tests/support/program.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <fstream>

using namespace posewright;
using test::edited;

namespace {

constexpr double kBodyDegree = 3.14159265358979323846 / 180;

/// The angle between two rotations by Eigen's own measure. [rad]
double angleOf(const Quat& a, const Quat& b)
{
    return a.angularDistance(b);
}

Document sampleFigure()
{
    std::ifstream file(std::string(test::sourceDir()) + "/resources/samples/figure.json");
    const Result<Document> doc =
        edit::applyAll(emptyDocument(), nlohmann::json::parse(file, nullptr, false));
    if (!doc) qFatal("figure: %s", doc.error().message.c_str());
    return *doc;
}

/// What Shift+T does, and then Shift+S, at a frame.
Document withTemplate(Document doc, double frame)
{
    const Result<std::vector<edit::Edit>> edits =
        operate::edits(doc, operate::TargetsForBody{frame});
    if (!edits) qFatal("template: %s", edits.error().message.c_str());
    for (const edit::Edit& edit : *edits) doc = *edit::apply(doc, edit);
    for (const char* name : {"Body", "Left hand", "Right hand", "Left foot", "Right foot"})
        doc = edited(doc, test::targetKey(name, frame));
    return doc;
}

struct Figure {
    Document doc;
    double frame = 0;
};

/// The sample, the figure of the tests, or that of a file.
Figure figureOf(const QString& path)
{
    if (path == "sample") return {sampleFigure(), 0};
    if (path == "biped") return {withTemplate(test::biped(), 12), 12};
    const Result<io::Import> import = io::read(path.toStdString());
    if (!import) qFatal("%s", import.error().message.c_str());
    const double frame = std::floor(import->document.playback.end / 2);
    return {withTemplate(import->document, frame), frame};
}

WorldTransform placeOf(const Document& doc, const Evaluation& pose, NodeId node)
{
    return pose.world[doc.scene->find(node)];
}

/// From the lowest to the highest joint: a figure is 1.7 m tall, whatever its file counts in.
double metreOf(const Evaluation& pose)
{
    double low = pose.world[0].position.y();
    double high = low;
    for (const WorldTransform& joint : pose.world) {
        low = std::min(low, joint.position.y());
        high = std::max(high, joint.position.y());
    }
    return (high - low) / 1.7;
}

const TargetStatus& statusOf(const Document& doc, const Evaluation& pose, const char* target)
{
    const ConstraintId id = test::targetNamed(doc, target);
    return *std::find_if(pose.targets.begin(), pose.targets.end(),
                         [&](const TargetStatus& status) { return status.constraint == id; });
}

nlohmann::json list(const Vec3& v)
{
    return {v.x(), v.y(), v.z()};
}

void addFigures()
{
    QTest::addColumn<QString>("figure");
    for (const char* name : {"sample", "biped"}) QTest::newRow(name) << name;
    QFileInfoList files =
        test::someCaptures({"made_walk", "made_centimetres_crlf"},
                           {"pybvh_cmu_12_01_walk.bvh", "dme_xia_neutral_01_000.bvh",
                            "ad_fair1_wave_hello.bvh", "pymo_AV_8Walk_Meredith.bvh"});
    files << QFileInfo(test::madeControlsPath());
    if (const QString knight = test::sharedPath("corpus/gltf/kaykit_Knight.glb"); !knight.isEmpty())
        files << QFileInfo(knight);
    test::fileRows(files);
}

const std::array kDirections{Vec3(1, 0, 0),  Vec3(-1, 0, 0), Vec3(0, 1, 0),
                             Vec3(0, -1, 0), Vec3(0, 0, 1),  Vec3(0, 0, -1)};

/// The sample with one target only, on its body, that keeps the feet where they are.
Document withPinnedFeet()
{
    Document doc = sampleFigure();
    for (const char* foot : {"Left foot", "Right foot"})
        doc = edited(doc, {{"edit", "removeTarget"}, {"target", foot}});
    return edited(doc,
                  {{"edit", "setTarget"}, {"target", "Body"}, {"pins", {"LeftFoot", "RightFoot"}}});
}

}  // namespace

/// The target of the body takes the pelvis along.
class TstBody : public QObject {
    Q_OBJECT

private slots:
    void aWalkOfFortyCentimetresTiltsNothing_data() { addFigures(); }
    void aWalkOfFortyCentimetresTiltsNothing()
    {
        QFETCH(QString, figure);
        const auto [doc, frame] = figureOf(figure);
        const Constraint body = *findConstraint(doc, "Body");
        const Evaluation before = evaluate(doc, frame);
        const double metre = metreOf(before);
        const Vec3 at = placeOf(doc, before, body.target).position;
        const WorldTransform hips = placeOf(doc, before, body.root);
        const WorldTransform spine = placeOf(doc, before, body.effector);
        for (const Vec3& direction : kDirections)
            for (int centimetres = 5; centimetres <= 40; centimetres += 5) {
                const Vec3 by = 0.01 * centimetres * metre * direction;
                const Document moved = edited(doc, test::targetKey("Body", frame, list(at + by)));
                const Evaluation pose = evaluate(moved, frame);
                QCOMPARE(statusOf(moved, pose, "Body").status, ik::Status::Reached);
                const WorldTransform now = placeOf(moved, pose, body.root);
                QVERIFY(angleOf(now.rotation, hips.rotation) < 1e-7);
                QVERIFY((now.position - hips.position - by).norm() < 1e-9 * metre);
                const WorldTransform above = placeOf(moved, pose, body.effector);
                QVERIFY(angleOf(above.rotation, spine.rotation) < 1e-7);
                QVERIFY((above.position - spine.position - by).norm() < 1e-9 * metre);
            }
    }

    void betweenItsKeysItIsNotTiltedEither()
    {
        Document doc = sampleFigure();
        const NodeId hips = test::nodeNamed(doc, "Hips");
        const Evaluation before = evaluate(doc, 0);
        const Vec3 at = placeOf(doc, before, findConstraint(doc, "Body")->target).position;
        doc = edited(doc, test::targetKey("Body", 24, list(at + Vec3(0.3, -0.1, 0.25))));
        doc = edited(doc, test::targetKey("Body", 48, list(at + Vec3(-0.4, 0, 0.1))));
        const auto prepared = prepare(doc);
        for (double frame = 0; frame <= 48; frame += 0.25) {
            const Evaluation pose = evaluate(*prepared, frame);
            QCOMPARE(statusOf(doc, pose, "Body").status, ik::Status::Reached);
            QVERIFY(angleOf(placeOf(doc, pose, hips).rotation,
                            placeOf(doc, before, hips).rotation) < 1e-7);
        }
    }

    /// The pelvis turns with the target, about it, and nothing between them bends.
    void aTurnedTargetTurnsThePelvisAsMuch_data() { addFigures(); }
    void aTurnedTargetTurnsThePelvisAsMuch()
    {
        QFETCH(QString, figure);
        const auto [doc, frame] = figureOf(figure);
        const Constraint body = *findConstraint(doc, "Body");
        const Evaluation before = evaluate(doc, frame);
        const double metre = metreOf(before);
        const WorldTransform target = placeOf(doc, before, body.target);
        const WorldTransform hips = placeOf(doc, before, body.root);
        for (const Vec3& axis : kDirections) {
            const Quat turn(Eigen::AngleAxisd(25 * kBodyDegree, axis));
            const Quat to = turn * target.rotation;
            nlohmann::json key = test::targetKey("Body", frame, list(target.position));
            key["rotation"] = {to.x(), to.y(), to.z(), to.w()};
            const Document turned = edited(doc, key);
            const Evaluation pose = evaluate(turned, frame);
            QCOMPARE(statusOf(turned, pose, "Body").status, ik::Status::Reached);
            const WorldTransform now = placeOf(turned, pose, body.root);
            QVERIFY(angleOf(now.rotation, turn * hips.rotation) < 1e-7);
            const Vec3 arm = turn * (hips.position - target.position);
            QVERIFY((now.position - target.position - arm).norm() < 1e-9 * metre);
        }
    }

    /// Limbs that are solved together with the body go first to where they belong.
    void pinnedFeetTiltItOnlyWhereTheyAreOutOfReach()
    {
        const Document doc = withPinnedFeet();
        const NodeId hips = test::nodeNamed(doc, "Hips");
        const Evaluation before = evaluate(doc, 0);
        const Vec3 at = placeOf(doc, before, findConstraint(doc, "Body")->target).position;
        const auto feetMoved = [&](const Evaluation& pose) {
            double most = 0;
            for (const char* foot : {"LeftFoot", "RightFoot"}) {
                const NodeId node = test::nodeNamed(doc, foot);
                most = std::max(
                    most, (placeOf(doc, pose, node).position - placeOf(doc, before, node).position)
                              .norm());
            }
            return most;
        };
        const auto tilt = [&](const Evaluation& pose) {
            return angleOf(placeOf(doc, pose, hips).rotation, placeOf(doc, before, hips).rotation);
        };
        for (const Vec3& by : {Vec3(0, -0.4, 0), Vec3(0, -0.05, 0.2), Vec3(0.1, -0.1, 0),
                               Vec3(0, -0.1, -0.25), Vec3(-0.2, -0.15, 0.1)}) {
            const Document moved = edited(doc, test::targetKey("Body", 0, list(at + by)));
            const Evaluation pose = evaluate(moved, 0);
            QCOMPARE(statusOf(moved, pose, "Body").status, ik::Status::Reached);
            QVERIFY(tilt(pose) < 1e-6);
            QVERIFY(feetMoved(pose) < 1e-6);
        }
        const Document lifted = edited(doc, test::targetKey("Body", 0, list(at + Vec3(0, 0.3, 0))));
        const Evaluation pose = evaluate(lifted, 0);
        QVERIFY(statusOf(lifted, pose, "Body").status != ik::Status::Reached);
        QVERIFY2(feetMoved(pose) < 1e-3, "pins outweigh the body");
    }

    /// From where the feet are in reach to where they are not, a millimetre at a time.
    void atTheEndOfTheFeetsReachNothingLeaps()
    {
        Document doc = withPinnedFeet();
        const Evaluation before = evaluate(doc, 0);
        const Vec3 at = placeOf(doc, before, findConstraint(doc, "Body")->target).position;
        doc = edited(doc, test::targetKey("Body", 0, list(at + Vec3(0, -0.05, 0))));
        doc = edited(doc, test::targetKey("Body", 48, list(at + Vec3(0.05, 0.1, 0.02))));
        const auto prepared = prepare(doc);
        double most = 0;
        Evaluation last = evaluate(*prepared, 0);
        for (double frame = 0.25; frame <= 48; frame += 0.25) {
            const Evaluation pose = evaluate(*prepared, frame);
            for (std::size_t j = 0; j < pose.world.size(); ++j)
                most = std::max(most, (pose.world[j].position - last.world[j].position).norm());
            last = pose;
        }
        qInfo("the joint that moves farthest goes %.1f mm in a quarter of a frame", 1000 * most);
        QVERIFY(most < 0.02);
    }
};

POSEWRIGHT_TEST(TstBody, posewright::test::runPlain);
#include "tst_body.moc"
