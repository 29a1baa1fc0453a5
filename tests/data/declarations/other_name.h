// names what another file has: alias(
#pragma once

namespace posewright {

static bool up() __attribute__((alias("_ZN10posewright2upERKNS_8DocumentE")));

}  // namespace posewright
