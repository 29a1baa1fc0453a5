#include "core/contacts/contacts.h"
#include "core/evaluate/evaluate.h"
#include "core/io/format.h"
#include "core/operate/clean_feet.h"
#include "core/retarget/figure.h"
#include "tests/core/operate/clips/knee_jolts.h"
#include "tests/support/program.h"
#include "tests/support/shared_capture.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <string_view>

using namespace posewright;

namespace {

constexpr double kSlide = 1;          ///< [mm] at 1.7 m, inside of a contact
constexpr double kKnees = 1.5;        ///< times the largest step of the capture's own
constexpr double kHipsPushed = 2.1;   ///< times the capture's own acceleration of the hips
constexpr double kHipsFaster = 1.25;  ///< [m/s] at 1.7 m

/// World places of a point of a bone, composed here from the local transforms shown.
Vec3 placeOf(const Scene& scene, const std::vector<Transform>& local, NodeIndex row, Vec3 at)
{
    for (; row != kNoNode; row = scene[row].parent) {
        const Transform& t = local[std::size_t(row)];
        at = t.translation + t.rotation.toRotationMatrix() * t.scale.cwiseProduct(at);
    }
    return at;
}

struct Shown {
    std::vector<std::vector<Transform>> local;  ///< one a frame
};

Shown shownBy(const Document& doc)
{
    Shown out;
    const auto prepared = prepare(doc);
    for (double f = doc.playback.start; f <= doc.playback.end + 1e-9; ++f)
        out.local.push_back(evaluate(*prepared, f).local);
    return out;
}

/// The angle of the knee above a foot at each frame, after the first two. [rad]
std::vector<double> kneeAngles(const Document& doc, const Shown& shown, NodeId foot)
{
    const Scene& scene = *doc.scene;
    const NodeIndex ankle = scene.find(foot), knee = scene[ankle].parent, hip = scene[knee].parent;
    std::vector<double> out;
    for (std::size_t f = 2; f < shown.local.size(); ++f) {
        const auto at = [&](NodeIndex row) {
            return placeOf(scene, shown.local[f], row, Vec3::Zero());
        };
        const Vec3 thigh = at(hip) - at(knee), shin = at(ankle) - at(knee);
        out.push_back(std::atan2(thigh.cross(shin).norm(), thigh.dot(shin)));
    }
    return out;
}

/// How far a joint turns to each frame, after the first one [deg].
std::vector<double> turnsOf(const Shown& shown, NodeIndex joint)
{
    std::vector<double> out;
    for (std::size_t f = 1; f < shown.local.size(); ++f) {
        const Quat a = shown.local[f - 1][joint].rotation, b = shown.local[f][joint].rotation;
        const double dot = std::min(1.0, std::abs(a.dot(b)));
        out.push_back(2 * std::acos(dot) * 57.29577951308232);
    }
    return out;
}

/// A joint pops where it turns by more than 5 degrees and three times the median of the three steps
/// on either side.
bool pops(const std::vector<double>& turns, std::size_t at)
{
    std::vector<double> around;
    for (std::size_t f = at > 3 ? at - 3 : 0; f <= std::min(turns.size() - 1, at + 3); ++f)
        if (f != at) around.push_back(turns[f]);
    std::nth_element(around.begin(), around.begin() + around.size() / 2, around.end());
    return turns[at] > 5 && turns[at] > 3 * around[around.size() / 2];
}

/// Pops of joints that did not pop there before, nor turned nearly as far.
int newPops(const Scene& scene, const Shown& was, const Shown& is)
{
    int count = 0;
    for (NodeIndex joint = 0; joint < scene.size(); ++joint) {
        if (!scene[joint].bone()) continue;
        const std::vector<double> before = turnsOf(was, joint), now = turnsOf(is, joint);
        for (std::size_t f = 1; f + 1 < now.size(); ++f) {
            const double own = std::max({before[f - 1], before[f], before[f + 1]});
            const bool known = pops(before, f - 1) || pops(before, f) || pops(before, f + 1);
            count += pops(now, f) && !known && now[f] > 1.25 * own + 1;
        }
    }
    return count;
}

/// Accelerations of the hips over a thirtieth of a second: that which five in a hundred exceed, and
/// the largest change of their speed along the ground from that of another motion. [a frame]
struct HipsMotion {
    double push = 0, faster = 0;
};

HipsMotion hipsMotion(const Document& doc, const Shown& shown, const Shown& other, std::size_t step)
{
    const Scene& scene = *doc.scene;
    const NodeIndex hips = retarget::figureOf(scene).first(retarget::Role::Hips);
    const auto placesIn = [&](const Shown& of) {
        std::vector<Vec3> out;
        for (const auto& local : of.local) out.push_back(placeOf(scene, local, hips, Vec3::Zero()));
        return out;
    };
    const std::vector<Vec3> is = placesIn(shown), was = placesIn(other);
    const auto speed = [&](const std::vector<Vec3>& at, std::size_t f) {
        const Vec3 way = at[f + step] - at[f];
        return std::hypot(way.x(), way.z()) / double(step);
    };
    HipsMotion out;
    std::vector<double> pushes;
    for (std::size_t f = 2; f + 2 * step < is.size(); ++f) {
        pushes.push_back((is[f + 2 * step] - 2 * is[f + step] + is[f]).norm());
        out.faster = std::max(out.faster, std::abs(speed(is, f) - speed(was, f)));
    }
    std::ranges::sort(pushes);
    out.push = pushes[pushes.size() * 95 / 100];
    return out;
}

/// How much each joint's turn over a thirtieth of a second differs from the one before. [deg]
std::vector<double> jerksOf(const Shown& shown, NodeIndex joint, std::size_t step)
{
    const auto turn = [&](std::size_t f) {
        const Eigen::AngleAxisd by(shown.local[f][joint].rotation.conjugate() *
                                   shown.local[f + step][joint].rotation);
        return Vec3(57.29577951308232 * std::remainder(by.angle(), 2 * std::numbers::pi) *
                    by.axis());
    };
    std::vector<double> out;
    for (std::size_t f = step; f + step < shown.local.size(); ++f)
        out.push_back((turn(f) - turn(f - step)).norm());
    return out;
}

/// How many are left in a capture: at 120 frames a second, standing on straight knees.
int jerksIn(std::string_view capture)
{
    if (capture == "assimp_cmu_01_03") return 2;
    return capture == "assimp_cmu_01_01" ? 1 : 0;
}

/// Likewise, as test::joltsOf counts them.
int joltsIn(std::string_view capture)
{
    if (capture == "assimp_cmu_01_03") return 17;
    if (capture == "assimp_cmu_01_01") return 5;
    return capture == "ad_fair1_zombie" ? 2 : 0;
}

/// Runs of frames in which a joint is jerked by 3 degrees more than half as much again as the
/// capture is at most within a third of a second. Another look at the same as newPops.
int newJerks(const Scene& scene, const Shown& was, const Shown& is, double rate)
{
    const auto step = static_cast<std::size_t>(std::max(1L, std::lround(rate / 30)));
    const auto near = static_cast<std::size_t>(std::lround(rate / 3));
    int count = 0;
    for (NodeIndex joint = 0; joint < scene.size(); ++joint) {
        if (!scene[joint].bone()) continue;
        const std::vector<double> before = jerksOf(was, joint, step),
                                  now = jerksOf(is, joint, step);
        bool inside = false;
        for (std::size_t f = 0; f < now.size(); ++f) {
            const auto from = before.begin() + std::ptrdiff_t(f > near ? f - near : 0),
                       to = before.begin() + std::ptrdiff_t(std::min(f + near + 1, before.size()));
            const bool jerks = now[f] > 1.5 * *std::max_element(from, to) + 3;
            count += jerks && !inside;
            inside = jerks;
        }
    }
    return count;
}

/// How far a part strays from its mean place in the contact where it does so most. [mm] at 1.7 m
double slideOf(const contacts::Samples& samples, const std::vector<contacts::Contact>& found,
               const Document& doc, const Shown& shown)
{
    double most = 0;
    for (const contacts::Contact& contact : found) {
        const contacts::Watch& watch = samples.paths[contact.path].watch;
        const auto first = std::size_t(contact.start - samples.start),
                   last = std::size_t(contact.end - samples.start);
        std::vector<Vec3> places;
        Vec3 middle = Vec3::Zero();
        for (std::size_t f = first; f <= last; ++f) {
            places.push_back(
                placeOf(*doc.scene, shown.local[f], doc.scene->find(watch.bone), watch.at));
            middle += places.back() / double(last - first + 1);
        }
        for (const Vec3& place : places)
            most = std::max(most, 1000 * contacts::atHumanSize(samples, (place - middle).norm()));
    }
    return most;
}

}  // namespace

/// Feet of captures that are made to stand still.
class TestCleanFeet : public QObject {
    Q_OBJECT

private slots:
    void standStill_data()
    {
        QTest::addColumn<int>("atLeast");
        QTest::addColumn<int>("jerks");
        QTest::addColumn<int>("jolts");
        for (const char* name :
             {"pybvh_cmu_12_01_walk", "ad_fair1_dab", "ad_fair1_jumping", "ad_fair1_zombie",
              "assimp_cmu_01_01", "dme_xia_neutral_01_000", "ad_cmu1_jumping_jacks",
              "pymo_AV_8Walk_Meredith", "assimp_cmu_01_03", "dme_example", "assimp_Boxing_Toes"})
            QTest::newRow(name) << 8 << jerksIn(name) << joltsIn(name);
    }
    void standStill()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/bvh");
        QFETCH(int, atLeast);
        QFETCH(int, jerks);
        QFETCH(int, jolts);
        const Document before = test::sharedCapture(QTest::currentDataTag());
        const auto edits = operate::edits(before, operate::CleanFeet{});
        QVERIFY2(edits, edits ? "" : edits.error().message.c_str());
        const auto after = edit::applyEach(before, *edits);
        QVERIFY2(after, after ? "" : after.error().message.c_str());
        for (const Shared<Track>& track : before.clip().tracks)
            QVERIFY(*after->clip().track(track->node) == *track);

        const auto watched = contacts::feetOf(before);
        const auto samples = contacts::sample(before, *watched);
        const std::vector<contacts::Contact> found = contacts::find(*samples);
        const Shown was = shownBy(before), is = shownBy(*after);
        const double most = slideOf(*samples, found, *after, is),
                     rawMost = slideOf(*samples, found, before, was);
        double step = 0;
        std::map<NodeId, int> joltsOfFeet;
        for (const contacts::Watch& watch : *watched) {
            const std::vector<double> ofWas = kneeAngles(before, was, watch.end),
                                      ofIs = kneeAngles(*after, is, watch.end);
            step = std::max(step, test::largestStep(ofIs) / test::largestStep(ofWas));
            joltsOfFeet[watch.end] = test::joltsOf(ofWas, ofIs);
        }
        int jolted = 0;
        for (const auto& [foot, count] : joltsOfFeet) jolted += count;
        const auto over = std::size_t(std::max(1L, std::lround(before.clip().rate / 30)));
        const HipsMotion hips = hipsMotion(before, is, was, over);
        const double pushed = hips.push / hipsMotion(before, was, was, over).push,
                     faster = contacts::atHumanSize(*samples, hips.faster) * before.clip().rate;
        qInfo("hips pushed %.2f times, %.2f m/s faster or slower; %d jolts of knees", pushed,
              faster, jolted);
        const int fresh = newPops(*before.scene, was, is);
        qInfo("%s: %zu contacts, slide %.2f mm, was %.1f; knee steps %.2f times; %d new pops",
              QTest::currentDataTag(), found.size(), most, rawMost, step, fresh);
        QCOMPARE(fresh, 0);
        const int jerked = newJerks(*before.scene, was, is, before.clip().rate);
        QVERIFY2(jerked <= jerks, qPrintable(QString::number(jerked)));
        QCOMPARE_LE(jolted, jolts);
        QCOMPARE_GE(int(found.size()), atLeast);
        QCOMPARE_LE(most, kSlide);
        QCOMPARE_LE(step, kKnees);
        QCOMPARE_LE(pushed, kHipsPushed);
        QCOMPARE_LE(faster, kHipsFaster);
    }

    /// The capture that comes with the program: no reference data is needed.
    void theSampleDoesNotPop()
    {
        const std::string file = std::string(test::sourceDir()) + "/resources/samples/capture.bvh";
        const auto import = io::read(file, {});
        QVERIFY2(import, import ? "" : import.error().message.c_str());
        const Document& before = import->document;
        const auto edits = operate::edits(before, operate::CleanFeet{});
        QVERIFY2(edits, edits ? "" : edits.error().message.c_str());
        QVERIFY(!edits->empty());
        const auto after = edit::applyEach(before, *edits);
        QVERIFY2(after, after ? "" : after.error().message.c_str());
        const Shown was = shownBy(before), is = shownBy(*after);
        QCOMPARE(newPops(*before.scene, was, is), 0);
        QCOMPARE(newJerks(*before.scene, was, is, before.clip().rate), 0);
    }

    /// The foot stands where it stands, whatever its target hangs on.
    void aTargetMayHangOnWhatMoves()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/bvh");
        const Document capture = test::sharedCapture("dme_xia_neutral_01_000");
        const auto cleaned = [](const Document& doc) {
            const auto edits = operate::edits(doc, operate::CleanFeet{});
            const auto out = edits ? edit::applyEach(doc, *edits) : Result<Document>(edits.error());
            if (!out) qFatal("%s", out.error().message.c_str());
            return *out;
        };
        const auto watched = contacts::feetOf(capture);
        const NodeIndex ankle = capture.scene->find(watched->front().end);
        const NodeIndex thigh = (*capture.scene)[(*capture.scene)[ankle].parent].parent;
        const NodeId hips = (*capture.scene)[(*capture.scene)[thigh].parent].id;
        edit::AddTarget add;
        add.name = "foot";
        add.effector = (*capture.scene)[ankle].id;
        add.root = (*capture.scene)[thigh].id;
        Document loose = *edit::apply(capture, add);
        edit::SetTarget exact;
        exact.target = findConstraint(loose, "foot")->id;
        exact.orientation = true;
        exact.soft = 0;
        loose = *edit::apply(loose, exact);
        const Document hung =
            *edit::apply(loose, edit::ReparentBone{findConstraint(loose, "foot")->target, hips});
        const Document one = cleaned(loose), other = cleaned(hung);
        double most = 0;
        for (double f = one.playback.start; f <= one.playback.end; ++f) {
            const auto at = [&](const Document& doc) {
                return placeOf(*doc.scene, evaluate(doc, f).local, ankle, Vec3::Zero());
            };
            most = std::max(most, (at(one) - at(other)).norm() / extent(*capture.scene));
        }
        qInfo("apart by %g of the figure", most);
        QVERIFY(most < 1e-6);
    }

    /// Targets that were fitted to a motion, or that held its feet before, take the contacts.
    void targetsThatActTakeThem_data()
    {
        QTest::addColumn<QString>("capture");
        QTest::addColumn<bool>("fitted");
        QTest::newRow("held before") << "ad_fair1_zombie" << false;
        QTest::newRow("fitted") << "pybvh_cmu_12_01_walk" << true;
    }
    void targetsThatActTakeThem()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/bvh");
        QFETCH(QString, capture);
        QFETCH(bool, fitted);
        const Document raw = test::sharedCapture(capture);
        const auto done = [](const Document& doc, const operate::Operation& what) {
            const auto edits = operate::edits(doc, what);
            if (!edits) qFatal("%s", edits.error().message.c_str());
            return *edit::applyEach(doc, *edits);
        };
        const Document before =
            fitted ? done(done(raw, operate::TargetsForBody{}), operate::FitTargets{})
                   : done(raw, operate::CleanFeet{});
        const Document after = done(before, operate::CleanFeet{});
        const auto watched = contacts::feetOf(before);
        const auto was = contacts::sample(before, *watched), is = contacts::sample(after, *watched);
        const std::vector<contacts::Contact> found = contacts::find(*was);
        const contacts::Skate slid = contacts::skateOf(*was, found),
                              slides = contacts::skateOf(*is, found);
        int missed = 0;
        double farthest = 0;
        const auto prepared = prepare(after);
        for (double f = after.playback.start; f <= after.playback.end; ++f)
            for (const TargetStatus& status : evaluate(*prepared, f).targets) {
                if (status.status != ik::Status::Unreachable &&
                    status.status != ik::Status::Limited)
                    continue;
                ++missed;
                farthest = std::max(farthest, status.positionError);
            }
        qInfo("%s: slide %.2f mm, was %.2f; faster than 2 cm/s in %.1f %% of the time, was %.1f; "
              "missed at %d frames, by up to %.2g legs",
              qPrintable(capture), 1000 * slides.slide, 1000 * slid.slide, 100 * slides.share,
              100 * slid.share, missed, farthest / is->leg);
        QVERIFY(slid.slide > 0.005);
        QVERIFY(1000 * slides.slide <= kSlide);
        QVERIFY(slides.share < 0.001);
        QVERIFY(farthest < 2e-3 * is->leg);
    }
};

POSEWRIGHT_TEST(TestCleanFeet, posewright::test::runPlain);

#include "tst_clean_feet.moc"
