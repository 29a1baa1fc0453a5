// declares in another form: static int known = 1, up(const Document&)
#pragma once

namespace posewright {

static int known = 1, up(const Document&);

}  // namespace posewright
