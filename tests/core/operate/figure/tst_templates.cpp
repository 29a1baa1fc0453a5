#include "core/evaluate/evaluate.h"
#include "core/ik/limits.h"
#include "core/io/save.h"
#include "core/operate/operate.h"
#include "tests/support/figures.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"

#include <QDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include <numbers>

using namespace posewright;

namespace {

Document templated(const std::string& name)
{
    const Result<std::string> text =
        io::readWhole(std::string(test::sourceDir()) + "/resources/templates/" + name + ".json");
    if (!text) qFatal("%s", text.error().message.c_str());
    const Result<Document> doc =
        operate::applyAll(emptyDocument(), nlohmann::json::parse(*text, nullptr, false));
    if (!doc) qFatal("%s: %s", doc.error().where.c_str(), doc.error().message.c_str());
    return *doc;
}

const WorldTransform& bone(const Document& doc, const Evaluation& pose, const char* name)
{
    return pose.world[doc.scene->find(std::string_view(name))];
}

Document withTargetAt(const Document& doc, const Constraint& target, const Vec3& place)
{
    edit::SetTargetKey key;
    key.target = target.id;
    key.frame = 0;
    key.position = place;
    return *edit::apply(doc, key);
}

const Constraint& named(const Document& doc, std::string_view name)
{
    return *constraintOfTarget(*doc.rig, (*doc.scene)[doc.scene->find(name)].id);
}

double sizeOf(const Document& doc)
{
    return extent(*doc.scene);
}

/// The middle of what hangs on a bone.
Vec3 middleOfFlesh(const Document& doc, const Evaluation& pose, const std::string& name)
{
    const NodeIndex row = doc.scene->find(name + "_flesh");
    const auto* part = row == kNoNode ? nullptr : std::get_if<MeshPart>(&(*doc.scene)[row].part);
    if (!part || (*doc.scene)[row].parent != doc.scene->find(name))
        qFatal("%s has no flesh", name.c_str());
    Vec3 sum = Vec3::Zero();
    for (const Eigen::Vector3f& p : part->mesh->positions) sum += p.cast<double>();
    return pose.world[row] * Vec3(sum / double(part->mesh->positions.size()));
}

}  // namespace

/// Skeletons to begin with.
class TestTemplates : public QObject {
    Q_OBJECT

private slots:
    void eachStandsAsItsTargetsSay_data()
    {
        QTest::addColumn<QString>("name");
        const QDir folder(QString::fromUtf8(test::sourceDir()) + "/resources/templates");
        for (const QString& file : folder.entryList({QStringLiteral("*.json")}))
            QTest::newRow(qPrintable(file)) << QString(file).remove(".json");
    }
    void eachStandsAsItsTargetsSay()
    {
        QFETCH(QString, name);
        const Document doc = templated(name.toStdString());
        QVERIFY(validate(doc));
        QVERIFY(!doc.rig->constraints.empty());
        const Evaluation pose = evaluate(doc, 0);
        for (const TargetStatus& status : pose.targets)
            QVERIFY2(status.status == ik::Status::Reached, status.reason.c_str());
        const std::vector<WorldTransform> rest = worldTransforms(*doc.scene, restPose(*doc.scene));
        double most = 0;
        for (NodeIndex i = 0; i < doc.scene->size(); ++i)
            most = std::max(most, (pose.world[i].position - rest[i].position).norm());
        // Nearly straight fingers magnify what is rounded off.
        QVERIFY2(most < 3e-5 * sizeOf(doc), qPrintable(QString::number(most / sizeOf(doc))));
        QVERIFY(pose.outside.empty());
    }

    /// What hangs on a target follows it, and stays inside of its limits.
    void eachTargetIsFollowed_data() { eachStandsAsItsTargetsSay_data(); }
    void eachTargetIsFollowed()
    {
        QFETCH(QString, name);
        const Document doc = templated(name.toStdString());
        const std::uint64_t seed = 7;
        test::Random random(seed);
        const Evaluation shown = evaluate(doc, 0);
        int reached = 0, tried = 0;
        for (const Constraint& target : doc.rig->constraints) {
            const NodeIndex effector = doc.scene->find(target.effector);
            const std::vector<NodeIndex> limb =
                doc.scene->path(doc.scene->find(target.root), effector);
            double length = 0;
            for (std::size_t i = 1; i < limb.size(); ++i)
                length +=
                    (shown.world[limb[i]].position - shown.world[limb[i - 1]].position).norm();
            const Vec3 way = shown.world[limb.front()].position - shown.world[effector].position;
            for (int i = 0; i < 20; ++i) {
                // Nearer to the root, so that it is in reach.
                const Vec3 by = 0.08 * length * random.direction() + 0.12 * way;
                const Document moved =
                    withTargetAt(doc, target, shown.world[effector].position + by);
                const Evaluation pose = evaluate(moved, 0);
                QVERIFY2(pose.outside.empty(), qPrintable(QString("seed %1").arg(seed)));
                const auto row = &target - doc.rig->constraints.data();
                reached += pose.targets[row].status == ik::Status::Reached;
                ++tried;
            }
        }
        qInfo("%d of %d places are reached", reached, tried);
        QVERIFY(reached >= 0.9 * tried);
    }

    /// The body is moved and turned: hands come along, but for one in a contact.
    void theHandsOfTheBipedGoAlongWithItsBody()
    {
        const Document doc = templated("biped");
        const auto moved = [](const Document& before) {
            const Result<Document> out =
                operate::applyAll(before, nlohmann::json::array({{{"operation", "moveNodes"},
                                                                  {"nodes", {"Body"}},
                                                                  {"frame", 0},
                                                                  {"by", {0.1, -0.08, 0.12}}}}));
            return out ? *out : before;
        };
        const auto seen = [](const Document& at, const char* hand) {
            const Evaluation pose = evaluate(at, 0);
            const WorldTransform& chest = bone(at, pose, "Chest");
            return Vec3(chest.rotation.conjugate() *
                        (bone(at, pose, hand).position - chest.position));
        };
        const Document body = moved(doc);
        for (const char* hand : {"LeftHand", "RightHand"}) {
            QVERIFY((seen(body, hand) - seen(doc, hand)).norm() < 1e-4);
            const Vec3 by = bone(body, evaluate(body, 0), hand).position -
                            bone(doc, evaluate(doc, 0), hand).position;
            QVERIFY2((by - Vec3(0.1, -0.08, 0.12)).norm() < 1e-3,
                     qPrintable(QString::number(by.norm())));
        }
        edit::SetSpan contact;
        contact.target = named(doc, "Left hand").id;
        contact.end = 10;
        contact.kind = SpanKind::Contact;
        const Document touching = *edit::apply(doc, contact);
        const Document leaning = moved(touching);
        QVERIFY((bone(leaning, evaluate(leaning, 0), "LeftHand").position -
                 bone(doc, evaluate(doc, 0), "LeftHand").position)
                    .norm() < 1e-4);
    }

    void theBipedBendsAsABodyDoes()
    {
        const Document doc = templated("biped");
        const Evaluation shown = evaluate(doc, 0);
        QVERIFY(std::abs(bone(doc, shown, "Head").position.y() - 1.56) < 1e-9);
        for (const char* side : {"Left", "Right"}) {
            const std::string s = side;
            const Constraint& foot = named(doc, s + " foot");
            const Vec3 there = bone(doc, shown, (s + "Foot").c_str()).position;
            const Document lifted = withTargetAt(doc, foot, there + Vec3(0, 0.35, 0.1));
            const Evaluation up = evaluate(lifted, 0);
            const Vec3 knee = bone(doc, up, (s + "Leg").c_str()).position;
            QVERIFY2(knee.z() > bone(doc, shown, (s + "Leg").c_str()).position.z() + 0.2,
                     "a knee bends forward");
            const Constraint& hand = named(doc, s + " hand");
            const double x = s == "Left" ? 0.15 : -0.15;
            const Evaluation held = evaluate(withTargetAt(doc, hand, {x, 1.25, 0.35}), 0);
            const Vec3 elbow = bone(doc, held, (s + "ForeArm").c_str()).position;
            const Vec3 shoulder = bone(doc, held, (s + "Arm").c_str()).position;
            const Vec3 wrist = bone(doc, held, (s + "Hand").c_str()).position;
            QVERIFY((wrist - Vec3(x, 1.25, 0.35)).norm() < 1e-3);
            QVERIFY2(elbow.y() < std::max(shoulder.y(), wrist.y()), "an elbow hangs");
            QVERIFY2(elbow.z() < wrist.z(), "an elbow points back");
        }
    }

    /// The thesis: the last box is moved, and those between come along.
    void theChainFollowsItsLastBox()
    {
        const Document doc = templated("chain");
        const Evaluation shown = evaluate(doc, 0);
        const Constraint& last = named(doc, "Last link");
        const Vec3 from = bone(doc, shown, "Link10").position;
        double length = 0, reach = 0;
        for (const Node& node : doc.scene->nodes()) {
            if (!node.bone()) continue;
            length += node.bone()->tip.norm();
            if (node.name != "Link10") reach += node.bone()->tip.norm();
            QVERIFY(std::holds_alternative<ConeLimit>(node.bone()->limit));
        }
        double least = length, worst = 0;
        for (int i = 0; i < 12; ++i) {
            // To a side, as far from the root as 0.9 of its reach.
            const double turn = i * std::numbers::pi / 6;
            const Vec3 up = from - bone(doc, shown, "Link1").position;
            const Vec3 side = Vec3(std::cos(turn), 0, std::sin(turn));
            const Vec3 across = (side - up * up.dot(side) / up.squaredNorm()).normalized();
            const double near = up.norm(), far = 0.9 * reach, by = length / 2;
            const double along = (near * near + far * far - by * by) / (2 * near);
            const Vec3 place =
                from + (along / near - 1) * up + std::sqrt(far * far - along * along) * across;
            QVERIFY(std::abs((place - from).norm() - by) < 1e-9);
            const Document moved = withTargetAt(doc, last, place);
            const Evaluation pose = evaluate(moved, 0);
            QVERIFY(pose.outside.empty());
            QCOMPARE(pose.targets.front().status, ik::Status::Reached);
            worst = std::max(worst, (bone(moved, pose, "Link10").position - place).norm());
            for (int link = 1; link <= 10; ++link) {
                const std::string name = "Link" + std::to_string(link);
                const Vec3 was = middleOfFlesh(doc, shown, name);
                least = std::min(least, (middleOfFlesh(moved, pose, name) - was).norm());
            }
        }
        qInfo("the box that moves least moves %.1f mm; the last is %.4f mm off at most",
              1000 * least, 1000 * worst);
        QVERIFY(least > 0.005);
        QVERIFY(worst < 1e-3 * length);
    }

    void theArmRingsItsDoorbell()
    {
        const Document doc = templated("arm-doorbell");
        const Evaluation shown = evaluate(doc, 0);
        const Constraint& finger = named(doc, "Finger");
        const WorldTransform bell = bone(doc, shown, "Doorbell");
        for (const char* name : {"UpperArm", "ForeArm", "Hand", "IndexFinger"})
            QVERIFY(!std::holds_alternative<std::monostate>(
                (*doc.scene)[doc.scene->find(std::string_view(name))].bone()->limit));
        double worst = 0, least = 1;
        for (const double x : {-0.02, 0.0, 0.02})
            for (const double y : {0.005, 0.025, 0.045}) {
                // On the side of the bell that faces the arm.
                const Vec3 place = bell.position + Vec3(x, y, -0.0075);
                const Document rung = withTargetAt(doc, finger, place);
                const Evaluation pose = evaluate(rung, 0);
                QVERIFY(pose.outside.empty());
                QCOMPARE(pose.targets.front().status, ik::Status::Reached);
                worst = std::max(worst, (bone(rung, pose, "FingerTip").position - place).norm());
                const Vec3 shoulder = bone(rung, pose, "UpperArm").position;
                const Vec3 elbow = bone(rung, pose, "ForeArm").position;
                const Vec3 wrist = bone(rung, pose, "Hand").position;
                const double bend =
                    std::acos((elbow - shoulder).normalized().dot((wrist - elbow).normalized())) *
                    180 / std::numbers::pi;
                QVERIFY2(bend > 2 && bend < 145, qPrintable(QString::number(bend)));
                QVERIFY(elbow.y() < shoulder.y());
                const Vec3 by =
                    middleOfFlesh(rung, pose, "Hand") - middleOfFlesh(doc, shown, "Hand");
                least = std::min(least, by.norm());
                for (const char* name : {"Wall", "Doorbell"})
                    QVERIFY(bone(rung, pose, name).position == bone(doc, shown, name).position);
            }
        qInfo("the finger is %.4f mm off at most; the hand comes %.2f m", 1000 * worst, least);
        QVERIFY(worst < 1e-4);
        QVERIFY(least > 0.4);
    }

    void sidesAreMirrorImages_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"biped", "quadruped", "bird"}) QTest::newRow(name) << name;
    }
    void sidesAreMirrorImages()
    {
        QFETCH(QString, name);
        const Document doc = templated(name.toStdString());
        const std::vector<WorldTransform> rest = worldTransforms(*doc.scene, restPose(*doc.scene));
        int pairs = 0;
        for (NodeIndex i = 0; i < doc.scene->size(); ++i) {
            const std::string& left = (*doc.scene)[i].name;
            if (left.rfind("Left", 0) != 0 || !(*doc.scene)[i].bone()) continue;
            const NodeIndex right = doc.scene->find("Right" + left.substr(4));
            QVERIFY(right != kNoNode);
            Vec3 place = rest[i].position;
            place.x() = -place.x();
            QVERIFY((rest[right].position - place).norm() < 1e-9);
            ++pairs;
        }
        QVERIFY(pairs >= 8);
    }
};

POSEWRIGHT_TEST(TestTemplates, posewright::test::runWithEvents);
#include "tst_templates.moc"
