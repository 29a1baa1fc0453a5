#include "core/base/ascii.h"
#include "tests/support/program.h"

#include <QTest>

#include <clocale>
#include <string>

using namespace posewright;

/// Letters of names are those of ASCII, whatever locale the program runs in.
class TestAscii : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { std::setlocale(LC_ALL, "C"); }

    void letterByLetter()
    {
        for (int i = 0; i < 256; ++i) {
            const char c = static_cast<char>(i);
            const bool small =
                std::string("abcdefghijklmnopqrstuvwxyz").find(c) != std::string::npos;
            const bool capital =
                std::string("ABCDEFGHIJKLMNOPQRSTUVWXYZ").find(c) != std::string::npos;
            QCOMPARE(isSmallLetter(c), small);
            QCOMPARE(isCapital(c), capital);
            QCOMPARE(isLetter(c), small || capital);
            QCOMPARE(isDigit(c), std::string("0123456789").find(c) != std::string::npos);
            QCOMPARE(inSmall(c), capital ? static_cast<char>(c + 32) : c);
        }
    }

    void namesAreWords_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("words");
        QTest::newRow("signs") << "control-foot-roll.l"
                               << "control foot roll l";
        QTest::newRow("capitals at the end") << "handIK.l"
                                             << "hand ik l";
        QTest::newRow("one capital in front") << "LHipJoint"
                                              << "l hip joint";
        QTest::newRow("digits") << "LeftHandIndex1"
                                << "left hand index";
        QTest::newRow("none") << "12 _"
                              << "";
    }
    void namesAreWords()
    {
        QFETCH(QString, name);
        QFETCH(QString, words);
        std::string joined;
        for (const std::string& word : wordsIn(name.toStdString()))
            joined += (joined.empty() ? "" : " ") + word;
        QCOMPARE(QString::fromStdString(joined), words);
    }

    /// In a locale of one byte a letter, <cctype> takes the bytes of UTF-8 for letters.
    void noLocaleChangesThat()
    {
        const std::string name = "\xc3\x84rmel\xc3\x89L";  // "ÄrmelÉL"
        const std::vector<std::string> before = wordsIn(name);
        QCOMPARE(before, (std::vector<std::string>{"rmel", "l"}));
        for (const char* locale : {"de_DE.ISO-8859-1", "en_US.ISO-8859-1", "tr_TR.ISO-8859-9",
                                   "de_DE.UTF-8", "tr_TR.UTF-8", "C.UTF-8"}) {
            if (!std::setlocale(LC_ALL, locale)) continue;
            QCOMPARE(wordsIn(name), before);
            QCOMPARE(inSmall(name), std::string("\xc3\x84rmel\xc3\x89l"));
        }
    }
};

POSEWRIGHT_TEST(TestAscii, posewright::test::runPlain);
#include "tst_ascii.moc"
