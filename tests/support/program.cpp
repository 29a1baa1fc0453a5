#include "tests/support/program.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace posewright::test {
namespace {

const ProgramTest* firstTest = nullptr;

std::string_view stem(std::string_view file)
{
    if (const auto slash = file.rfind('/'); slash != file.npos) file.remove_prefix(slash + 1);
    return file.substr(0, file.rfind('.'));
}

/// What ctest takes for "skipped".
constexpr int kSkipped = 77;

/// Qt counts failures in the exit status, and says nothing of what was skipped.
int statusOf(int failures, bool skipped)
{
    if (failures > 127) return failures;  // Qt counts to 127: a test that stood in for a program
    if (failures != 0) return 1;
    return skipped ? kSkipped : 0;
}

bool saysSkip(const std::string& file)
{
    std::ifstream log(file);
    for (std::string line; std::getline(log, line);)
        if (line.starts_with("SKIP")) return true;
    return false;
}

/// Runs a test with a log beside what it prints, unless its output was asked for elsewhere.
int runTest(const ProgramTest& test, int argc, char** argv)
{
    std::vector<char*> arguments(argv, argv + argc);
    for (const std::string_view argument : arguments)
        if (argument == "-o") return test.run(argc, argv);
    std::string log = "/tmp/posewright-test-XXXXXX";
    const int file = mkstemp(log.data());
    if (file < 0) return test.run(argc, argv);
    close(file);
    std::string option = "-o";
    std::string toLog = log + ",txt";
    std::string toScreen = "-,txt";
    for (std::string* word : {&option, &toLog, &option, &toScreen})
        arguments.push_back(word->data());
    arguments.push_back(nullptr);
    const int failures = test.run(static_cast<int>(arguments.size()) - 1, arguments.data());
    const int status = statusOf(failures, saysSkip(log));
    unlink(log.c_str());
    return status;
}

}  // namespace

bool addTest(ProgramTest& test)
{
    test.next = firstTest;
    firstTest = &test;
    return true;
}

}  // namespace posewright::test

/// A room's tests: `tests_core_ik tst_goals [arguments of Qt Test]`. Without a name it lists them.
/// The exit status is 0, 1 where something failed, or 77 where nothing did but something was
/// skipped.
int main(int argc, char** argv)
{
    using namespace posewright::test;
    const std::string_view wanted = argc > 1 ? argv[1] : "";
    for (const ProgramTest* test = firstTest; test; test = test->next)
        if (stem(test->file) == wanted) return runTest(*test, argc - 1, argv + 1);
    std::fputs("name one of these tests:\n", stderr);
    for (const ProgramTest* test = firstTest; test; test = test->next) {
        const std::string_view name = stem(test->file);
        std::fprintf(stderr, "  %.*s\n", static_cast<int>(name.size()), name.data());
    }
    return 2;
}
