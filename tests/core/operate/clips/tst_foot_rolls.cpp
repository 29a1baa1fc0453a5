#include "core/contacts/contacts.h"
#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "core/operate/operate.h"
#include "tests/support/program.h"
#include "tests/support/shared_capture.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace posewright;

namespace {

constexpr double kHipToAnkle = 820;  ///< [mm] of a figure of 1.7 m

/// A capture and what its feet become.
struct Cleaning {
    Document was, is;
};

NodeIndex rowNamed(const Scene& scene, const QString& name)
{
    for (NodeIndex row = 0; row < scene.size(); ++row)
        if (scene[row].name == name.toStdString()) return row;
    qFatal("no %s", qPrintable(name));
}

Cleaning cleanedCapture(const QString& name)
{
    const Document was = test::sharedCapture(name);
    const auto edits = operate::edits(was, operate::CleanFeet{});
    if (!edits) qFatal("%s: %s", qPrintable(name), edits.error().message.c_str());
    const auto after = edit::applyEach(was, *edits);
    if (!after) qFatal("%s: %s", qPrintable(name), after.error().message.c_str());
    return {was, *after};
}

/// A bone in the world, composed here from the local transforms shown.
struct BoneAt {
    Vec3 at = Vec3::Zero();
    Quat turn = Quat::Identity();
};

BoneAt boneAt(const Scene& scene, const std::vector<Transform>& local, NodeIndex row)
{
    BoneAt out;
    for (; row != kNoNode; row = scene[row].parent) {
        const Transform& t = local[std::size_t(row)];
        out.at = t.translation + t.rotation * t.scale.cwiseProduct(out.at);
        out.turn = (t.rotation * out.turn).normalized();
    }
    return out;
}

/// [mm] of a figure of 1.7 m by a length of this one, told by a leg.
double millimetresBy(const Scene& scene, NodeIndex ankle)
{
    const NodeIndex knee = scene[ankle].parent;
    return kHipToAnkle /
           (scene[ankle].rest.translation.norm() + scene[knee].rest.translation.norm());
}

double degreesApart(const Quat& a, const Quat& b)
{
    return 57.29577951308232 * a.angularDistance(b);
}

/// Farthest from the middle.
double strayOf(const std::vector<Vec3>& places)
{
    Vec3 middle = Vec3::Zero();
    for (const Vec3& place : places) middle += place / double(places.size());
    double most = 0;
    for (const Vec3& place : places) most = std::max(most, (place - middle).norm());
    return most;
}

/// Parts of a foot that stand at a frame, and how far from there a heel stands.
struct Parts {
    bool ball = false;
    double toHeel = 1e9;  ///< [frame]
};

Parts standingAt(const contacts::Samples& samples, const contacts::Stance& stance, double frame)
{
    Parts out;
    for (const contacts::Contact& part : stance.parts) {
        const bool ball = samples.paths[part.path].watch.part == "ball";
        const double away = std::max({0.0, part.start - frame, frame - part.end});
        if (ball)
            out.ball = out.ball || away == 0;
        else
            out.toHeel = std::min(out.toHeel, away);
    }
    return out;
}

}  // namespace

/// Feet that roll on their balls while they are held.
class TestFootRolls : public QObject {
    Q_OBJECT

private slots:
    /// Bones and frames as they were seen: the toes stay, and the ankle swings.
    void theAnkleSwingsAboutTheBall_data()
    {
        QTest::addColumn<QString>("capture");
        QTest::addColumn<QString>("ankle");
        QTest::addColumn<QString>("ball");
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("to");
        QTest::addColumn<double>("swing");  // [mm]
        QTest::newRow("boxing") << "assimp_Boxing_Toes"
                                << "RightAnkle"
                                << "RightToes" << 2841 << 2906 << 35.0;
    }
    void theAnkleSwingsAboutTheBall()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/bvh");
        QFETCH(QString, capture);
        QFETCH(QString, ankle);
        QFETCH(QString, ball);
        QFETCH(int, from);
        QFETCH(int, to);
        QFETCH(double, swing);
        const Cleaning feet = cleanedCapture(capture);
        const Scene& scene = *feet.was.scene;
        const NodeIndex heel = rowNamed(scene, ankle), toes = rowNamed(scene, ball);
        const double unit = millimetresBy(scene, heel);
        std::vector<Vec3> ankles, balls, heldBalls;
        double apart = 0, turned = 0, moved = 0;
        for (int f = from; f <= to; ++f) {
            const auto was = evaluate(feet.was, f).local, is = evaluate(feet.is, f).local;
            const BoneAt a = boneAt(scene, was, heel), b = boneAt(scene, is, heel);
            ankles.push_back(a.at);
            balls.push_back(boneAt(scene, was, toes).at);
            heldBalls.push_back(boneAt(scene, is, toes).at);
            apart =
                std::max(apart, unit * ((a.at - balls.back()) - (b.at - heldBalls.back())).norm());
            moved = std::max(moved, unit * (a.at - b.at).norm());
            turned = std::max(turned, degreesApart(a.turn, b.turn));
        }
        qInfo("captured: the ankle strays by %.1f mm, the ball by %.1f; held: the ball by %.3f; "
              "the ankle is %.1f mm from the capture, about the ball %.2f mm and %.2f degrees",
              unit * strayOf(ankles), unit * strayOf(balls), unit * strayOf(heldBalls), moved,
              apart, turned);
        QCOMPARE_GE(unit * strayOf(ankles), swing);
        QCOMPARE_LE(unit * strayOf(balls), 20.0);
        QCOMPARE_LE(unit * strayOf(heldBalls), 1.0);
        QCOMPARE_LE(moved, 20.0);
        QCOMPARE_LE(apart, 1.0);
        QCOMPARE_LE(turned, 0.5);
    }

    /// A contact of the ankle alone lasts as long as that stays, and the foot does not leap there.
    void aContactOfAnAnkleThatSwingsIsShort()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/bvh");
        Document doc = test::sharedCapture("assimp_Boxing_Toes");
        const NodeIndex ankle = rowNamed(*doc.scene, "RightAnkle");
        const double unit = millimetresBy(*doc.scene, ankle);
        edit::AddTarget add;
        add.name = "foot";
        add.effector = (*doc.scene)[ankle].id;
        add.root = (*doc.scene)[rowNamed(*doc.scene, "RightHip")].id;
        doc = *edit::apply(doc, add);
        operate::SetSpans contact;
        contact.targets = {findConstraint(doc, "foot")->id};
        for (const double frame : {2780.0, 2830.0, 2867.0, 2950.0}) {
            contact.frame = frame;
            const auto edits = operate::edits(doc, contact);
            QVERIFY2(edits, edits ? "" : edits.error().message.c_str());
            const Document held = *edit::applyEach(doc, *edits);
            const SpanRow* row = held.clip().spanRow(contact.targets[0]);
            QVERIFY(row && row->spans.size() == 1);
            const Span& span = row->spans[0];
            double most = 0;
            for (double f = span.start; f <= span.end; ++f)
                most = std::max(most, (boneAt(*doc.scene, evaluate(held, f).local, ankle).at -
                                       boneAt(*doc.scene, evaluate(doc, f).local, ankle).at)
                                          .norm());
            qInfo("at %g: from %g to %g, the ankle is %.1f mm from the capture", frame, span.start,
                  span.end, unit * most);
            QVERIFY(span.start <= frame && frame <= span.end);
            QCOMPARE_LE(unit * most, 45.0);
        }
    }

    /// Wherever a ball stands and the heel does not, but near the heel's own stance, into which the
    /// foot is eased.
    void aHeelThatIsUpIsAsCaptured_data()
    {
        QTest::addColumn<double>("most");  // [mm]
        for (const char* name :
             {"ad_cmu1_jumping_jacks", "ad_fair1_dab", "ad_fair1_jumping", "ad_fair1_zombie",
              "assimp_Boxing_Toes", "assimp_cmu_01_01", "assimp_cmu_01_03", "bvhpython_freebvh",
              "dme_example", "dme_xia_angry_13_000", "dme_xia_neutral_01_000", "pybvh_bvh_example",
              "pybvh_cmu_12_01_walk", "pymo_AV_8Walk_Meredith"})
            QTest::newRow(name) << 40.0;
        // Balls that skate by 85 mm.
        QTest::newRow("dme_comp3d1_raw") << 150.0;
    }
    void aHeelThatIsUpIsAsCaptured()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/bvh");
        QFETCH(double, most);
        const Cleaning feet = cleanedCapture(QTest::currentDataTag());
        const Scene& scene = *feet.was.scene;
        const auto wasShown = prepare(feet.was), isShown = prepare(feet.is);
        const auto samples = contacts::sample(feet.was, *contacts::feetOf(feet.was));
        double moved = 0, turned = 0, eased = 0, all = 0, where = 0;
        int frames = 0;
        for (const contacts::Stance& stance :
             contacts::stances(*samples, contacts::find(*samples))) {
            const NodeIndex ankle = scene.find(stance.end);
            for (double f = stance.start; f <= stance.last; ++f) {
                const BoneAt a = boneAt(scene, evaluate(*wasShown, f).local, ankle),
                             b = boneAt(scene, evaluate(*isShown, f).local, ankle);
                const double by = millimetresBy(scene, ankle) * (a.at - b.at).norm();
                all = std::max(all, by);
                const Parts parts = standingAt(*samples, stance, f);
                if (!parts.ball || parts.toHeel == 0) continue;
                if (by > moved) where = f;
                moved = std::max(moved, by);
                eased = std::max(eased, degreesApart(a.turn, b.turn));
                if (parts.toHeel <= std::ceil(0.1 * samples->rate)) continue;
                ++frames;
                turned = std::max(turned, degreesApart(a.turn, b.turn));
            }
        }
        qInfo("%d frames: ankles at most %.1f mm from the capture (%g), turned by %.2f degrees, "
              "while "
              "eased by %.2f; %.1f mm in all stances",
              frames, moved, where, turned, eased, all);
        QCOMPARE_LE(moved, most);
        QCOMPARE_LE(turned, 0.5);
    }
};

POSEWRIGHT_TEST(TestFootRolls, posewright::test::runPlain);

#include "tst_foot_rolls.moc"
