#pragma once

#include <QTest>

#include <initializer_list>
#include <utility>

namespace posewright::test {

/// The cases of a test that takes one argument: what each is called, and the value it runs with.
template <class T>
void cases(const char* argument, std::initializer_list<std::pair<const char*, T>> rows)
{
    QTest::addColumn<T>(argument);
    for (const auto& [name, value] : rows) QTest::newRow(name) << value;
}

}  // namespace posewright::test
