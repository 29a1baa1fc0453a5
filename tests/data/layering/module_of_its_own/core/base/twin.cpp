// clang-format off
export module posewright.io;
