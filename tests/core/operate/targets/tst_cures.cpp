#include "core/operate/cures.h"
#include "core/operate/near_key.h"
#include "tests/support/figure_file.h"
#include "tests/support/figures.h"
#include "tests/support/plain_random.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"
#include "tests/support/swinging_arm.h"

#include <QTest>

#include <map>
#include <numbers>
#include <tuple>

using namespace posewright;
using operate::CureBy;

namespace {

constexpr std::uint64_t kCuresSeed = 20261124;
constexpr double kMet = 1e-3;  ///< [m] of a figure of 1.7 m

Document bipedToCure()
{
    return test::figureFrom("biped.json");
}

ConstraintId toCure(const Document& doc, std::string_view name)
{
    return constraintOfTarget(*doc.rig, (*doc.scene)[doc.scene->find(name)].id)->id;
}

Document cured(const Document& doc, const std::vector<edit::Edit>& edits)
{
    Document out = doc;
    for (const edit::Edit& edit : edits) {
        Result<Document> next = edit::apply(out, edit);
        if (!next) qFatal("%s: %s", next.error().where.c_str(), next.error().message.c_str());
        out = *std::move(next);
    }
    return out;
}

Document keyedAt(const Document& doc, ConstraintId target, double frame, const Vec3& place)
{
    edit::SetTargetKey key;
    key.target = target;
    key.frame = frame;
    key.position = place;
    return cured(doc, {key});
}

/// How far the effector is from the target, by the places of both.
double gapAt(const Document& doc, ConstraintId target, double frame)
{
    const Constraint& c = *findConstraint(*doc.rig, target);
    const Evaluation shown = evaluate(doc, frame);
    return (shown.world[doc.scene->find(c.effector)].position -
            shown.world[doc.scene->find(c.target)].position)
        .norm();
}

/// The left hand comes from where it hangs to a place at frame 20 and goes back by frame 40.
Document reaching(const Vec3& to)
{
    Document doc = bipedToCure();
    const ConstraintId hand = toCure(doc, "Left hand");
    const Vec3 from =
        evaluate(doc, 0).world[doc.scene->find(std::string_view("Left hand"))].position;
    doc = keyedAt(doc, hand, 0, from);
    doc = keyedAt(doc, hand, 20, to);
    return keyedAt(doc, hand, 40, from);
}

const operate::Remedy* of(const std::vector<operate::Remedy>& all, CureBy by)
{
    const auto at = std::ranges::find(all, by, &operate::Remedy::by);
    return at == all.end() ? nullptr : &*at;
}

}  // namespace

class TestCures : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { test::printedSeed(kCuresSeed); }

    void aMissIsMeasuredWhereItIs()
    {
        const Document doc = reaching(Vec3(0.9, 1.9, 0.5));
        const ConstraintId hand = toCure(doc, "Left hand");
        const operate::Miss miss = operate::missAround(doc, hand, 20, {});
        int frames = 0;
        double most = 0;
        for (double frame = 0; frame <= 40; ++frame) {
            const bool missed = gapAt(doc, hand, frame) > kMet;
            frames += missed;
            if (missed) most = std::max(most, gapAt(doc, hand, frame));
            if (missed != (frame >= miss.first && frame <= miss.last))
                QVERIFY2(false, qPrintable(QString("frame %1").arg(frame)));
        }
        QCOMPARE(miss.frames, frames);
        QVERIFY(std::abs(miss.off - most) < 1e-9);
        QVERIFY(operate::missAround(doc, hand, 0, {}).none());
        QVERIFY(operate::remedies(doc, hand, 0, {}).empty());
    }

    void aHandThatIsTooFarIsHelpedInManyWays()
    {
        const Document doc = reaching(Vec3(0.35, 1.25, 0.6));
        const ConstraintId hand = toCure(doc, "Left hand");
        const auto all = operate::remedies(doc, hand, 20, {});
        for (const operate::Remedy& one : all)
            qInfo("%d: %d problems, %.4f m, amount %.4f", int(one.by), one.left.problems,
                  one.left.off, one.amount);
        for (const CureBy by : {CureBy::MoveTarget, CureBy::MoveBody, CureBy::LetGo}) {
            const operate::Remedy* one = of(all, by);
            QVERIFY2(one, qPrintable(QString::number(int(by))));
            QCOMPARE(one->left.problems, 0);
            const Document after = cured(doc, one->edits);
            if (by == CureBy::LetGo) continue;
            for (double frame = 0; frame <= 40; ++frame)
                QVERIFY2(gapAt(after, hand, frame) < kMet,
                         qPrintable(QString("%1 at %2: %3")
                                        .arg(int(by))
                                        .arg(frame)
                                        .arg(gapAt(after, hand, frame))));
        }
        QVERIFY(all.back().by == CureBy::LetGo);
        // The feet stay where they stand while the body goes along.
        const Document after = cured(doc, of(all, CureBy::MoveBody)->edits);
        for (const char* foot : {"Left foot", "Right foot"})
            for (double frame = 0; frame <= 40; ++frame)
                QVERIFY(gapAt(after, toCure(after, foot), frame) < kMet);
    }

    /// What leaves nearly all of a miss, or makes it larger, is no remedy.
    void whatHelpsLittleIsNotOffered()
    {
        int offered = 0;
        for (const Vec3& place : {Vec3(0.35, 1.25, 0.6), Vec3(0.5, 1.6, 1.2), Vec3(1.4, 1.2, 0.3),
                                  Vec3(0.2, 2.4, 0.4)}) {
            const Document doc = reaching(place);
            const ConstraintId hand = toCure(doc, "Left hand");
            const operate::Miss miss = operate::missAround(doc, hand, 20, {});
            for (const operate::Remedy& one : operate::remedies(doc, hand, 20, {})) {
                ++offered;
                const auto about = QString("%1: %2 m on %3 frames, was %4 m on %5")
                                       .arg(int(one.by))
                                       .arg(one.left.off)
                                       .arg(one.left.frames)
                                       .arg(miss.off)
                                       .arg(miss.frames);
                QVERIFY2(one.left.off <= 1.021 * miss.off, qPrintable(about));
                QVERIFY2(one.left.off <= 0.81 * miss.off ||
                             one.left.problems <= 0.8 * miss.problems,
                         qPrintable(about));
            }
        }
        QVERIFY(offered >= 4);
    }

    /// Whatever is offered for a hand leaves the other hand and the feet where they are asked to
    /// be, also on a body that no target carries.
    void noOtherTargetPaysForIt()
    {
        const Document whole = bipedToCure();
        const Document doc = cured(whole, {edit::RemoveTarget{toCure(whole, "Body")}});
        const ConstraintId hand = toCure(doc, "Left hand");
        const NodeIndex star = doc.scene->find("Left hand");
        int offered = 0;
        for (const Vec3& by : {Vec3(0.3, 0.3, 0), Vec3(0.4, 0, 0.2), Vec3(0.2, 0.4, 0.2)}) {
            const Vec3 place = evaluate(doc, 0).world[star].position + by;
            const Document away = keyedAt(doc, hand, 0, place);
            for (const operate::Remedy& one : operate::remedies(away, hand, 10, {})) {
                ++offered;
                const Document after = cured(away, one.edits);
                for (double frame = 0; frame <= 24; ++frame)
                    for (const char* other : {"Right hand", "Left foot", "Right foot"})
                        QVERIFY2(
                            gapAt(after, toCure(after, other), frame) < kMet,
                            qPrintable(
                                QString("%1: %2 at %3").arg(int(one.by)).arg(other).arg(frame)));
            }
        }
        QVERIFY(offered >= 6);
    }

    void theJointInTheWayIsFound()
    {
        // The elbow may open no farther than a right angle.
        Document doc = test::chainDocument(2, 1.6, 20);
        edit::SetLimit limit;
        limit.joint = NodeId(2);
        limit.kind = edit::LimitKind::Hinge;
        limit.axis = Vec3::UnitZ();
        limit.min = -0.1;
        limit.max = 0.8;
        doc = cured(doc, {limit});
        doc = keyedAt(doc, ConstraintId(200), 10, Vec3(0.9, 0, 0));
        // The law of cosines: both bones are half a metre long.
        const double bend = std::numbers::pi - std::acos(1 - 0.9 * 0.9 / 0.5);
        const double allowed = 1.6 - 0.1;
        const auto all = operate::remedies(doc, ConstraintId(200), 10, {});
        const operate::Remedy* one = of(all, CureBy::WiderLimit);
        QVERIFY(one);
        QVERIFY(one->node == NodeId(2));
        const double wanted = std::ceil((allowed - bend) * 180 / std::numbers::pi - 0.02);
        QCOMPARE(std::round(one->amount * 180 / std::numbers::pi), wanted);
        QVERIFY(gapAt(cured(doc, one->edits), ConstraintId(200), 10) < kMet);
    }

    void bonesBecomeAsMuchLongerAsItTakes()
    {
        const Document doc =
            keyedAt(test::chainDocument(3, 0.4, 20), ConstraintId(200), 10, Vec3(1.123, 0, 0));
        const auto all = operate::remedies(doc, ConstraintId(200), 10, {});
        const operate::Remedy* one = of(all, CureBy::Stretch);
        QVERIFY(one);
        QCOMPARE(one->amount, 0.13);
        QVERIFY(gapAt(cured(doc, one->edits), ConstraintId(200), 10) < kMet);
        const operate::Remedy* nearer = of(all, CureBy::MoveTarget);
        QVERIFY(nearer);
        QVERIFY(std::abs(nearer->amount - 0.123) < 2e-3);
    }

    /// A stride that is too long for both legs: the body comes down for it, and both feet stand.
    void legsThatAreTooShortAreHelpedByABodyThatComesDown()
    {
        const Document start = bipedToCure();
        const ConstraintId left = toCure(start, "Left foot"), right = toCure(start, "Right foot");
        const auto place = [](const Document& doc, std::string_view node, double frame) {
            return evaluate(doc, frame).world[doc.scene->find(node)].position;
        };
        Document doc = start;
        for (const auto& [foot, name, ahead] :
             {std::tuple(left, "Left foot", 0.42), std::tuple(right, "Right foot", -0.38)}) {
            const Vec3 from = place(start, name, 0);
            doc = keyedAt(doc, foot, 0, from);
            doc = keyedAt(doc, foot, 24, from + Vec3(0, 0, ahead));
            doc = keyedAt(doc, foot, 48, from);
        }
        const auto missed = [&](const Document& of) {
            int frames = 0;
            for (double frame = 0; frame <= 48; ++frame)
                frames += gapAt(of, left, frame) > kMet || gapAt(of, right, frame) > kMet;
            return frames;
        };
        QVERIFY(gapAt(doc, left, 24) > 5 * kMet && gapAt(doc, right, 24) > 5 * kMet);
        QVERIFY(missed(doc) >= 8);
        for (const ConstraintId foot : {left, right}) {
            const auto all = operate::remedies(doc, foot, 24, {});
            const operate::Remedy* one = of(all, CureBy::LowerBody);
            QVERIFY(one);
            QCOMPARE(one->left.problems, 0);
            const Document after = cured(doc, one->edits);
            QCOMPARE(missed(after), 0);
            // It comes down straight, no farther than it must, and is where it was at the ends.
            const Vec3 by = place(after, "Hips", 24) - place(doc, "Hips", 24);
            qInfo("down by %.4f m, amount %.4f", -by.y(), one->amount);
            QVERIFY(by.y() < 0 && std::hypot(by.x(), by.z()) < 1e-6);
            QVERIFY(std::abs(one->amount + by.y()) < 0.01);
            QVERIFY((place(after, "Hips", 0) - place(doc, "Hips", 0)).norm() < 1e-6);
            QVERIFY((place(after, "Hips", 48) - place(doc, "Hips", 48)).norm() < 1e-6);
            const auto as = operate::edits(doc, operate::Cure{foot, 24, CureBy::LowerBody});
            QVERIFY(as && cured(doc, *as) == after);
        }
        // An arm that is too short is none of its business.
        const Document hand = reaching(Vec3(0.35, 1.7, 0.6));
        QVERIFY(!of(operate::remedies(hand, toCure(hand, "Left hand"), 20, {}), CureBy::LowerBody));
    }

    void keysBeginWhereItIsAsked()
    {
        const Document doc = reaching(Vec3(0.35, 1.25, 0.6));
        const ConstraintId hand = toCure(doc, "Left hand");
        const operate::Miss miss = operate::missAround(doc, hand, 20, {});
        QVERIFY(miss.last - miss.first >= 2);
        for (const double asked : {miss.first, miss.last}) {
            QVERIFY(asked != miss.worst);
            const auto all = operate::remedies(doc, hand, asked, {});
            const operate::Remedy* one = of(all, CureBy::MoveTarget);
            QVERIFY(one);
            std::vector<double> frames;
            for (const edit::Edit& edit : one->edits)
                if (const auto* key = std::get_if<edit::SetTargetKey>(&edit))
                    frames.push_back(key->frame);
            QVERIFY(!frames.empty());
            QCOMPARE(frames.front(), asked);
            std::ranges::sort(frames);
            QVERIFY(one->keyed == frames);
        }
    }

    /// On a capture a key makes its span longer, but not the key of a remedy.
    void aTargetMovedOnACaptureKeepsItsSpans()
    {
        const Document arm = test::swingingArm();
        const ConstraintId hand = test::targetNamed(arm, "hand");
        edit::SetTargetKey key;
        key.target = hand;
        key.frame = 100;
        key.position = Vec3(2, 1.4, 0.4);
        const Document doc = cured(arm, operate::actingNearKeys(arm, {key}));
        const std::vector<Span> spans = doc.clip().spanRow(hand)->spans;
        QCOMPARE(int(spans.size()), 1);
        int missed = 0;
        for (double frame = spans[0].start; frame <= spans[0].end; ++frame) {
            const auto all = operate::remedies(doc, hand, frame, {});
            const operate::Remedy* one = of(all, CureBy::MoveTarget);
            if (!one) continue;
            ++missed;
            const Document after = cured(doc, one->edits);
            const auto as = operate::edits(doc, operate::Cure{hand, frame, CureBy::MoveTarget});
            QVERIFY(as && cured(doc, *as) == after);
            const std::vector<Span>& now = after.clip().spanRow(hand)->spans;
            QCOMPARE(now.size(), spans.size());
            QVERIFY(now[0].start == spans[0].start && now[0].end == spans[0].end);
        }
        qInfo("missed at %d frames", missed);
        QVERIFY(missed >= 3);
    }

    void whatIsPromisedIsKept()
    {
        plain::Dice dice(kCuresSeed);
        std::map<CureBy, int> found;
        int missed = 0;
        for (int round = 0; round < 20; ++round) {
            const Document start = bipedToCure();
            const char* names[] = {"Left hand", "Right hand", "Left foot", "Right foot"};
            const auto name = names[static_cast<int>(dice.uniform(0, 3.999))];
            const ConstraintId target = toCure(start, name);
            Document doc = start;
            for (const double frame : {0.0, 12.0, 25.0, 40.0})
                doc = keyedAt(doc, target, frame,
                              Vec3(dice.uniform(-1, 1), dice.uniform(0, 2), dice.uniform(-1, 1)));
            const double frame = std::round(dice.uniform(0, 40));
            const operate::Miss miss = operate::missAround(doc, target, frame, {});
            if (miss.none()) continue;
            ++missed;
            for (const operate::Remedy& one : operate::remedies(doc, target, frame, {})) {
                ++found[one.by];
                const Document after = cured(doc, one.edits);
                int problems = 0;
                double off = 0;
                for (double f = miss.first - 8; f <= miss.last + 8; ++f)
                    for (const TargetStatus& status : evaluate(after, f).targets) {
                        if (!isProblem(status.status)) continue;
                        ++problems;
                        if (status.constraint == target)
                            off = std::max(off, gapAt(after, target, f));
                    }
                QCOMPARE(one.left.problems, problems);
                QVERIFY(std::abs(one.left.off - off) < 1e-9);
                QVERIFY(problems < miss.problems || one.left.off < miss.off);
                const auto as = operate::edits(doc, operate::Cure{target, frame, one.by});
                QVERIFY(as && cured(doc, *as) == after);
            }
        }
        for (const auto& [by, count] : found)
            qInfo("remedy %d helped %d of %d", int(by), count, missed);
        QVERIFY(missed >= 8);
        QVERIFY(found[CureBy::MoveTarget] >= missed * 9 / 10);
    }
};

POSEWRIGHT_TEST(TestCures, posewright::test::runWithEvents);
#include "tst_cures.moc"
