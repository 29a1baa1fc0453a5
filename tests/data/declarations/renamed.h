// names what another file has: #pragma redefine_extname
#pragma once

namespace posewright {

#pragma redefine_extname known up

}  // namespace posewright
