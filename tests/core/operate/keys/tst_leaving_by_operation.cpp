#include "core/evaluate/evaluate.h"
#include "core/operate/operate.h"
#include "tests/support/biped.h"
#include "tests/support/program.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace posewright;
using nlohmann::json;

/// What operations add to the edits that they mean.
class TestLeavingByOperation : public QObject {
    Q_OBJECT

private slots:
    /// As in the window, so on the command line.
    void aPlaceAfterAContactLetsTheLimbLeaveFromThere()
    {
        const Document doc =
            test::edited(test::biped(false), {{{"edit", "setRange"}, {"start", 0}, {"end", 80}},
                                              test::addTarget("hand", "LeftHand", "LeftArm"),
                                              test::targetKey("hand", 0, {0.4, 1.3, 0.25}),
                                              test::targetKey("hand", 24, {0.3, 1.45, 0.3}),
                                              {{"edit", "setSpan"},
                                               {"target", "hand"},
                                               {"start", 24},
                                               {"end", 44},
                                               {"kind", "contact"}}});
        const Result<Document> out =
            operate::applyAll(doc, json::array({{{"operation", "placeNode"},
                                                 {"node", "hand"},
                                                 {"frame", 60},
                                                 {"position", {0.5, 1.0, 0}}}}));
        QVERIFY2(out, out ? "" : out.error().message.c_str());
        const auto shownAt = [](const Document& d, const char* node, double frame) {
            return evaluate(d, frame).world[d.scene->find(node)].position;
        };
        const Vec3 stood = shownAt(*out, "LeftHand", 44);
        QVERIFY((stood - shownAt(doc, "LeftHand", 44)).norm() < 1e-9);
        QVERIFY((shownAt(*out, "LeftHand", 45) - stood).norm() < 0.02);
        QVERIFY((shownAt(*out, "hand", 60) - Vec3(0.5, 1.0, 0)).norm() < 1e-12);
    }
};

POSEWRIGHT_TEST(TestLeavingByOperation, posewright::test::runPlain);
#include "tst_leaving_by_operation.moc"
