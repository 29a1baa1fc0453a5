#include "core/export/parts.h"
#include "tests/core/export/export_test.h"
#include "tests/support/program.h"

using namespace posewright;
/// What is said of a file before it is written.
class TestExportForecast : public test::ExportTest {
    Q_OBJECT

private slots:
    /// A new clip goes on to 48 whether anything is keyed there or not.
    void whereAClipStandsStillIsFound()
    {
        Document doc = test::biped(false);
        doc.playback.start = 0;
        doc.playback.end = 48;
        QVERIFY(!exports::stillFrom(doc));
        const auto keyed = [&](double frame) {
            edit::SetJointKey key;
            key.joint = test::nodeNamed(doc, "LeftArm");
            key.frame = frame;
            key.rotation = Quat(Eigen::AngleAxisd(0.02 * frame, Vec3::UnitX()));
            return *edit::apply(doc, key);
        };
        doc = keyed(0);
        QVERIFY(!exports::stillFrom(doc));
        doc = keyed(24);
        QVERIFY(exports::stillFrom(doc) == std::optional(24.0));
        QVERIFY(!exports::stillFrom(keyed(48)));
        QVERIFY(!exports::stillFrom(keyed(60)));
        // A target acts over the whole range, and stands still with its last key.
        const Document led = test::edited(doc, {test::addTarget("hand", "RightHand", "RightArm"),
                                                test::targetKey("hand", 0, {-0.4, 1.3, 0.2}),
                                                test::targetKey("hand", 30, {-0.4, 1.5, 0.2})});
        QVERIFY(exports::stillFrom(led) == std::optional(30.0));
        // A limb that is let go moves.
        const auto span = [&](double start, double end) {
            return test::edited(led, {{{"edit", "setSpan"},
                                       {"target", "hand"},
                                       {"start", start},
                                       {"end", end},
                                       {"kind", "contact"}}});
        };
        QVERIFY(exports::stillFrom(span(33, 40)) == std::optional(40.0));
        QVERIFY(exports::stillFrom(span(35, 48)) == std::optional(35.0));
    }
};

POSEWRIGHT_TEST(TestExportForecast, posewright::test::runWithEvents);
#include "tst_export_forecast.moc"
