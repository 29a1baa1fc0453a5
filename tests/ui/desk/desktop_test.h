#pragma once

#include "tests/ui/desk/desk_support.h"

#include <memory>

namespace posewright::test {

/// Each test drives a window of its own that draws, as one finds it who has never chosen anything.
class DesktopTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { startAsNew(); }
    void init()
    {
        desk_ = std::make_unique<Desktop>();
        QVERIFY(QTest::qWaitForWindowExposed(&desk_->window));
        if (!desk_->window.viewport().draws()) QSKIP("needs OpenGL 3.2 (a software one will do)");
        desk_->activate();
    }
    void cleanup() { desk_.reset(); }

protected:
    std::unique_ptr<Desktop> desk_;
};

}  // namespace posewright::test
