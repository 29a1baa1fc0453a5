#include "core/contacts/contacts.h"
#include "core/edit/edit.h"
#include "core/evaluate/evaluate.h"
#include "core/operate/operate.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

using namespace posewright;

namespace {

constexpr int kFramesElsewhere = 140;
constexpr double kThigh = 0.45, kArm = 0.5;
constexpr int kOnKnee[] = {30, 60};  ///< frames that the hand rests on the swinging thigh in
constexpr int kOnTable[] = {85, 115};

struct Place {
    double x = 0, y = 0;
};
Place operator+(Place a, Place b)
{
    return {a.x + b.x, a.y + b.y};
}
Place turned(double angle, Place p)
{
    return {p.x * std::cos(angle) - p.y * std::sin(angle),
            p.x * std::sin(angle) + p.y * std::cos(angle)};
}

/// Everything lies in the plane of x and y. The thigh swings about the hips at (0, 0), and bones
/// point along their own x.
double thighAt(int frame)
{
    return -0.4 + 0.3 * std::sin(0.15 * frame);
}

/// The captured hand strays by a few millimetres where it rests.
Place strayed(int frame, Place at)
{
    return at + Place{0.004 * std::sin(0.2 * frame), 0.003 * std::cos(0.17 * frame)};
}

Place onKnee(int frame)
{
    return turned(thighAt(frame), strayed(frame, {kThigh - 0.03, 0.08}));
}
Place onTable(int frame)
{
    return strayed(frame, {0.5, 0.45});
}

Place handAt(int frame)
{
    const Place raised{0.3, 0.75};
    const auto between = [](Place a, Place b, double share) {
        return Place{a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
    };
    const auto near = [frame](const int(&span)[2]) {
        const int away = std::max({0, span[0] - frame, frame - span[1]});
        return std::max(0.0, 1 - away / 10.0);
    };
    if (near(kOnKnee) > 0) return between(raised, onKnee(frame), near(kOnKnee));
    // It circles while it is raised, so that it stands nowhere.
    const Place waves = raised + Place{0.08 * std::cos(0.9 * frame), 0.08 * std::sin(0.9 * frame)};
    return between(waves, onTable(frame), near(kOnTable));
}

/// Two bones from the shoulder to the hand, by the law of cosines.
std::pair<double, double> armFor(Place shoulder, Place hand)
{
    const double x = hand.x - shoulder.x, y = hand.y - shoulder.y, far = std::hypot(x, y);
    const double bend = 2 * std::acos(far / (2 * kArm));
    return {std::atan2(y, x) - bend / 2, bend};
}

Node bone(std::uint64_t id, const char* name, NodeIndex parent, Vec3 at)
{
    Node node;
    node.id = static_cast<NodeId>(id);
    node.name = name;
    node.parent = parent;
    node.rest.translation = at;
    node.part = BonePart{};
    return node;
}

Document figure()
{
    Document doc = emptyDocument();
    const Result<Scene> scene =
        Scene::make({bone(1, "Seat", kNoNode, {0, 0, 0}), bone(2, "Lap", 0, {0, 0, 0}),
                     bone(3, "LapEnd", 1, {kThigh, 0, 0}), bone(4, "Pole", 0, {0, 0.5, 0}),
                     bone(5, "Upper", 3, {0, 0.05, 0}), bone(6, "Lower", 4, {kArm, 0, 0}),
                     bone(7, "Grip", 5, {kArm, 0, 0})});
    if (!scene) qFatal("%s", scene.error().message.c_str());
    doc.scene = *scene;
    doc.nextId = 8;
    Clip clip = *doc.clips[0];
    clip.rate = 30;
    std::array<std::vector<RotationKey>, 3> turns;
    for (int f = 0; f < kFramesElsewhere; ++f) {
        const auto [upper, lower] = armFor({0, 0.55}, handAt(f));
        const std::array<double, 3> angles{thighAt(f), upper, lower};
        for (std::size_t i = 0; i < 3; ++i)
            turns[i].push_back({double(f), Quat(Eigen::AngleAxisd(angles[i], Vec3::UnitZ())),
                                RotationInterpolation::Slerp});
    }
    const std::array<std::uint64_t, 3> nodes{2, 5, 6};
    for (std::size_t i = 0; i < 3; ++i) {
        Track track;
        track.node = static_cast<NodeId>(nodes[i]);
        track.rotation = RotationTrack::fromKeys(std::move(turns[i]));
        setTrack(clip, std::move(track));
    }
    doc.clips[0] = std::move(clip);
    doc.playback.start = 0;
    doc.playback.end = kFramesElsewhere - 1;
    return doc;
}

constexpr auto kGrip = static_cast<NodeId>(7), kLap = static_cast<NodeId>(2),
               kLower = static_cast<NodeId>(6);

/// How far the hand strays from the middle of where it is over some frames, seen from the thigh or
/// from the world. [m]
double strays(const Document& doc, int first, int last, bool fromThigh)
{
    std::vector<Place> places;
    Place middle;
    for (int f = first; f <= last; ++f) {
        const Vec3 at = evaluate(doc, f).world[doc.scene->find(kGrip)].position;
        const Place seen = turned(fromThigh ? -thighAt(f) : 0, {at.x(), at.y()});
        places.push_back(seen);
        middle = middle + Place{seen.x / (last - first + 1), seen.y / (last - first + 1)};
    }
    double most = 0;
    for (const Place& p : places) most = std::max(most, std::hypot(p.x - middle.x, p.y - middle.y));
    return most;
}

Document cleaned(const Document& doc, const operate::CleanFeet& clean)
{
    const Result<operate::Edits> edits = operate::edits(doc, clean);
    if (!edits) qFatal("%s", edits.error().message.c_str());
    const Result<Document> after = edit::applyEach(doc, *edits);
    if (!after) qFatal("%s", after.error().message.c_str());
    return *after;
}

void holdsOver(const Document& before, const Document& after, const int (&span)[2], bool onThigh)
{
    QCOMPARE(after.rig->constraints.size(), std::size_t(1));
    const SpanRow* row = after.clip().spanRow(after.rig->constraints.front().id);
    QVERIFY(row);
    std::vector<const Span*> held;
    for (const Span& s : row->spans)
        if (s.kind == SpanKind::Contact) held.push_back(&s);
    QCOMPARE(held.size(), std::size_t(1));
    QVERIFY2(std::abs(held[0]->start - span[0]) <= 2, qPrintable(QString::number(held[0]->start)));
    QVERIFY2(std::abs(held[0]->end - span[1]) <= 2, qPrintable(QString::number(held[0]->end)));
    QCOMPARE_GT(strays(before, span[0] + 2, span[1] - 2, onThigh), 3e-3);
    QCOMPARE_LT(strays(after, span[0] + 2, span[1] - 2, onThigh), 1e-6);
    for (const Shared<Track>& track : before.clip().tracks)
        QVERIFY(*after.clip().track(track->node) == *track);
}

}  // namespace

/// Contacts of other bones than feet, elsewhere than on the ground.
class TestContactsElsewhere : public QObject {
    Q_OBJECT

private slots:
    void aHandRestsOnASwingingThigh()
    {
        const Document before = figure();
        operate::CleanFeet clean;
        clean.bones = {kGrip};
        clean.on = kLap;
        holdsOver(before, cleaned(before, clean), kOnKnee, true);
    }

    void aHandRestsOnATable()
    {
        const Document before = figure();
        operate::CleanFeet clean;
        clean.bones = {kGrip};
        clean.anywhere = true;
        clean.shortest = 0.5;  // it turns back elsewhere, too
        holdsOver(before, cleaned(before, clean), kOnTable, false);
    }

    void theFileSaysItByNames()
    {
        const Document before = figure();
        const auto read = operate::fromJson(
            nlohmann::json{{"operation", "cleanFeet"}, {"bones", {"Grip"}}, {"on", "Lap"}}, before);
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        const auto& clean = std::get<operate::CleanFeet>(*read);
        QVERIFY(clean.on == kLap);
        holdsOver(before, cleaned(before, clean), kOnKnee, true);
    }

    void whatMovesAlongIsRefused()
    {
        operate::CleanFeet clean;
        clean.bones = {kGrip};
        clean.on = kLower;
        const auto refused = operate::edits(figure(), clean);
        QVERIFY(!refused);
        QCOMPARE(refused.error().message,
                 std::string("a limb cannot stand on what moves along with it"));
        clean.bones.clear();
        clean.on = kLap;
        QCOMPARE(operate::edits(figure(), clean).error().message,
                 std::string("which bones are to stand there?"));
    }
};

POSEWRIGHT_TEST(TestContactsElsewhere, posewright::test::runWithEvents);
#include "tst_contacts_elsewhere.moc"
