#include "core/io/format.h"
#include "core/operate/bring_in.h"
#include "tests/support/held_motion.h"
#include "tests/support/program.h"
#include "tests/support/shared_capture.h"

#include <QFile>
#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;

namespace {

constexpr double kHeldSlide = 1;      ///< [mm] at 1.7 m
constexpr double kHeldKnees = 1.5;    ///< times the largest step without holding
constexpr double kHeldPush = 1.2;     ///< times the largest acceleration without holding
constexpr double kHumanShank = 0.82;  ///< [m] thigh and shin of a figure of 1.7 m

Document figureNamed(const QString& file)
{
    if (file.endsWith(u".json")) {
        QFile list(QString::fromUtf8(test::sourceDir()) + "/resources/templates/" + file);
        if (!list.open(QIODevice::ReadOnly)) qFatal("%s", qPrintable(file));
        const Result<Document> made =
            edit::applyAll(emptyDocument(), nlohmann::json::parse(list.readAll().toStdString()));
        if (!made) qFatal("%s", made.error().message.c_str());
        return *made;
    }
    io::ReadOptions options;
    options.up = std::nullopt;
    const Result<io::Import> read =
        io::read(test::sharedPath("corpus/" + file).toStdString(), options);
    if (!read) qFatal("%s", read.error().message.c_str());
    return read->document;
}

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

struct Slid {
    int contacts = 0;
    double most = 0;  ///< [m] from the first frame of a contact
};

Slid slidIn(const Document& doc, const test::ShownMotion& shown)
{
    Slid out;
    for (const Constraint& target : doc.rig->constraints) {
        const SpanRow* row = doc.clip().spanRow(target.id);
        if (!row) continue;
        for (const Span& span : row->spans) {
            if (span.kind != SpanKind::Contact) continue;
            ++out.contacts;
            const auto at = [&](double f) {
                return shown.place(*doc.scene, std::size_t(f), doc.scene->find(target.effector));
            };
            for (double f = span.start + span.in; f <= span.end - span.out; ++f)
                out.most = std::max(out.most, (at(f) - at(span.start + span.in)).norm());
        }
    }
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
        QTest::addColumn<double>("knees");
        QTest::addColumn<int>("pops");
        QTest::addColumn<double>("slide");
        const QString knight = "gltf/kaykit_Knight.glb", man = "gltf/khronos/cesium_man.gltf",
                      biped = "biped.json", mixamo = "bvh/bvhpython_freebvh.bvh";
        struct Row {
            const char* capture;
            QString figure;
            double knees = kHeldKnees;  ///< what is larger than the bars falls short of them
            int pops = 0;
            double slide = kHeldSlide;
        };
        for (const Row& row : {
                 Row{"ad_fair1_dab", knight},
                 Row{"ad_fair1_dab", man, kHeldKnees, 2},
                 // It kneels, and the limits of its ankle do not let the foot lie as it should.
                 Row{"ad_fair1_dab", biped, kHeldKnees, 1, 35},
                 Row{"ad_fair1_dab", mixamo},
                 Row{"ad_fair1_zombie", knight},
                 Row{"ad_fair1_zombie", man, kHeldKnees, 2},
                 Row{"ad_fair1_zombie", biped, kHeldKnees, 3},
                 Row{"pybvh_cmu_12_01_walk", knight},
                 Row{"dme_xia_neutral_01_000", knight, 1.65},
                 Row{"ad_cmu1_jumping_jacks", knight},
                 Row{"ad_cmu1_jumping_jacks", man},
                 Row{"ad_cmu1_jumping_jacks", biped},
                 Row{"ad_fair1_jumping", knight},
                 Row{"ad_fair1_jumping", biped},
                 Row{"pymo_AV_8Walk_Meredith", knight},
                 Row{"dme_comp3d1_raw", knight},
                 Row{"dme_xia_angry_13_000", knight},
                 Row{"dme_xia_angry_13_000", man},
                 Row{"assimp_Boxing_Toes", knight, kHeldKnees, 4},
             })
            QTest::addRow("%s on %s", row.capture, qPrintable(row.figure.section(u'/', -1)))
                << QString::fromUtf8(row.capture) << row.figure << row.knees << row.pops
                << row.slide;
    }
    void theyStaySmooth()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/bvh");
        QFETCH(const QString, capture);
        QFETCH(const QString, figure);
        QFETCH(const double, knees);
        QFETCH(const int, pops);
        QFETCH(const double, slide);
        const Document to = figureNamed(figure), from = test::sharedCapture(capture);
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
        const Slid slid = slidIn(after, is);
        const double slides = 1000 * slid.most * kHumanShank / shank;
        const std::vector<test::Peak> fresh = test::freshPops(scene, was, now, is);
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
        QCOMPARE_LE(slides, slide);
        QCOMPARE_LE(steps.value, knees * own.value);
        QCOMPARE_LE(pushed.value, kHeldPush * push.value);
        QCOMPARE_LE(int(fresh.size()), pops);
    }

    void handsStayWithinReach_data()
    {
        QTest::addColumn<int>("pops");
        QTest::newRow("ad_fair1_dab") << 2;
        for (const char* capture : {"ad_fair1_zombie", "ad_cmu1_jumping_jacks",
                                    "dme_xia_neutral_01_000", "ad_fair1_wave_hello"})
            QTest::newRow(capture) << 0;
    }
    /// Hands that hang still are found to stand, too. No body follows them.
    void handsStayWithinReach()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/bvh");
        QFETCH(const int, pops);
        const Document before = test::sharedCapture(QTest::currentDataTag());
        const Scene& scene = *before.scene;
        const retarget::Figure figure = retarget::figureOf(scene);
        operate::CleanFeet clean;
        for (const retarget::Role hand : {retarget::Role::LeftHand, retarget::Role::RightHand})
            clean.bones.push_back(scene[figure.first(hand)].id);
        clean.anywhere = true;
        const Document after = heldBy(before, operate::edits(before, clean));
        const test::ShownMotion was(before), is(after);
        const Slid slid = slidIn(after, is);
        const std::vector<test::Peak> fresh = test::freshPops(scene, was, *after.scene, is);
        qInfo("%d contacts, slide %.3g of the figure, %zu frames missed, %zu pops", slid.contacts,
              slid.most / extent(scene), is.missed.size(), fresh.size());
        for (const test::Peak& pop : fresh)
            qInfo("  %s turns by %.1f degrees at %zu", pop.limb.c_str(), pop.value, pop.frame);
        QVERIFY(slid.contacts > 0);
        QVERIFY(slid.most < 1e-4 * extent(scene));
        QCOMPARE(is.missed.size(), std::size_t(0));
        QCOMPARE_LE(int(fresh.size()), pops);
    }
};

POSEWRIGHT_TEST(TestHeldCharacters, posewright::test::runPlain);

#include "tst_held_characters.moc"
