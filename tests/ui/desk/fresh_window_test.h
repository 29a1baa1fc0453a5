#pragma once

#include "tests/ui/desk/window_test.h"

namespace posewright::test {

/// Each test has a window of its own, as one finds it who has never chosen anything.
class FreshWindowTest : public WindowTest {
    Q_OBJECT

private slots:
    void initTestCase() { startAsNew(); }
    void init() { openFresh(); }
    void cleanup() { close(); }
};

}  // namespace posewright::test
