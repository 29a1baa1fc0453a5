#include "core/edit/edit.h"
#include "core/operate/bring_in.h"
#include "core/retarget/reference_pose.h"
#include "tests/support/figure_file.h"
#include "tests/support/held_motion.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"
#include "tests/support/shared_capture.h"
#include "tests/support/skin_depth.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <limits>
#include <optional>

using namespace posewright;
using retarget::Role;

namespace {

constexpr double kStraightAlike = 5;  ///< [degrees] of the mean bend of knees: the bar
constexpr double kPushedAlike = 1.2;  ///< times the source's acceleration: the bar
constexpr double kAtHips = 0.05;      ///< [legs] joints nearer to the hips are in them
constexpr double kCalm = 0.1;         ///< of the source's largest: calmer joints count as such
constexpr double kSlidAlike = 1e-3 / 0.82;  ///< [legs] 1 mm a frame of a figure of 1.7 m
constexpr double kSoleAlike = 0.005;        ///< [legs]
constexpr double kRestsStill = 0.0012;      ///< [legs a frame] slower ankles rest
constexpr double kRestsLevel = 0.003;       ///< [rad a frame] feet that turn more roll
constexpr double kRestsFlat = 0.05;         ///< sine of the pitch of a flat foot from the usual one
constexpr double kRestsLow = 0.01;          ///< [legs] above where they are lowest

/// A capture and a figure of the corpus, and how far what is measured may be off.
struct CapturedRow {
    const char* capture;
    const char* figure;
    double bend = kStraightAlike, push = kPushedAlike, all = kPushedAlike;
    bool rests = true;  ///< whether feet are measured that rest
    double slide = kSlidAlike, height = kSoleAlike;
};

constexpr const char *kMan = "gltf/khronos/cesium_man.gltf", *kBiped = "biped.json",
                     *kMixamo = "bvh/bvhpython_freebvh.bvh", *kCmu = "bvh/pybvh_cmu_12_01_walk.bvh",
                     *kKnight = "gltf/kaykit_Knight.glb", *kBarbarian = "gltf/kaykit_Barbarian.glb";
constexpr const char *kNeutral = "dme_xia_neutral_01_000", *kAngry = "dme_xia_angry_13_000",
                     *kDab = "ad_fair1_dab", *kZombie = "ad_fair1_zombie",
                     *kWalk = "pybvh_cmu_12_01_walk", *kJacks = "ad_cmu1_jumping_jacks",
                     *kJumping = "ad_fair1_jumping", *kMeredith = "pymo_AV_8Walk_Meredith",
                     *kWave = "ad_fair1_wave_hello", *kRaw = "dme_comp3d1_raw";

// What is above the bars is named in docs/decisions/0139, 0141, 0152, 0159, 0160 and 0162.
constexpr CapturedRow kCapturedRows[] = {
    {kNeutral, kMan, 5, 1.5, 1.2, true, kSlidAlike, 0.008},
    {kNeutral, kBiped, 5.1, 1.25},
    {kNeutral, kMixamo, 5.2, 1.27},
    {kNeutral, kCmu, 8.2, 1.45},
    {kAngry, kMan, 5, 1.85},
    {kAngry, kBiped, 5, 1.36},
    {kAngry, kMixamo, 5, 1.3},
    {kAngry, kCmu, 5, 1.8},
    {kDab, kMan, 5, 1.6, 1.2, true, kSlidAlike, 0.006},
    {kDab, kBiped, 5, 1.67, 1.2, false},  // limits of its ankles
    {kDab, kMixamo},
    {kDab, kCmu, 5, 1.55},
    {kZombie, kMan, 5, 4.4},
    {kZombie, kBiped, 5, 3.4},
    {kZombie, kMixamo, 5, 1.26},
    {kZombie, kCmu, 5, 1.46},
    {kWalk, kMan},
    {kWalk, kBiped},
    {kWalk, kMixamo},
    {kJacks, kMan},
    {kJacks, kBiped},
    {kJacks, kMixamo, 5, 1.36},
    {kJumping, kMan},
    {kJumping, kBiped, 5, 1.38},
    {kJumping, kMixamo},
    {kMeredith, kMan, 5, 1.54},
    {kMeredith, kBiped, 5, 1.3},
    {kMeredith, kMixamo, 5, 2.25},
    {kWave, kMan, 5.6},
    {kWave, kBiped},
    {"dme_example", kMan, 5, 1.2, 1.2, true, 0.0023},
    {"dme_example", kBiped},
    {"bvhpython_freebvh", kMan},
    {"assimp_Boxing_Toes", kMixamo},
    {kRaw, kMan, 5, 1.8},
    {kNeutral, kKnight, 9, 1.55, 1.2, false},
    {kAngry, kKnight, 9, 1.45, 1.2, false},
    {kWalk, kKnight, 5, 1.55, 1.2, false},
    {kMeredith, kKnight, 7.7, 1.85, 1.6, false},
    {kDab, kKnight, 7, 1.55, 1.2, false},
    {kZombie, kKnight, 6.8, 5.4, 1.55, false},
    {kJumping, kKnight, 5.9, 1.2, 1.2, false},
    {kJacks, kKnight, 5, 2, 1.2, false},
    {kWave, kKnight, 7, 1.2, 1.2, false},
    {"dme_example", kKnight, 5, 1.65, 1.2, false},
    {kRaw, kKnight, 5.2, 1.55, 1.2, false},
    {"assimp_Boxing_Toes", kKnight, 5, 4.1, 1.3, false},
    {kNeutral, kBarbarian, 9, 1.55, 1.2, false},
    {kWalk, kBarbarian, 5, 1.55, 1.2, false},
};

/// A figure and what it does, with places composed here.
struct Played {
    explicit Played(const Document& document) :
        doc(document), figure(retarget::figureOf(*doc.scene)), shown(doc),
        up(retarget::referencePoseOf(*doc.scene, figure, retarget::standingPose(doc, figure)).up())
    {
        for (const bool left : {true, false}) {
            const auto row = [&](Role role) {
                return figure.first(left ? role : retarget::mirrored(role));
            };
            legs.push_back({left ? "left" : "right", row(Role::LeftUpperLeg),
                            row(Role::LeftLowerLeg), row(Role::LeftFoot)});
            toes.push_back(row(Role::LeftToes));
        }
        for (const test::ThreeBones& leg : legs)
            length += (way(leg.upper, leg.lower) + way(leg.lower, leg.end)) / 2;
    }

    std::vector<Vec3> pathOf(NodeIndex row) const
    {
        std::vector<Vec3> out;
        for (std::size_t f = 0; f < shown.local.size(); ++f)
            out.push_back(shown.place(*doc.scene, f, row));
        return out;
    }
    double way(NodeIndex a, NodeIndex b) const
    {
        return (shown.place(*doc.scene, 0, a) - shown.place(*doc.scene, 0, b)).norm();
    }
    /// Along the bones from the hips, 0 where they are not above. [m]
    double wayFromHips(NodeIndex row) const
    {
        const NodeIndex hips = figure.first(Role::Hips);
        double sum = 0;
        if (!doc.scene->isAbove(hips, row)) return 0;
        for (; row != hips; row = (*doc.scene)[row].parent)
            sum += way(row, (*doc.scene)[row].parent);
        return sum;
    }
    double meanBend() const
    {
        double sum = 0;
        for (const test::ThreeBones& leg : legs)
            for (std::size_t f = 0; f < shown.local.size(); ++f)
                sum += 180 - test::bendOf(shown, *doc.scene, leg, f);
        return sum / double(legs.size() * shown.local.size());
    }

    const Document& doc;
    retarget::Figure figure;
    test::ShownMotion shown;
    Vec3 up;
    std::vector<test::ThreeBones> legs;
    std::vector<NodeIndex> toes;
    double length = 0;  ///< thigh and shin, the mean of both sides [m]
};

/// The largest second difference of a path, over `step` frames to each side.
test::Peak pushOf(const std::vector<Vec3>& path, std::size_t step, const std::string& name)
{
    test::Peak most;
    for (std::size_t f = test::kFirstMeasured + step; f + step < path.size(); ++f)
        most.take((path[f + step] - 2 * path[f] + path[f - step]).norm(), f, name);
    return most;
}

/// The accelerations of joints over a thirtieth of a second, in those of the source. A joint's size
/// is how far it is from the hips along the bones: a figure of long arms swings its hands farther.
struct Pushes {
    test::Peak worst;  ///< the largest share of a joint, of the same joint in the source
    double all = 0;    ///< the largest of all joints, of the largest of all in the source
};

Pushes pushesOf(const Played& source, const Played& is)
{
    const auto step = std::max<std::size_t>(1, std::size_t(std::lround(is.doc.clip().rate / 30)));
    const double scale = is.length / source.length;
    struct Both {
        double ours = 0, theirs = 0;
        std::size_t frame = 0;
        std::string name;
    };
    std::vector<Both> joints;
    double ours = 0, theirs = 0;
    for (const Role role : retarget::allRoles()) {
        if (!source.figure.has(role) || !is.figure.has(role)) continue;
        const NodeIndex a = source.figure.first(role), b = is.figure.first(role);
        const double from = source.wayFromHips(a);
        // A spine that starts in the hips is no counterpart of one that starts above them.
        if (role != Role::Hips && from < kAtHips * source.length &&
            is.wayFromHips(b) > 2 * kAtHips * is.length)
            continue;
        const double size = from > 0 ? std::max(scale, is.wayFromHips(b) / from) : scale;
        const std::string name(retarget::nameOf(role));
        const test::Peak push = pushOf(is.pathOf(b), step, name);
        joints.push_back(
            {push.value / size, pushOf(source.pathOf(a), step, name).value, push.frame, name});
        ours = std::max(ours, joints.back().ours);
        theirs = std::max(theirs, joints.back().theirs);
    }
    Pushes out;
    out.all = ours / theirs;
    for (const Both& joint : joints)
        out.worst.take(joint.ours / std::max(joint.theirs, kCalm * theirs), joint.frame,
                       joint.name);
    return out;
}

/// How differently feet move while those of the source rest, in legs of the figure.
struct Resting {
    int frames = 0;
    double slide = 0, height = 0;
};

double leastOf(std::vector<double> values, double share)
{
    const auto at = static_cast<std::ptrdiff_t>(share * double(values.size()));
    std::nth_element(values.begin(), values.begin() + at, values.end());
    return values[std::size_t(at)];
}

/// How a foot stands on the floor: at its ankle, or with its skin if it has one.
struct Stander {
    Stander(const Played& of, std::size_t side) :
        ankle(of.pathOf(of.legs[side].end)), up(of.up), near(kRestsLow * of.length)
    {
        const test::SkinPart skin(*of.doc.scene, of.legs[side].end);
        for (std::size_t f = 0; f < ankle.size() && !skin.empty(); ++f)
            sole.push_back(skin.places(of.shown.world(*of.doc.scene, f)));
    }

    double height(std::size_t frame) const
    {
        if (sole.empty()) return up.dot(ankle[frame]);
        double lowest = std::numeric_limits<double>::infinity();
        for (const Vec3& place : sole[frame]) lowest = std::min(lowest, up.dot(place));
        return lowest;
    }

    /// How far it slides to the next frame where it should go so far: the points of the sole that
    /// are on the floor, in the median.
    double slide(std::size_t frame, const Vec3& wanted) const
    {
        if (sole.empty()) return (ankle[frame + 1] - ankle[frame] - wanted).norm();
        const double low = height(frame) + near;
        std::vector<double> slides;
        for (std::size_t v = 0; v < sole[frame].size(); ++v) {
            if (up.dot(sole[frame][v]) > low) continue;
            const Vec3 more = sole[frame + 1][v] - sole[frame][v] - wanted;
            slides.push_back((more - up * up.dot(more)).norm());
        }
        return leastOf(slides, 0.5);
    }

    std::vector<Vec3> ankle;
    std::vector<std::vector<Vec3>> sole;
    Vec3 up;
    double near;
};

Resting restingOf(const Played& source, const Played& is, const Quat& toTarget, double scale)
{
    Resting out;
    for (std::size_t side = 0; side < 2; ++side) {
        const std::vector<Vec3> from = source.pathOf(source.legs[side].end),
                                toes = source.pathOf(source.toes[side]);
        const Stander to(is, side);
        std::vector<double> heights, balls, levels;
        for (std::size_t f = 0; f < from.size(); ++f) {
            heights.push_back(source.up.dot(from[f]));
            balls.push_back(source.up.dot(toes[f]));
            levels.push_back(source.up.dot((toes[f] - from[f]).normalized()));
        }
        const double low = leastOf(heights, 0.05), ball = leastOf(balls, 0.05),
                     level = leastOf(levels, 0.5);
        std::vector<double> off;
        for (std::size_t f = test::kFirstMeasured; f + 1 < from.size(); ++f) {
            const Vec3 went = from[f + 1] - from[f];
            const Vec3 foot = toes[f] - from[f], next = toes[f + 1] - from[f + 1];
            if (went.norm() > kRestsStill * source.length ||
                (next - foot).norm() > kRestsLevel * foot.norm() ||
                std::abs(levels[f] - level) > kRestsFlat ||
                std::abs(heights[f] - low) > kRestsLow * source.length)
                continue;
            ++out.frames;
            out.slide = std::max(out.slide, to.slide(f, scale * (toTarget * went)) / is.length);
            const double stands =
                to.sole.empty() ? heights[f] : std::min(heights[f] - low, balls[f] - ball);
            off.push_back(to.height(f) - scale * stands);
        }
        if (off.empty()) continue;
        const double middle = leastOf(off, 0.5);
        for (const double height : off)
            out.height = std::max(out.height, std::abs(height - middle) / is.length);
    }
    return out;
}

}  // namespace

/// Captures of the corpus onto figures of other proportions, with what is chosen by default: how
/// bent the knees are in the mean, how hard joints are pushed, and how feet rest.
class TestRealCaptures : public QObject {
    Q_OBJECT

private slots:
    void theyKeepTheirGait_data();
    void theyKeepTheirGait();
};

void TestRealCaptures::theyKeepTheirGait_data()
{
    QTest::addColumn<QString>("capture");
    QTest::addColumn<QString>("figure");
    QTest::addColumn<double>("bend");
    QTest::addColumn<double>("push");
    QTest::addColumn<double>("all");
    QTest::addColumn<bool>("rests");
    QTest::addColumn<double>("slide");
    QTest::addColumn<double>("height");
    for (const CapturedRow& row : kCapturedRows)
        QTest::addRow("%s on %s", row.capture,
                      qPrintable(QString::fromUtf8(row.figure).section(u'/', -1)))
            << QString::fromUtf8(row.capture) << QString::fromUtf8(row.figure) << row.bend
            << row.push << row.all << row.rests << row.slide << row.height;
}

void TestRealCaptures::theyKeepTheirGait()
{
    POSEWRIGHT_NEEDS_SHARED("corpus/bvh");
    QFETCH(const QString, capture);
    QFETCH(const QString, figure);
    QFETCH(const double, bend);
    QFETCH(const double, push);
    QFETCH(const double, all);
    QFETCH(const bool, rests);
    QFETCH(const double, slide);
    QFETCH(const double, height);
    const Document from = test::sharedCapture(capture);
    Document to = test::figureFrom(figure);
    const Result<retarget::Retargeted> made = retarget::retarget(from, to, {});
    QVERIFY(made);
    to.clips.emplace_back(made->clip);
    to.playback.clip = static_cast<int>(to.clips.size()) - 1;
    to.playback.start = 0;
    to.playback.end = from.playback.end - from.playback.start;
    const Played source(from), is(to);
    const double theirs = source.meanBend(), ours = is.meanBend();
    const Pushes pushes = pushesOf(source, is);
    const auto bodyOf = [](const Played& of) {
        return retarget::referencePoseOf(*of.doc.scene, of.figure,
                                         retarget::standingPose(of.doc, of.figure))
            .body;
    };
    const Quat toTarget(Mat3(bodyOf(is) * bodyOf(source).transpose()));
    const Resting resting = restingOf(source, is, toTarget, made->scale);
    qInfo("knees bent by %.1f in the mean, source %.1f; joints pushed %.2f times (%s, %zu), the "
          "hardest %.2f times; %d frames at rest: %.2f mm a frame, soles off by %.2f %%",
          ours, theirs, pushes.worst.value, pushes.worst.limb.c_str(), pushes.worst.frame,
          pushes.all, resting.frames, 820 * resting.slide, 100 * resting.height);
    QCOMPARE_LE(std::abs(ours - theirs), bend);
    QCOMPARE_LE(pushes.worst.value, push);
    QCOMPARE_LE(pushes.all, all);
    if (!rests) return;
    QCOMPARE_LE(resting.slide, slide);
    QCOMPARE_LE(resting.height, height);
}

POSEWRIGHT_TEST(TestRealCaptures, posewright::test::runPlain);
#include "tst_real_captures.moc"
