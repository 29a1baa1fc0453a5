// declares in another form: MakeFormat up
#pragma once

namespace posewright::io {

MakeFormat up;

}  // namespace posewright::io
