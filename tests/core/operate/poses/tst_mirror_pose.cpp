#include "core/edit/mirror.h"
#include "core/evaluate/evaluate.h"
#include "core/operate/operate.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;
using nlohmann::json;

namespace {

Document mirroredAt(const Document& doc, double frame)
{
    const Result<Document> out =
        operate::applyAll(doc, json::array({{{"operation", "mirrorPose"}, {"frame", frame}}}));
    if (!out) qFatal("%s %s", out.error().where.c_str(), out.error().message.c_str());
    return *out;
}

/// How far any joint of `now` is from the mirror image of its partner in `was`. [m]
double unlikeness(const Document& was, const Document& now, double frame)
{
    const Evaluation before = evaluate(was, frame), after = evaluate(now, frame);
    double most = 0;
    for (NodeIndex row = 0; row < was.scene->size(); ++row) {
        if (!(*was.scene)[row].bone()) continue;
        NodeIndex partner = row;
        for (const edit::SidedName& reading : edit::sidesOf((*was.scene)[row].name))
            if (const NodeIndex other = was.scene->find(reading.other); other != kNoNode)
                partner = other;
        most = std::max(
            most,
            (after.world[row].position - edit::mirrored(before.world[partner].position)).norm());
    }
    return most;
}

}  // namespace

class TestMirrorPose : public QObject {
    Q_OBJECT

private slots:
    void jointsTakeTheTurnOfTheirPartners()
    {
        // The hips sway and an arm swings.
        const Document doc = test::biped();
        QVERIFY(unlikeness(doc, doc, 12) > 0.1);
        const Document out = mirroredAt(doc, 12);
        QVERIFY(unlikeness(doc, out, 12) < 1e-9);
        // Another frame's keys stay, and twice is as it was.
        QVERIFY(
            out.clip()
                .track(test::nodeNamed(out, "RightArm"))
                ->rotation->find(24)
                ->value.isApprox(
                    doc.clip().track(test::nodeNamed(doc, "RightArm"))->rotation->find(24)->value));
        const Document twice = mirroredAt(out, 12);
        const Evaluation before = evaluate(doc, 12), after = evaluate(twice, 12);
        for (std::size_t i = 0; i < before.world.size(); ++i)
            QVERIFY((before.world[i].position - after.world[i].position).norm() < 1e-9);
    }

    void targetsTakeThePlaceOfTheirPartners()
    {
        Document doc = test::edited(test::biped(false),
                                    {test::addTarget("Left hand", "LeftHand", "LeftArm"),
                                     test::addTarget("Right hand", "RightHand", "RightArm"),
                                     test::targetKey("Left hand", 6, {0.5, 1.6, 0.2}),
                                     test::targetKey("Right hand", 6, {-0.4, 1.2, 0.3})});
        const Document out = mirroredAt(doc, 6);
        QVERIFY(unlikeness(doc, out, 6) < 1e-6);
        const NodeIndex left = out.scene->find("Left hand");
        QVERIFY((evaluate(out, 6).world[left].position - Vec3(0.4, 1.2, 0.3)).norm() < 1e-12);
    }

    void whatIsNotKeyedStaysSo()
    {
        const Document doc = test::biped();
        const Document out = mirroredAt(doc, 12);
        QVERIFY(!out.clip().track(test::nodeNamed(out, "Head")));
        QVERIFY(out.clip().track(test::nodeNamed(out, "LeftArm")));
        QVERIFY(mirroredAt(test::biped(false), 12) == test::biped(false));
    }
};

POSEWRIGHT_TEST(TestMirrorPose, posewright::test::runWithEvents);
#include "tst_mirror_pose.moc"
