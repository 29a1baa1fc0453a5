#pragma once

#include "tests/support/fbx_text.h"

#include <vector>

namespace posewright::test {

/// The ticks of an FBX file in a second.
inline constexpr double kFbxTicks = 46186158000;

/// Adds a take (objects 230 to 233) that drives one number of an object.
/// @param property  such as "Lcl Rotation" @param channel  such as "d|X"
/// @param lead  2: keys hold, 4: they go straight to the next one, 8: they curve
inline void addFbxTake(FbxText& to, int object, const QByteArray& property,
                       const QByteArray& channel, const std::vector<double>& seconds,
                       const std::vector<double>& values, double lead = 4)
{
    QByteArrayList times, numbers;
    for (const double second : seconds) times << QByteArray::number(qint64(second * kFbxTicks));
    for (const double value : values) numbers << QByteArray::number(value, 'g', 12);
    const QByteArray count = QByteArray::number(times.size());
    const QByteArray rest = property == "Lcl Scaling" ? "1" : numbers.front();
    to.add(230, "AnimationStack", "AnimStack::Take", "",
           FbxText::properties({"\"LocalStop\", \"KTime\", \"Time\", \"\"," + times.back()}));
    to.add(231, "AnimationLayer", "AnimLayer::Base", "", "");
    to.add(232, "AnimationCurveNode", "AnimCurveNode::" + property, "",
           FbxText::properties({'"' + channel + "\", \"Number\", \"\", \"A\"," + rest}));
    to.add(233, "AnimationCurve", "AnimCurve::", "",
           "\t\tDefault: 0\n\t\tKeyVer: 4008\n\t\tKeyTime: *" + count +
               " {\n\t\t\ta: " + times.join(',') + "\n\t\t}\n\t\tKeyValueFloat: *" + count +
               " {\n\t\t\ta: " + numbers.join(',') + "\n\t\t}\n" +
               FbxText::array("KeyAttrFlags", {lead}) +
               FbxText::array("KeyAttrDataFloat", {0, 0, 0, 0}) +
               "\t\tKeyAttrRefCount: *1 {\n\t\t\ta: " + count + "\n\t\t}\n");
    to.link(231, 230);
    to.link(232, 231);
    to.link(232, object, property);
    to.link(233, 232, channel);
}

}  // namespace posewright::test
