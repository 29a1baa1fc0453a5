#include "core/operate/operate.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"
#include "ui/models/fault_text.h"
#include "ui/models/key_words.h"
#include "ui/models/touch_words.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;
using namespace posewright::ui;

namespace {

Document handBesideBox()
{
    return test::edited(test::biped(false), {test::addTarget("hand", "LeftHand", "LeftArm"),
                                             test::targetKey("hand", 0, {0.3, 1.6, 0.3}),
                                             test::targetKey("hand", 12, {0.3, 1.2, 0.3}),
                                             {{"edit", "addBox"},
                                              {"name", "Box"},
                                              {"size", {0.1, 0.1, 0.1}},
                                              {"position", {0.3, 1.0, 0.36}}}});
}

}  // namespace

/// What is said of limbs and boxes belongs to the frames at which it is so.
class TestBoxWords : public QObject {
    Q_OBJECT

private slots:
    void aFrameAndTheWayToIt()
    {
        const Document doc = handBesideBox();
        const NodeId box = test::nodeNamed(doc, "Box"), hand = test::nodeNamed(doc, "LeftHand");
        const ConstraintId target = test::targetNamed(doc, "hand");
        const InBox in{target, box, 0.0313, hand, 0.0212}, before{target, box, 0.0114, hand, 0};
        QCOMPARE(inBoxText(doc, in), QString::fromUtf8("The left hand is 2.12 cm inside “Box”"));
        QCOMPARE(inBoxText(doc, before),
                 QString::fromUtf8("The left hand is 1.14 cm inside “Box” just before this frame"));
        ThroughBox through = ThroughBox::at(in, 14);
        through.add(in, 15);
        through.add(before, 16);
        QCOMPARE(throughText(doc, through),
                 QString::fromUtf8("The left hand is up to 3.13 cm inside “Box” at frames 14 to "
                                   "15"));
        through = ThroughBox::at(before, 16);
        QCOMPARE(throughText(doc, through),
                 QString::fromUtf8("The left hand is up to 1.14 cm inside “Box” between frames 15 "
                                   "and 16"));
        through.add(in, 17);
        through.add(before, 18);
        QCOMPARE(throughText(doc, through),
                 QString::fromUtf8("The left hand is up to 3.13 cm inside “Box” at frame 17"));
        QCOMPARE(through.start, 16.0);
        QCOMPARE(through.end, 18.0);
    }

    /// A box that is put where no arm reaches is not said to be reached.
    void aBoxOutOfReachIsSaidToBe()
    {
        const Document doc = test::biped(false);
        const Evaluation shown = evaluate(doc, 0);
        const auto at = [&](const char* name) {
            return shown.world[doc.scene->find(std::string_view(name))].position;
        };
        const Vec3 shoulder = at("LeftArm");
        const double arm =
            (at("LeftForeArm") - shoulder).norm() + (at("LeftHand") - at("LeftForeArm")).norm();
        edit::AddBox box;
        box.name = "Box";
        box.size = Vec3::Constant(0.2);
        const auto said = [&](double beyond) {
            // Its nearest point is level with the shoulder, in front of it.
            box.position = shoulder + Vec3(0, -0.1, arm + beyond + 0.1);
            return touchWords(doc, shown, test::nodeNamed(doc, "LeftHand"), box);
        };
        QCOMPARE(said(-0.01),
                 QString::fromUtf8("“LeftHand” reaches it: select “LeftHand” and press T, then "
                                   "drag its new target over it and, while dragging, press T to "
                                   "touch the side that is seen, T again for the far side; then C, "
                                   "to stay"));
        QCOMPARE(said(0.25),
                 QString::fromUtf8("“LeftHand” does not reach it, by 25 cm: drag the box nearer, "
                                   "then select “LeftHand” and press T, then drag its new target "
                                   "over it and, while dragging, press T to touch the side that is "
                                   "seen, T again for the far side; then C, to stay"));
    }

    void keysBesideAContact()
    {
        const Document doc = handBesideBox();
        edit::SetSpan held;
        held.target = test::targetNamed(doc, "hand");
        held.start = 12;
        held.end = 20;
        held.kind = SpanKind::Contact;
        edit::SetTargetKey key;
        key.target = held.target;
        key.position = Vec3(0.3, 1.25, 0.3);
        std::vector<edit::Edit> edits{held};
        const auto words = [&] { return approachWords(*edit::applyEach(doc, edits), edits); };
        QCOMPARE(words(), QString());
        key.frame = 12;
        edits.emplace_back(key);
        QCOMPARE(words(), QString());
        key.frame = 8;
        edits.emplace_back(key);
        QCOMPARE(words(), QString("hand comes to the box from outside: keyed at 8"));
        key.frame = 23;
        edits.emplace_back(key);
        QCOMPARE(words(),
                 QString("hand comes to the box from outside and leaves it so: keyed at 8, 23"));
        edits.erase(edits.begin() + 2);
        QCOMPARE(words(), QString("hand leaves the box outwards: keyed at 23"));
        // Without a contact nothing is said of it.
        edits.erase(edits.begin());
        QCOMPARE(words(), QString());
    }
};

POSEWRIGHT_TEST(TestBoxWords, posewright::test::runPlain);
#include "tst_box_words.moc"
