#include "core/evaluate/in_boxes.h"
#include "tests/support/figure_file.h"
#include "tests/support/program.h"
#include "tests/support/shared.h"
#include "tests/support/touched_hand.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace posewright;

namespace {

constexpr double kAllowed = 6e-3;  ///< [m] of a figure of 1.7 m: not called inside

/// A hand that touches a box.
struct Touch {
    test::HandAndBox of;
    Document doc;
    double frame = 0;

    double least(double metres) const { return metres * of.size / 1.7; }
    test::HandAtBox at(const Document& now, double when) const
    {
        return test::handAtBox(now, of.hand, when, least(0.012));
    }
    Vec3 wrist(const Document& now, double when) const
    {
        return evaluate(now, when).world[now.scene->find(of.hand)].position;
    }
    NodeId target() const { return findConstraint(*doc.rig, of.target)->target; }
};

Touch touchOf(const QString& file, const QString& where)
{
    Document doc;
    if (file == "figure") {
        doc = test::figureFrom("../samples/figure.json");
    } else if (file == "mannequin") {
        doc = io::read(std::string(test::sourceDir()) + "/resources/samples/mannequin.glb", {})
                  ->document;
    } else {
        doc = test::figureFrom("gltf/kaykit_Knight.glb");
        edit::SetActiveClip idle;
        idle.name = "Idle";
        doc = *edit::apply(doc, idle);
    }
    Touch out;
    out.frame = std::floor((doc.playback.start + doc.playback.end) / 2);
    out.of = test::handAndBox(doc, where, out.frame);
    out.doc = test::touched(out.of, out.frame);
    return out;
}

/// The contact as it is without anything beside it: it fades from the motion and into it.
Document barelyHeld(const Touch& touch)
{
    const Span reach = *spanAt(touch.doc.clip().spanRow(touch.of.target), touch.frame);
    edit::SetSpan set;
    set.target = touch.of.target;
    set.start = reach.in > 0 ? reach.start : touch.frame;
    set.end = reach.end;
    set.kind = SpanKind::Contact;
    set.in = reach.in > 0 ? 5 : 0;
    set.out = reach.out > 0 ? 5 : 0;
    set.position =
        evaluate(touch.doc, touch.frame).world[touch.doc.scene->find(touch.target())].position;
    return *edit::apply(touch.doc, set);
}

}  // namespace

/// A hand that touches a box and is held there.
class TestHeldTouch : public QObject {
    Q_OBJECT

private slots:
    /// What is in the box only before a frame is not in it there.
    void theWayToAFrameIsNoFrame()
    {
        const Touch touch = touchOf("mannequin", "front");
        const Document bare = barelyHeld(touch);
        const BoxWatch watch(bare);
        int onTheWay = 0, inside = 0;
        std::optional<Evaluation> before;
        for (double frame = bare.playback.start; frame <= bare.playback.end; ++frame) {
            const Evaluation now = evaluate(bare, frame);
            for (const InBox& in : watch.look(before ? &*before : nullptr, now)) {
                if (in.target != touch.of.target) continue;
                const double depth = touch.at(bare, frame).deepest;
                if (in.here == 0) {
                    ++onTheWay;
                    QVERIFY(depth < touch.least(kAllowed));
                    double most = 0;
                    for (const double back : {0.25, 0.5, 0.75, 1.0})
                        most = std::max(most, touch.at(bare, frame - back).deepest);
                    QVERIFY(most > touch.least(kAllowed));
                } else {
                    ++inside;
                    QVERIFY(depth > 0.8 * touch.least(kAllowed));
                    QVERIFY(std::abs(in.here - depth) < touch.least(3e-3));
                }
            }
            before = now;
        }
        QVERIFY2(onTheWay > 0 && inside > 0, QByteArray::number(onTheWay));
    }
};

POSEWRIGHT_TEST(TestHeldTouch, posewright::test::runPlain);
#include "tst_held_touch.moc"
