// declares in another form: bool known(int), up(const Document&)
#pragma once

namespace posewright {

bool known(int), up(const Document&);

}  // namespace posewright
