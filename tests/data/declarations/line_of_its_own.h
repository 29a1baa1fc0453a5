// declares posewright::up(const Document&) and does not define it
#pragma once

namespace posewright {

// clang-format off
bool
    up(const Document&);

}  // namespace posewright
