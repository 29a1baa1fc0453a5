// clang-format off
import posewright.io;
