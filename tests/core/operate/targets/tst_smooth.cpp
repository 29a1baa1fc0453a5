#include "core/evaluate/evaluate.h"
#include "core/operate/smooth.h"
#include "tests/support/biped.h"
#include "tests/support/figure_file.h"
#include "tests/support/program.h"
#include "tests/support/touched_hand.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

using namespace posewright;
using nlohmann::json;
using operate::SmoothBy;
using test::edited;

namespace {

/// An arm that leaps to its target at frame 30 and back at frame 60.
Document leaping()
{
    return edited(
        test::biped(false),
        {{{"edit", "setRange"}, {"start", 0}, {"end", 90}},
         test::addTarget("hand", "LeftHand", "LeftArm"),
         test::targetKey("hand", 30, {0.3, 1.75, 0.2}),
         {{"edit", "setSpan"}, {"target", "hand"}, {"start", 0}, {"end", 30}, {"kind", "off"}},
         {{"edit", "setSpan"}, {"target", "hand"}, {"start", 60}, {"end", 90}, {"kind", "off"}},
         {{"edit", "moveSpan"},
          {"target", "hand"},
          {"start", 30},
          {"to", 30},
          {"end", 60},
          {"in", 0},
          {"out", 0}}});
}

/// A hand that holds a place and leaves it at full speed.
Document leavingABell()
{
    return edited(test::biped(false), {{{"edit", "setRange"}, {"start", 0}, {"end", 72}},
                                       test::addTarget("hand", "LeftHand", "LeftArm"),
                                       test::targetKey("hand", 0, {0.4, 1.1, 0.1}),
                                       test::targetKey("hand", 30, {0.3, 1.45, 0.3}),
                                       test::targetKey("hand", 42, {0.3, 1.45, 0.3}),
                                       test::targetKey("hand", 48, {0.4, 1.1, 0.1}),
                                       {{"edit", "setInterpolation"},
                                        {"keys", {{{"node", "hand"}, {"frame", 42}}}},
                                        {"interpolation", "linear"}},
                                       {{"edit", "setSpan"},
                                        {"target", "hand"},
                                        {"start", 30},
                                        {"end", 42},
                                        {"kind", "contact"}}});
}

/// A foot in a contact from which the body walks away.
Document walkingAway()
{
    return edited(
        test::biped(false),
        {{{"edit", "setRange"}, {"start", 0}, {"end", 40}},
         {{"edit", "setJointKey"}, {"joint", "Hips"}, {"frame", 0}, {"translation", {0, 0.9, 0}}},
         {{"edit", "setJointKey"},
          {"joint", "Hips"},
          {"frame", 40},
          {"translation", {0, 0.9, 0.8}}},
         test::addTarget("foot", "LeftFoot", "LeftUpLeg"),
         test::targetKey("foot", 0),
         {{"edit", "setSpan"},
          {"target", "foot"},
          {"start", 0},
          {"end", 40},
          {"kind", "contact"}}});
}

/// An arm whose elbow has a key at every frame and turns by another 40 degrees at frame 30.
Document popping()
{
    json edits = json::array({{{"edit", "setRange"}, {"start", 0}, {"end", 60}}});
    for (int frame = 0; frame <= 60; ++frame) {
        const double half = 0.005 * frame + (frame < 30 ? 0 : 0.349);
        edits.push_back({{"edit", "setJointKey"},
                         {"joint", "LeftForeArm"},
                         {"frame", frame},
                         {"rotation", {0, std::sin(half), 0, std::cos(half)}},
                         {"interpolation", "linear"}});
    }
    return edited(test::biped(false), edits);
}

/// The largest turn of a joint from a frame to the next, in degrees.
double largestStep(const Document& doc, const char* joint, double from, double to)
{
    const NodeIndex row = doc.scene->find(std::string_view(joint));
    const auto prepared = prepare(doc);
    double most = 0;
    for (double f = from; f < to; ++f)
        most = std::max(
            most, evaluate(*prepared, f)
                      .local[row]
                      .rotation.angularDistance(evaluate(*prepared, f + 1).local[row].rotation));
    return most * 57.29578;
}

double slideInContact(const Document& doc)
{
    const NodeIndex foot = doc.scene->find("LeftFoot");
    const auto prepared = prepare(doc);
    double most = 0;
    for (const Span& span : doc.clip().spanRow(test::targetNamed(doc, "foot"))->spans) {
        if (span.kind != SpanKind::Contact) continue;
        const Vec3 stood = evaluate(*prepared, span.start).world[foot].position;
        for (double f = std::ceil(span.start); f <= span.end - span.out; ++f)
            most = std::max(most, (evaluate(*prepared, f).world[foot].position - stood).norm());
    }
    return most;
}

const operate::Smoothing* by(const std::vector<operate::Smoothing>& all, SmoothBy way)
{
    const auto at = std::ranges::find(all, way, &operate::Smoothing::by);
    return at == all.end() ? nullptr : &*at;
}

}  // namespace

/// Remedies for pops and slips.
class TestSmooth : public QObject {
    Q_OBJECT

private slots:
    void aPopIsFadedAway_data()
    {
        QTest::addColumn<double>("frame");
        QTest::newRow("where it comes in") << 30.0;
        QTest::newRow("where it lets go") << 61.0;
    }
    void aPopIsFadedAway()
    {
        QFETCH(double, frame);
        const Document doc = leaping();
        const ConstraintId hand = test::targetNamed(doc, "hand");
        const auto all = operate::smoothings(doc, hand, frame, {});
        const operate::Smoothing* fade = by(all, SmoothBy::LongerFade);
        QVERIFY(fade && fade->left.none());
        const Document after = *edit::applyEach(doc, fade->edits);
        const double before = largestStep(doc, "LeftArm", frame - 5, frame + 5);
        const double now = largestStep(after, "LeftArm", frame - 12, frame + 12);
        qInfo("a step of %.1f degrees becomes %.1f", before, now);
        QVERIFY(before > 20 && now < before / 2);
        const Result<operate::Edits> same =
            operate::edits(doc, operate::Smooth{hand, frame, SmoothBy::LongerFade});
        QVERIFY(same && *edit::applyEach(doc, *same) == after);
    }

    void aContactThatSlipsIsHeldForLess()
    {
        const Document doc = walkingAway();
        const ConstraintId foot = test::targetNamed(doc, "foot");
        double frame = 0;
        const NodeIndex ankle = doc.scene->find("LeftFoot");
        const Vec3 stood = evaluate(doc, 0).world[ankle].position;
        while (frame < 40 && (evaluate(doc, frame).world[ankle].position - stood).norm() < 0.01)
            ++frame;
        QVERIFY(frame > 5 && frame < 39);
        const auto all = operate::smoothings(doc, foot, frame, {});
        const operate::Smoothing* less = by(all, SmoothBy::ShorterContact);
        QVERIFY(less);
        const Document after = *edit::applyEach(doc, less->edits);
        qInfo("slides by %.3f m, then by %.3g m", slideInContact(doc), slideInContact(after));
        QVERIFY(slideInContact(doc) > 0.2 && slideInContact(after) < 1e-3);
    }

    void betweenSpansThatGoOnNothingFades()
    {
        const Document doc = leavingABell();
        const ConstraintId hand = test::targetNamed(doc, "hand");
        const auto all = operate::smoothings(doc, hand, 43, {});
        QVERIFY(!by(all, SmoothBy::LongerFade));
        const operate::Smoothing* soft = by(all, SmoothBy::SofterKeys);
        QVERIFY(soft && soft == &all.front());
        const Document after = *edit::applyEach(doc, soft->edits);
        const NodeIndex row = doc.scene->find("LeftHand");
        const auto at = [&](const Document& d, double frame) {
            return evaluate(d, frame).world[row].position;
        };
        for (double frame = 30; frame <= 42; ++frame)
            QVERIFY((at(after, frame) - at(doc, frame)).norm() < 1e-6);
        const double before = (at(doc, 43) - at(doc, 42)).norm();
        const double now = (at(after, 43) - at(after, 42)).norm();
        qInfo("the first step away is %.1f mm, then %.1f", before * 1000, now * 1000);
        QVERIFY(now < before / 2);
    }

    /// A hand that touches a box and is held there, and the body that it goes along with is moved
    /// later: the key that touches has gone along, and the limb pops where the contact takes over.
    void aKeyWhereTheContactBeginsIsOffered()
    {
        const Document figure = test::figureFrom("../samples/figure.json");
        const test::HandAndBox of = test::handAndBox(figure, "top", 15);
        Document doc = test::heldFrom(test::touched(of, 15), of.target, 15);
        const Evaluation shown = evaluate(doc, 30);
        edit::SetTargetKey body;
        for (const Constraint& c : doc.rig->constraints)
            if ((*doc.scene)[doc.scene->find(c.target)].name == "Body") {
                body.target = c.id;
                body.position =
                    shown.world[doc.scene->find(c.target)].position + Vec3(-0.15, -0.12, 0);
            }
        QVERIFY(body.position);
        body.frame = 30;
        doc = *edit::applyEach(doc, operate::adapted(doc, {body}, {}, {}));
        double frame = 13;
        while (frame < 17 && operate::roughAround(doc, of.target, frame, {}).none()) ++frame;
        const operate::Rough before = operate::roughAround(doc, of.target, frame, {});
        QVERIFY2(before.pops > 0, "the body moved, and the hand pops");
        const auto all = operate::smoothings(doc, of.target, frame, {});
        const operate::Smoothing* key = by(all, SmoothBy::KeyHere);
        QVERIFY(key && key->left.pops < before.pops);
        const Document after = *edit::applyEach(doc, key->edits);
        qInfo("%d pops, then %d, by a key at %g", before.pops, key->left.pops, key->amount);
        // The hand stays where the contact holds it.
        const NodeIndex hand = doc.scene->find(of.hand);
        for (double held = 15; held <= 40; ++held)
            QVERIFY((evaluate(after, held).world[hand].position -
                     evaluate(doc, held).world[hand].position)
                        .norm() < 1e-4);
        const auto same = operate::edits(doc, operate::Smooth{of.target, frame, SmoothBy::KeyHere});
        QVERIFY(same && *edit::applyEach(doc, *same) == after);
    }

    void aJointThatOnlyKeysTurnIsBridged()
    {
        const Document doc = popping();
        const NodeId elbow = doc.scene->nodes()[doc.scene->find("LeftForeArm")].id;
        const auto all = operate::bridgings(doc, elbow, 30, {});
        QVERIFY(!all.empty());
        const operate::Bridging& best = all.back();
        QVERIFY(best.left.none());
        QVERIFY(std::ranges::is_sorted(all, {}, &operate::Bridging::over));
        const Document after = *edit::applyEach(doc, best.edits);
        const double before = largestStep(doc, "LeftForeArm", 0, 60);
        const double now = largestStep(after, "LeftForeArm", 0, 60);
        qInfo("over %g frames: a step of %.1f degrees becomes %.1f", best.over, before, now);
        QVERIFY(before > 39 && now < 2.5 * before / best.over);
        // Outside of the bridge nothing moves.
        const NodeIndex row = doc.scene->find("LeftForeArm");
        for (int frame = 0; frame <= 60; ++frame) {
            if (std::abs(frame - 29.5) < best.over / 2 + 1) continue;
            QVERIFY(evaluate(doc, frame).local[row].rotation.coeffs() ==
                    evaluate(after, frame).local[row].rotation.coeffs());
        }
        const auto same = operate::edits(doc, operate::BridgePop{elbow, 30, {}});
        QVERIFY(same && *edit::applyEach(doc, *same) == after);
        QVERIFY(operate::bridgings(doc, elbow, 15, {}).empty());
        const auto none = operate::edits(doc, operate::BridgePop{elbow, 15, {}});
        QVERIFY(!none);
        QCOMPARE(none.error().where, std::string("/frame"));
    }

    /// Two keys close to each other, and none around them.
    void aPopBetweenTwoKeysIsBridged()
    {
        const auto key = [](double frame, double half) {
            return json{{"edit", "setJointKey"},
                        {"joint", "LeftForeArm"},
                        {"frame", frame},
                        {"rotation", {0, std::sin(half), 0, std::cos(half)}},
                        {"interpolation", "linear"}};
        };
        const Document doc =
            edited(test::biped(false), {{{"edit", "setRange"}, {"start", 0}, {"end", 60}},
                                        key(0, 0),
                                        key(29, 0.02),
                                        key(30, 0.4),
                                        key(60, 0.43)});
        const NodeId elbow = doc.scene->nodes()[doc.scene->find("LeftForeArm")].id;
        const auto all = operate::bridgings(doc, elbow, 30, {});
        QVERIFY(!all.empty() && all.back().left.none());
        const Document after = *edit::applyEach(doc, all.back().edits);
        QVERIFY(largestStep(after, "LeftForeArm", 0, 60) <
                largestStep(doc, "LeftForeArm", 0, 60) / 2);
        const NodeIndex row = doc.scene->find("LeftForeArm");
        for (const double frame : {0.0, 10.0, 50.0, 60.0})
            QVERIFY(evaluate(doc, frame)
                        .local[row]
                        .rotation.angularDistance(evaluate(after, frame).local[row].rotation) <
                    1e-3);
    }

    void whereNothingIsWrongNothingHelps()
    {
        const Document doc = leaping();
        const ConstraintId hand = test::targetNamed(doc, "hand");
        QVERIFY(operate::smoothings(doc, hand, 45, {}).empty());
        const auto none = operate::edits(doc, operate::Smooth{hand, 45, SmoothBy::LongerFade});
        QVERIFY(!none);
        QCOMPARE(none.error().where, std::string("/frame"));
    }
};

POSEWRIGHT_TEST(TestSmooth, posewright::test::runPlain);
#include "tst_smooth.moc"
