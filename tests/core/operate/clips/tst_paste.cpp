#include "core/evaluate/evaluate.h"
#include "core/operate/copied.h"
#include "core/operate/operate.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;
using nlohmann::json;
using test::edited;

namespace {

/// Two hands with targets; the left one is keyed at 4 and 8, in contact from 4 to 8.
Document pasteHands()
{
    return edited(
        test::biped(),
        {test::addTarget("left", "LeftHand", "LeftArm"),
         test::addTarget("right", "RightHand", "RightArm"),
         test::targetKey("left", 4, {0.5, 1.6, 0.2}),
         test::targetKey("left", 8, {0.5, 1.6, 0.2}),
         test::targetKey("right", 0, {-0.5, 1.6, 0.2}),
         {{"edit", "setSpan"}, {"target", "left"}, {"start", 4}, {"end", 8}, {"kind", "contact"}},
         {{"edit", "moveSpan"},
          {"target", "left"},
          {"start", 4},
          {"to", 4},
          {"end", 8},
          {"in", 1},
          {"out", 2}}});
}

edit::KeyRef leftKey(const Document& doc, double frame)
{
    return {test::nodeNamed(doc, "left"), test::targetNamed(doc, "left"), {}, frame};
}

Document pasted(const Document& doc, const operate::Paste& paste)
{
    const Result<operate::Edits> edits = operate::edits(doc, paste);
    if (!edits) qFatal("%s", edits.error().message.c_str());
    const Result<Document> out = edit::applyEach(doc, *edits);
    if (!out) qFatal("%s", out.error().message.c_str());
    return *out;
}

}  // namespace

/// The clipboard: what it holds, and where that goes.
class TestPaste : public QObject {
    Q_OBJECT

private slots:
    void theClipboardNamesThingsAndIsReadBack()
    {
        const Document doc = pasteHands();
        const operate::Copied what =
            operate::copied(doc, {leftKey(doc, 8)}, {{test::targetNamed(doc, "left"), 4}});
        QCOMPARE(what.frame, 4.0);
        const json text = json::parse(operate::toText(what, doc));
        QCOMPARE(text["posewright"].get<std::string>(), std::string("keys"));
        QCOMPARE(text["edits"][0]["edit"].get<std::string>(), std::string("putKeys"));
        QCOMPARE(text["edits"][0]["keys"][0]["node"].get<std::string>(), std::string("left"));
        QCOMPARE(text["edits"][1]["target"].get<std::string>(), std::string("left"));
        const Result<operate::Copied> read = operate::copiedFromText(text.dump(2), doc);
        QVERIFY(read && read->keys == what.keys && read->spans.size() == 1);
        QCOMPARE(read->spans[0].out.value_or(0), 2.0);
    }

    /// An elbow that was turned about its line is so at what is pasted, too.
    void bendsGoAlong()
    {
        const Document doc = pasteHands();
        const ConstraintId left = test::targetNamed(doc, "left");
        const Document bent = *edit::apply(doc, edit::SetBend{left, 8, 0.6});
        const operate::Copied what = operate::copied(bent, {leftKey(bent, 8)}, {});
        const Result<operate::Copied> read =
            operate::copiedFromText(operate::toText(what, bent), bent);
        QVERIFY(read && read->hints && read->hints == what.hints);
        const auto hintOf = [](const Document& d, const char* name, double frame) {
            return hintAt(*d.clip().track(test::nodeNamed(d, name)), frame);
        };
        const KeyHint* own = hintOf(bent, "left", 8);
        QVERIFY(own && !own->joints.empty());

        const Document there = pasted(bent, {*read, 14, {}});
        const KeyHint* put = hintOf(there, "left", 14);
        QVERIFY(put && put->joints == own->joints);
        const Document twice = *edit::applyEach(
            bent, *operate::edits(bent, operate::DuplicateKeys{{leftKey(bent, 8)}, 6}));
        QVERIFY(hintOf(twice, "left", 14) && hintOf(twice, "left", 14)->joints == own->joints);
        // The window says which node is selected: the same one.
        const Document same = pasted(bent, {*read, 14, test::nodeNamed(bent, "left")});
        QVERIFY(hintOf(same, "left", 14) && hintOf(same, "left", 14)->joints == own->joints);
        // Another limb is bent in its own way.
        QVERIFY(!hintOf(pasted(bent, {*read, 14, test::nodeNamed(bent, "right")}), "right", 14));
    }

    void bendsAreMirrored_data()
    {
        QTest::addColumn<bool>("paste");
        QTest::newRow("pasted flipped") << true;
        QTest::newRow("mirrored") << false;
    }
    void bendsAreMirrored()
    {
        QFETCH(bool, paste);
        const Document named =
            edited(test::biped(false), {test::addTarget("hand_L", "LeftHand", "LeftArm"),
                                        test::addTarget("hand_R", "RightHand", "RightArm"),
                                        test::targetKey("hand_L", 8, {0.5, 1.6, 0.2}),
                                        test::targetKey("hand_R", 8, {-0.5, 1.5, 0.1})});
        const Document bent =
            *edit::apply(named, edit::SetBend{test::targetNamed(named, "hand_L"), 8, 0.9});
        const edit::KeyRef key{
            test::nodeNamed(bent, "hand_L"), test::targetNamed(bent, "hand_L"), {}, 8};
        operate::PasteFlipped flipped;
        flipped.copied = operate::copied(bent, {key}, {});
        flipped.to = 8;
        const Result<operate::Edits> edits =
            paste ? operate::edits(bent, flipped) : operate::edits(bent, operate::MirrorPose{8});
        QVERIFY2(edits, edits ? "" : edits.error().message.c_str());
        const Document out = *edit::applyEach(bent, *edits);
        const Evaluation before = evaluate(bent, 8), after = evaluate(out, 8);
        const auto at = [&](const Evaluation& pose, const char* name) {
            return pose.world[out.scene->find(std::string_view(name))].position;
        };
        for (const char* bone : {"ForeArm", "Hand"}) {
            const Vec3 left = at(before, (std::string("Left") + bone).c_str());
            const Vec3 right = at(after, (std::string("Right") + bone).c_str());
            const double off = (right - Vec3(-left.x(), left.y(), left.z())).norm();
            QVERIFY2(off < 1e-6, qPrintable(QString("%1: %2 m").arg(bone).arg(off)));
        }
    }

    void keysAndSpansComeToLieAtAFrame()
    {
        const Document doc = pasteHands();
        const operate::Copied what = operate::copied(doc, {leftKey(doc, 4), leftKey(doc, 8)},
                                                     {{test::targetNamed(doc, "left"), 4}});
        const Document out = pasted(doc, {what, 14, {}});
        const Track* track = out.clip().track(test::nodeNamed(out, "left"));
        QVERIFY(keyFrames(*track) == (std::vector<double>{4, 8, 14, 18}));
        QCOMPARE(track->translation[1]->find(18)->value, track->translation[1]->find(8)->value);
        const Span* span = edit::findSpan(out, {test::targetNamed(out, "left"), 14});
        QVERIFY(span && span->kind == SpanKind::Contact);
        QCOMPARE(span->end, 18.0);
        QCOMPARE(span->in, 1.0);
        QCOMPARE(span->out, 2.0);
    }

    void fromTargetToTargetAndFromJointToJoint()
    {
        const Document doc = pasteHands();
        const operate::Copied hand =
            operate::copied(doc, {leftKey(doc, 4)}, {{test::targetNamed(doc, "left"), 4}});
        Document out = pasted(doc, {hand, 6, test::nodeNamed(doc, "right")});
        QVERIFY(keyFrames(*out.clip().track(test::nodeNamed(out, "right"))) ==
                (std::vector<double>{0, 6}));
        QVERIFY(edit::findSpan(out, {test::targetNamed(out, "right"), 6}));
        QVERIFY(*out.clip().track(test::nodeNamed(out, "left")) ==
                *doc.clip().track(test::nodeNamed(doc, "left")));
        // No bone takes a target's keys: they go back to the target.
        out = pasted(doc, {hand, 6, test::nodeNamed(doc, "LeftLeg")});
        QVERIFY(!out.clip().track(test::nodeNamed(out, "LeftLeg")));
        QVERIFY(out.clip().track(test::nodeNamed(out, "left"))->translation[0]->find(6));
        const operate::Copied arm = operate::copied(
            doc, {{test::nodeNamed(doc, "RightArm"), {}, Property::Rotation, 24}}, {});
        out = pasted(doc, {arm, 3, test::nodeNamed(doc, "LeftArm")});
        const RotationKey* key =
            out.clip().track(test::nodeNamed(out, "LeftArm"))->rotation->find(3);
        QVERIFY(key && key->value.isApprox(Quat(0.5, 0.5, 0.5, 0.5)));
    }

    void influenceGoesAlong()
    {
        const Document doc = edited(
            pasteHands(),
            {{{"edit", "setInfluenceKey"}, {"target", "left"}, {"frame", 4}, {"value", 0.25}}});
        const ConstraintId left = test::targetNamed(doc, "left");
        const operate::Copied what =
            operate::copied(doc, {{NodeId::None, left, Property::Influence, 4}}, {});
        const Document out = pasted(doc, {what, 9, test::nodeNamed(doc, "right")});
        const InfluenceTrack* track = out.clip().influence(test::targetNamed(out, "right"));
        QVERIFY(track);
        QCOMPARE(track->curve.find(9)->value, 0.25);
    }

    void aListPastesWhatWasCopied()
    {
        const Document doc = pasteHands();
        const operate::Copied what = operate::copied(doc, {leftKey(doc, 4)}, {});
        const json paste{{"operation", "paste"},
                         {"copied", operate::toJson(what, doc)},
                         {"frame", 10},
                         {"to", "right"}};
        const Result<Document> out = operate::applyAll(doc, json::array({paste}));
        QVERIFY2(out, out ? "" : out.error().message.c_str());
        QVERIFY(*out == pasted(doc, {what, 10, test::nodeNamed(doc, "right")}));
    }

    void whatIsNoneOfOursIsRefused_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        const QString none = "there are no keys to paste";
        QTest::newRow("nothing") << "" << none;
        QTest::newRow("words") << "something else" << none;
        QTest::newRow("other JSON") << R"({"keys": []})" << none;
        QTest::newRow("no frame") << R"({"posewright": "keys", "edits": []})" << none;
        QTest::newRow("other edits")
            << R"({"posewright": "keys", "frame": 0, "edits": [{"edit": "setLoop", "loop": true}]})"
            << none;
        QTest::newRow("what is not there")
            << R"({"posewright": "keys", "frame": 0, "edits": [{"edit": "setSpan", "start": 0,
                 "target": "nobody", "end": 4, "kind": "hold"}]})"
            << "there is no target \"nobody\"";
    }
    void whatIsNoneOfOursIsRefused()
    {
        QFETCH(QString, text);
        QFETCH(QString, message);
        const Result<operate::Copied> what =
            operate::copiedFromText(text.toStdString(), pasteHands());
        QVERIFY(!what);
        QCOMPARE(QString::fromStdString(what.error().message), message);
    }
};

POSEWRIGHT_TEST(TestPaste, posewright::test::runWithEvents);
#include "tst_paste.moc"
