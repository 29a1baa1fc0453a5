#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "core/io/save.h"
#include "core/operate/operate.h"
#include "tests/support/biped.h"
#include "tests/support/figures.h"
#include "tests/support/made_captures.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"

#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

using namespace posewright;
using test::Random;

namespace {

Document keepSample(const QString& path)
{
    const Result<std::string> text = io::readWhole(path.toStdString());
    if (!text) return {};
    const Result<Document> doc =
        operate::applyAll(emptyDocument(), nlohmann::json::parse(*text, nullptr, false));
    return doc ? *doc : Document{};
}

/// A capture with targets on hands, feet and body, or on what limbs there are, fitted to it.
Document fittedCapture(const QString& path)
{
    const Result<io::Import> import = io::read(path.toStdString());
    if (!import) return {};
    Document doc = import->document;
    Result<operate::Edits> targets = operate::edits(doc, operate::TargetsForBody{});
    if (!targets) {
        operate::NewTargets ends;
        for (NodeIndex i = 0; i < doc.scene->size(); ++i) {
            const bool leaf = std::ranges::none_of(
                doc.scene->nodes(), [&](const Node& node) { return node.parent == i; });
            if (leaf && (*doc.scene)[i].bone()) ends.bones.push_back((*doc.scene)[i].id);
        }
        targets = operate::edits(doc, ends);
    }
    if (!targets) return {};
    const Result<Document> with = edit::applyEach(doc, *targets);
    if (!with) return {};
    const Result<operate::Edits> fits = operate::edits(*with, operate::FitTargets{});
    const Result<Document> fitted = fits ? edit::applyEach(*with, *fits) : Result<Document>(*with);
    return fitted ? *fitted : Document{};
}

std::vector<NodeId> targetsAndPoles(const Document& doc)
{
    std::vector<NodeId> nodes;
    for (const Constraint& c : doc.rig->constraints) {
        nodes.push_back(c.target);
        if (c.pole != NodeId::None && doc.clip().track(c.pole)) nodes.push_back(c.pole);
    }
    return nodes;
}

/// The largest angle between local rotations, and what all of them come to [rad].
struct Apart {
    double most = 0;
    double sum = 0;
    int count = 0;

    void add(const Evaluation& a, const Evaluation& b, const Scene& scene)
    {
        for (NodeIndex i = 0; i < scene.size(); ++i) {
            if (!scene[i].bone()) continue;
            const Vec4 p = a.local[i].rotation.coeffs();
            const Vec4 q = b.local[i].rotation.coeffs();
            const double angle =
                4 * std::asin(std::min(1.0, std::min((p - q).norm(), (p + q).norm()) / 2));
            most = std::max(most, angle);
            sum += angle;
            ++count;
        }
    }
    double mean() const { return count > 0 ? sum / count : 0; }
};

Document walk()
{
    return keepSample(QString::fromUtf8(test::sourceDir()) + "/resources/samples/walk.json");
}

/// The same edits as a list that somebody wrote, which says nothing of the motion around.
nlohmann::json withoutHints(const Document& doc, const operate::Edits& edits)
{
    nlohmann::json list = nlohmann::json::array();
    for (const edit::Edit& edit : edits) {
        list.push_back(edit::toJson(edit, &doc));
        list.back().erase("keepMotion");
    }
    return list;
}

Document keyedAsShown(const Document& doc, double frame)
{
    const Result<operate::Edits> edits =
        operate::edits(doc, operate::KeyPose{targetsAndPoles(doc), frame});
    const Result<Document> keyed = edits ? edit::applyEach(doc, *edits) : Result<Document>(doc);
    return keyed ? *keyed : Document{};
}

}  // namespace

/// Law 10: keying what is shown changes nothing that is seen.
class TestKeepMotion : public QObject {
    Q_OBJECT

private slots:
    void keyingWhatIsShownMovesNothing_data()
    {
        QTest::addColumn<QString>("path");
        test::fileRows(test::sampleFiles());
        test::fileRows(test::someCaptures({"made_walk"},
                                          {"pymo_AV_8Walk_Meredith.bvh", "pybvh_cmu_12_01_walk.bvh",
                                           "ad_fair1_jumping.bvh", "bvhpython_freebvh.bvh",
                                           "dme_xia_angry_13_000.bvh"}));
    }
    void keyingWhatIsShownMovesNothing()
    {
        QFETCH(QString, path);
        const Document doc =
            path.endsWith(QStringLiteral(".json")) ? keepSample(path) : fittedCapture(path);
        QVERIFY(!doc.clips.empty());
        if (doc.rig->constraints.empty()) QSKIP("the sample has no targets");
        const std::uint64_t seed = 20261124;
        Random random(seed);
        const double first = doc.playback.start;
        const double last = doc.playback.end;
        const auto before = prepare(doc, makeKeyMemo());
        edit::Context context;
        context.memo = makeKeyMemo();
        Apart there, around;
        for (int i = 0; i < 200; ++i) {
            const double frame = std::round(2 * (first + (last - first) * random.uniform())) / 2;
            const operate::KeyPose key{targetsAndPoles(doc), frame};
            const Result<operate::Edits> edits = operate::edits(doc, key, context);
            QVERIFY(edits);
            const Result<Document> keyed = edit::applyEach(doc, *edits, context);
            QVERIFY2(keyed, keyed ? "" : keyed.error().message.c_str());
            const auto after = prepare(*keyed, context.memo);
            there.add(evaluate(*before, frame), evaluate(*after, frame), *doc.scene);
            for (const double by : {-7.0, -2.5, -1.0, -0.25, 0.25, 1.0, 2.5, 7.0}) {
                const double near = std::clamp(frame + by, first, last);
                around.add(evaluate(*before, near), evaluate(*after, near), *doc.scene);
            }
        }
        qInfo("at the frame %.2g rad; around it %.2g degrees at most, %.2g in the mean; seed %llu",
              there.most, around.most * 57.29578, around.mean() * 57.29578,
              static_cast<unsigned long long>(seed));
        QVERIFY(there.most <= 1e-6);
        QVERIFY(around.most * 57.29578 <= 1);
        QVERIFY(around.mean() * 57.29578 <= 0.1);
    }

    /// Many such keys, one after another in any order, are as good as one.
    void manyKeysOfWhatIsShownMoveNothing()
    {
        const Document doc = walk();
        Document keyed = doc;
        Random random(4);
        for (int i = 0; i < 40; ++i) keyed = keyedAsShown(keyed, std::round(24 * random.uniform()));
        Apart apart;
        for (double frame = 0; frame <= 24; frame += 0.5)
            apart.add(evaluate(doc, frame), evaluate(keyed, frame), *doc.scene);
        QVERIFY2(apart.most * 57.29578 <= 1e-2, qPrintable(QString::number(apart.most)));
    }

    /// A target that is moved a little at a frame between its keys takes its limb along from where
    /// that is shown.
    void aTargetThatIsMovedALittleTurnsItsLimbALittle()
    {
        const Document doc =
            fittedCapture(test::someCaptures({"made_walk"}, {}).front().filePath());
        QVERIFY(!doc.rig->constraints.empty());
        constexpr double kBy = 1e-4;  // [m]
        double kept = 0, without = 0;
        for (const Constraint& c : doc.rig->constraints)
            for (double frame = 0.5; frame < 48; frame += 3) {
                const Evaluation shown = evaluate(doc, frame);
                const Result<operate::Edits> moved =
                    operate::edits(doc, operate::MoveNodes{{c.target}, frame, Vec3(0, 0, kBy)});
                QVERIFY(moved);
                Apart there;
                there.add(shown, evaluate(*edit::applyEach(doc, *moved), frame), *doc.scene);
                kept = std::max(kept, there.most);
                Apart bare;
                bare.add(shown, evaluate(test::edited(doc, withoutHints(doc, *moved)), frame),
                         *doc.scene);
                without = std::max(without, bare.most);
            }
        qInfo("with its hint %.2g rad at most, without %.2g", kept, without);
        // Legs that are nearly straight turn a multiple of the way.
        QVERIFY(kept <= without / 3);
    }

    void anElbowIsTurnedAboutItsLineAndTheHandStays_data()
    {
        QTest::addColumn<double>("turn");
        for (const double turn : {-2.0, -0.4, 0.1, 0.7, 3.0})
            QTest::newRow(qPrintable(QString::number(turn))) << turn;
    }
    void anElbowIsTurnedAboutItsLineAndTheHandStays()
    {
        QFETCH(double, turn);
        const Document doc = walk();
        const edit::SetBend bend{test::targetNamed(doc, "Right hand"), 10, turn};
        const Result<Document> bent = edit::apply(doc, bend);
        QVERIFY2(bent, bent ? "" : bent.error().message.c_str());
        const Evaluation a = evaluate(doc, 10);
        const Evaluation b = evaluate(*bent, 10);
        const auto at = [&](const Evaluation& pose, const char* name) -> Vec3 {
            return pose.world[doc.scene->find(std::string_view(name))].position;
        };
        QVERIFY((at(a, "RightHand") - at(b, "RightHand")).norm() <= 1e-6);
        const Vec3 root = at(a, "RightArm");
        const Vec3 axis = (at(a, "RightHand") - root).normalized();
        const auto across = [&](const Vec3& p) {
            return Vec3((p - root) - (p - root).dot(axis) * axis);
        };
        const Vec3 from = across(at(a, "RightForeArm"));
        const Vec3 to = across(at(b, "RightForeArm"));
        QVERIFY(from.norm() > 1e-3);
        const double angle = std::atan2(from.cross(to).dot(axis), from.dot(to));
        QVERIFY2(std::abs(std::remainder(angle - turn, 6.283185307179586)) <= 1e-4,
                 qPrintable(QString::number(angle)));
        // The rest of the figure and the rest of the motion stay.
        QVERIFY((at(a, "LeftHand") - at(b, "LeftHand")).norm() == 0);
        Apart far;
        far.add(evaluate(doc, 44), evaluate(*bent, 44), *doc.scene);
        QVERIFY(far.most <= 1e-6);
    }

    /// Both hands of a figure that leans with them: one of them is moved by a millimetre, and the
    /// other arm stays as it was.
    void aHintLeavesTheOtherLimbsOfItsGroup_data()
    {
        QTest::addColumn<double>("frame");
        QTest::newRow("between keys") << 7.0;
        QTest::newRow("at a key of both") << 12.0;
        QTest::newRow("at a key of its own") << 17.0;
    }
    void aHintLeavesTheOtherLimbsOfItsGroup()
    {
        QFETCH(double, frame);
        const std::uint64_t seed = 20261124;
        Random random(seed);
        double there = 0, around = 0;
        for (int i = 0; i < 30; ++i) {
            nlohmann::json edits{test::addTarget("left", "LeftHand", "Spine"),
                                 test::addTarget("right", "RightHand", "Spine")};
            const auto key = [&](const char* target, double at) {
                const double side = target[0] == 'l' ? 1 : -1;
                edits.push_back(
                    test::targetKey(target, at,
                                    {side * random.uniform(0.2, 0.5), random.uniform(1.0, 1.6),
                                     random.uniform(0.1, 0.45)}));
            };
            for (const double at : {0.0, 12.0, 24.0})
                for (const char* target : {"left", "right"}) key(target, at);
            key("left", 17);
            const Document doc = test::edited(test::biped(false), edits);
            const Result<operate::Edits> little = operate::edits(
                doc, operate::MoveNodes{{test::nodeNamed(doc, "left")}, frame, Vec3(0, 1e-3, 0)});
            QVERIFY(little);
            const Document after = *edit::applyEach(doc, *little);
            const auto other = [&](double at) {
                const Evaluation a = evaluate(doc, at), b = evaluate(after, at);
                double most = 0;
                for (const char* bone : {"RightForeArm", "RightHand"}) {
                    const NodeIndex row = doc.scene->find(std::string_view(bone));
                    most = std::max(most, (a.world[row].position - b.world[row].position).norm());
                }
                return most;
            };
            there = std::max(there, other(frame));
            for (double at = 0; at <= 24; ++at) around = std::max(around, other(at));
        }
        qInfo("seed %llu: the other arm moves %.2g m there, %.2g m around it",
              static_cast<unsigned long long>(seed), there, around);
        QVERIFY(there <= 2e-3);
        QVERIFY(around <= 5e-2);
    }

    void aBendGoesWithItsKeyAndWithTheFile()
    {
        const Document doc = walk();
        const ConstraintId hand = test::targetNamed(doc, "Right hand");
        const NodeId node = findConstraint(*doc.rig, hand)->target;
        const Document bent = *edit::apply(doc, edit::SetBend{hand, 10, 0.7});
        const auto hints = [&](const Document& d) { return d.clip().track(node)->hints; };
        QCOMPARE(int(hints(bent).size()), 1);

        const Document moved = *edit::apply(bent, edit::MoveKeys{{{node, {}, {}, 10}}, 1});
        QCOMPARE(int(hints(moved).size()), 1);
        QCOMPARE(hints(moved)[0].frame, 11.0);
        QVERIFY(hints(moved)[0].joints == hints(bent)[0].joints);
        QVERIFY(hints(*edit::apply(bent, edit::DeleteKeys{{{node, {}, {}, 10}}})).empty());
        edit::SetFps twice;
        twice.fps = 2 * doc.clip().rate;
        twice.retime = true;
        QCOMPARE(hints(*edit::apply(bent, twice))[0].frame, 20.0);
        edit::ShiftTime later;
        later.from = 5;
        later.by = 3;
        QCOMPARE(hints(*edit::apply(bent, later))[0].frame, 13.0);

        const QTemporaryDir folder;
        const std::string path = folder.filePath("bent.glb").toStdString();
        QVERIFY(io::write(bent, path));
        const Result<io::Import> again = io::read(path);
        QVERIFY(again);
        QVERIFY(hints(again->document) == hints(bent));
        for (double frame = 0; frame <= 48; frame += 4)
            QVERIFY(evaluate(again->document, frame).local == evaluate(bent, frame).local);
    }

    void aBendThatCannotBeIsRefused()
    {
        const Document doc = walk();
        const ConstraintId foot = test::targetNamed(doc, "Left foot");
        const Document off = test::edited(doc, {{{"edit", "setSpan"},
                                                 {"target", "Left foot"},
                                                 {"start", 0},
                                                 {"end", 48},
                                                 {"kind", "off"}}});
        const Result<Document> bent = edit::apply(off, edit::SetBend{foot, 10, 0.7});
        QVERIFY(!bent);
        QCOMPARE(bent.error().where, std::string("/frame"));
        const Document poled = *operate::applyAll(
            doc, {{{"edit", "addPole"}, {"target", "Left foot"}},
                  {{"operation", "keyPose"}, {"nodes", {"Left foot pole"}}, {"frame", 0}}});
        const Result<Document> both = edit::apply(poled, edit::SetBend{foot, 10, 0.7});
        QVERIFY(!both);
        QCOMPARE(both.error().where, std::string("/target"));
    }
};

POSEWRIGHT_TEST(TestKeepMotion, posewright::test::runWithEvents);
#include "tst_keep_motion.moc"
