#pragma once

namespace posewright::app {

/// Starts a display that is drawn in memory (the program Xvfb) and names it in DISPLAY and
/// XAUTHORITY. It ends when this process does, however that ends. False: there is no such program,
/// or it did not start. To be called before any thread, since it changes the environment.
bool provideVirtualDisplay();

}  // namespace posewright::app
