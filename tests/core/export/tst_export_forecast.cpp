#include "core/export/estimate.h"
#include "core/export/parts.h"
#include "core/io/format.h"
#include "tests/core/export/export_test.h"
#include "tests/core/operate/figure/roll.h"
#include "tests/support/program.h"

using namespace posewright;
using exports::Options;

namespace {

Document forecastOf(const QString& name)
{
    if (name == "handed on") return test::handedOn();
    if (name.endsWith(".json")) return test::listed(name.toUtf8().constData());
    const auto import = io::read(test::resourcePath(name.toUtf8().constData()));
    if (!import) qFatal("%s", import.error().message.c_str());
    return import->document;
}

}  // namespace

/// What is said of a file before it is written.
class TestExportForecast : public test::ExportTest {
    Q_OBJECT

private slots:
    /// Never fewer keys than there will be, and not many more: what is turned without being moved
    /// is all that cannot be known.
    void noFileHasMoreKeysThanWereSaid_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("arm") << "samples/arm.json";
        QTest::newRow("walk") << "samples/walk.json";
        QTest::newRow("doorbell") << "samples/doorbell.json";
        QTest::newRow("mannequin") << "samples/mannequin.glb";
        QTest::newRow("capture") << "samples/capture.bvh";
        QTest::newRow("handed on") << "handed on";
        QTest::newRow("figure, which stands still") << "samples/figure.json";
    }
    void noFileHasMoreKeysThanWereSaid()
    {
        QFETCH(QString, name);
        constexpr double kMost = 1.1;
        const Document doc = forecastOf(name);
        for (const bool targets : {false, true})
            for (const bool all : {false, true})
                for (const double rate : {0.0, 10.0}) {
                    Options options = preset("engine");
                    options.targets = targets;
                    options.allClips = all;
                    if (rate > 0) options.rate = rate;
                    const exports::BakeReport report = exported(doc, options, "forecast.glb");
                    double written = 0;
                    for (const exports::ClipReport& clip : report.files[0].clips)
                        written += clip.keysAfter;
                    const double said = exports::mostKeys(doc, options);
                    const QString words = QString("%1, targets %2, all %3, rate %4: %5 said, %6")
                                              .arg(name)
                                              .arg(targets)
                                              .arg(all)
                                              .arg(rate)
                                              .arg(said)
                                              .arg(written);
                    qInfo("%s", qPrintable(words));
                    const double still = 2.0 * doc.scene->size() * double(doc.clips.size());
                    // What stands still may tremble in its last bits, or not.
                    const bool known = name != "samples/figure.json" || !targets;
                    QVERIFY2(written <= said && (!known || said <= kMost * written + still),
                             qPrintable(words));
                }
    }

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
        QVERIFY(!exports::isStill(doc));
        // One key holds one pose.
        QVERIFY(exports::isStill(keyed(20)) && !exports::stillFrom(keyed(20)));
        doc = keyed(0);
        QVERIFY(exports::isStill(doc) && !exports::stillFrom(doc));
        doc = keyed(24);
        QVERIFY(exports::stillFrom(doc) == std::optional(24.0) && !exports::isStill(doc));
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
