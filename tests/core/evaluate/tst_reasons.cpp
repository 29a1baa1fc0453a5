#include "core/evaluate/evaluate.h"
#include "tests/support/figures.h"
#include "tests/support/program.h"

#include <QTest>

#include <functional>

using namespace posewright;

namespace {

const Vec3 kNearBy(0.3, 0.6, -0.2);

Document keyedArm(const std::function<void(Span&)>& change, const Vec3& second = {0.5, 0.2, 0.3})
{
    Document doc = test::withKeys(test::chainDocument(4, 0.3, 48), NodeId(100),
                                  {{0, kNearBy}, {24, second}, {48, kNearBy}});
    doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
        Span span = clip.spanRow(ConstraintId(200))->spans.front();
        change(span);
        setSpan(clip, ConstraintId(200), span);
    });
    return doc;
}

Document withInfluence(Document doc, double value)
{
    doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
        InfluenceTrack row{ConstraintId(200), {}};
        row.curve.setValue(0, value);
        clip.influences.push_back(row);
    });
    return doc;
}

QString reasonAt(const Document& doc, double frame)
{
    const TargetStatus said = evaluate(doc, frame).targets[0];
    return QString::fromUtf8(ik::name(said.status).data()) + ": " +
           QString::fromStdString(said.reason);
}

}  // namespace

/// A target that is missed on purpose says which: not "its influence" where that is 1.
class TestReasons : public QObject {
    Q_OBJECT

private slots:
    void eachPurposeHasItsOwnName()
    {
        const auto fades = [](Span& span) { span.in = span.out = 8; };
        const Document faded = keyedArm(fades);
        QCOMPARE(reasonAt(faded, 4), QString("softened: held back while its span fades in"));
        QCOMPARE(reasonAt(faded, 44), QString("softened: held back while its span fades out"));
        QCOMPARE(reasonAt(faded, 20), QString("reached: "));
        const Document half = withInfluence(keyedArm([](Span&) {}), 0.5);
        QCOMPARE(reasonAt(half, 20), QString("softened: held back by its influence"));
        QCOMPARE(reasonAt(withInfluence(faded, 0.5), 4),
                 QString("softened: held back by its influence, and while its span fades in"));
        const Document blended = keyedArm([](Span& span) { span.inbetween = Inbetween::Blend; });
        QCOMPARE(reasonAt(blended, 10), QString("softened: blended between its keys"));
        QCOMPARE(reasonAt(blended, 24), QString("reached: "));

        Document eased = keyedArm([](Span&) {}, {0.99, 0, 0});
        eased.rig = eased.rig.with([](Rig& rig) { rig.constraints[0].soft = 0.1; });
        QCOMPARE(reasonAt(eased, 24),
                 QString("softened: slowed down near full stretch (soft reach)"));
    }

    /// What is out of reach is not blended on purpose, at its key or beside it; nor is it held
    /// back.
    void whatIsOutOfReachIsNotSoftened()
    {
        for (const bool blends : {false, true}) {
            const Document doc = keyedArm(
                [&](Span& span) {
                    span.inbetween = blends ? Inbetween::Blend : Inbetween::Resolve;
                    span.in = blends ? 0 : 48;
                },
                {3, 0, 0});
            for (const double frame : {20.0, 24.0, 28.0})
                QCOMPARE(evaluate(doc, frame).targets[0].status, ik::Status::Unreachable);
        }
    }

    /// How much too short the chain is, and where it begins: a longer chain may be the cure.
    void whatIsOutOfReachSaysHowFarItsChainGoes()
    {
        const Document doc = keyedArm([](Span&) {}, {4, 0, 0});
        QCOMPARE(reasonAt(doc, 24),
                 QString("unreachable: the chain from 'joint0' reaches only 25% of the way there"));
        // Most of the distance at this frame comes from the fade.
        const Document faded = keyedArm([](Span& span) { span.in = 48; }, {4, 0, 0});
        const QString near = reasonAt(faded, 20);
        QVERIFY2(near.startsWith("unreachable: the chain from 'joint0' reaches only ") &&
                     near.endsWith("of the way there; and it is held back while its span fades in"),
                 qPrintable(near));
    }

    /// A target of full influence that another, which turns the same figure, holds back.
    void anotherTargetThatHoldsItBackIsNamed()
    {
        Document doc = withInfluence(keyedArm([](Span&) {}), 0.5);
        std::vector<Node> nodes = doc.scene->nodes();
        nodes.push_back(test::makeNode(101, "second", kNoNode, kNearBy));
        doc.scene = *Scene::make(std::move(nodes));
        doc.rig = doc.rig.with([](Rig& rig) {
            Constraint second = rig.constraints[0];
            second.id = ConstraintId(201);
            second.target = NodeId(101);
            second.root = NodeId(3);
            rig.constraints.push_back(second);
        });
        doc.clips[0] = doc.clips[0].with([](Clip& clip) {
            Span span;
            span.end = 48;
            setSpan(clip, ConstraintId(201), span);
        });
        QVERIFY(validate(doc));
        const TargetStatus said = evaluate(doc, 0).targets[1];
        QCOMPARE(said.influence, 1.0);
        QCOMPARE(said.status, ik::Status::Softened);
        QCOMPARE(said.reason, std::string("held back with 'hand'"));
    }
};

POSEWRIGHT_TEST(TestReasons, posewright::test::runPlain);
#include "tst_reasons.moc"
