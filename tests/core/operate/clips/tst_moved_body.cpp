#include "core/contacts/contacts.h"
#include "core/io/format.h"
#include "core/operate/bring_in.h"
#include "core/operate/clean_feet.h"
#include "tests/support/held_motion.h"
#include "tests/support/paths.h"
#include "tests/support/planted_walk.h"
#include "tests/support/program.h"
#include "tests/support/shared_capture.h"

#include <QFileInfo>
#include <QTest>

#include <cmath>

using namespace posewright;

namespace {

Document withEdits(const Document& doc, const Result<operate::Edits>& edits)
{
    if (!edits) qFatal("%s", edits.error().message.c_str());
    Result<Document> out = edit::applyEach(doc, *edits);
    if (!out) qFatal("%s", out.error().message.c_str());
    return *std::move(out);
}

/// A walk that sways as a whole, so that its feet slide, on legs that are nearly straight.
Document swayingWalk(const test::MadeBody& body)
{
    plain::Dice dice(7);
    test::PlantedWalk walk = test::plantedWalk(body, 6, 20, 1, dice);
    for (std::size_t f = 0; f < walk.motion.size(); ++f)
        walk.motion[f].hips = walk.motion[f].hips + plain::V{0.02 * std::sin(0.15 * double(f)), 0,
                                                             0.01 * std::sin(0.2 * double(f))};
    return test::documentOf(body, walk.motion, 30);
}

/// How far what stands in a motion slides. [mm] at 1.7 m
double slideOf(const Document& before, const Document& after)
{
    const auto watched = contacts::feetOf(before);
    const auto was = contacts::sample(before, *watched), is = contacts::sample(after, *watched);
    return 1000 * contacts::skateOf(*is, contacts::find(*was)).slide;
}

std::string bodyIn(const Document& doc)
{
    const Scene& scene = *doc.scene;
    for (const Constraint& c : doc.rig->constraints)
        if (c.rootMoves)
            return scene[scene.find(c.root)].name + " " + scene[scene.find(c.effector)].name;
    return "none";
}

Document corpusFile(const char* file)
{
    const Result<io::Import> read =
        io::read(test::sharedPath(QString("corpus/") + file).toStdString());
    if (!read) qFatal("%s", read.error().message.c_str());
    return read->document;
}

}  // namespace

/// The body follows held feet, whatever bones are between the hips and the spine.
class TestMovedBody : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        qputenv("POSEWRIGHT_PROGRAMS", QFileInfo(test::programPath()).absolutePath().toUtf8());
    }

    void aBoneBetweenHipsAndSpineChangesNothing_data()
    {
        QTest::addColumn<bool>("legsOnIt");
        QTest::newRow("legs on the hips") << false;
        QTest::newRow("legs on it") << true;
    }
    void aBoneBetweenHipsAndSpineChangesNothing()
    {
        QFETCH(bool, legsOnIt);
        test::BodyShape shape;
        const test::MadeBody simple = test::madeBody(shape);
        (legsOnIt ? shape.legsOnPelvis : shape.pelvis) = true;
        const test::MadeBody other = test::madeBody(shape);
        const Document before = swayingWalk(simple), with = swayingWalk(other);
        const Document a = withEdits(before, operate::edits(before, operate::CleanFeet{})),
                       b = withEdits(with, operate::edits(with, operate::CleanFeet{}));
        QCOMPARE(bodyIn(a), std::string("Hips Spine"));
        QCOMPARE(bodyIn(b), std::string("Hips Pelvis"));
        const test::ShownMotion one(a), two(b), own(with);
        double apart = 0, moved = 0;
        for (std::size_t f = 0; f < one.local.size(); ++f)
            for (const test::BodyJoint& joint : simple.joints) {
                const Vec3 at = two.place(*b.scene, f, other.row(joint.name));
                apart =
                    std::max(apart, (at - one.place(*a.scene, f, simple.row(joint.name))).norm());
                if (joint.parent < 0)
                    moved = std::max(moved, (at - own.place(*with.scene, f, 0)).norm());
            }
        const double slid = slideOf(with, with), slides = slideOf(with, b);
        qInfo("apart by %.2g m, hips moved by %.3f m; slide %.3f mm, was %.1f", apart, moved,
              slides, slid);
        QVERIFY(slid > 5);
        QVERIFY(moved > 0.001);
        QVERIFY(two.missed.empty());
        QCOMPARE_LE(slides, 0.1);
        QCOMPARE_LE(apart, 1e-5);
    }

    void whyItStaysIsSaid()
    {
        const Document walk = swayingWalk(test::madeBody());
        const auto samples = contacts::sample(walk, *contacts::feetOf(walk));
        const auto standing = contacts::stances(*samples, contacts::find(*samples));
        QVERIFY(operate::bodyWarnings(walk, standing).empty());
        edit::AddTarget add;
        add.name = "crown";
        add.effector = (*walk.scene)[walk.scene->find("Head")].id;
        add.root = (*walk.scene)[walk.scene->find("Hips")].id;
        const Document held = *edit::apply(walk, add);
        const Diagnostics told = operate::bodyWarnings(held, standing);
        QCOMPARE(told.size(), std::size_t(1));
        QCOMPARE(int(told[0].severity), int(Diagnostic::Severity::Warning));
        QCOMPARE(told[0].message,
                 std::string("the body does not follow the held feet, so knees may lock: the "
                             "target \"crown\" moves \"Hips\" already"));
        operate::Leading lead;
        Diagnostics same;
        lead.told = &same;
        QVERIFY(operate::planted(held, *samples, standing, 0.1, {}, lead));
        QCOMPARE(same.size(), std::size_t(1));
        QCOMPARE(same[0].message, told[0].message);
        QVERIFY(operate::bodyWarnings(held, {}).empty());
    }

    void aPelvisOfAFileIsOne_data()
    {
        QTest::addColumn<QString>("motion");
        for (const char* motion : {"", "ad_fair1_zombie", "ad_fair1_dab"})
            QTest::addRow("%s", *motion ? motion : "its own") << motion;
    }
    void aPelvisOfAFileIsOne()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/fbx");
        QFETCH(QString, motion);
        const bool own = motion.isEmpty();
        const Document file = corpusFile(own ? "fbx/ozz_pab_jog.fbx" : "fbx/ozz_pab_arnaud.fbx");
        const Document before =
            own ? file : withEdits(file, operate::bringIn(file, test::sharedCapture(motion), {}));
        const Document after = withEdits(before, own ? operate::edits(before, operate::CleanFeet{})
                                                     : operate::holdBroughtIn(before));
        const test::ShownMotion is(after);
        const test::Slid slid = test::slidIn(after, is);
        qInfo("%s; %d contacts; %zu frames missed; slide %.3f mm", bodyIn(after).c_str(),
              slid.contacts, is.missed.size(), 1000 * slid.most);
        QCOMPARE(bodyIn(after), std::string("Hips Pelvis"));
        QCOMPARE(is.missed.size(), std::size_t(0));
        QVERIFY(slid.contacts > 1);
        QCOMPARE_LE(slid.most, 1e-3);
    }
};

POSEWRIGHT_TEST(TestMovedBody, posewright::test::runPlain);

#include "tst_moved_body.moc"
