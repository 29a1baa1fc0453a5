#pragma once

namespace posewright::edit {
class Edit;
}  // namespace posewright::edit
