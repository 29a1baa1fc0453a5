#pragma once

#include "core/evaluate/evaluate.h"
#include "core/export/export.h"
#include "tests/support/biped.h"

#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>
#include <string>

namespace posewright::test {

/// A biped with a planted foot and a hand that reaches, and a second clip in which it waves.
inline Document handedOn()
{
    using nlohmann::json;
    Document doc = edited(
        biped(), json::array({addTarget("Left foot", "LeftFoot", "LeftUpLeg"),
                              {{"edit", "setTargetKey"}, {"target", "Left foot"}, {"frame", 0}},
                              {{"edit", "setSpan"},
                               {"target", "Left foot"},
                               {"start", 4},
                               {"end", 16},
                               {"kind", "contact"}},
                              addTarget("Left hand", "LeftHand", "LeftArm"),
                              targetKey("Left hand", 0, {0.6, 1.3, 0.2}),
                              targetKey("Left hand", 24, {0.4, 1.6, 0.3}),
                              {{"edit", "addClip"}, {"name", "Wave: fast"}}}));
    Document other = doc;
    other.playback.clip = 1;
    const NodeId arm = nodeNamed(doc, "RightArm");
    for (const double frame : {2.0, 8.0, 14.0}) {
        edit::SetJointKey key;
        key.joint = arm;
        key.frame = frame;
        key.rotation = Quat(Eigen::AngleAxisd(0.05 * frame, Vec3::UnitY()));
        other = *edit::apply(other, key);
    }
    doc.clips = other.clips;
    return doc;
}

class ExportTest : public QObject {
protected:
    QTemporaryDir folder_;

    std::filesystem::path path(const std::string& name) const
    {
        return std::filesystem::path(folder_.path().toStdString()) / name;
    }
    static exports::Options preset(const char* id) { return exports::findPreset(id)->options; }
    /// Writes and examines; ends the test's program where that fails.
    exports::BakeReport exported(const Document& doc, const exports::Options& options,
                                 const std::string& name) const
    {
        const auto done = exports::exportDocument(doc, options, path(name), true);
        if (!done) qFatal("%s", done.error().message.c_str());
        if (done->unexamined) qFatal("%s", done->unexamined->message.c_str());
        return done->report;
    }
};

}  // namespace posewright::test
