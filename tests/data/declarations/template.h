// declares posewright::up(const T&) and does not define it
#pragma once

namespace posewright {

template <class T, int n = (1 > 0)>
bool up(const T&);

}  // namespace posewright
