#pragma once

#include <array>

/// Files of other programs and which of their bones is what, read by hand off their hierarchies.
namespace posewright::test {

struct RealFigure {
    const char* kind;
    const char* file;   ///< in the shared corpus; the template is of resources
    const char* bones;  ///< "role=bone,bone;role=bone"
};

inline constexpr std::array kRealFigures{
    RealFigure{
        "CMU", "bvh/assimp_cmu_01_03.bvh",
        "head=Head;hips=Hips;leftFoot=LeftFoot;leftHand=LeftHand;leftLowerArm=LeftForeArm;lef"
        "tLowerLeg=LeftLeg;leftShoulder=LeftShoulder;leftThumb=LThumb;leftToes=LeftToeBase;le"
        "ftUpperArm=LeftArm;leftUpperLeg=LeftUpLeg;neck=Neck,Neck1;rightFoot=RightFoot;rightH"
        "and=RightHand;rightLowerArm=RightForeArm;rightLowerLeg=RightLeg;rightShoulder=RightS"
        "houlder;rightThumb=RThumb;rightToes=RightToeBase;rightUpperArm=RightArm;rightUpperLe"
        "g=RightUpLeg;spine=LowerBack,Spine,Spine1"},
    RealFigure{
        "CMU, other names", "bvh/ad_cmu1_jumping_jacks.bvh",
        "head=Head;hips=Hips;leftFoot=LeftAnkle;leftHand=LeftWrist;leftLowerArm=LeftElbow;lef"
        "tLowerLeg=LeftKnee;leftShoulder=LeftCollar;leftThumb=LThumb;leftToes=LeftToe;leftUpp"
        "erArm=LeftShoulder;leftUpperLeg=LeftHip;neck=lowerneck,Neck;rightFoot=RightAnkle;rig"
        "htHand=RightWrist;rightLowerArm=RightElbow;rightLowerLeg=RightKnee;rightShoulder=Rig"
        "htCollar;rightThumb=RThumb;rightToes=RightToe;rightUpperArm=RightShoulder;rightUpper"
        "Leg=RightHip;spine=lowerback,Chest,Chest2"},
    RealFigure{
        "Mixamo", "bvh/bvhpython_freebvh.bvh",
        "head=mixamorig:Head;hips=mixamorig:Hips;leftFoot=mixamorig:LeftFoot;leftHand=mixamor"
        "ig:LeftHand;leftIndex=mixamorig:LeftHandIndex1,mixamorig:LeftHandIndex2,mixamorig:Le"
        "ftHandIndex3;leftLittle=mixamorig:LeftHandPinky1,mixamorig:LeftHandPinky2,mixamorig:"
        "LeftHandPinky3;leftLowerArm=mixamorig:LeftForeArm;leftLowerLeg=mixamorig:LeftLeg;lef"
        "tMiddle=mixamorig:LeftHandMiddle1,mixamorig:LeftHandMiddle2,mixamorig:LeftHandMiddle"
        "3;leftRing=mixamorig:LeftHandRing1,mixamorig:LeftHandRing2,mixamorig:LeftHandRing3;l"
        "eftShoulder=mixamorig:LeftShoulder;leftThumb=mixamorig:LeftHandThumb1,mixamorig:Left"
        "HandThumb2,mixamorig:LeftHandThumb3;leftToes=mixamorig:LeftToeBase;leftUpperArm=mixa"
        "morig:LeftArm;leftUpperLeg=mixamorig:LeftUpLeg;neck=mixamorig:Neck;rightFoot=mixamor"
        "ig:RightFoot;rightHand=mixamorig:RightHand;rightIndex=mixamorig:RightHandIndex1,mixa"
        "morig:RightHandIndex2,mixamorig:RightHandIndex3;rightLittle=mixamorig:RightHandPinky"
        "1,mixamorig:RightHandPinky2,mixamorig:RightHandPinky3;rightLowerArm=mixamorig:RightF"
        "oreArm;rightLowerLeg=mixamorig:RightLeg;rightMiddle=mixamorig:RightHandMiddle1,mixam"
        "orig:RightHandMiddle2,mixamorig:RightHandMiddle3;rightRing=mixamorig:RightHandRing1,"
        "mixamorig:RightHandRing2,mixamorig:RightHandRing3;rightShoulder=mixamorig:RightShoul"
        "der;rightThumb=mixamorig:RightHandThumb1,mixamorig:RightHandThumb2,mixamorig:RightHa"
        "ndThumb3;rightToes=mixamorig:RightToeBase;rightUpperArm=mixamorig:RightArm;rightUppe"
        "rLeg=mixamorig:RightUpLeg;spine=mixamorig:Spine,mixamorig:Spine1,mixamorig:Spine2"},
    RealFigure{
        "by joints", "bvh/assimp_Boxing_Toes.bvh",
        "head=Head;hips=Hips;leftFoot=LeftAnkle;leftHand=LeftWrist;leftLowerArm=LeftElbow;lef"
        "tLowerLeg=LeftKnee;leftShoulder=LeftCollar;leftToes=LeftToes;leftUpperArm=LeftShould"
        "er;leftUpperLeg=LeftHip;neck=Neck;rightFoot=RightAnkle;rightHand=RightWrist;rightLow"
        "erArm=RightElbow;rightLowerLeg=RightKnee;rightShoulder=RightCollar;rightToes=RightTo"
        "es;rightUpperArm=RightShoulder;rightUpperLeg=RightHip;spine=Ab,Chest"},
    RealFigure{
        "Rokoko's kind", "bvh/ad_fair1_dab.bvh",
        "head=Head;hips=Hips;leftFoot=LeftFoot;leftHand=LeftHand;leftLowerArm=LeftForeArm;lef"
        "tLowerLeg=LeftLeg;leftShoulder=LeftShoulder;leftThumb=LeftHandThumb1;leftToes=LeftTo"
        "eBase;leftUpperArm=LeftArm;leftUpperLeg=LeftUpLeg;neck=Neck;rightFoot=RightFoot;righ"
        "tHand=RightHand;rightLowerArm=RightForeArm;rightLowerLeg=RightLeg;rightShoulder=Righ"
        "tShoulder;rightThumb=RightHandThumb1;rightToes=RightToeBase;rightUpperArm=RightArm;r"
        "ightUpperLeg=RightUpLeg;spine=Spine,Spine1,Spine2,Spine3"},
    RealFigure{
        "two bones of a spine", "bvh/pymo_AV_8Walk_Meredith.bvh",
        "head=Head;hips=Hips;leftFoot=LeftFoot;leftHand=LeftHand;leftLowerArm=LeftForeArm;lef"
        "tLowerLeg=LeftLeg;leftShoulder=LeftShoulder;leftThumb=LeftHandThumb1;leftToes=LeftTo"
        "eBase;leftUpperArm=LeftArm;leftUpperLeg=LeftUpLeg;rightFoot=RightFoot;rightHand=Righ"
        "tHand;rightLowerArm=RightForeArm;rightLowerLeg=RightLeg;rightShoulder=RightShoulder;"
        "rightThumb=RightHandThumb1;rightToes=RightToeBase;rightUpperArm=RightArm;rightUpperL"
        "eg=RightUpLeg;spine=Spine"},
    RealFigure{
        "KayKit", "gltf/kaykit_Knight.glb",
        "head=head;hips=hips;leftFoot=foot.l;leftHand=wrist.l;leftLowerArm=lowerarm.l;leftLow"
        "erLeg=lowerleg.l;leftToes=toes.l;leftUpperArm=upperarm.l;leftUpperLeg=upperleg.l;rig"
        "htFoot=foot.r;rightHand=wrist.r;rightLowerArm=lowerarm.r;rightLowerLeg=lowerleg.r;ri"
        "ghtToes=toes.r;rightUpperArm=upperarm.r;rightUpperLeg=upperleg.r;spine=spine,chest"},
    RealFigure{
        "feet beside the legs", "gltf/raylib_robot.glb",
        "head=Head;hips=Body;leftFoot=Foot.L;leftHand=Palm2.L;leftIndex=Index.L,Index2.L;left"
        "LowerArm=LowerArm.L;leftLowerLeg=LowerLeg.L;leftMiddle=Middle1.L,Middle2.L;leftRing="
        "Ring1.L,Ring2.L;leftShoulder=Shoulder.L;leftThumb=Thumb.L,Thumb2.L;leftUpperArm=Uppe"
        "rArm.L;leftUpperLeg=UpperLeg.L;neck=Neck;rightFoot=Foot.R;rightHand=Palm2.R;rightInd"
        "ex=Index.R,Index2.R;rightLowerArm=LowerArm.R;rightLowerLeg=LowerLeg.R;rightMiddle=Mi"
        "ddle1.R,Middle2.R;rightRing=Ring1.R,Ring2.R;rightShoulder=Shoulder.R;rightThumb=Thum"
        "b.R,Thumb2.R;rightUpperArm=UpperArm.R;rightUpperLeg=UpperLeg.R;spine=Hips,Abdomen,To"
        "rso"},
    RealFigure{
        "no names", "gltf/khronos/cesium_man.gltf",
        "head=Node 20;hips=Node 2;leftFoot=Node 9;leftHand=Node 18;leftLowerArm=Node 17;leftL"
        "owerLeg=Node 8;leftToes=Node 10;leftUpperArm=Node 16;leftUpperLeg=Node 7;neck=Node 1"
        "9;rightFoot=Node 5;rightHand=Node 15;rightLowerArm=Node 14;rightLowerLeg=Node 4;righ"
        "tToes=Node 6;rightUpperArm=Node 13;rightUpperLeg=Node 3;spine=Node 11,Node 12"},
    RealFigure{
        "template", "biped.json",
        "head=Head;hips=Hips;leftFoot=LeftFoot;leftHand=LeftHand;leftLowerArm=LeftForeArm;lef"
        "tLowerLeg=LeftLeg;leftShoulder=LeftShoulder;leftToes=LeftToe;leftUpperArm=LeftArm;le"
        "ftUpperLeg=LeftUpLeg;neck=Neck;rightFoot=RightFoot;rightHand=RightHand;rightLowerArm"
        "=RightForeArm;rightLowerLeg=RightLeg;rightShoulder=RightShoulder;rightToes=RightToe;"
        "rightUpperArm=RightArm;rightUpperLeg=RightUpLeg;spine=Spine,Chest"},
};

}  // namespace posewright::test
