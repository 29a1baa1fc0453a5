// declares in another form: bool(up)(const Document&)
#pragma once

namespace posewright {

bool(up)(const Document&);

}  // namespace posewright
