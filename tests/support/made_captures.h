#pragma once

#include "core/base/number.h"
#include "tests/support/amount.h"
#include "tests/support/paths.h"
#include "tests/support/shared.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Motion captures made here, in the dialects that real ones have, so that readers, writers and the
/// whole way of a motion are tested where the reference data is not.
namespace posewright::test {

struct MadeJoint {
    std::string name;
    int parent = -1;
    std::array<double, 3> offset{};
    std::string order = "ZXY";  ///< of its rotation channels; empty: it does not turn
    bool moves = false;         ///< has position channels
    double swing = 20;          ///< [degrees]
};

/// How a file is written: what differs from one program to the next.
struct MadeCapture {
    std::string name;
    std::vector<MadeJoint> joints;  ///< parents first, each followed by all that hangs on it
    int frames = 60;
    std::string frameTime = "0.0333333";
    std::string lineEnd = "\n";
    std::string indent = "\t";
    bool endSites = true;
    bool positionsFirst = true;  ///< of a joint's channels
    double unit = 1;             ///< lengths are multiplied by this
};

/// What channel `c` shows at frame `f`: smooth, and different for each.
inline double madeAngle(int c, int f)
{
    return std::sin(0.11 * f + 0.7 * c) + 0.4 * std::sin(0.053 * f + 1.9 * c);
}

inline std::string bvhHierarchyOf(const MadeCapture& capture)
{
    const std::string& end = capture.lineEnd;
    std::string out = "HIERARCHY" + end;
    std::vector<int> open;
    std::vector<bool> hasChild(capture.joints.size(), false);
    for (const MadeJoint& joint : capture.joints)
        if (joint.parent >= 0) hasChild[joint.parent] = true;
    const auto line = [&](std::size_t depth, const std::string& text) {
        for (std::size_t i = 0; i < depth; ++i) out += capture.indent;
        out += text + end;
    };
    const auto offset = [&](const std::array<double, 3>& v) {
        std::string text = "OFFSET";
        for (const double x : v) text += ' ' + toText(x * capture.unit);
        return text;
    };
    const auto close = [&] {
        if (!hasChild[open.back()] && capture.endSites) {
            line(open.size(), "End Site");
            line(open.size(), "{");
            line(open.size() + 1, offset({0, 0.08, 0.02}));
            line(open.size(), "}");
        }
        open.pop_back();
        line(open.size(), "}");
    };
    for (std::size_t j = 0; j < capture.joints.size(); ++j) {
        const MadeJoint& joint = capture.joints[j];
        while (!open.empty() && open.back() != joint.parent) close();
        line(open.size(), (joint.parent < 0 ? "ROOT " : "JOINT ") + joint.name);
        line(open.size(), "{");
        open.push_back(static_cast<int>(j));
        line(open.size(), offset(joint.offset));
        const std::string positions = joint.moves ? " Xposition Yposition Zposition" : "";
        std::string rotations;
        for (const char axis : joint.order) rotations += std::string(" ") + axis + "rotation";
        line(open.size(),
             "CHANNELS " + std::to_string(joint.order.size() + (joint.moves ? 3 : 0)) +
                 (capture.positionsFirst ? positions + rotations : rotations + positions));
    }
    while (!open.empty()) close();
    return out;
}

inline std::string bvhMotionOf(const MadeCapture& capture)
{
    const std::string& end = capture.lineEnd;
    std::string out = "MOTION" + end + "Frames: " + std::to_string(capture.frames) + end +
                      "Frame Time: " + capture.frameTime + end;
    for (int f = 0; f < capture.frames; ++f) {
        std::string row;
        int c = 0;
        for (const MadeJoint& joint : capture.joints) {
            std::string positions, rotations;
            if (joint.moves)
                for (int axis = 0; axis < 3; ++axis) {
                    const double way = joint.parent < 0 && axis == 2 ? 0.01 * f : 0;
                    positions += toText(capture.unit *
                                        (joint.offset[axis] + way + 0.02 * madeAngle(++c, f))) +
                                 ' ';
                }
            for (std::size_t axis = 0; axis < joint.order.size(); ++axis)
                rotations += toText(joint.swing * madeAngle(++c, f)) + ' ';
            row += capture.positionsFirst ? positions + rotations : rotations + positions;
        }
        if (!row.empty()) row.pop_back();
        out += row + end;
    }
    return out;
}

inline std::string bvhOf(const MadeCapture& capture)
{
    return bvhHierarchyOf(capture) + bvhMotionOf(capture);
}

/// A figure of 1.7 m with the names that captures use; `prefix` stands before each.
inline std::vector<MadeJoint> madeFigure(const std::string& order = "ZXY",
                                         const std::string& prefix = {})
{
    std::vector<MadeJoint> out;
    const auto add = [&](const char* name, int parent, std::array<double, 3> offset, double swing) {
        out.push_back({prefix + name, parent, offset, order, parent < 0, swing});
        return static_cast<int>(out.size()) - 1;
    };
    const int hips = add("Hips", -1, {0, 0.95, 0}, 8);
    for (const double side : {1.0, -1.0}) {
        const std::string name = side > 0 ? "Left" : "Right";
        const int thigh = add((name + "UpLeg").c_str(), hips, {0.1 * side, -0.05, 0}, 25);
        const int shin = add((name + "Leg").c_str(), thigh, {0, -0.4, 0.01}, 20);
        const int foot = add((name + "Foot").c_str(), shin, {0, -0.41, -0.01}, 15);
        add((name + "ToeBase").c_str(), foot, {0, -0.06, 0.13}, 5);
    }
    const int spine = add("Spine", hips, {0, 0.12, 0}, 6);
    const int chest = add("Spine1", spine, {0, 0.18, 0}, 6);
    const int neck = add("Neck", chest, {0, 0.22, 0}, 8);
    add("Head", neck, {0, 0.1, 0.01}, 12);
    for (const double side : {1.0, -1.0}) {
        const std::string name = side > 0 ? "Left" : "Right";
        const int clavicle = add((name + "Shoulder").c_str(), chest, {0.03 * side, 0.17, 0}, 4);
        const int arm = add((name + "Arm").c_str(), clavicle, {0.14 * side, 0, 0}, 40);
        const int forearm = add((name + "ForeArm").c_str(), arm, {0.28 * side, 0, -0.01}, 30);
        const int hand = add((name + "Hand").c_str(), forearm, {0.25 * side, 0, 0.01}, 20);
        add((name + "HandIndex1").c_str(), hand, {0.09 * side, 0, 0.02}, 10);
    }
    return out;
}

/// A tree of joints of all kinds, from a seed.
inline MadeCapture madeTree(std::uint64_t seed)
{
    const auto next = [&seed] {
        std::uint64_t z = (seed += 0x9e3779b97f4a7c15ULL);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    };
    const auto below = [&](int count) {
        return static_cast<int>(next() % static_cast<unsigned>(count));
    };
    constexpr std::array<const char*, 12> kOrders{"XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX",
                                                  "X",   "Y",   "Z",   "XY",  "ZX",  ""};
    MadeCapture out;
    out.name = "made_tree_" + std::to_string(seed % 1000);
    out.frames = 2 + below(40);
    out.frameTime = std::array{"0.0416667", "0.04", "0.008333", "0.0333", ".02"}[below(5)];
    out.positionsFirst = below(2) == 0;
    out.endSites = below(4) != 0;
    std::vector<int> path;  // from the root to the joint that was made last
    const int count = 3 + below(38);
    for (int j = 0; j < count; ++j) {
        MadeJoint joint;
        joint.name = "J" + std::to_string(j);
        if (!path.empty()) path.resize(path.size() - below(static_cast<int>(path.size())));
        joint.parent = path.empty() ? -1 : path.back();
        path.push_back(j);
        for (double& x : joint.offset) x = below(5) == 0 ? 0 : 0.01 * (below(101) - 50);
        joint.order = kOrders[below(12)];
        joint.moves = joint.parent < 0 || below(6) == 0;
        joint.swing = below(3) == 0 ? 170 : 30;
        out.joints.push_back(joint);
    }
    return out;
}

inline std::vector<MadeCapture> madeCaptures()
{
    std::vector<MadeCapture> out;
    out.push_back({.name = "made_walk", .joints = madeFigure(), .frames = 150});
    for (const char* order : {"XYZ", "XZY", "YXZ", "YZX", "ZYX"})
        out.push_back({.name = std::string("made_order_") + order, .joints = madeFigure(order)});
    out.push_back({.name = "made_centimetres_crlf",
                   .joints = madeFigure("ZYX", "Character1:"),
                   .lineEnd = "\r\n",
                   .indent = "  ",
                   .unit = 100});
    MadeCapture everywhere{.name = "made_positions_everywhere", .joints = madeFigure("YXZ")};
    for (MadeJoint& joint : everywhere.joints) joint.moves = true;
    out.push_back(everywhere);
    everywhere.name = "made_positions_last";
    everywhere.positionsFirst = false;
    out.push_back(everywhere);
    out.push_back({.name = "made_fast_and_long",
                   .joints = madeFigure("ZYX"),
                   .frames = 1200,
                   .frameTime = "0.00833333"});
    out.push_back({.name = "made_one_frame", .joints = madeFigure(), .frames = 1});
    out.push_back(
        {.name = "made_without_ends", .joints = madeFigure(), .lineEnd = "\r", .endSites = false});
    MadeCapture two{.name = "made_two_roots", .joints = madeFigure(), .frames = 30};
    for (MadeJoint joint : madeFigure("XYZ", "Other")) {
        joint.parent += joint.parent < 0 ? 0 : static_cast<int>(madeFigure().size());
        joint.offset[0] += joint.parent < 0 ? 1.5 : 0;
        two.joints.push_back(joint);
    }
    out.push_back(two);
    for (std::uint64_t seed = 1; seed <= 12; ++seed) out.push_back(madeTree(seed));
    return out;
}

/// The folder that they are written to, once for each process.
inline QString madeCapturesFolder()
{
    static const QTemporaryDir folder;
    static const bool written = [] {
        for (const MadeCapture& capture : madeCaptures()) {
            QFile file(folder.filePath(QString::fromStdString(capture.name) + ".bvh"));
            const std::string bytes = bvhOf(capture);
            if (!file.open(QIODevice::WriteOnly) ||
                file.write(bytes.data(), qint64(bytes.size())) != qint64(bytes.size()))
                qFatal("the made captures cannot be written");
        }
        return true;
    }();
    Q_UNUSED(written)
    return folder.path();
}

/// The file of the capture of this name.
inline QString madeCapturePath(const QString& name)
{
    return madeCapturesFolder() + u'/' + name + QStringLiteral(".bvh");
}

inline QString madeWalk()
{
    return madeCapturePath(QStringLiteral("made_walk"));
}

/// The files of all captures: those made here, then those of the shared reference data as far as
/// they are here.
inline QFileInfoList captureFiles()
{
    QFileInfoList files;
    for (const QString& folder : {madeCapturesFolder(), sharedPath(QStringLiteral("corpus/bvh"))})
        files << filesBelow(folder, {"*.bvh"});
    return files;
}

/// Adds a row for each of these files.
inline void fileRows(const QFileInfoList& files)
{
    for (const QFileInfo& file : files)
        QTest::newRow(qPrintable(file.fileName())) << file.filePath();
}

/// Adds the column "path" and a row for each of them.
inline void captureRows()
{
    QTest::addColumn<QString>("path");
    fileRows(sampled(captureFiles()));
}

/// What the program shows by itself.
inline QFileInfoList sampleFiles()
{
    return QDir(QString::fromUtf8(sourceDir()) + "/resources/samples").entryInfoList({"*.json"});
}

/// The paths of some captures by name, made ones and shared ones; of these only what is here.
inline QFileInfoList someCaptures(const QStringList& made, const QStringList& shared)
{
    QFileInfoList files;
    for (const QString& name : made) files << QFileInfo(madeCapturePath(name));
    for (const QString& name : shared)
        if (const QString path = sharedPath(QStringLiteral("corpus/bvh/") + name); !path.isEmpty())
            files << QFileInfo(path);
    return files;
}

}  // namespace posewright::test
