#include "core/edit/mirror.h"
#include "core/math/rotation.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;
using nlohmann::json;
using test::biped;
using test::edited;
using test::refusal;

namespace {

const Limit& limitOf(const Document& doc, std::string_view name)
{
    return (*doc.scene)[doc.scene->find(name)].bone()->limit;
}

}  // namespace

class TestSetLimit : public QObject {
    Q_OBJECT

private slots:
    void everyKindIsSetFromItsJson();
    void anEditMadeFromALimitMakesThatLimit();
    void noKeyChanges();
    void whatIsMissingOrOutOfPlaceIsRefused_data();
    void whatIsMissingOrOutOfPlaceIsRefused();
    void theRestPoseKeepsWhatALimitAllows();
    void bothSidesGetMirroredLimits_data();
    void bothSidesGetMirroredLimits();
};

void TestSetLimit::everyKindIsSetFromItsJson()
{
    Document doc = biped();
    const auto set = [&](json edit) {
        edit["edit"] = "setLimit";
        edit["joint"] = "LeftLeg";
        doc = edited(doc, edit);
    };
    set({{"kind", "hinge"}, {"axis", {2, 0, 0}}, {"min", 0}, {"max", 2.5}});
    QVERIFY(limitOf(doc, "LeftLeg") == Limit(HingeLimit{Vec3::UnitX(), {0, 2.5}}));
    set({{"kind", "cone"},
         {"axis", {0, 1, 0}},
         {"up", {0, 3, 2}},
         {"angles", {0.1, 0.2, 0.3, 3}},
         {"twist", {-1, 1}}});
    QVERIFY(limitOf(doc, "LeftLeg") ==
            Limit(ConeLimit{Vec3::UnitY(), Vec3::UnitZ(), {0.1, 0.2, 0.3, 3}, {-1, 1}}));
    set({{"kind", "box"}, {"x", {0, 1}}, {"y", {-1, 0}}, {"z", {-0.5, 0.5}}, {"order", "zxy"}});
    QVERIFY(limitOf(doc, "LeftLeg") ==
            Limit(BoxLimit{{Range{0, 1}, Range{-1, 0}, Range{-0.5, 0.5}}, {2, 0, 1}}));
    set({{"kind", "prismatic"}, {"axis", {0, 0, -1}}, {"min", 0}, {"max", 0.25}});
    QVERIFY(limitOf(doc, "LeftLeg") == Limit(PrismaticLimit{-Vec3::UnitZ(), {0, 0.25}}));
    set({{"kind", "fixed"}});
    QVERIFY(limitOf(doc, "LeftLeg") == Limit(FixedLimit{}));
    set({{"kind", "free"}});
    QVERIFY(limitOf(doc, "LeftLeg") == Limit());
}

void TestSetLimit::anEditMadeFromALimitMakesThatLimit()
{
    const Document doc = biped();
    const NodeId joint = test::nodeNamed(doc, "LeftLeg");
    for (const Limit& limit :
         {Limit(), Limit(FixedLimit{}), Limit(HingeLimit{Vec3::UnitZ(), {-1, 2}}),
          Limit(ConeLimit{Vec3::UnitX(), Vec3::UnitY(), {1, 2, 3, 0.5}, {-0.25, 0.5}}),
          Limit(BoxLimit{{Range{0, 1}, Range{-1, 0}, Range{-0.5, 0.5}}, {1, 2, 0}}),
          Limit(PrismaticLimit{Vec3::UnitY(), {-0.1, 0.2}})}) {
        const Result<Document> out = edit::apply(doc, edit::limitEdit(joint, limit));
        QVERIFY2(out, out ? "" : out.error().message.c_str());
        QVERIFY(limitOf(*out, "LeftLeg") == limit);
        const json text = edit::toJson(edit::limitEdit(joint, limit), &doc);
        QVERIFY(edited(doc, text) == *out);
    }
}

void TestSetLimit::noKeyChanges()
{
    const Document doc = biped();
    const Document out =
        edited(doc, {{"edit", "setLimit"}, {"joint", "RightArm"}, {"kind", "fixed"}});
    QVERIFY(out.clips == doc.clips);
    QVERIFY(out.rig == doc.rig);
}

void TestSetLimit::whatIsMissingOrOutOfPlaceIsRefused_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("place");
    const auto row = [](const char* name, const char* text, const char* place) {
        QTest::newRow(name) << QString(text) << QString(place);
    };
    row("no axis", R"("kind": "hinge", "min": 0, "max": 1)", "#/0/axis");
    row("axis without length", R"("kind": "hinge", "axis": [0, 0, 0], "min": 0, "max": 1)",
        "#/0/axis");
    row("no end", R"("kind": "hinge", "axis": [1, 0, 0], "min": 0)", "#/0/max");
    row("out of order", R"("kind": "hinge", "axis": [1, 0, 0], "min": 1, "max": 0)", "#/0");
    row("a twist of a hinge",
        R"("kind": "hinge", "axis": [1, 0, 0], "min": 0, "max": 1, "twist": [0, 1])", "#/0/twist");
    row("up along the axis",
        R"("kind": "cone", "axis": [1,0,0], "up": [1,0,0], "angles": [1,1,1,1], "twist": [0,0])",
        "#/0/up");
    row("half a turn",
        R"("kind": "cone", "axis": [1,0,0], "up": [0,1,0], "angles": [1,1,1,4], "twist": [0,0])",
        "#/0");
    row("three angles",
        R"("kind": "cone", "axis": [1,0,0], "up": [0,1,0], "angles": [1,1,1], "twist": [0,0])",
        "#/0/angles");
    row("an order of two", R"("kind": "box", "x": [0,1], "y": [0,1], "z": [0,1], "order": "xyy")",
        "#/0/order");
    row("no z", R"("kind": "box", "x": [0,1], "y": [0,1])", "#/0/z");
    row("an unknown kind", R"("kind": "ball")", "#/0/kind");
    row("an axis of a free joint", R"("kind": "free", "axis": [1, 0, 0])", "#/0/axis");
}
void TestSetLimit::whatIsMissingOrOutOfPlaceIsRefused()
{
    QFETCH(QString, text);
    QFETCH(QString, place);
    const json edit =
        json::parse((R"({"edit": "setLimit", "joint": "LeftLeg", )" + text + "}").toStdString());
    const QString said = refusal(biped(), edit);
    QVERIFY2(said.startsWith(place + ':'), qPrintable(said));
}

void TestSetLimit::theRestPoseKeepsWhatALimitAllows()
{
    const Document doc = biped();
    const NodeId joint = test::nodeNamed(doc, "LeftLeg");
    const Quat old = (*doc.scene)[doc.scene->find(joint)].rest.rotation;
    const Quat turn = fromRotationVector(0.4 * Vec3::UnitY());
    edit::SetRest rest;
    rest.node = joint;
    rest.rotation = (old * turn).normalized();

    const ConeLimit cone{Vec3::UnitY(), Vec3::UnitZ(), {0.5, 1, 0.75, 0.25}, {-0.5, 1}};
    auto after = edit::apply(*edit::apply(doc, edit::limitEdit(joint, cone)), rest);
    QVERIFY(after);
    const auto& c = std::get<ConeLimit>(limitOf(*after, "LeftLeg"));
    // The same leaning is counted from an `up` that turned back, and the twist is less by the turn.
    QVERIFY((turn * c.up - cone.up).norm() < 1e-12);
    QVERIFY(std::abs(c.twist.min - (cone.twist.min - 0.4)) < 1e-12);
    QVERIFY(std::abs(c.twist.max - (cone.twist.max - 0.4)) < 1e-12);

    const BoxLimit box{{Range{-1, 1}, Range{-0.5, 0.5}, Range{0, 1}}, {1, 0, 2}};
    after = edit::apply(*edit::apply(doc, edit::limitEdit(joint, box)), rest);
    QVERIFY(after);
    const auto& b = std::get<BoxLimit>(limitOf(*after, "LeftLeg"));
    QVERIFY(std::abs(b.range[1].min + 0.9) < 1e-12 && std::abs(b.range[1].max - 0.1) < 1e-12);
    QVERIFY(b.range[0] == box.range[0] && b.range[2] == box.range[2]);

    rest.rotation = (old * fromRotationVector(0.4 * Vec3::UnitX())).normalized();
    QVERIFY(!edit::apply(*edit::apply(doc, edit::limitEdit(joint, cone)), rest));
}

void TestSetLimit::bothSidesGetMirroredLimits_data()
{
    QTest::addColumn<double>("roll");
    QTest::newRow("axes that are mirror images") << 0.0;
    QTest::newRow("other axes on the other side") << 0.7;
}

/// About an axis in the world, a mirror reverses the sense of the turn: seen on bones, not on
/// numbers.
void TestSetLimit::bothSidesGetMirroredLimits()
{
    QFETCH(const double, roll);
    Document doc = biped(false);
    if (roll != 0) doc = edited(doc, {{"edit", "rollBone"}, {"bone", "RightLeg"}, {"by", roll}});
    const HingeLimit hinge{Vec3(0.6, 0, 0.8), {-0.1, 2.4}};
    const NodeId left = test::nodeNamed(doc, "LeftLeg");
    const std::vector<edit::Edit> alone = edit::limitEdits(*doc.scene, left, hinge, false);
    QCOMPARE(alone.size(), std::size_t(1));
    const Document one = *edit::applyEach(doc, alone);
    QVERIFY(std::holds_alternative<std::monostate>(limitOf(one, "RightLeg")));
    const Document both = *edit::applyEach(doc, edit::limitEdits(*doc.scene, left, hinge, true));
    QVERIFY(limitOf(both, "LeftLeg") == Limit(hinge));
    const auto* other = std::get_if<HingeLimit>(&limitOf(both, "RightLeg"));
    QVERIFY(other);
    QCOMPARE(other->angle.min, -0.1);
    QCOMPARE(other->angle.max, 2.4);
    const auto footAt = [&](const char* leg, const char* foot, const Vec3& axis, double angle) {
        std::vector<Transform> pose = restPose(*both.scene);
        Transform& joint = pose[both.scene->find(leg)];
        joint.rotation = (joint.rotation * fromRotationVector(angle * axis)).normalized();
        return worldTransforms(*both.scene, pose)[both.scene->find(foot)].position;
    };
    for (const double angle : {-0.1, 0.5, 1.3, 2.4}) {
        const Vec3 leftFoot = footAt("LeftLeg", "LeftFoot", hinge.axis, angle);
        const Vec3 rightFoot = footAt("RightLeg", "RightFoot", other->axis, angle);
        QVERIFY((Vec3(-leftFoot.x(), leftFoot.y(), leftFoot.z()) - rightFoot).norm() < 1e-9);
    }
    // What has no other side stands alone, and a box in other axes cannot be said.
    QCOMPARE(edit::limitEdits(*doc.scene, test::nodeNamed(doc, "Spine"), hinge, true).size(),
             std::size_t(1));
    const BoxLimit box{{Range{-1, 1}, Range{-0.5, 0.5}, Range{0, 1}}, {1, 0, 2}};
    QCOMPARE(edit::limitEdits(*doc.scene, left, box, true).size(), std::size_t(roll == 0 ? 2 : 1));
}

POSEWRIGHT_TEST(TestSetLimit, posewright::test::runPlain);
#include "tst_set_limit.moc"
