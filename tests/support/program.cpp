#include "tests/support/program.h"

#include <cstdio>
#include <string_view>

namespace posewright::test {
namespace {

const ProgramTest* firstTest = nullptr;

std::string_view stem(std::string_view file)
{
    if (const auto slash = file.rfind('/'); slash != file.npos) file.remove_prefix(slash + 1);
    return file.substr(0, file.rfind('.'));
}

}  // namespace

bool addTest(ProgramTest& test)
{
    test.next = firstTest;
    firstTest = &test;
    return true;
}

}  // namespace posewright::test

/// A room's tests: `tests_core_ik tst_chain [arguments of Qt Test]`. Without a name it lists them.
int main(int argc, char** argv)
{
    using namespace posewright::test;
    const std::string_view wanted = argc > 1 ? argv[1] : "";
    for (const ProgramTest* test = firstTest; test; test = test->next)
        if (stem(test->file) == wanted) return test->run(argc - 1, argv + 1);
    std::fputs("name one of these tests:\n", stderr);
    for (const ProgramTest* test = firstTest; test; test = test->next) {
        const std::string_view name = stem(test->file);
        std::fprintf(stderr, "  %.*s\n", static_cast<int>(name.size()), name.data());
    }
    return 2;
}
