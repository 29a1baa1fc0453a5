#pragma once

namespace posewright::io {
class Journal;
}  // namespace posewright::io
