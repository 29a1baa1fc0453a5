#include "core/io/format.h"
#include "core/io/gltf/gltf_format.h"
#include "core/operate/bring_in.h"
#include "core/retarget/keep.h"
#include "tests/support/made_body.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"
#include "tests/support/shared.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <cmath>

using namespace posewright;
using nlohmann::json;

namespace {

constexpr std::uint64_t kBringInSeed = 20261124;
constexpr double kBroughtSlide = 0.001;  ///< [m] at 1.7 m

Document appliedTo(const Document& doc, const Result<operate::Edits>& edits)
{
    if (!edits) qFatal("%s", edits.error().message.c_str());
    const Result<Document> out = edit::applyEach(doc, *edits);
    if (!out) qFatal("%s %s", out.error().where.c_str(), out.error().message.c_str());
    return *out;
}

Document appliedTo(const Document& doc, const edit::Edit& edit)
{
    return appliedTo(doc, operate::Edits{edit});
}

Document madeDance(const test::BodyShape& shape = {}, int frames = 30)
{
    plain::Dice dice(kBringInSeed);
    const test::MadeBody body = test::madeBody(shape);
    return test::documentOf(body, test::madeMotion(body, frames, dice), 30);
}

Document madeHero()
{
    test::BodyShape shape;
    shape.legs = 0.8;
    shape.arms = 1.1;
    shape.spine = 2;
    return test::documentOf(test::madeBody(shape), {}, 24);
}

/// The largest difference of what two documents show, at whole frames and between. [m]
double farApart(const Document& a, const Document& b)
{
    double most = 0;
    for (double f = a.playback.start; f <= a.playback.end; f += 0.5) {
        const Evaluation one = evaluate(a, f), other = evaluate(b, f);
        for (std::size_t row = 0; row < one.world.size(); ++row)
            most = std::max(most, (one.world[row].position - other.world[row].position).norm());
    }
    return most;
}

/// World places of a point of a bone, composed here from the local transforms shown.
Vec3 jointPlace(const Scene& scene, const std::vector<Transform>& local, NodeIndex row, Vec3 at)
{
    for (; row != kNoNode; row = scene[row].parent) {
        const Transform& t = local[std::size_t(row)];
        at = t.translation + t.rotation.toRotationMatrix() * t.scale.cwiseProduct(at);
    }
    return at;
}

Document danceOf(const char* name)
{
    io::ReadOptions reading;
    reading.up = std::nullopt;
    const auto import =
        io::read(test::sharedPath(QString("corpus/bvh/%1.bvh").arg(name)).toStdString(), reading);
    if (!import) qFatal("%s: %s", name, import.error().message.c_str());
    return import->document;
}

}  // namespace

/// Motions of other figures, which stay with the clips that are made of them.
class TestBringIn : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { test::printedSeed(kBringInSeed); }

    void itIsCarriedOverAsItIs()
    {
        const Document from = madeDance(), to = madeHero();
        const Document out = appliedTo(to, operate::bringIn(to, from, {}, "dance.bvh"));
        QCOMPARE(out.clips.size(), 2U);
        const auto direct = retarget::retarget(from, to);
        QVERIFY(direct);
        Document other = out;
        other.clips[1] = direct->clip;
        QVERIFY(farApart(out, other) < 1e-9);
        QCOMPARE(out.playback.end, from.playback.end - from.playback.start);
        const Origin* origin = originOf(out, out.clip().name);
        QVERIFY(origin && origin->file == "dance.bvh");
        QVERIFY(retarget::figureThere(origin->how, *origin->motion->scene) ==
                retarget::figureOf(*from.scene));
        QVERIFY(!originOf(appliedTo(out, edit::RemoveClip{out.clip().name}), "dance"));
        QVERIFY(appliedTo(out, edit::ForgetOrigin{out.clip().name}).origins.empty());
    }

    void listsJournalsAndFilesKeepIt()
    {
        const Document to = madeHero();
        const auto edits = operate::bringIn(to, madeDance(), {}, "dance.bvh");
        const Document out = appliedTo(to, edits);
        for (const Document* named : {static_cast<const Document*>(nullptr), &to}) {
            // As it is after a journal: numbers were text.
            const json spelled = json::parse(edit::toJson(edits->front(), named).dump());
            const Result<edit::Edit> read = edit::fromJson(spelled, to);
            QVERIFY2(read, read ? "" : (read.error().where + read.error().message).c_str());
            QVERIFY(appliedTo(to, *read) == out);
        }
        const auto bytes = io::gltf::glbOf(out);
        QVERIFY2(bytes, bytes ? "" : bytes.error().message.c_str());
        const auto read = io::gltf::readBytes(*bytes, "a.glb");
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QVERIFY(read->diagnostics.empty());
        QVERIFY(read->document == out);
        QCOMPARE(*io::gltf::glbOf(read->document), *bytes);
        // Programs that know nothing of it play the same.
        std::string other = *bytes;
        const std::string name = "\"origins\"";
        other.replace(other.find(name), name.size(), "\"Origins\"");
        const auto older = io::gltf::readBytes(other, "a.glb");
        QVERIFY(older && older->document.origins.empty());
        QVERIFY(older->document.clips == out.clips);
    }

    void aChangedRowLeavesWhatLiesOnTop()
    {
        const Document from = madeDance(), to = madeHero();
        Document out = appliedTo(to, operate::bringIn(to, from, {}));
        const std::string clip = out.clip().name;
        const NodeId hand = (*to.scene)[to.scene->find("LeftHand")].id,
                     arm = (*to.scene)[to.scene->find("LeftArm")].id;
        out = appliedTo(out, edit::AddLayer{"on top", {}, {}});
        out = appliedTo(out, edit::SetLayerKey{"on top", hand, 5, Quat(0.8, 0.6, 0, 0), {}, {}});
        out = appliedTo(out, edit::AddTarget{"hand", hand, arm, {}, {}, {}, {}});
        const ConstraintId target = findConstraint(out, "hand")->id;
        out = appliedTo(out, edit::SetTargetKey{target, 4, Vec3(0.4, 1.2, 0.3), {}, {}});
        edit::SetSpan reach;
        reach.target = target;
        reach.start = 3;
        reach.end = 9;
        out = appliedTo(out, reach);
        edit::Retarget change{.clip = clip, .there = {{"leftUpperArm", {}}, {"leftLowerArm", {}}}};
        change.travel = retarget::Travel::InPlace;
        const Document now = appliedTo(out, change);

        retarget::Options options;
        options.source = retarget::figureOf(*from.scene);
        options.source->set(retarget::Role::LeftUpperArm, {});
        options.source->set(retarget::Role::LeftLowerArm, {});
        options.travel = retarget::Travel::InPlace;
        const Document fresh = appliedTo(to, operate::bringIn(to, from, options));
        for (const Shared<Track>& track : fresh.clip().tracks)
            QVERIFY(*now.clip().track(track->node) == *track);
        QVERIFY(now.clip().layers == out.clip().layers);
        QVERIFY(now.clip().spans == out.clip().spans);
        QVERIFY(*now.clip().track(findConstraint(out, "hand")->target) ==
                *out.clip().track(findConstraint(out, "hand")->target));
        QVERIFY(!now.clip().track(arm));
        QVERIFY(now.playback == out.playback);
        // And back.
        change.there = {{"leftUpperArm", {"LeftArm"}}, {"leftLowerArm", {"LeftForeArm"}}};
        change.travel = retarget::Travel::Scaled;
        const Document back = appliedTo(now, change);
        QVERIFY(back.clip() == out.clip());
    }

    void atAnotherRateItStaysAtItsTime()
    {
        const Document to = madeHero();
        Document out = appliedTo(to, operate::bringIn(to, madeDance(), {}));
        edit::SetFps fps;
        fps.fps = 60;
        fps.retime = true;
        const Document faster = appliedTo(out, fps);
        const Document again = appliedTo(faster, edit::Retarget{.clip = out.clip().name});
        QVERIFY(again.clip() == faster.clip());
    }

    void whatCannotBeIsRefused()
    {
        const Document to = madeHero();
        const Document out = appliedTo(to, operate::bringIn(to, madeDance(), {}));
        const auto refused = [&](const json& edit) {
            const Result<edit::Edit> read = edit::fromJson(edit, out);
            const auto made = read ? edit::apply(out, *read) : Result<Document>(read.error());
            return made ? std::string("made") : made.error().where + ": " + made.error().message;
        };
        json change{{"edit", "retarget"}, {"clip", out.clip().name}};
        change["there"] = {{"hips", json::array()}};
        QVERIFY2(refused(change).starts_with("/there: "), refused(change).c_str());
        change["there"] = {{"tail", "Hips"}};
        QCOMPARE(refused(change), std::string("/there: there is no role \"tail\""));
        change["there"] = {{"leftHand", "LeftArm"}};
        QVERIFY2(refused(change).starts_with("/there/leftHand: "), refused(change).c_str());
        change["there"] = json::object();
        change["here"] = {{"leftHand", "nothing"}};
        QVERIFY2(refused(change).starts_with("/here/leftHand"), refused(change).c_str());
        QVERIFY(refused({{"edit", "retarget"}, {"clip", "Clip"}}).starts_with("/clip: "));
        json motion = edit::toJson((*operate::bringIn(to, madeDance(), {}))[0]);
        motion["motion"]["tracks"][0]["turns"].erase(0);
        QVERIFY(refused(motion).starts_with("/motion/tracks/0"));
    }

    void feetAreHeldWhereThoseOfTheMotionStand_data()
    {
        QTest::addColumn<double>("legs");
        QTest::addColumn<double>("hips");
        for (const char* name : {"pybvh_cmu_12_01_walk", "dme_xia_neutral_01_000"})
            for (const double legs : {0.7, 1.0, 1.2})
                QTest::addRow("%s %g", name, legs) << legs << (legs < 1 ? 1.5 : 1.0);
    }
    void feetAreHeldWhereThoseOfTheMotionStand()
    {
        POSEWRIGHT_NEEDS_SHARED("corpus/bvh");
        QFETCH(double, legs);
        QFETCH(double, hips);
        const QByteArray capture = QByteArray(QTest::currentDataTag()).split(' ').front();
        const Document from = danceOf(capture);
        test::BodyShape shape;
        shape.legs = legs;
        shape.hipWidth = hips;
        const Document to = test::documentOf(test::madeBody(shape), {}, 24);
        const Document moved = appliedTo(to, operate::bringIn(to, from, {}));
        const Document out = appliedTo(moved, operate::holdBroughtIn(moved));
        const auto free = prepare(moved), held = prepare(out);
        int contacts = 0;
        double slide = 0, away = 0;
        for (const Constraint& target : out.rig->constraints) {
            const SpanRow* row = out.clip().spanRow(target.id);
            for (const Span& span : row->spans) {
                if (span.kind != SpanKind::Contact) continue;
                ++contacts;
                const auto at = [&](const Prepared& shown, double f) {
                    const Scene& scene = *document(shown).scene;
                    return jointPlace(scene, evaluate(shown, f).local, scene.find(target.effector),
                                      Vec3::Zero());
                };
                Vec3 middle = Vec3::Zero();
                const Vec3 first = at(*held, span.start);
                for (double f = span.start; f <= span.end; ++f) {
                    slide = std::max(slide, (at(*held, f) - first).norm());
                    middle += at(*free, f) / (span.end - span.start + 1);
                }
                away = std::max(away, (middle - first).norm());
            }
        }
        // The legs of a figure of 1.7 m are 0.9 m.
        const double size = (0.08 + 0.82 * legs) / 0.9;
        qInfo("%s: %d contacts, slide %.3f mm, %.3f mm from the middle of before",
              QTest::currentDataTag(), contacts, 1000 * slide / size, 1000 * away / size);
        QVERIFY(contacts >= 4);
        QVERIFY(slide / size <= kBroughtSlide);
        QVERIFY(away / size <= kBroughtSlide);
        // Once more, it is the same.
        const Document again = appliedTo(out, operate::holdBroughtIn(out));
        QVERIFY(again.clip().spans == out.clip().spans);
        QCOMPARE(again.rig->constraints.size(), out.rig->constraints.size());
    }
};

POSEWRIGHT_TEST(TestBringIn, posewright::test::runPlain);

#include "tst_bring_in.moc"
