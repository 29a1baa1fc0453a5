#include "core/io/save.h"
#include "tests/core/export/export_test.h"
#include "tests/support/program.h"

using namespace posewright;
using exports::BakeReport;
using exports::ClipReport;
using exports::Options;

/// What is said of a file after it was read back.
class TestBakeReport : public test::ExportTest {
    Q_OBJECT

    Document doc_ = test::handedOn();

private slots:
    void aFileThatIsRightIsSaidToBe()
    {
        const BakeReport report = exported(doc_, preset("engine"), "right.glb");
        QCOMPARE(int(report.files.size()), 1);
        QCOMPARE(int(report.files[0].clips.size()), 2);
        const ClipReport& clip = report.files[0].clips[0];
        QCOMPARE(clip.frames, 25);
        QCOMPARE(clip.checked, 25);
        QCOMPARE(clip.rate, 24.0);
        QCOMPARE(clip.unmatched, 0);
        QVERIFY2(clip.error > 0 && clip.error < 1e-6, qPrintable(QString::number(clip.error)));
        QVERIFY(clip.keysAfter > clip.keysBefore);
        QCOMPARE(int(clip.contacts.size()), 1);
        QCOMPARE(clip.contacts[0].target, std::string("Left foot"));
        QVERIFY(!clip.contacts[0].slips && clip.contacts[0].written < 1e-6);
        QCOMPARE(int(clip.targets.size()), 2);
        QCOMPARE(report.files[0].bytes, std::filesystem::file_size(path("right.glb")));
        QCOMPARE(report.files[0].format, std::string("glTF 2.0"));
    }

    /// A figure that is a little wrong on purpose: by as much as is measured by hand.
    void aFileThatIsWrongIsFoundOut()
    {
        exports::Options options = preset("three");
        options.allClips = false;
        auto files = exports::plan(doc_, options, path("wrong.bvh"));
        QVERIFY(files && files->size() == 1);
        exports::PlannedFile& file = files->front();
        const Document right = file.document;
        // The root is elsewhere at frames 10 to 12 in the file, and so is all that hangs on it.
        const NodeIndex hips = doc_.scene->find("Hips");
        file.document.rig = Rig{};
        for (const double frame : {9.0, 10.0, 12.0, 13.0}) {
            edit::SetJointKey key;
            key.joint = (*doc_.scene)[hips].id;
            key.frame = frame;
            const Evaluation e = evaluate(file.document, frame);
            key.translation = e.local[hips].translation +
                              (frame > 9 && frame < 13 ? Vec3(0, 0.02, 0) : Vec3(0, 0, 0));
            key.interpolation = edit::KeyShape::Linear;
            file.document = *edit::apply(file.document, key);
        }
        // What the constraints did is lost, too: only the hips are judged here.
        QVERIFY(io::write(file.document, file.path, file.writing));
        const auto told = exports::examine(doc_, file, {});
        QVERIFY(told);
        QVERIFY(told->clips[0].error >= 0.02 - 1e-6);
        QVERIFY(told->clips[0].contacts[0].slips);
        QVERIFY(told->clips[0].contacts[0].written >= 0.02 - 1e-3);
    }

    /// Files of a lower rate go straight from frame to frame, and a foot that stands slides there.
    void aFootThatSlidesBetweenWrittenFramesIsSaidTo()
    {
        Document doc = doc_;
        const NodeIndex hips = doc.scene->find("Hips");
        for (const auto& [frame, down] : {std::pair(4.0, 0.0), std::pair(10.0, 0.15)}) {
            edit::SetJointKey key;
            key.joint = (*doc.scene)[hips].id;
            key.frame = frame;
            key.translation = (*doc.scene)[hips].rest.translation - Vec3(0, down, 0);
            doc = *edit::apply(doc, key);
        }
        exports::Options options = preset("three");
        options.allClips = false;
        options.rate = 8;  // every third frame
        const BakeReport report = exported(doc, options, "slow.bvh");
        const exports::ContactReport& contact = report.files[0].clips[0].contacts[0];
        const Result<io::Import> back = io::read(path("slow.bvh"));
        QVERIFY(back);
        const Document& file = back->document;
        const NodeIndex foot = file.scene->find("LeftFoot");
        std::optional<Vec3> first;
        double slid = 0;
        for (double frame = contact.start; frame <= contact.end; ++frame) {
            const Evaluation e = evaluate(file, frame / 24 * file.clip().rate);
            const Vec3 at = e.world[foot].position;
            if (!first) first = at;
            slid = std::max(slid, (at - *first).norm());
        }
        QVERIFY2(slid > 1e-3, qPrintable(QString::number(slid)));
        QVERIFY2(std::abs(contact.written - slid) < 1e-6 && contact.slips,
                 qPrintable(QString("%1 and %2").arg(contact.written).arg(slid)));
    }

    void reducedFilesStrayAsFarAsToldAndNoFarther_data()
    {
        QTest::addColumn<double>("tolerance");
        for (const double t : {0.0005, 0.002, 0.01}) QTest::addRow("%g", t) << t;
    }
    void reducedFilesStrayAsFarAsToldAndNoFarther()
    {
        QFETCH(double, tolerance);
        Options options = preset("engine");
        const int all = exported(doc_, options, "all.glb").files[0].clips[0].keysAfter;
        options.keys = exports::Keys::Reduced;
        options.tolerance = tolerance;
        const BakeReport report = exported(doc_, options, "few.glb");
        QVERIFY(report.files[0].clips[0].keysAfter < all);
        const double worst = exports::worstShare(report);
        QVERIFY2(worst > 0 && worst <= tolerance, qPrintable(QString::number(worst)));
    }

    void limbsInsideBoxesAreTold()
    {
        const Vec3 foot = evaluate(doc_, 0).world[doc_.scene->find("LeftFoot")].position;
        edit::AddBox step;
        step.name = "Step <1>";
        step.size = Vec3(0.2, 0.1, 0.2);
        step.position = foot - Vec3(0, 0.05, 0);
        const Document doc = *edit::apply(doc_, step);
        const BakeReport report = exported(doc, preset("engine"), "boxes.glb");
        const auto& through = report.files[0].clips[0].through;
        QVERIFY(!through.empty());
        QCOMPARE(through[0].target, std::string("Left foot"));
        QCOMPARE(through[0].box, std::string("Step <1>"));
        QCOMPARE(through[0].start, 0.0);
        QVERIFY2(std::abs(through[0].depth - 0.05) < 1e-6,
                 qPrintable(QString::number(through[0].depth)));
        QVERIFY(exports::reportJson(report).find(R"("through":[{"target":"Left foot")") !=
                std::string::npos);
        const std::string page = exports::reportHtml(report, "boxes");
        QVERIFY(page.find("Inside boxes") != std::string::npos);
        QVERIFY(page.find("Step &lt;1&gt;") != std::string::npos);
        QVERIFY(exports::reportJson(exported(doc_, preset("engine"), "none.glb")).find("through") ==
                std::string::npos);
    }

    void limitsThatAreHitAreCounted()
    {
        // The right elbow is keyed to half a radian beyond a hinge that ends at 1.
        Document doc = test::edited(doc_, {{{"edit", "setLimit"},
                                            {"joint", "RightForeArm"},
                                            {"kind", "hinge"},
                                            {"axis", {0, 1, 0}},
                                            {"min", -1.0},
                                            {"max", 1.0}}});
        const NodeId elbow = test::nodeNamed(doc, "RightForeArm");
        const Quat rest = (*doc.scene)[doc.scene->find(elbow)].rest.rotation;
        for (const auto& [frame, angle] :
             {std::pair{0.0, 0.0}, {10.0, 0.0}, {11.0, 1.0}, {12.0, 1.5}, {13.0, 0.0}}) {
            edit::SetJointKey key;
            key.joint = elbow;
            key.frame = frame;
            key.rotation = rest * Quat(Eigen::AngleAxisd(angle, Vec3::UnitY()));
            key.interpolation = edit::KeyShape::Linear;
            doc = *edit::apply(doc, key);
        }
        const BakeReport report = exported(doc, preset("engine"), "limits.glb");
        const auto& limits = report.files[0].clips[0].limits;
        QCOMPARE(int(limits.size()), 1);
        QCOMPARE(limits[0].joint, std::string("RightForeArm"));
        QCOMPARE(limits[0].first, 11.0);
        QCOMPARE(limits[0].at, 1);
        QCOMPARE(limits[0].beyond, 1);
        QVERIFY(std::abs(limits[0].by - 0.5) < 1e-6);
    }

    /// A dense motion that pops at a frame: of its own, or because somebody keyed it.
    void aPopIsNamedUnlessItCameWithTheMotion()
    {
        const NodeId elbow = test::nodeNamed(doc_, "RightForeArm");
        const NodeIndex row = doc_.scene->find(elbow);
        Document doc = doc_;
        doc.clips[0] = doc.clips[0].with([&](Clip& clip) {
            std::vector<RotationKey> keys;
            for (int frame = 0; frame <= 24; ++frame) {
                const Quat leap(Eigen::AngleAxisd(frame < 10 ? 0 : 1, Vec3::UnitY()));
                keys.push_back({double(frame), (*doc.scene)[row].rest.rotation * leap});
            }
            Track track;
            track.node = elbow;
            track.rotation = RotationTrack::fromKeys(keys);
            setTrack(clip, track);
        });
        const auto clipOf = [&](const Document& unedited, const char* name) {
            const auto done =
                exports::exportDocument(doc, preset("engine"), path(name), true, {0, {}, unedited});
            if (!done) qFatal("%s", done.error().message.c_str());
            return done->report.files[0].clips[0];
        };
        const ClipReport captured = clipOf(doc, "captured.glb");
        QVERIFY(captured.pops.empty());
        QCOMPARE(captured.recorded, 1);
        const ClipReport keyed = clipOf(doc_, "keyed.glb");
        QCOMPARE(keyed.recorded, 0);
        QCOMPARE(int(keyed.pops.size()), 1);
        QCOMPARE(keyed.pops[0].joint, std::string("RightForeArm"));
        QCOMPARE(keyed.pops[0].frame, 10.0);
        QVERIFY(std::abs(keyed.pops[0].angle - 1) < 1e-6);
        BakeReport report;
        report.files.emplace_back().clips.push_back(keyed);
        report.files[0].clips[0].errorFrame = 28.99992084503174;
        report.files[0].clips[0].errorJoint = "Head";
        const std::string page = exports::reportHtml(report, "leaps");
        for (const char* cell : {">RightForeArm</td>", ">9&nbsp;to&nbsp;10</td>", ">57.3&deg;</td>",
                                 "(Head, frame 29)"})
            QVERIFY2(page.find(cell) != std::string::npos, cell);
        const auto json = nlohmann::json::parse(exports::reportJson(report));
        QCOMPARE(json["files"][0]["clips"][0]["leaps"][0]["frame"].get<double>(), 10.0);
    }

    /// Of many clips those with problems are named first.
    void thePageBeginsWithTheClipsThatHaveProblems()
    {
        BakeReport report;
        exports::FileReport& file = report.files.emplace_back();
        file.clips.emplace_back().name = "Idle";
        const auto beginning = [&report] {
            const std::string page = exports::reportBody(report, 1);
            return page.substr(0, page.find("Clip \"Idle\""));
        };
        QVERIFY(beginning().find("problem") == std::string::npos);
        file.clips.emplace_back().name = "Run";
        QVERIFY(beginning().find("None of its 2 clips has a problem.") != std::string::npos);
        file.clips[1].pops.resize(3);
        file.clips[1].targets.resize(2);
        file.clips[1].targets[1].missed = 4;
        file.clips.emplace_back().name = "Jump";
        file.clips[2].contacts.resize(1);
        file.clips[2].contacts[0].slips = true;
        for (const char* words : {"2 of 3 clips have problems:", "1 missed target, 3 pops",
                                  "1 slipping contact", "\"Run\"", "\"Jump\""})
            QVERIFY2(beginning().find(words) != std::string::npos, words);
    }

    /// A clip of 49 frames is looked at between them, too; and a mesh is no joint.
    void whatIsCountedAndNamedIsSaid()
    {
        BakeReport report;
        ClipReport& clip = report.files.emplace_back().clips.emplace_back();
        clip.frames = 49;
        clip.checked = 81;
        clip.between = 32;
        clip.error = 0.001;
        clip.errorFrame = 3;
        clip.errorJoint = "Crate";
        clip.errorKind = "mesh";
        const auto says = [&report](const char* words) {
            return exports::reportHtml(report, "counts").find(words) != std::string::npos;
        };
        QVERIFY(says("49 frames of the file, and 32 times between them"));
        QVERIFY(says("Largest error, read back") && says("(mesh Crate, frame 3)"));
        QVERIFY(!says("error of a joint"));
        const auto json =
            nlohmann::json::parse(exports::reportJson(report))["files"][0]["clips"][0];
        QCOMPARE(json["checkedFrames"].get<int>(), 81);
        QCOMPARE(json["betweenFrames"].get<int>(), 32);
        QCOMPARE(json["errorKind"].get<std::string>(), std::string("mesh"));
        clip.checked = 20;
        clip.between = 0;
        clip.errorKind = "joint";
        QVERIFY(says("20 of the 49 frames of the file"));
        QVERIFY(says("Largest error of a joint, read back") && says("(Crate, frame 3)"));
        // As counted: every frame is written, and none lies between.
        const ClipReport whole = exported(doc_, preset("engine"), "counted.glb").files[0].clips[0];
        QCOMPARE(whole.checked - whole.between, whole.frames);
    }

    void readersThatMisreadAreNamed()
    {
        // Keys that curve come through as they are in a project.
        const BakeReport project = exported(doc_, preset("editor"), "curved.glb");
        const auto& told = project.files[0].diagnostics;
        QVERIFY(std::any_of(told.begin(), told.end(), [](const Diagnostic& d) {
            return d.message.find("assimp") != std::string::npos && d.option == "everyFrame";
        }));
        QVERIFY(exported(doc_, preset("engine"), "straight.glb").files[0].diagnostics.empty());
    }

    void theJsonHasItsMembers()
    {
        const nlohmann::json json = nlohmann::json::parse(
            exports::reportJson(exported(doc_, preset("engine"), "json.glb")));
        QCOMPARE(json["unit"].get<std::string>(), std::string("m"));
        const nlohmann::json& clip = json["files"][0]["clips"][0];
        for (const char* name : {"name", "fps", "frames", "checkedFrames", "keysBefore",
                                 "keysAfter", "error", "pops", "contacts", "targets", "limits"})
            QVERIFY2(clip.contains(name), name);
        QCOMPARE(clip["contacts"][0]["target"].get<std::string>(), std::string("Left foot"));
    }

    void thePageShowsNamesAndRunsNothing()
    {
        Document doc = test::edited(doc_, {{{"edit", "renameBone"},
                                            {"bone", "LeftHand"},
                                            {"name", "<script>alert(1)</script>"}}});
        doc.clips[0] = doc.clips[0].with([](Clip& c) { c.name = "<b>\"bold\"&"; });
        const std::string page =
            exports::reportHtml(exported(doc, preset("editor"), "page.glb"), "A <title>");
        QVERIFY(page.find("<script") == std::string::npos);
        QVERIFY(page.find("&lt;b&gt;&quot;bold&quot;&amp;") != std::string::npos);
        QVERIFY(page.find("A &lt;title&gt;") != std::string::npos);
        QVERIFY(page.find("Left foot") != std::string::npos);
    }

    /// A start of the file that is a rounding before frame 0 is frame 0.
    void noFrameIsMinusZero()
    {
        BakeReport report = exported(doc_, preset("engine"), "zero.glb");
        report.files[0].clips[0].contacts[0].start = -1e-9;
        report.files[0].clips[0].contacts[0].end = 12;
        const std::string page = exports::reportHtml(report, "zero");
        QVERIFY(page.find("-0") == std::string::npos);
        QVERIFY(page.find(">0&nbsp;to&nbsp;12<") != std::string::npos);
    }
};

POSEWRIGHT_TEST(TestBakeReport, test::runWithEvents);
#include "tst_bake_report.moc"
