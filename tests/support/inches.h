#pragma once

namespace posewright::test {

/// A BVH file of a figure that is 70 inches tall.
inline constexpr const char* kFigureInInches =
    "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition "
    "Zrotation Xrotation Yrotation\n"
    "JOINT LeftUpLeg\n{\nOFFSET 4 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "JOINT LeftLeg\n{\nOFFSET 0 -18 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "JOINT LeftFoot\n{\nOFFSET 0 -18 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "End Site\n{\nOFFSET 0 -2 4\n}\n}\n}\n}\n"
    "JOINT Spine\n{\nOFFSET 0 8 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "JOINT Head\n{\nOFFSET 0 16 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "End Site\n{\nOFFSET 0 8 0\n}\n}\n}\n}\n"
    "MOTION\nFrames: 1\nFrame Time: 0.04\n0 38 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n";

}  // namespace posewright::test
