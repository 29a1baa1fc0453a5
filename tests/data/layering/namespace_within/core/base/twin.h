// clang-format off
namespace posewright {
namespace io {
class Journal;
}  // namespace io
}  // namespace posewright
