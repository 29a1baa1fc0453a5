#include "core/evaluate/evaluate.h"
#include "core/operate/copied.h"
#include "core/operate/operate.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"

#include <QTest>

#include <random>

using namespace posewright;

namespace {

constexpr unsigned kWaveSeed = 18;

/// A hand that is keyed to and fro, far and near, without a word about its elbow.
Document waving(std::mt19937& random)
{
    std::uniform_real_distribution<double> any(-1, 1);
    nlohmann::json edits = {{{"edit", "setRange"}, {"start", 0}, {"end", 48}},
                            {{"edit", "setLimit"},
                             {"joint", "LeftForeArm"},
                             {"kind", "hinge"},
                             {"axis", {0, 1, 0}},
                             {"min", -0.15},
                             {"max", 2.5}},
                            test::addTarget("hand", "LeftHand", "LeftArm")};
    for (const int frame : {0, 12, 24})
        edits.push_back(test::targetKey(
            "hand", frame,
            {0.55 + 0.15 * any(random), 1.45 + 0.25 * any(random), 0.15 + 0.3 * any(random)}));
    const Document doc = test::edited(test::biped(false), edits);
    // As it is shown there, on the way.
    edit::SetTargetKey key;
    key.target = findConstraint(doc, "hand")->id;
    key.frame = 18;
    key.position =
        evaluate(doc, 18).world[doc.scene->find(findConstraint(doc, "hand")->target)].position;
    key.keepMotion = true;
    return *edit::apply(doc, key);
}

Vec3 elbowAt(const Document& doc, double frame)
{
    return evaluate(doc, frame).world[doc.scene->find("LeftForeArm")].position;
}

}  // namespace

/// Keys that are copied bend as they were shown.
class TestShownHints : public QObject {
    Q_OBJECT

private slots:
    void theElbowOfACopyIsThatOfItsKey()
    {
        std::mt19937 random(kWaveSeed);
        double most = 0, without = 0;
        for (int i = 0; i < 40; ++i) {
            const Document doc = waving(random);
            const NodeId hand = findConstraint(doc, "hand")->target;
            const std::vector<edit::KeyRef> keys{{hand, {}, {}, 18}};
            const Vec3 own = elbowAt(doc, 18);
            operate::DuplicateKeys twice;
            twice.keys = keys;
            twice.by = 12;
            const auto edits = operate::edits(doc, twice);
            QVERIFY(edits);
            const auto after = edit::applyEach(doc, *edits);
            QVERIFY(after);
            most = std::max(most, (elbowAt(*after, 30) - own).norm());
            QVERIFY((elbowAt(*after, 18) - own).norm() < 1e-6);
            // So it is by way of the clipboard.
            const operate::Copied what = operate::copiedAsShown(doc, keys, {}, {});
            QVERIFY(what.hints && what.hints->size() == 1);
            auto plain = std::get<edit::PutKeys>(edits->front());
            plain.hints.reset();
            const auto bare = edit::apply(doc, plain);
            QVERIFY(bare);
            without = std::max(without, (elbowAt(*bare, 30) - own).norm());
        }
        qInfo("seed %u: elbows of copies are %.2g mm off, %.1f mm without their bends", kWaveSeed,
              1000 * most, 1000 * without);
        QCOMPARE_LE(most, 1e-6);
    }
};

POSEWRIGHT_TEST(TestShownHints, posewright::test::runPlain);
#include "tst_shown_hints.moc"
