#pragma once

#include "core/retarget/retarget.h"
#include "tests/support/made_body.h"

#include <algorithm>

/// What comes of a motion on another made body, and measures of it.
namespace posewright::test {

inline constexpr double kRate = 30;
inline constexpr double kTall = 1.7;  ///< [m] of the made body

inline retarget::Retargeted carried(const Document& from, const Document& to,
                                    const retarget::Options& options = {})
{
    const Result<retarget::Retargeted> out = retarget::retarget(from, to, options);
    if (!out) qFatal("%s", out.error().message.c_str());
    return *out;
}

/// With how many threads the motion is carried otherwise than with one; 0: with none.
inline int threadsThatDiffer(const Document& from, const Document& to)
{
    retarget::Options options;
    options.jobs = 1;
    const retarget::Retargeted one = carried(from, to, options);
    for (const int jobs : {2, 3, 8}) {
        options.jobs = jobs;
        const retarget::Retargeted many = carried(from, to, options);
        if (!(many.clip == one.clip) || many.scale != one.scale ||
            many.told.size() != one.told.size())
            return jobs;
    }
    return 0;
}

inline Document standing(const MadeBody& body)
{
    Document doc = documentOf(body, {}, kRate);
    doc.playback.end = 1;
    return doc;
}

/// The motion of `from` as `body` does it, a pose a frame.
inline std::vector<BodyPose> posesOf(const MadeBody& body, const Document& doc,
                                     const retarget::Retargeted& out, std::size_t frames)
{
    std::vector<BodyPose> poses;
    for (std::size_t f = 0; f < frames; ++f)
        poses.push_back(poseIn(body, doc, out.clip, static_cast<int>(f)));
    return poses;
}

/// Largest distance of any joint, of two motions of one body.
inline double apart(const MadeBody& body, const std::vector<BodyPose>& motion, const Document& doc,
                    const Clip& clip)
{
    double most = 0;
    for (std::size_t f = 0; f < motion.size(); ++f) {
        const auto a = placesOf(body, motion[f]),
                   b = placesOf(body, poseIn(body, doc, clip, static_cast<int>(f)));
        for (std::size_t i = 0; i < a.size(); ++i)
            most = std::max(most, plain::length(a[i] - b[i]));
    }
    return most;
}

/// Largest acceleration of a joint, in metres a frame a frame.
inline double highestAcceleration(const MadeBody& body, const std::vector<BodyPose>& motion,
                                  int joint)
{
    double most = 0;
    for (std::size_t f = 1; f + 1 < motion.size(); ++f) {
        const auto at = [&](std::size_t frame) { return placesOf(body, motion[frame])[joint]; };
        most = std::max(most, plain::length(at(f - 1) + at(f + 1) - 2.0 * at(f)));
    }
    return most;
}

/// The largest share, of all joints that both bodies have, of a joint's highest acceleration in the
/// source's of that very joint, which is scaled where the body is larger. The heads of the thighs
/// are as far apart as the body has them: theirs is taken as the source's turns move them.
inline double worstAcceleration(const MadeBody& body, const std::vector<BodyPose>& motion,
                                const MadeBody& other, const std::vector<BodyPose>& is,
                                double scale)
{
    MadeBody alike = body;
    for (BodyJoint& joint : alike.joints)
        if (joint.name.ends_with("UpLeg")) joint.at.x = other.joints[other.row(joint.name)].at.x;
    double worst = 0;
    for (std::size_t i = 0; i < other.joints.size(); ++i) {
        const std::string& name = other.joints[i].name;
        const auto same = std::find_if(body.joints.begin(), body.joints.end(),
                                       [&](const BodyJoint& joint) { return joint.name == name; });
        if (same == body.joints.end()) continue;
        const int row = static_cast<int>(same - body.joints.begin());
        const double theirs =
            std::max(highestAcceleration(body, motion, row),
                     name.ends_with("UpLeg") ? highestAcceleration(alike, motion, row) : 0);
        const double ours = highestAcceleration(other, is, static_cast<int>(i));
        worst = std::max(worst, ours / theirs / std::max(1.0, scale));
    }
    return worst;
}

}  // namespace posewright::test
