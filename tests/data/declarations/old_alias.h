// declares posewright::Check(const Document&) and does not define it
#pragma once

namespace posewright {

typedef bool Check(const Document&);

}  // namespace posewright
