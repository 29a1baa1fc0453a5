#include "core/evaluate/evaluate.h"
#include "core/io/bvh/bvh_reader.h"
#include "tests/support/program.h"

#include <QTest>

#include <numbers>

using namespace posewright;
using namespace posewright::io;

namespace {

constexpr double kRight = std::numbers::pi / 2;

/// Two joints; `%1` what stands in the second one, `%2` the motion.
QString file(const QString& inner, const QString& motion)
{
    return QStringLiteral(
               "HIERARCHY\nROOT Hips\n{\n  OFFSET 0 90 0\n"
               "  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
               "  JOINT Spine\n  {\n%1  }\n}\nMOTION\n%2")
        .arg(inner, motion);
}

const QString kInner =
    QStringLiteral("    OFFSET 0 10 0\n    CHANNELS 3 Zrotation Xrotation Yrotation\n"
                   "    End Site\n    {\n      OFFSET 0 5 0\n    }\n");
const QString kHead = QStringLiteral("Frames: 2\nFrame Time: 0.04\n");
const QString kRows = QStringLiteral("1 2 3 0 0 0 90 0 0\n4 5 6 0 0 0 0 90 0\n");

Result<Import> parse(const QString& text, const ReadOptions& options = {})
{
    return bvh::readBvh(text.toStdString(), "a.bvh", options);
}

QString words(const Result<Import>& import)
{
    return import ? QString()
                  : QString::fromStdString(import.error().where + ": " + import.error().message);
}

bool warned(const Import& import, const char* what)
{
    for (const Diagnostic& d : import.diagnostics)
        if (d.message.find(what) != std::string::npos) return true;
    return false;
}

}  // namespace

class TestBvhDialects : public QObject {
    Q_OBJECT

private slots:
    void theControlIsRead()
    {
        const auto import = parse(file(kInner, kHead + kRows));
        QVERIFY2(import, qPrintable(words(import)));
        const Document& doc = import->document;
        QVERIFY(import->diagnostics.empty());
        QVERIFY(!import->project);
        QVERIFY(validate(doc));
        QCOMPARE(doc.scene->size(), 2);
        QCOMPARE(doc.clip().rate, 25.0);
        QCOMPARE(doc.clip().name, "a");
        QCOMPARE(doc.playback.end, 1.0);
        const BonePart& spine = *(*doc.scene)[1].bone();
        QCOMPARE(spine.tip, Vec3(0, 5, 0));
        QVERIFY(spine.tipGiven);
        QVERIFY((spine.eulerOrder == std::array<int, 3>{2, 0, 1}));
        QCOMPARE((*doc.scene)[0].bone()->tip, Vec3(0, 10, 0));
        const Evaluation e = evaluate(doc, 0);
        QCOMPARE(e.world[0].position, Vec3(1, 2, 3));  // replaces the OFFSET
        QVERIFY((e.world[1] * spine.tip - Vec3(-4, 12, 3)).norm() < 1e-12);
    }

    void theSameMotionInOtherLetters_data()
    {
        QTest::addColumn<QString>("text");
        const QString plain = file(kInner, kHead + kRows);
        QTest::newRow("CRLF") << QString(plain).replace("\n", "\r\n");
        QTest::newRow("CR") << QString(plain).replace("\n", "\r");
        QString mixed = plain;
        mixed.replace(mixed.indexOf('\n', 100), 1, "\r\n");
        QTest::newRow("mixed line ends") << mixed;
        QTest::newRow("tabs") << QString(plain)
                                     .replace(" ", "\t")
                                     .replace("End\tSite", "End Site")
                                     .replace("Frame\tTime", "Frame Time");
        QTest::newRow("BOM") << QChar(0xFEFF) + plain;
        QTest::newRow("no last line end") << plain.chopped(1);
        QTest::newRow("blank lines") << QString(plain).replace("\n", "\n \n\t\n");
        QTest::newRow("exponents")
            << QString(plain).replace(" 10 ", " 1.0e+01 ").replace("90 0 0", "9E1 0 0");
        QTest::newRow("leading dots and plus")
            << QString(plain).replace("0.04", ".04").replace("4 5 6", "+4 5. 6.0");
        QTest::newRow("lower case") << QString(plain)
                                           .replace("rotation", "ROTATION")
                                           .replace("position", "Position")
                                           .replace("Zposition", "zposition");
        QTest::newRow("glued colons")
            << QString(plain).replace("Frames: 2", "Frames:2").replace("Time: 0.04", "Time:0.04");
        QTest::newRow("spaced colons") << QString(plain)
                                              .replace("Frames: 2", "Frames : 2")
                                              .replace("Time: 0.04", "Time : 0.04");
        QTest::newRow("braces on the line")
            << QString(plain).replace("Hips\n{", "Hips {").replace("Site\n    {", "Site {");
        QTest::newRow("CHANNELS before OFFSET")
            << file("    CHANNELS 3 Zrotation Xrotation Yrotation\n    OFFSET 0 10 0\n"
                    "    End Site\n    {\n      OFFSET 0 5 0\n    }\n",
                    kHead + kRows);
        QTest::newRow("named End Site") << QString(plain).replace("End Site", "End Site Head top");
        QTest::newRow("wrapped rows") << QString(plain).replace("3 0 0 0", "3\n0 0 0");
        QTest::newRow("all rows on one line") << QString(plain).replace("0 0\n4", "0 0 4");
        QTest::newRow("position channels of the joint")
            << file("    OFFSET 0 10 0\n    CHANNELS 6 Zrotation Xrotation Yrotation Xposition "
                    "Yposition Zposition\n"
                    "    End Site\n    {\n      OFFSET 0 5 0\n    }\n",
                    kHead + "1 2 3 0 0 0 90 0 0 0 10 0\n4 5 6 0 0 0 0 90 0 0 10 0\n");
        QTest::newRow("one position channel")
            << file("    OFFSET 0 3 0\n    CHANNELS 4 Zrotation Yposition Xrotation Yrotation\n"
                    "    End Site\n    {\n      OFFSET 0 5 0\n    }\n",
                    kHead + "1 2 3 0 0 0 90 10 0 0\n4 5 6 0 0 0 0 10 90 0\n");
    }
    void theSameMotionInOtherLetters()
    {
        QFETCH(QString, text);
        const auto plain = parse(file(kInner, kHead + kRows));
        const auto import = parse(text);
        QVERIFY2(import, qPrintable(words(import)));
        QCOMPARE(import->document.clip().rate, 25.0);
        for (const double frame : {0.0, 0.4, 1.0}) {
            const Evaluation a = evaluate(plain->document, frame);
            const Evaluation b = evaluate(import->document, frame);
            for (int i = 0; i < 2; ++i) {
                QVERIFY((a.world[i].position - b.world[i].position).norm() < 1e-12);
                QVERIFY(a.world[i].rotation.angularDistance(b.world[i].rotation) < 1e-12);
            }
        }
        QCOMPARE((*import->document.scene)[1].bone()->tip, Vec3(0, 5, 0));
    }

    void rotationsFollowTheirOwnOrder_data()
    {
        QTest::addColumn<QString>("order");
        for (const char* order : {"XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX"})
            QTest::newRow(order) << order;
    }
    void rotationsFollowTheirOwnOrder()
    {
        QFETCH(QString, order);
        QStringList names;
        Quat expected = Quat::Identity();
        const double degrees[] = {30, -70, 200};
        for (int i = 0; i < 3; ++i) {
            const int axis = order[i].toLatin1() - 'X';
            names << QString(order[i]) + "rotation";
            expected =
                expected * Quat(Eigen::AngleAxisd(degrees[i] / 90 * kRight, Vec3::Unit(axis)));
        }
        QString inner = kInner;
        inner.replace("Zrotation Xrotation Yrotation", names.join(' '));
        const auto import =
            parse(file(inner, "Frames: 1\nFrame Time: 0.04\n0 0 0 0 0 0 30 -70 200\n"));
        QVERIFY2(import, qPrintable(words(import)));
        QVERIFY(evaluate(import->document, 0).world[1].rotation.angularDistance(expected) < 1e-12);
        const auto axes = (*import->document.scene)[1].bone()->eulerOrder;
        for (int i = 0; i < 3; ++i) QCOMPARE(axes[i], order[i].toLatin1() - 'X');
    }

    void jointsMayHaveFewChannelsOrNone()
    {
        const auto hinge = parse(file("    OFFSET 0 10 0\n    CHANNELS 1 Xrotation\n",
                                      "Frames: 1\nFrame Time: 0.04\n0 0 0 0 0 0 90\n"));
        QVERIFY2(hinge, qPrintable(words(hinge)));
        QVERIFY(evaluate(hinge->document, 0)
                    .world[1]
                    .rotation.angularDistance(Quat(Eigen::AngleAxisd(kRight, Vec3::UnitX()))) <
                1e-12);
        for (const char* inner : {"    OFFSET 0 10 0\n    CHANNELS 0\n", "    OFFSET 0 10 0\n"}) {
            const auto rigid = parse(file(inner, "Frames: 1\nFrame Time: 0.04\n0 0 0 0 0 0\n"));
            QVERIFY2(rigid, qPrintable(words(rigid)));
            QCOMPARE(evaluate(rigid->document, 0).world[1].position, Vec3(0, 10, 0));
            const BonePart& bone = *(*rigid->document.scene)[1].bone();
            QVERIFY(!bone.tipGiven);
            QCOMPARE(bone.tip, Vec3(0, 5, 0));
        }
    }

    void severalRootsAreRead()
    {
        QString text = file(kInner, "Frames: 1\nFrame Time: 0.04\n1 2 3 0 0 0 0 0 0 7 8 9\n");
        text.replace(
            "MOTION",
            "ROOT Prop\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n}\nMOTION");
        const auto import = parse(text);
        QVERIFY2(import, qPrintable(words(import)));
        QCOMPARE(import->document.scene->size(), 3);
        QCOMPARE((*import->document.scene)[2].parent, kNoNode);
        QCOMPARE(evaluate(import->document, 0).world[2].position, Vec3(7, 8, 9));
    }

    void boneLengthsMayComeFromTheChannels()
    {
        const auto import = parse(file("    OFFSET 0 0 0\n    CHANNELS 6 Xposition Yposition "
                                       "Zposition Zrotation Xrotation Yrotation\n",
                                       "Frames: 1\nFrame Time: 0.04\n1 2 3 0 0 0 0 12 0 0 0 0\n"));
        QVERIFY2(import, qPrintable(words(import)));
        QCOMPARE((*import->document.scene)[1].rest.translation, Vec3(0, 12, 0));
        QVERIFY(warned(*import, "1 joint has no OFFSET"));
    }

    void namesAreKeptUniqueAndHarmless_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("read");
        QTest::newRow("blanks") << QByteArray("Left Upper Leg") << QByteArray("Left Upper Leg");
        QTest::newRow("colon") << QByteArray("mixamorig:Hips") << QByteArray("mixamorig:Hips");
        QTest::newRow("twice") << QByteArray("Hips") << QByteArray("Hips.2");
        QTest::newRow("keyword") << QByteArray("MOTION") << QByteArray("MOTION");
        QTest::newRow("Latin-1") << QByteArray("Br\xFC"
                                               "cke")
                                 << QByteArray("Br\xC3\xBC"
                                               "cke");
        QTest::newRow("overlong") << QByteArray("S\xC0\xAF") << QByteArray("S\xC3\x80\xC2\xAF");
        QTest::newRow("escape") << QByteArray("\x1b[2Jx") << QByteArray("\xEF\xBF\xBD[2Jx");
        QTest::newRow("direction")
            << QByteArray("\xE2\x80\xAEnip") << QByteArray("\xEF\xBF\xBDnip");
        QTest::newRow("trailing blanks") << QByteArray("Spine  \t") << QByteArray("Spine");
    }
    void namesAreKeptUniqueAndHarmless()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, read);
        QByteArray text = file(kInner, kHead + kRows).toUtf8();
        text.replace("JOINT Spine", "JOINT " + name);
        const auto import = bvh::readBvh(text.toStdString(), "a.bvh");
        QVERIFY2(import, qPrintable(words(import)));
        QCOMPARE(QByteArray::fromStdString((*import->document.scene)[1].name), read);
        if (name.trimmed() != read || name.contains(' '))
            QVERIFY(!import->diagnostics.empty() || name.trimmed() == read);
    }

    void whatCanBeMendedIsMendedAndTold_data()
    {
        QTest::addColumn<QString>("motion");
        QTest::addColumn<int>("rows");
        QTest::addColumn<double>("rate");
        QTest::addColumn<QString>("said");
        const QString row = "1 2 3 0 0 0 90 0 0\n";
        QTest::newRow("fewer rows")
            << "Frames: 3\nFrame Time: 0.04\n" + row + row << 2 << 25.0 << "has 2";
        QTest::newRow("more rows")
            << "Frames: 1\nFrame Time: 0.04\n" + row + row << 2 << 25.0 << "has 2";
        QTest::newRow("cut row") << "Frames: 3\nFrame Time: 0.04\n" + row + row + "1 2 3 4" << 2
                                 << 25.0 << "cut short";
        QTest::newRow("no time") << "Frames: 2\n" + row + row << 2 << 30.0 << "no Frame Time";
        QTest::newRow("time 0") << "Frames: 2\nFrame Time: 0\n" + row + row << 2 << 30.0
                                << "Frame Time is 0";
        QTest::newRow("wrapped") << "Frames: 1\nFrame Time: 0.04\n1 2 3 0\n0 0 90 0 0\n"
                                 << 1 << 25.0 << "do not agree";
    }
    void whatCanBeMendedIsMendedAndTold()
    {
        QFETCH(QString, motion);
        QFETCH(int, rows);
        QFETCH(double, rate);
        QFETCH(QString, said);
        const auto import = parse(file(kInner, motion));
        QVERIFY2(import, qPrintable(words(import)));
        QCOMPARE(import->document.playback.end, rows - 1.0);
        QCOMPARE(import->document.clip().rate, rate);
        QVERIFY(warned(*import, qPrintable(said)));
        for (const Diagnostic& d : import->diagnostics) QVERIFY(d.where.rfind("a.bvh", 0) == 0);
    }

    void noFramesAreTheRestPose()
    {
        const auto import = parse(file(kInner, "Frames: 0\nFrame Time: 0.04\n"));
        QVERIFY2(import, qPrintable(words(import)));
        QCOMPARE(import->document.playback.end, 0.0);
        QCOMPARE(evaluate(import->document, 0).world[0].position, Vec3(0, 90, 0));
    }

    void frameTimesStandForUsualRates_data()
    {
        QTest::addColumn<QString>("time");
        QTest::addColumn<double>("rate");
        QTest::newRow("120 in 6 digits") << "0.008333" << 120.0;
        QTest::newRow("120 cut off") << ".0083333" << 120.0;
        QTest::newRow("30") << "0.033333" << 30.0;
        QTest::newRow("30 short") << "0.033" << 30.0;
        QTest::newRow("60 cut off") << "0.01666" << 60.0;
        QTest::newRow("24") << "0.041667" << 24.0;
        QTest::newRow("NTSC film") << "0.04170833" << 24000.0 / 1001;
        QTest::newRow("NTSC") << "0.0333667" << 30000.0 / 1001;
        QTest::newRow("119.88") << "0.008342" << 120000.0 / 1001;
        QTest::newRow("100") << "0.010000" << 100.0;
        QTest::newRow("exactly itself") << "0.0417083750417" << 1 / 0.0417083750417;
        QTest::newRow("one digit says too little") << "0.03" << 1 / 0.03;
        QTest::newRow("unusual") << "0.0123456789" << 1 / 0.0123456789;
        QTest::newRow("exponent") << "8.3333e-3" << 120.0;
        QTest::newRow("two seconds") << "2.0" << 0.5;
    }
    void frameTimesStandForUsualRates()
    {
        QFETCH(QString, time);
        QFETCH(double, rate);
        const auto import = parse(file(kInner, "Frames: 2\nFrame Time: " + time + "\n" + kRows));
        QVERIFY2(import, qPrintable(words(import)));
        QCOMPARE(import->document.clip().rate, rate);
    }

    void lengthsAreScaled()
    {
        ReadOptions options;
        options.scale = 0.01;
        const auto import = parse(file(kInner, kHead + kRows), options);
        QVERIFY(import);
        const Evaluation e = evaluate(import->document, 0);
        QVERIFY((e.world[1].position - Vec3(0.01, 0.12, 0.03)).norm() < 1e-15);
        QVERIFY(((*import->document.scene)[1].bone()->tip - Vec3(0, 0.05, 0)).norm() < 1e-15);
    }
};

POSEWRIGHT_TEST(TestBvhDialects, posewright::test::runWithEvents);
#include "tst_bvh_dialects.moc"
