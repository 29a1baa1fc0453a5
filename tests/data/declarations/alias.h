// declares in another form: Check up
#pragma once

namespace posewright {

using Check = bool(const Document&);
Check up;

}  // namespace posewright
