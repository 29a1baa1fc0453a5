// names what another file has: extern
#pragma once

namespace posewright {

extern const int kUp;

}  // namespace posewright
