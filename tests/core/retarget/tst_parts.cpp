#include "tests/support/carried.h"
#include "tests/support/program.h"
#include "tests/support/seed.h"
#include "tests/support/torn.h"

#include <QTest>

using namespace posewright;
using namespace posewright::test;

namespace {

constexpr int kPartFrames = 40;
constexpr double kPartSize = 1.7;  ///< [m]

}  // namespace

/// Figures of which a part is missing, or does not hang where it belongs.
class TestParts : public QObject {
    Q_OBJECT

private slots:
    void aTornBodyMovesAsAWholeOne_data()
    {
        QTest::addColumn<QStringList>("torn");
        QTest::addColumn<bool>("free");
        QTest::addColumn<QStringList>("sourceWithout");
        const QStringList feet{"LeftFoot", "RightFoot"}, trunk{"Spine"};
        for (const bool free : {false, true}) {
            const char* how = free ? ", free" : "";
            QTest::addRow("feet%s", how) << feet << free << QStringList{};
            QTest::addRow("feet, none in the source%s", how) << feet << free << feet;
            QTest::addRow("feet and toes%s", how)
                << feet + QStringList{"LeftToeBase", "RightToeBase"} << free << QStringList{};
            QTest::addRow("trunk%s", how) << trunk << free << QStringList{};
            QTest::addRow("trunk and feet, a source without spine%s", how)
                << trunk + feet << free << QStringList{"Spine"};
        }
    }
    void aTornBodyMovesAsAWholeOne()
    {
        QFETCH(QStringList, torn);
        QFETCH(bool, free);
        QFETCH(QStringList, sourceWithout);
        plain::Dice dice(test::printedSeed(20261126));
        const auto namesOf = [](const QStringList& list) {
            std::vector<std::string> names;
            for (const QString& name : list) names.push_back(name.toStdString());
            return names;
        };
        const MadeBody body = without(madeBody(), namesOf(sourceWithout));
        const std::vector<BodyPose> motion = madeMotion(body, kPartFrames, dice);
        const Document from = documentOf(body, motion, kRate);
        const MadeBody other =
            withOtherFrames(madeBody({.legs = 0.8, .hipWidth = 1.6, .spine = 2}), dice);
        const Document whole = standing(other), parts = test::torn(whole, namesOf(torn));
        retarget::Options options;
        options.feetByGoals = options.handsByGoals = !free;
        const retarget::Retargeted one = carried(from, whole, options),
                                   two = carried(from, parts, options);
        QCOMPARE(two.target.size(), one.target.size());
        for (int f = 0; f < kPartFrames; ++f) {
            const auto a = placesIn(whole, one.clip, f), b = placesIn(parts, two.clip, f);
            for (const auto& [name, place] : a)
                QVERIFY2(plain::length(place - b.at(name)) < 1e-9 * kPartSize, name.c_str());
        }
    }

    /// A mesh is often bound by several skins, each with the joints of its part: they tell the pose
    /// together, whatever is the rest pose.
    void allSkinsTellTheBindPose()
    {
        plain::Dice dice(test::printedSeed(20261129));
        const MadeBody body = madeBody(), bound = withOtherFrames(madeBody({.legs = 0.9}), dice);
        // At rest the arms are rolled about themselves.
        MadeBody rolled = bound;
        const auto ofArm = [](const std::string& name) {
            return name.ends_with("ForeArm") || name.find("Hand") != std::string::npos;
        };
        for (BodyJoint& joint : rolled.joints)
            if (ofArm(joint.name)) joint.frame = plain::product(plain::about(0, 0.9), joint.frame);
        Document to = standing(rolled);
        std::vector<Skin> skins(2);
        for (std::size_t i = 0; i < bound.joints.size(); ++i) {
            const BodyJoint& joint = bound.joints[i];
            const bool arm = ofArm(joint.name);
            Eigen::Affine3d place = Eigen::Affine3d::Identity();
            place.translate(vecOf(joint.at)).rotate(quatOf(joint.frame));
            for (const std::size_t skin : {0, 1}) {
                // Both hold the upper arms, where they meet.
                const bool meet = joint.name == "LeftArm" || joint.name == "RightArm";
                if (!meet && arm != (skin == 1)) continue;
                skins[skin].joints.push_back((*to.scene)[static_cast<NodeIndex>(i)].id);
                skins[skin].inverseBind.push_back(place.inverse().matrix().cast<float>());
            }
        }
        to.scene = *Scene::make(to.scene->nodes(), skins);
        const std::vector<BodyPose> motion = madeMotion(body, kPartFrames, dice);
        retarget::Options options;
        options.targetReference.kind = retarget::Reference::Kind::Bind;
        const retarget::Retargeted out = carried(documentOf(body, motion, kRate), to, options);
        for (int f = 0; f < kPartFrames; ++f) {
            const BodyPose is = poseIn(bound, to, out.clip, f);
            for (const char* name : {"LeftForeArm", "RightForeArm", "LeftHand", "RightHand"})
                QCOMPARE_LT(
                    plain::angle(is.turns[bound.row(name)], motion[f].turns[body.row(name)]), 1e-4);
        }
    }

    void onlyOneHasLegs_data()
    {
        QTest::addColumn<double>("scale");
        QTest::addColumn<bool>("sourceHas");
        QTest::newRow("the target, of the same size") << 1.0 << false;
        QTest::newRow("the target, twice as tall") << 2.0 << false;
        QTest::newRow("the source, of the same size") << 1.0 << true;
        QTest::newRow("the source, a third as tall") << 1.0 / 3 << true;
    }
    /// A capture of an upper body: what both have moves as it would.
    void onlyOneHasLegs()
    {
        QFETCH(double, scale);
        QFETCH(bool, sourceHas);
        plain::Dice dice(test::printedSeed(20261127));
        const MadeBody legs = madeBody(), none = without(legs, {"LeftUpLeg", "RightUpLeg"});
        const MadeBody &body = sourceHas ? legs : none, &small = sourceHas ? none : legs;
        const MadeBody other = moved(small, scale, {0, 0, 0, 1});
        const std::vector<BodyPose> motion = madeMotion(body, kPartFrames, dice);
        const Document to = standing(other);
        retarget::Options options;
        options.ground = retarget::Ground::Kept;
        const retarget::Retargeted out = carried(documentOf(body, motion, kRate), to, options);
        QCOMPARE_LT(std::abs(out.scale - scale), 1e-9);
        for (int f = 0; f < kPartFrames; ++f) {
            const auto from = placesOf(body, motion[f]);
            const auto is = placesOf(other, poseIn(other, to, out.clip, f));
            for (const char* name : {"Hips", "Head", "LeftHand", "RightHand"})
                QCOMPARE_LT(plain::length(is[other.row(name)] - scale * from[body.row(name)]),
                            1e-9 * kPartSize);
        }
    }
};

POSEWRIGHT_TEST(TestParts, posewright::test::runWithEvents);
#include "tst_parts.moc"
