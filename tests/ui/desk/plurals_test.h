#pragma once

#include "tests/ui/desk/window_test.h"
#include "ui/desk/plurals.h"

namespace posewright::test {

/// Tests that read numbers of things, in the words that the program has for them.
class PluralsTest : public WindowTest {
    Q_OBJECT

    ui::Plurals plurals_;

private slots:
    void initTestCase()
    {
        startAsNew();
        qApp->installTranslator(&plurals_);
    }
    void cleanupTestCase() { qApp->removeTranslator(&plurals_); }
};

}  // namespace posewright::test
