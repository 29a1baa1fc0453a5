// declares posewright::operator<(const Document&, const Document&) and does not define it
#pragma once

namespace posewright {

bool operator<(const Document&, const Document&);

}  // namespace posewright
