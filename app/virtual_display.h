#pragma once

namespace posewright::app {

/// Starts an in-memory display (the program Xvfb) and sets DISPLAY and XAUTHORITY. It ends with
/// this process, even if that is killed. False: Xvfb is not installed or did not start. To be
/// called before any thread starts, since it changes the environment.
bool provideVirtualDisplay();

}  // namespace posewright::app
