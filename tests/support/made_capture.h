#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

namespace posewright::test {

/// Writes a BVH of about `bytes` bytes: a chain of 24 joints that waves. The same bytes every time.
inline void writeCapture(const std::filesystem::path& path, std::size_t bytes)
{
    constexpr int kJoints = 24;
    std::string head = "HIERARCHY\nROOT joint0\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition "
                       "Zposition Zrotation Xrotation Yrotation\n";
    for (int i = 1; i < kJoints; ++i)
        head += "JOINT joint" + std::to_string(i) +
                "\n{\nOFFSET 0 0.1 0.01\nCHANNELS 3 Zrotation Xrotation Yrotation\n";
    head += "End Site\n{\nOFFSET 0 0.1 0\n}\n";
    for (int i = 0; i < kJoints; ++i) head += "}\n";
    const auto row = [](int frame) {
        std::string line;
        char number[32];
        for (int i = 0; i < 3 * (kJoints + 1); ++i) {
            std::snprintf(number, sizeof number, "%.6f ", 20 * std::sin(0.05 * frame + 0.3 * i));
            line += number;
        }
        line.back() = '\n';
        return line;
    };
    std::string rows;
    constexpr int kPeriod = 1000;
    for (int frame = 0; frame < kPeriod; ++frame) rows += row(frame);
    const auto repeats = static_cast<int>(std::max<std::size_t>(1, bytes / rows.size()));
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    out << head << "MOTION\nFrames: " << repeats * kPeriod << "\nFrame Time: 0.0083333\n";
    for (int i = 0; i < repeats; ++i) out << rows;
}

}  // namespace posewright::test
