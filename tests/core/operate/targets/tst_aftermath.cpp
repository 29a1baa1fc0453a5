#include "core/operate/aftermath.h"
#include "core/operate/cures.h"
#include "tests/support/figure_file.h"
#include "tests/support/program.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace posewright;
using operate::CureBy;
using What = operate::Effect::What;

namespace {

constexpr double kEndOfReach = 200;

Document bipedOfLength(double frames)
{
    const Document doc = test::figureFrom("biped.json");
    const Result<operate::Edits> longer = operate::edits(doc, operate::ChangeRange{0, frames});
    const Result<Document> out = longer ? edit::applyEach(doc, *longer) : longer.error();
    if (!out) qFatal("%s", out.error().message.c_str());
    return *out;
}

NodeId nodeCalled(const Document& doc, std::string_view name)
{
    return (*doc.scene)[doc.scene->find(name)].id;
}

ConstraintId targetCalled(const Document& doc, std::string_view name)
{
    return constraintOfTarget(*doc.rig, nodeCalled(doc, name))->id;
}

Document withEdits(const Document& doc, const std::vector<edit::Edit>& edits)
{
    const Result<Document> out = edit::applyEach(doc, edits);
    if (!out) qFatal("%s: %s", out.error().where.c_str(), out.error().message.c_str());
    return *out;
}

edit::Edit keyAt(const Document& doc, std::string_view target, double frame, const Vec3& place)
{
    edit::SetTargetKey key;
    key.target = targetCalled(doc, target);
    key.frame = frame;
    key.position = place;
    return key;
}

Vec3 nodePlaceAt(const Document& doc, std::string_view node, double frame)
{
    return evaluate(doc, frame).world[doc.scene->find(node)].position;
}

/// A figure that stands; its left hand goes out of reach about frame 100 and back.
Document reachingAside()
{
    Document doc = bipedOfLength(kEndOfReach);
    const Vec3 hangs = nodePlaceAt(doc, "Left hand", 0), hips = nodePlaceAt(doc, "Body", 0);
    std::vector<edit::Edit> keys;
    for (const double frame : {0.0, 60.0, 140.0, kEndOfReach})
        keys.push_back(keyAt(doc, "Left hand", frame, hangs));
    keys.push_back(keyAt(doc, "Left hand", 100, Vec3(0.35, 1.25, 0.6)));
    // The body sways a little, so that a shift of it is no shift of what stands still.
    keys.push_back(keyAt(doc, "Body", 0, hips));
    keys.push_back(keyAt(doc, "Body", kEndOfReach, hips + Vec3(0.02, -0.01, 0)));
    return withEdits(doc, keys);
}

const operate::Remedy* cureBy(const std::vector<operate::Remedy>& all, CureBy by)
{
    const auto at = std::ranges::find(all, by, &operate::Remedy::by);
    return at == all.end() ? nullptr : &*at;
}

operate::Aftermath judgedAfter(const Document& doc, const Document& after, NodeId root,
                               const operate::Needed& needed)
{
    const auto before = operate::judged(doc, doc, needed, {});
    const auto then = operate::judged(after, doc, needed, {});
    if (!before || !then) qFatal("not judged");
    return operate::aftermath(after, *before, *then, root, needed);
}

}  // namespace

class TestAftermath : public QObject {
    Q_OBJECT

private slots:
    void theBodyIsBackBeforeAndAfterTheMiss()
    {
        const Document doc = reachingAside();
        const ConstraintId hand = targetCalled(doc, "Left hand");
        const operate::Miss miss = operate::missAround(doc, hand, 100, {});
        QVERIFY(!miss.none() && miss.first > 76 && miss.last < 124);
        const auto all = operate::remedies(doc, hand, 100, {});
        const operate::Remedy* body = cureBy(all, CureBy::MoveBody);
        QVERIFY(body);
        QCOMPARE(body->left.problems, 0);
        const Document after = withEdits(doc, body->edits);
        double within = 0, outside = 0;
        for (double frame = 0; frame <= kEndOfReach; ++frame) {
            const double by =
                (nodePlaceAt(after, "Hips", frame) - nodePlaceAt(doc, "Hips", frame)).norm();
            const bool needed = frame > miss.first - 16 && frame < miss.last + 16;
            double& most = needed ? within : outside;
            most = std::max(most, by);
        }
        qInfo("moved by %.4f m, and by %g m elsewhere", within, outside);
        QVERIFY(within > 0.05 && std::abs(within - body->amount) < 0.02);
        QVERIFY(outside < 1e-9);
    }

    void whatMovesTheBodyIsTold()
    {
        const Document doc = reachingAside();
        const Constraint& hand = *findConstraint(*doc.rig, targetCalled(doc, "Left hand"));
        const operate::Miss miss = operate::missAround(doc, hand.id, 100, {});
        const auto all = operate::remedies(doc, hand.id, 100, {});
        const operate::Remedy* body = cureBy(all, CureBy::MoveBody);
        QVERIFY(body);
        const operate::Aftermath what =
            judgedAfter(doc, withEdits(doc, body->edits), hand.root, {miss.first, miss.last});
        QVERIFY(what.before >= miss.frames && what.before <= miss.frames + 4);
        QCOMPARE(what.problems, 0);
        QVERIFY(!what.worse());
        QVERIFY(!what.effects.empty());
        const operate::Effect& moved = what.effects.front();
        QVERIFY(moved.what == What::Carries);
        QVERIFY(std::abs(moved.size - body->amount) < 0.03);
        QVERIFY(moved.first > miss.first - 16 && moved.first <= miss.first);
        QVERIFY(moved.last < miss.last + 16 && moved.last >= miss.last);
    }

    void newMissesPopsAndMovesAreToldWithTheirFrames()
    {
        const Document doc = reachingAside();
        const Vec3 hangs = nodePlaceAt(doc, "Right hand", 0);
        // The other hand jumps at frame 40, and is out of reach at 60 to 65.
        std::vector<edit::Edit> keys;
        for (const double frame : {0.0, 39.0, 41.0, 59.0, 66.0, kEndOfReach})
            keys.push_back(keyAt(doc, "Right hand", frame, hangs));
        keys.push_back(keyAt(doc, "Right hand", 40, hangs + Vec3(0.1, 0.3, 0.3)));
        for (const double frame : {60.0, 65.0})
            keys.push_back(keyAt(doc, "Right hand", frame, hangs + Vec3(-2, 0, 0)));
        const Document after = withEdits(doc, keys);
        const operate::Aftermath what = judgedAfter(doc, after, NodeId::None, {95, 105});
        QVERIFY(what.worse());
        const NodeId hand = nodeCalled(doc, "Right hand");
        const auto missed = std::ranges::find_if(what.effects, [&](const operate::Effect& one) {
            return one.what == What::Misses && one.node == hand;
        });
        QVERIFY(missed != what.effects.end());
        QVERIFY(missed->first >= 59 && missed->first <= 60);
        QVERIFY(missed->last >= 65 && missed->last <= 66);
        QVERIFY(missed->size > 1);
        QVERIFY(std::ranges::any_of(what.effects, [](const operate::Effect& one) {
            return one.what == What::Pops && one.first >= 40 && one.first <= 41;
        }));
        const operate::Effect& last = what.effects.back();
        QVERIFY(last.what == What::Moves);
        QVERIFY(last.first >= 30 && last.first <= 40 && last.last >= 65 && last.size > 0.2);
        QVERIFY(what.problems >= what.before + 6);
    }

    void nothingIsToldOfNothing()
    {
        const Document doc = reachingAside();
        const operate::Aftermath what = judgedAfter(doc, doc, NodeId::None, {95, 105});
        QVERIFY(what.effects.empty());
        QVERIFY(what.before > 0);
        QCOMPARE(what.before, what.problems);
        QVERIFY(!what.worse());
    }

    void judgingCanBeCancelled()
    {
        const Document doc = reachingAside();
        const auto stopped =
            operate::judged(doc, doc, {95, 105}, {nullptr, [](double) { return false; }, 1});
        QVERIFY(!stopped);
    }
};

POSEWRIGHT_TEST(TestAftermath, posewright::test::runWithEvents);
#include "tst_aftermath.moc"
