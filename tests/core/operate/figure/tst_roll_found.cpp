#include "core/operate/roll_bones.h"
#include "tests/core/operate/figure/roll.h"
#include "tests/support/figures.h"
#include "tests/support/program.h"

#include <QTest>

#include <cmath>
#include <numbers>

using namespace posewright;
using test::boneNamed;
using test::listed;

namespace {

constexpr std::uint64_t kRollFoundSeed = 20261127;

std::vector<WorldTransform> restPlaces(const Document& doc)
{
    return worldTransforms(*doc.scene, restPose(*doc.scene));
}

/// By how much a bone's Z axis (its Y axis where it points along Z) lies off the front or off what
/// is up, or its X axis off what it bends about, seen along it. [rad] Nothing: it is no bone of
/// some length, or straight.
std::optional<double> offAim(const Document& doc, NodeIndex row, const QString& to)
{
    const Scene& scene = *doc.scene;
    const auto world = restPlaces(doc);
    const auto way = [&](NodeIndex of) {
        const BonePart* bone = of == kNoNode ? nullptr : scene[of].bone();
        return bone ? Vec3(world[of].linear * bone->tip).normalized() : Vec3(Vec3::Zero());
    };
    const Vec3 along = way(row);
    if (along.isZero()) return std::nullopt;
    const auto alone = [&](const Vec3& v) { return Vec3(v - along * along.dot(v)).normalized(); };
    const auto apart = [&](const Vec3& a, const Vec3& b) {
        return std::atan2(alone(a).cross(alone(b)).norm(), alone(a).dot(alone(b)));
    };
    if (to == "bend") {
        Vec3 about = Vec3::Zero();
        for (NodeIndex child = row + 1; child < scene.size() && about.isZero(); ++child)
            if (scene[child].parent == row && along.cross(way(child)).norm() > 0.02)
                about = along.cross(way(child));
        if (about.isZero()) return std::nullopt;
        const double off = apart(world[row].linear.col(0), about);
        return world[row].linear.determinant() < 0 ? std::numbers::pi - off : off;
    }
    const Vec3 tip = scene[row].bone()->tip.normalized();
    const bool upright = std::abs(along.y()) > 0.95, ahead = std::abs(along.z()) > 0.95;
    const bool up = to == "up" ? !upright : ahead;
    return apart(world[row].linear.col(std::abs(tip.z()) > 0.95 ? 1 : 2),
                 up ? Vec3::UnitY() : Vec3::UnitZ());
}

}  // namespace

/// The roll of bones is found by the front, by what is up or by the bend.
class TestRollFound : public QObject {
    Q_OBJECT

private slots:
    /// Where none are named. A box of limits lies along a joint's own axes.
    void bonesThatCannotRollAreLeftOut()
    {
        const Document doc = listed("templates/biped.json");
        const auto boxed = [&](const Document& in, NodeId bone) {
            edit::SetLimit box;
            box.joint = bone;
            box.kind = edit::LimitKind::Box;
            box.x = box.y = box.z = {-0.5, 0.5};
            const auto out = edit::apply(in, box);
            if (!out) qFatal("%s", out.error().message.c_str());
            return *out;
        };
        const NodeId arm = boneNamed(doc, "LeftArm");
        const Document one = boxed(doc, arm);
        for (const operate::RollTo to :
             {operate::RollTo::Front, operate::RollTo::Up, operate::RollTo::Bend}) {
            const auto free = operate::rolled(doc, {{}, to});
            const auto some = operate::rolled(one, {{}, to});
            QVERIFY(free && free->left.empty() && operate::told(*free).empty());
            QVERIFY2(some, some ? "" : some.error().message.c_str());
            QCOMPARE(some->edits.size(), free->edits.size() - 1);
            QCOMPARE(some->left.size(), std::size_t(1));
            QVERIFY(operate::told(*some).find("\"LeftArm\"") != std::string::npos);
            const auto after = edit::applyEach(one, some->edits);
            const auto all = edit::applyEach(doc, free->edits);
            QVERIFY(after && all);
            const auto world = restPlaces(*after), expected = restPlaces(*all);
            for (NodeIndex row = 0; row < doc.scene->size(); ++row) {
                const Quat there = (*doc.scene)[row].id == arm ? restPlaces(doc)[row].rotation
                                                               : expected[row].rotation;
                QVERIFY2(there.angularDistance(world[row].rotation) < 1e-6,
                         (*doc.scene)[row].name.c_str());
            }
            // One that was named is refused, and says why.
            const auto refused =
                edit::applyEach(one, *operate::edits(one, operate::RollBones{{arm}, to}));
            QVERIFY(!refused);
            QVERIFY(refused.error().message.find("its own axes") != std::string::npos);
        }
        // Where nothing is left, the reason is given.
        Document every = doc;
        for (const Node& node : doc.scene->nodes())
            if (node.bone() && node.bone()->tip.norm() > 0)
                every = boxed(*edit::apply(every, edit::RollBone{node.id, 0.3}), node.id);
        const auto none = operate::rolled(every, {});
        QVERIFY(!none);
        QVERIFY2(none.error().message.find("its own axes") != std::string::npos,
                 none.error().message.c_str());
    }

    /// A mirrored or stretched figure: what is found once is not found otherwise once more.
    void aFigureThatIsScaledRollsToo()
    {
        test::Random random(kRollFoundSeed);
        for (const Vec3& scale :
             {Vec3(-1, -1, -1), Vec3(-1, 1, 1), Vec3(1, 1, -2), Vec3(1, 2, 1.5)})
            for (const char* word : {"front", "up", "bend"}) {
                Document doc = listed("templates/biped.json");
                edit::SetRest rest;
                rest.node = boneNamed(doc, "Hips");
                rest.scale = scale;
                doc = *edit::apply(doc, rest);
                for (const char* bone : {"LeftArm", "LeftUpLeg", "LeftForeArm", "Neck"})
                    doc = *edit::apply(doc,
                                       edit::RollBone{boneNamed(doc, bone), random.uniform(-3, 3)});
                const nlohmann::json list =
                    nlohmann::json::array({{{"operation", "rollBones"}, {"to", word}}});
                const auto after = operate::applyAll(doc, list);
                QVERIFY2(after, after ? "" : after.error().message.c_str());
                for (NodeIndex row = 0; row < doc.scene->size(); ++row) {
                    const bool even = scale == -Vec3::Ones() || (*doc.scene)[row].name != "Hips";
                    // X and Z are not across each other where the figure is sheared.
                    const bool sheared = scale.cwiseAbs() != Vec3(Vec3::Ones());
                    if (!even || (sheared && std::string_view(word) == "bend")) continue;
                    const double off = offAim(*after, row, word).value_or(0);
                    QVERIFY2(off < 1e-6, qPrintable(QString("%1, %2, %3: off by %4 rad")
                                                        .arg(scale.x())
                                                        .arg(word)
                                                        .arg((*doc.scene)[row].name.c_str())
                                                        .arg(off)));
                }
            }
    }

    void rollIsFoundAnew_data()
    {
        QTest::addColumn<QString>("to");
        for (const char* to : {"front", "up", "bend"}) QTest::newRow(to) << to;
    }
    void rollIsFoundAnew()
    {
        QFETCH(QString, to);
        const Document doc = listed("templates/biped.json");
        const nlohmann::json list =
            nlohmann::json::array({{{"operation", "rollBones"}, {"to", to.toStdString()}}});
        const auto after = operate::applyAll(doc, list);
        QVERIFY2(after, after ? "" : after.error().message.c_str());
        int checked = 0;
        for (NodeIndex row = 0; row < doc.scene->size(); ++row) {
            const std::optional<double> off = offAim(*after, row, to);
            if (!off) continue;
            QVERIFY2(
                *off < 1e-7,
                qPrintable(
                    QString("%1 is off by %2 rad").arg((*doc.scene)[row].name.c_str()).arg(*off)));
            ++checked;
        }
        QVERIFY(checked >= (to == "bend" ? 8 : 17));
        const auto again = operate::applyAll(*after, list);
        QVERIFY(again);
        for (NodeIndex row = 0; row < doc.scene->size(); ++row)
            QVERIFY((*again->scene)[row].rest.rotation.angularDistance(
                        (*after->scene)[row].rest.rotation) < 1e-9);
    }
};

POSEWRIGHT_TEST(TestRollFound, posewright::test::runWithEvents);
#include "tst_roll_found.moc"
