#include "core/io/format.h"
#include "core/operate/bring_in.h"
#include "tests/support/figure_file.h"
#include "tests/support/held_motion.h"
#include "tests/support/program.h"
#include "tests/support/shared_capture.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;

namespace {

constexpr double kHeldSlide = 1;      ///< [mm] at 1.7 m
constexpr double kHeldKnees = 1.5;    ///< times the largest step without holding
constexpr double kHeldPush = 1.2;     ///< times the largest acceleration without holding
constexpr double kHipsPush = 3.8;     ///< times that of the hips without holding
constexpr double kHumanShank = 0.82;  ///< [m] thigh and shin of a figure of 1.7 m

Document heldBy(const Document& doc, const Result<operate::Edits>& edits)
{
    if (!edits) qFatal("%s", edits.error().message.c_str());
    Result<Document> out = edit::applyEach(doc, *edits);
    if (!out) qFatal("%s %s", out.error().where.c_str(), out.error().message.c_str());
    return *std::move(out);
}

std::vector<test::ThreeBones> legsOf(const Document& doc)
{
    using retarget::Role;
    const retarget::Figure figure = retarget::figureOf(*doc.scene);
    return {{"left", figure.first(Role::LeftUpperLeg), figure.first(Role::LeftLowerLeg),
             figure.first(Role::LeftFoot)},
            {"right", figure.first(Role::RightUpperLeg), figure.first(Role::RightLowerLeg),
             figure.first(Role::RightFoot)}};
}

/// The largest second difference of the hips over a thirtieth of a second. [m]
double hipsPushed(const Document& doc, const test::ShownMotion& shown)
{
    const NodeIndex hips = retarget::figureOf(*doc.scene).first(retarget::Role::Hips);
    const auto over = static_cast<std::size_t>(std::lround(doc.clip().rate / 30));
    return test::largestPush(shown, *doc.scene, {{"hips", hips, hips, hips}}, over).value;
}

/// What the joints of the motion turn that move those of the figure. @pre both have one rate
test::TurnsThere turnsIn(const Document& motion, const test::ShownMotion& shown,
                         const Document& figure)
{
    const retarget::Figure there = retarget::figureOf(*motion.scene),
                           here = retarget::figureOf(*figure.scene);
    test::TurnsThere out;
    for (const retarget::Role role : retarget::allRoles())
        if (here.has(role) && there.has(role))
            out[here.first(role)] = test::turnsOf(shown, there.first(role));
    return out;
}

}  // namespace

/// Motions that are brought onto characters of other proportions, whose feet are then held.
class TestHeldCharacters : public QObject {
    Q_OBJECT

private slots:
    void theyStaySmooth_data()
    {
        QTest::addColumn<QString>("capture");
        QTest::addColumn<QString>("figure");
        QTest::addColumn<int>("pops");
        QTest::addColumn<double>("hips");
        const QString knight = "gltf/kaykit_Knight.glb", man = "gltf/khronos/cesium_man.gltf",
                      biped = "biped.json", mixamo = "bvh/bvhpython_freebvh.bvh";
        struct Row {
            const char* capture;
            QString figure;
            int pops = 0;
            double hips = kHipsPush;
        };
        for (const Row& row : {
                 Row{"ad_fair1_dab", knight},
                 Row{"ad_fair1_dab", man},
                 Row{"ad_fair1_dab", biped},
                 Row{"ad_fair1_dab", mixamo},
                 Row{"ad_fair1_zombie", knight},
                 Row{"ad_fair1_zombie", man},
                 Row{"ad_fair1_zombie", biped},
                 Row{"pybvh_cmu_12_01_walk", knight},
                 // The hips are calm without holding.
                 Row{"dme_xia_neutral_01_000", knight, 0, 6.5},
                 Row{"ad_cmu1_jumping_jacks", knight},
                 Row{"ad_cmu1_jumping_jacks", man},
                 Row{"ad_cmu1_jumping_jacks", biped},
                 Row{"ad_fair1_jumping", knight},
                 Row{"ad_fair1_jumping", biped},
                 Row{"pymo_AV_8Walk_Meredith", knight},
                 Row{"pymo_AV_8Walk_Meredith", biped},
                 Row{"dme_comp3d1_raw", knight},
                 Row{"dme_xia_angry_13_000", knight},
                 Row{"dme_xia_angry_13_000", man},
                 // A leg turns by 9 and 10 degrees in a frame as a boot leaves the floor.
                 Row{"assimp_Boxing_Toes", knight, 2},
             })
            QTest::addRow("%s on %s", row.capture, qPrintable(row.figure.section(u'/', -1)))
                << QString::fromUtf8(row.capture) << row.figure << row.pops << row.hips;
    }
    void theyStaySmooth()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/bvh");
        QFETCH(const QString, capture);
        QFETCH(const QString, figure);
        QFETCH(const int, pops);
        QFETCH(const double, hips);
        const Document to = test::figureFrom(figure), from = test::sharedCapture(capture);
        const Document before = heldBy(to, operate::bringIn(to, from, {}));
        const Document after = heldBy(before, operate::holdBroughtIn(before));
        for (const Shared<Track>& track : before.clip().tracks)
            QVERIFY(*after.clip().track(track->node) == *track);

        const Scene &scene = *before.scene, &now = *after.scene;
        const std::vector<test::ThreeBones> legs = legsOf(before), held = legsOf(after);
        const test::ShownMotion was(before), is(after), source(from);
        const test::Peak own = test::largestStep(source, *from.scene, legsOf(from)),
                         step = test::largestStep(was, scene, legs),
                         steps = test::largestStep(is, now, held);
        const auto over = static_cast<std::size_t>(std::lround(before.clip().rate * 4 / 30));
        const test::Peak push = test::largestPush(was, scene, legs, over),
                         pushed = test::largestPush(is, now, held, over);
        const auto part = [&](NodeIndex a, NodeIndex b) {
            return (was.place(scene, 0, a) - was.place(scene, 0, b)).norm();
        };
        const double shank = part(legs[0].upper, legs[0].lower) + part(legs[0].lower, legs[0].end);
        const test::Slid slid = test::slidIn(after, is);
        const double slides = 1000 * slid.most * kHumanShank / shank;
        const std::vector<test::Peak> fresh =
            test::freshPops(scene, was, now, is, turnsIn(from, source, before));
        QCOMPARE(before.clip().rate, from.clip().rate);
        qInfo("%d contacts; knee step %.1f (%s, %zu), not held %.1f (%s, %zu), source %.1f: %.2f "
              "times; ankles pushed %.2f times (%s, %zu); slide %.3f mm; %zu frames missed, were "
              "%zu; %zu pops",
              slid.contacts, steps.value, steps.limb.c_str(), steps.frame, step.value,
              step.limb.c_str(), step.frame, own.value, steps.value / own.value,
              pushed.value / push.value, pushed.limb.c_str(), pushed.frame, slides,
              is.missed.size(), was.missed.size(), fresh.size());
        for (const test::Peak& pop : fresh)
            qInfo("  %s turns by %.1f degrees at %zu", pop.limb.c_str(), pop.value, pop.frame);
        QCOMPARE_GE(slid.contacts, 1);
        QCOMPARE_LE(slides, kHeldSlide);
        QCOMPARE(is.missed.size(), was.missed.size());
        QCOMPARE_LE(steps.value, kHeldKnees * own.value);
        QCOMPARE_LE(pushed.value, kHeldPush * push.value);
        QCOMPARE_LE(fresh.size(), std::size_t(pops));
        const double hard = hipsPushed(after, is) / hipsPushed(before, was);
        qInfo("hips pushed %.2f times", hard);
        QCOMPARE_LE(hard, hips);
    }

    void handsStayWithinReach_data()
    {
        QTest::addColumn<bool>("captured");
        for (const char* capture : {"ad_fair1_dab", "ad_fair1_zombie", "ad_cmu1_jumping_jacks",
                                    "dme_xia_neutral_01_000", "ad_fair1_wave_hello"})
            QTest::newRow(capture) << true;
    }
    /// Hands that hang still are found to stand, too. No body follows them.
    void handsStayWithinReach()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/bvh");
        const Document before = test::sharedCapture(QTest::currentDataTag());
        const Scene& scene = *before.scene;
        const retarget::Figure figure = retarget::figureOf(scene);
        operate::CleanFeet clean;
        for (const retarget::Role hand : {retarget::Role::LeftHand, retarget::Role::RightHand})
            clean.bones.push_back(scene[figure.first(hand)].id);
        clean.anywhere = true;
        const Document after = heldBy(before, operate::edits(before, clean));
        const test::ShownMotion was(before), is(after);
        const test::Slid slid = test::slidIn(after, is);
        const std::vector<test::Peak> fresh = test::freshPops(scene, was, *after.scene, is);
        qInfo("%d contacts, slide %.3g of the figure, %zu frames missed, %zu pops", slid.contacts,
              slid.most / extent(scene), is.missed.size(), fresh.size());
        for (const test::Peak& pop : fresh)
            qInfo("  %s turns by %.1f degrees at %zu", pop.limb.c_str(), pop.value, pop.frame);
        QVERIFY(slid.contacts > 0);
        QVERIFY(slid.most < 1e-4 * extent(scene));
        QCOMPARE(is.missed.size(), std::size_t(0));
        QCOMPARE(fresh.size(), std::size_t(0));
    }

    /// The biped kneels at the end of the dance, and its ankles do not turn as far as they should.
    void contactsEndWhereLimitsAre()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/bvh");
        const Document to = test::figureFrom("biped.json"),
                       from = test::sharedCapture("ad_fair1_dab");
        const Document before = heldBy(to, operate::bringIn(to, from, {}));
        Diagnostics told;
        const Document after = heldBy(before, operate::holdBroughtIn(before, {}, {}, &told));
        QCOMPARE(told.size(), std::size_t(2));
        for (const Diagnostic& each : told) qInfo("%s", each.message.c_str());
        QVERIFY(told[0].message.starts_with("Left foot: ") ||
                told[0].message.starts_with("Right foot: "));
        QVERIFY(told[0].message.find("frames ") != std::string::npos);
        const test::ShownMotion is(after);
        QVERIFY(test::slidIn(after, is).contacts > 2);
        QVERIFY(is.missed.empty());
        for (const Diagnostic& each : told)
            QCOMPARE(int(each.severity), int(Diagnostic::Severity::Warning));

        // Without limits nothing is lost.
        const Document man = test::figureFrom("gltf/khronos/cesium_man.gltf");
        const Document free = heldBy(man, operate::bringIn(man, from, {}));
        told.clear();
        QVERIFY(operate::holdBroughtIn(free, {}, {}, &told));
        QVERIFY(told.empty());
    }
};

POSEWRIGHT_TEST(TestHeldCharacters, posewright::test::runPlain);

#include "tst_held_characters.moc"
