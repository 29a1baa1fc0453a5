#pragma once

#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

/// A second BVH program that shares no line with the first: as plain as the format allows, for
/// files that are well-formed up to the number of rows. World positions by 4x4 matrices.
namespace posewright::test {

struct ReferenceBvh {
    using Matrix = std::array<double, 16>;  ///< row by row
    struct Joint {
        std::string name;
        int parent = -1;
        double offset[3] = {0, 0, 0};
        std::vector<std::string> channels;
    };
    std::vector<Joint> joints;
    std::vector<std::vector<double>> rows;
    double frameTime = 0;

    explicit ReferenceBvh(const std::string& path)
    {
        std::ifstream file(path, std::ios::binary);
        std::stringstream text;
        text << file.rdbuf();
        std::string all = text.str();
        for (char& c : all)
            if (c == '\r') c = '\n';
        std::istringstream lines(all);
        std::string line;
        std::vector<int> open;  // -1: an End Site
        int last = -1;
        while (std::getline(lines, line)) {
            std::istringstream in(line);
            std::string word;
            if (!(in >> word)) continue;
            if (word == "ROOT" || word == "JOINT") {
                Joint joint;
                std::getline(in >> std::ws, joint.name);
                while (!joint.name.empty() &&
                       std::isspace(static_cast<unsigned char>(joint.name.back())))
                    joint.name.pop_back();
                joint.parent = open.empty() ? -1 : open.back();
                joints.push_back(joint);
                last = static_cast<int>(joints.size()) - 1;
            } else if (word == "End") {
                last = -1;
            } else if (word == "{") {
                open.push_back(last);
            } else if (word == "}") {
                open.pop_back();
            } else if (word == "OFFSET") {
                double v[3];
                in >> v[0] >> v[1] >> v[2];
                if (open.back() >= 0)
                    for (int i = 0; i < 3; ++i) joints[open.back()].offset[i] = v[i];
            } else if (word == "CHANNELS") {
                int count = 0;
                in >> count;
                joints[open.back()].channels.resize(count);
                for (std::string& channel : joints[open.back()].channels) in >> channel;
            } else if (word == "Frame") {
                in >> word >> frameTime;
                break;
            }
        }
        std::size_t width = 0;
        for (const Joint& joint : joints) width += joint.channels.size();
        std::vector<double> row;
        double value = 0;
        while (width > 0 && lines >> value) {
            row.push_back(value);
            if (row.size() == width) rows.push_back(std::move(row)), row.clear();
        }
    }

    static Matrix product(const Matrix& a, const Matrix& b)
    {
        Matrix c{};
        for (int i = 0; i < 4; ++i)
            for (int j = 0; j < 4; ++j)
                for (int k = 0; k < 4; ++k) c[i * 4 + j] += a[i * 4 + k] * b[k * 4 + j];
        return c;
    }

    /// Positions of all joints at a row, x y z each.
    std::vector<std::array<double, 3>> positions(std::size_t frame) const
    {
        std::vector<Matrix> world(joints.size());
        std::vector<std::array<double, 3>> result;
        std::size_t column = 0;
        for (std::size_t j = 0; j < joints.size(); ++j) {
            const Joint& joint = joints[j];
            double place[3] = {joint.offset[0], joint.offset[1], joint.offset[2]};
            Matrix turn = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
            for (const std::string& channel : joint.channels) {
                const double v = rows[frame][column++];
                const int axis = std::tolower(channel[0]) - 'x';
                if (std::tolower(channel[1]) == 'p') {
                    place[axis] = v;
                    continue;
                }
                const double s = std::sin(v * 3.14159265358979323846 / 180);
                const double c = std::cos(v * 3.14159265358979323846 / 180);
                Matrix m = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
                if (axis == 0) m = {1, 0, 0, 0, 0, c, -s, 0, 0, s, c, 0, 0, 0, 0, 1};
                if (axis == 1) m = {c, 0, s, 0, 0, 1, 0, 0, -s, 0, c, 0, 0, 0, 0, 1};
                if (axis == 2) m = {c, -s, 0, 0, s, c, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
                turn = product(turn, m);
            }
            Matrix local = turn;
            for (int i = 0; i < 3; ++i) local[i * 4 + 3] = place[i];
            world[j] = joint.parent < 0 ? local : product(world[joint.parent], local);
            result.push_back({world[j][3], world[j][7], world[j][11]});
        }
        return result;
    }
};

}  // namespace posewright::test
