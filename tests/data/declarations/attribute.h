// declares posewright::up(const Document&) and does not define it
#pragma once

namespace posewright {

[[gnu::pure]] [[nodiscard]] bool up(const Document&);

}  // namespace posewright
