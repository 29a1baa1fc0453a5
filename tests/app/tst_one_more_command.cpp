#include "tests/app/cli_test.h"
#include "tests/app/example_command.h"
#include "tests/support/program.h"

using namespace posewright;

/// A subcommand is a source and a row: one that the program does not have parses, answers, fails.
class TestOneMoreCommand : public test::CliTest {
    Q_OBJECT

    static test::Outcome callExample(const std::vector<std::string>& arguments)
    {
        std::ostringstream out, err;
        const cli::Environment alone;
        cli::Console console{out, err, alone};
        const cli::Exit exit = cli::runCommand(test::exampleCommand(), arguments, console);
        return {static_cast<int>(exit), out.str(), err.str()};
    }

private slots:
    void initTestCase() { start(); }

    void itAnswers()
    {
        const test::Outcome said = callExample({arm()});
        QCOMPARE(said.exit, 0);
        QCOMPARE(said.out, std::string("3\n"));
        QCOMPARE(said.err, std::string());
    }
    void itSaysHowItIsUsed()
    {
        const test::Outcome help = callExample({"--help"});
        QCOMPARE(help.exit, 0);
        QVERIFY(help.out.starts_with("usage: posewright bones FILE\n"));
        const test::Outcome wrong = callExample({});
        QCOMPARE(wrong.exit, 2);
        QVERIFY(wrong.err.find("usage: posewright bones FILE\n") != std::string::npos);
    }
    void itFailsWithAPlace()
    {
        const test::Outcome missing = callExample({"no-such-file.bvh"});
        QVERIFY(missing.exit != 0);
        QVERIFY(missing.err.starts_with("posewright: no-such-file.bvh: "));
    }
};

POSEWRIGHT_TEST(TestOneMoreCommand, posewright::test::runPlain);
#include "tst_one_more_command.moc"
