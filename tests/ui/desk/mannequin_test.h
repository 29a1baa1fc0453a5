#pragma once

#include "tests/ui/desk/fresh_window_test.h"
#include "ui/actions/samples.h"

namespace posewright::test {

/// Each test has a window of its own that shows the mannequin.
class MannequinTest : public FreshWindowTest {
    Q_OBJECT

private slots:
    void init()
    {
        openFresh();
        ui::openSample(*window_, "mannequin");
    }
};

}  // namespace posewright::test
