#include "core/edit/edit.h"
#include "core/evaluate/report.h"
#include "tests/support/cases.h"
#include "tests/support/paths.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <fstream>

using namespace posewright;

namespace {

Document sampleDocument(const char* name)
{
    std::ifstream file(std::string(test::sourceDir()) + "/resources/samples/" + name);
    const nlohmann::json edits = nlohmann::json::parse(file, nullptr, false);
    const Result<Document> doc = edit::applyAll(emptyDocument(), edits);
    if (doc) return *doc;
    qWarning("%s%s: %s", name, doc.error().where.c_str(), doc.error().message.c_str());
    return {};
}

const Constraint& target(const Document& doc, std::string_view name)
{
    const Constraint* found = findConstraint(doc, name);
    Q_ASSERT(found);
    return *found;
}

/// Head to head along a target's chain at rest. [m]
double chainLength(const Document& doc, const Constraint& c)
{
    const Scene& scene = *doc.scene;
    const std::vector<WorldTransform> world = worldTransforms(scene, restPose(scene));
    const std::vector<NodeIndex> chain = scene.path(scene.find(c.root), scene.find(c.effector));
    double length = 0;
    for (std::size_t i = 1; i < chain.size(); ++i)
        length += (world[chain[i]].position - world[chain[i - 1]].position).norm();
    return length;
}

/// Height of the toes at rest, where the figure stands. [m]
double restGround(const Document& doc)
{
    const Scene& scene = *doc.scene;
    return worldTransforms(scene, restPose(scene))[scene.find(std::string_view("LeftToe"))]
        .position.y();
}

}  // namespace

/// The two sample scenes keep what they promise.
class TstSamples : public QObject {
    Q_OBJECT

private slots:
    void everyTargetIsReachedAtEveryFrame_data()
    {
        test::cases<QString>("file", {{"walk", "walk.json"}, {"doorbell", "doorbell.json"}});
    }
    void everyTargetIsReachedAtEveryFrame()
    {
        QFETCH(QString, file);
        const Document doc = sampleDocument(file.toUtf8().constData());
        QVERIFY(!doc.clips.empty());
        const Result<MotionReport> told = report(*prepare(doc), {});
        QVERIFY(told);
        for (const Evaluation& e : told->bake.frames)
            for (std::size_t c = 0; c < e.targets.size(); ++c)
                QVERIFY2(e.targets[c].status == ik::Status::Reached,
                         qPrintable(QString("frame %1, target %2: %3, off by %4")
                                        .arg(e.frame)
                                        .arg(c)
                                        .arg(ik::name(e.targets[c].status).data())
                                        .arg(e.targets[c].positionError)));
        QCOMPARE(told->errors, 0);
        for (const Pop& pop : told->pops)
            qWarning("frame %g: %s turns by %g rad", pop.frame,
                     (*doc.scene)[doc.scene->find(pop.joint)].name.c_str(), pop.angle);
        QCOMPARE(int(told->pops.size()), 0);
    }

    void plantedFeetDoNotSlip()
    {
        const Document doc = sampleDocument("walk.json");
        QVERIFY(!doc.clips.empty());
        const Result<MotionReport> told = report(*prepare(doc), {});
        QVERIFY(told);
        QCOMPARE(int(told->contacts.size()), 4);
        for (const ContactSlip& contact : told->contacts) {
            const Constraint* c = findConstraint(*doc.rig, contact.constraint);
            QVERIFY(c);
            const double share = contact.slip / chainLength(doc, *c);
            QVERIFY2(share <= 1e-4, qPrintable(QString::number(share)));
        }
    }

    /// Between the frames, too, and measured on the feet themselves.
    void plantedFeetStandStill()
    {
        const Document doc = sampleDocument("walk.json");
        QVERIFY(!doc.clips.empty());
        const auto prepared = prepare(doc);
        for (const char* name : {"Left foot", "Right foot"}) {
            const Constraint& c = target(doc, name);
            const NodeIndex foot = doc.scene->find(c.effector);
            for (const Span& span : doc.clip().spanRow(c.id)->spans) {
                if (span.kind != SpanKind::Contact) continue;
                const Vec3 first = evaluate(*prepared, span.start).world[foot].position;
                for (double f = span.start; f <= span.end; f += 0.25) {
                    const Vec3 now = evaluate(*prepared, f).world[foot].position;
                    QVERIFY((now - first).norm() <= 1e-4 * chainLength(doc, c));
                }
            }
        }
    }

    /// The foot's rotation is the target's: flat on the ground while planted, never in it.
    void solesLieFlatOnTheGround()
    {
        const Document doc = sampleDocument("walk.json");
        QVERIFY(!doc.clips.empty());
        const auto prepared = prepare(doc);
        const double ground = restGround(doc);
        for (double f = 0; f <= 48; ++f) {
            const Evaluation e = evaluate(*prepared, f);
            for (const char* side : {"Left", "Right"}) {
                const std::string name(side);
                const Constraint& c = target(doc, name + " foot");
                const NodeIndex toe = doc.scene->find(std::string_view(name + "Toe"));
                const double height = e.world[toe].position.y() - ground;
                const Span* span = spanAt(doc.clip().spanRow(c.id), f);
                QVERIFY(span);
                QVERIFY2(height > -2e-3, qPrintable(QString("%1 at %2").arg(height).arg(f)));
                if (span->kind == SpanKind::Contact) QVERIFY(std::abs(height) < 1e-4);
            }
        }
    }

    void theFeetTakeTwoSteps()
    {
        const Document doc = sampleDocument("walk.json");
        QVERIFY(!doc.clips.empty());
        const auto prepared = prepare(doc);
        for (const char* name : {"LeftFoot", "RightFoot"}) {
            const NodeIndex foot = doc.scene->find(std::string_view(name));
            const Vec3 first = evaluate(*prepared, 0).world[foot].position;
            const Vec3 last = evaluate(*prepared, 48).world[foot].position;
            QVERIFY(last.z() - first.z() > 0.4);
            QVERIFY(std::abs(last.y() - first.y()) < 1e-4);
            double lift = 0;
            for (double f = 0; f <= 48; ++f) {
                const Vec3 at = evaluate(*prepared, f).world[foot].position;
                QVERIFY(at.y() > first.y() - 1e-3);
                lift = std::max(lift, at.y() - first.y());
            }
            QVERIFY(lift > 0.08);
        }
    }

    void theFingerTouchesTheButton()
    {
        const Document doc = sampleDocument("doorbell.json");
        QVERIFY(!doc.clips.empty());
        const auto prepared = prepare(doc);
        const NodeIndex tip = doc.scene->find(std::string_view("FingerTip"));
        const NodeIndex button = doc.scene->find(std::string_view("Button"));
        for (const double frame : {18.0, 19.0, 20.0}) {
            const Evaluation e = evaluate(*prepared, frame);
            const double off = (e.world[tip].position - e.world[button].position).norm();
            QVERIFY2(off <= 1e-6, qPrintable(QString::number(off)));
        }
    }

    void theFingerStaysOutOfTheWall()
    {
        const Document doc = sampleDocument("doorbell.json");
        QVERIFY(!doc.clips.empty());
        const auto prepared = prepare(doc);
        const NodeIndex tip = doc.scene->find(std::string_view("FingerTip"));
        const double wall = evaluate(*prepared, 18).world[tip].position.z();
        for (double f = 0; f <= 40; f += 0.25)
            QVERIFY(evaluate(*prepared, f).world[tip].position.z() <= wall + 1e-6);
    }
};

POSEWRIGHT_TEST(TstSamples, posewright::test::runWithEvents);
#include "tst_samples.moc"
