#pragma once

#include <QCoreApplication>
#include <QTest>

namespace posewright::test {

/// One test of a room's program: its file's name without the ending, and what runs it.
struct ProgramTest {
    const char* file;
    int (*run)(int argc, char** argv);
    const ProgramTest* next = nullptr;
};

/// Adds a test to this program. Called while the program starts, by POSEWRIGHT_TEST.
bool addTest(ProgramTest& test);

/// Runs a test that needs no event loop.
template <class Test>
int runPlain(int argc, char** argv)
{
    Test test;
    return QTest::qExec(&test, argc, argv);
}

/// Runs a test that needs an event loop but no windows.
template <class Test>
int runWithEvents(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    return runPlain<Test>(argc, argv);
}

}  // namespace posewright::test

/// Makes `Class` a test of this room's program, run by the function template `how`. It is called by
/// the name of its file: `tests_core_ik tst_goals`.
#define POSEWRIGHT_TEST(Class, how)                                                                \
    static posewright::test::ProgramTest programTest##Class{__FILE__, how<Class>};                 \
    static const bool isProgramTest##Class = posewright::test::addTest(programTest##Class)
