// declares in another form: int up
#pragma once

namespace posewright {

int up;

}  // namespace posewright
