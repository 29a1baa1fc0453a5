#include "core/evaluate/pole_near.h"
#include "core/evaluate/report.h"
#include "core/io/save.h"
#include "core/math/rotation.h"
#include "core/operate/bend_over.h"
#include "core/operate/smooth.h"
#include "tests/support/figures.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <numbers>

using namespace posewright;

namespace {

constexpr ConstraintId kBentArm{200};
constexpr NodeId kBentElbow{2};
constexpr NodeId kBentWrist{3};
constexpr NodeId kBentStar{100};

Document afterEdits(const Document& doc, const std::vector<edit::Edit>& edits)
{
    const Result<Document> out = edit::applyEach(doc, edits);
    if (!out) qFatal("%s: %s", out.error().where.c_str(), out.error().message.c_str());
    return *out;
}

Vec3 seenAt(const Document& doc, NodeId node, double frame)
{
    return evaluate(doc, frame).world[doc.scene->find(node)].position;
}

/// The elbow on the other side of the line from the shoulder to the wrist.
Vec3 otherSide(const Vec3& root, const Vec3& end, const Vec3& elbow)
{
    const Vec3 axis = (end - root).normalized();
    return root + Eigen::AngleAxisd(std::numbers::pi, axis) * Vec3(elbow - root);
}

/// An arm of two bones whose wrist is led from one place to another and back.
Document ledArm()
{
    Document doc = test::chainDocument(2, 0.9, 48);
    const auto key = [](double frame, const Vec3& place) {
        edit::SetTargetKey set;
        set.target = kBentArm;
        set.frame = frame;
        set.position = place;
        set.keepMotion = true;
        return set;
    };
    return afterEdits(
        doc, {key(0, Vec3(0.7, 0.2, 0)), key(24, Vec3(0.7, 0.3, 0.1)), key(48, Vec3(0.7, 0.2, 0))});
}

NodeId poleIn(const Document& doc)
{
    return findConstraint(*doc.rig, kBentArm)->pole;
}

edit::SetJointKey poleKey(NodeId pole, double frame, const Vec3& place)
{
    edit::SetJointKey key;
    key.joint = pole;
    key.frame = frame;
    key.translation = place;
    return key;
}

Document withPole(const Document& doc, const Vec3& place)
{
    const Document out = afterEdits(doc, {edit::AddPole{kBentArm, place}});
    return afterEdits(out, {poleKey(poleIn(out), 0, place)});
}

int popsInRangeOf(const Document& doc)
{
    const Result<Bake> baked = bake(*prepare(doc), {});
    return baked ? static_cast<int>(findPops(doc, *baked).size()) : -1;
}

/// The wrist passes the pole at frame 20, a hundredth of the arm's length away.
Document poleInTheWay()
{
    Document doc = test::chainDocument(2, 0.9, 40);
    edit::SetTargetKey from, to;
    from.target = to.target = kBentArm;
    from.position = Vec3(0.7, -0.3, 0);
    to.position = Vec3(0.7, 0.3, 0);
    to.frame = 40;
    return withPole(afterEdits(doc, {from, to}), Vec3(0.7, 0, 0.01));
}

}  // namespace

class TestBends : public QObject {
    Q_OBJECT

private slots:
    void aBendTurnsOverAtAKey()
    {
        const Document doc = ledArm();
        for (const NodeId picked : {kBentStar, kBentElbow, kBentWrist}) {
            const auto edits = operate::bentOver(doc, {picked}, 24, {}, true);
            QVERIFY2(edits, edits ? "" : edits.error().message.c_str());
            const Document after = afterEdits(doc, *edits);
            const Vec3 wanted =
                otherSide(Vec3::Zero(), seenAt(doc, kBentWrist, 24), seenAt(doc, kBentElbow, 24));
            QVERIFY((wanted - seenAt(doc, kBentElbow, 24)).norm() > 0.2);
            QVERIFY((seenAt(after, kBentElbow, 24) - wanted).norm() < 1e-6);
            for (const double frame : {0.0, 24.0, 48.0})
                QVERIFY((seenAt(after, kBentWrist, frame) - seenAt(doc, kBentWrist, frame)).norm() <
                        1e-6);
            for (const double frame : {0.0, 48.0})
                QVERIFY((seenAt(after, kBentElbow, frame) - seenAt(doc, kBentElbow, frame)).norm() <
                        1e-6);
            // Once more, and it is as it was.
            const auto back = operate::bentOver(after, {picked}, 24, {}, true);
            QVERIFY(back);
            QVERIFY((seenAt(afterEdits(after, *back), kBentElbow, 24) - seenAt(doc, kBentElbow, 24))
                        .norm() < 1e-6);
        }
    }

    /// A limb that bends the wrong way does so at all its keys, and must not whirl between them.
    void aBendTurnsOverAtAllKeysOfThatSide()
    {
        const Document doc = ledArm();
        for (const double at : {0.0, 13.0, 24.0, 48.0}) {
            const auto edits = operate::bentOver(doc, {kBentStar}, at, {});
            QVERIFY2(edits, edits ? "" : edits.error().message.c_str());
            const Document after = afterEdits(doc, *edits);
            for (double frame = 0; frame <= 48; ++frame) {
                const Vec3 wrist = seenAt(doc, kBentWrist, frame);
                const Vec3 wanted = otherSide(Vec3::Zero(), wrist, seenAt(doc, kBentElbow, frame));
                QVERIFY((seenAt(after, kBentElbow, frame) - wanted).norm() < 0.02);
                QVERIFY((seenAt(after, kBentWrist, frame) - wrist).norm() < 1e-3);
            }
            QCOMPARE(popsInRangeOf(after), 0);
        }
        // A key that bends to the other side already is where it ends.
        const auto one = operate::bentOver(doc, {kBentStar}, 0, {}, true);
        QVERIFY(one);
        const Document mixed = afterEdits(doc, *one);
        const auto others = operate::bentOver(mixed, {kBentStar}, 30, {});
        QVERIFY(others);
        const Document after = afterEdits(mixed, *others);
        for (const double frame : {0.0, 24.0, 48.0})
            QVERIFY((seenAt(after, kBentElbow, frame) - otherSide(Vec3::Zero(),
                                                                  seenAt(doc, kBentWrist, frame),
                                                                  seenAt(doc, kBentElbow, frame)))
                        .norm() < 1e-6);
    }

    /// A key at which the next span begins turns over with those of the span before.
    void theKeysAtBothEndsOfASpanTurnOver()
    {
        Document doc = ledArm();
        for (const auto& [start, end] : {std::pair(0.0, 24.0), std::pair(24.0, 48.0)}) {
            edit::SetSpan span;
            span.target = kBentArm;
            span.start = start;
            span.end = end;
            span.kind = SpanKind::Reach;
            doc = afterEdits(doc, {span});
        }
        const auto edits = operate::bentOver(doc, {kBentStar}, 12, {});
        QVERIFY(edits);
        const Document after = afterEdits(doc, *edits);
        for (const double frame : {0.0, 12.0, 24.0})
            QVERIFY((seenAt(after, kBentElbow, frame) - otherSide(Vec3::Zero(),
                                                                  seenAt(doc, kBentWrist, frame),
                                                                  seenAt(doc, kBentElbow, frame)))
                        .norm() < 0.02);
        QVERIFY((seenAt(after, kBentElbow, 48) - seenAt(doc, kBentElbow, 48)).norm() < 1e-6);
    }

    void thePoleTurnsItOverWhereThereIsOne()
    {
        Document doc = withPole(ledArm(), Vec3(0.3, 0.9, 0.2));
        const NodeId pole = poleIn(doc);
        doc = afterEdits(doc, {poleKey(pole, 48, Vec3(0.3, 0.9, 0.2))});
        QCOMPARE(popsInRangeOf(doc), 0);
        const auto edits = operate::bentOver(doc, {pole}, 24, {});
        QVERIFY(edits);
        const Document after = afterEdits(doc, *edits);
        const Vec3 wanted =
            otherSide(Vec3::Zero(), seenAt(doc, kBentWrist, 24), seenAt(doc, kBentElbow, 24));
        QVERIFY((wanted - seenAt(doc, kBentElbow, 24)).norm() > 0.2);
        QVERIFY((seenAt(after, kBentElbow, 24) - wanted).norm() < 1e-6);
        for (const double frame : {0.0, 48.0})
            QVERIFY((seenAt(after, kBentElbow, frame) - seenAt(doc, kBentElbow, frame)).norm() <
                    1e-6);
        // It goes round the arm, not through it.
        QCOMPARE(popsInRangeOf(after), 0);
        QCOMPARE(keyFrames(*after.clip().track(pole)), (std::vector<double>{0, 12, 24, 36, 48}));
    }

    void jointsTurnItOverWithoutATarget()
    {
        const Result<std::string> text =
            io::readWhole(std::string(test::sourceDir()) + "/resources/templates/biped.json");
        QVERIFY(text);
        const Result<Document> whole =
            operate::applyAll(emptyDocument(), nlohmann::json::parse(*text, nullptr, false));
        QVERIFY(whole);
        Document doc = *whole;
        while (!doc.rig->constraints.empty())
            doc = afterEdits(doc, {edit::RemoveTarget{doc.rig->constraints.front().id, false}});
        const auto named = [&](std::string_view name) {
            return (*doc.scene)[doc.scene->find(name)].id;
        };
        for (const char* picked : {"LeftArm", "LeftForeArm", "LeftHand"}) {
            const auto edits = operate::bentOver(doc, {named(picked)}, 0, {});
            QVERIFY2(edits, picked);
            const Document after = afterEdits(doc, *edits);
            const Evaluation was = evaluate(doc, 0), is = evaluate(after, 0);
            const auto placeIn = [&](const Evaluation& shown, const char* name) {
                return shown.world[doc.scene->find(std::string_view(name))];
            };
            const Vec3 wanted =
                otherSide(placeIn(was, "LeftArm").position, placeIn(was, "LeftHand").position,
                          placeIn(was, "LeftForeArm").position);
            QVERIFY((placeIn(is, "LeftForeArm").position - wanted).norm() < 1e-9);
            QVERIFY((wanted - placeIn(was, "LeftForeArm").position).norm() > 0.01);
            QVERIFY((placeIn(is, "LeftHand").position - placeIn(was, "LeftHand").position).norm() <
                    1e-9);
            QVERIFY(angleBetween(placeIn(is, "LeftHand").rotation,
                                 placeIn(was, "LeftHand").rotation) < 1e-7);
        }
        QVERIFY(!operate::bentOver(doc, {named("Head")}, 0, {}));
        QVERIFY(operate::bendableLimbs(doc, {named("Head")}, 0).empty());
    }

    /// On the command line, both are operations.
    void bothAreOperations()
    {
        const Document doc = ledArm();
        const auto nameOf = [&doc](NodeId node) {
            return (*doc.scene)[doc.scene->find(node)].name;
        };
        const Result<Document> over = operate::applyAll(
            doc, nlohmann::json::array(
                     {{{"operation", "bendOver"}, {"nodes", {nameOf(kBentStar)}}, {"frame", 24}}}));
        QVERIFY2(over, over ? "" : over.error().message.c_str());
        const Vec3 elbow =
            otherSide(Vec3::Zero(), seenAt(doc, kBentWrist, 24), seenAt(doc, kBentElbow, 24));
        QVERIFY((seenAt(*over, kBentElbow, 24) - elbow).norm() < 1e-6);
        const Result<Document> away = operate::applyAll(
            doc,
            nlohmann::json::array(
                {{{"operation", "movePoleAway"}, {"target", nameOf(kBentStar)}, {"frame", 24}}}));
        QVERIFY(!away && away.error().message.find("no pole") != std::string::npos);
        const Document popping = poleInTheWay();
        const Result<Document> smooth = operate::applyAll(
            popping,
            nlohmann::json::array(
                {{{"operation", "movePoleAway"}, {"target", nameOf(kBentStar)}, {"frame", 20}}}));
        QVERIFY2(smooth, smooth ? "" : smooth.error().message.c_str());
        QVERIFY(popsInRangeOf(popping) > 0);
        QCOMPARE(popsInRangeOf(*smooth), 0);
    }

    void aStraightLimbIsRefused()
    {
        Document doc = test::chainDocument(2, 0.9, 20);
        edit::SetTargetKey far;
        far.target = kBentArm;
        far.position = Vec3(3, 0, 0);
        doc = afterEdits(doc, {far});
        const auto refused = operate::bentOver(doc, {kBentStar}, 0, {});
        QVERIFY(!refused);
        QCOMPARE(refused.error().where, std::string("/frame"));
    }

    void aPoleInTheWayIsFound()
    {
        const Document doc = poleInTheWay();
        QVERIFY(popsInRangeOf(doc) > 0);
        const Constraint& arm = *findConstraint(*doc.rig, kBentArm);
        const auto near = poleNear(doc, arm, evaluate(doc, 19), evaluate(doc, 20));
        QVERIFY(near);
        QVERIFY(near->pole == poleIn(doc));
        QVERIFY2(std::abs(near->distance - 0.01) < 1e-3,
                 qPrintable(QString::number(near->distance)));
        QVERIFY(near->turned > 0.5);
        QVERIFY(!poleNear(doc, arm, evaluate(doc, 2), evaluate(doc, 3)));
        const Document without = test::chainDocument(2, 0.9, 20);
        QVERIFY(!poleNear(without, arm, evaluate(without, 9), evaluate(without, 10)));
    }

    void itIsMovedOutOfTheWay()
    {
        const Document doc = poleInTheWay();
        const auto away = operate::poleAway(doc, kBentArm, 20, {});
        QVERIFY(away);
        qInfo("by %.3f m, %d of %d pops are left", away->by, away->left.pops, popsInRangeOf(doc));
        QCOMPARE(away->left.pops, 0);
        QVERIFY(away->by >= 0.25 && away->by <= 1);
        const Document after = afterEdits(doc, away->edits);
        QCOMPARE(popsInRangeOf(after), 0);
        for (double frame = 0; frame <= 40; ++frame)
            QVERIFY((seenAt(after, kBentWrist, frame) - seenAt(doc, kBentWrist, frame)).norm() <
                    1e-6);
        QVERIFY(!operate::poleAway(after, kBentArm, 20, {}));
        QVERIFY(!operate::poleAway(doc, kBentArm, 3, {}));
    }
};

POSEWRIGHT_TEST(TestBends, posewright::test::runWithEvents);
#include "tst_bends.moc"
