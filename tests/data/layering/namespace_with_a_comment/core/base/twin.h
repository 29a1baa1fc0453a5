// clang-format off
namespace /**/ posewright::io {
class Journal;
}  // namespace posewright::io
