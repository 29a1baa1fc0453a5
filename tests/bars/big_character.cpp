#include "tests/bars/big_character.h"

#include "tests/support/made_gltf.h"

#include <QBuffer>
#include <QImage>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

namespace posewright::bars {

namespace {

using test::MadeBuffer;

class Writer {
public:
    explicit Writer(const BigCharacter& character) : made_(character) {}

    QByteArray glb()
    {
        addNodes();
        addMesh();
        QJsonArray animations;
        for (int clip = 0; clip < made_.clips; ++clip) animations << animation(clip);
        root_["animations"] = animations;
        addPicture();
        root_["asset"] = QJsonObject{{"version", "2.0"}};
        root_["scene"] = 0;
        root_["scenes"] = QJsonArray{QJsonObject{{"nodes", QJsonArray{0}}}};
        root_["bufferViews"] = buffer_.views;
        root_["accessors"] = buffer_.accessors;
        root_["buffers"] = QJsonArray{QJsonObject{{"byteLength", buffer_.bytes.size()}}};
        const QByteArray json = QJsonDocument(root_).toJson(QJsonDocument::Compact);
        const QByteArray chunks = test::made::chunk(json, 0x4E4F534A, ' ') +
                                  test::made::chunk(buffer_.bytes, 0x004E4942, '\0');
        QByteArray out("glTF");
        MadeBuffer::append(out, std::uint32_t{2});
        MadeBuffer::append(out, static_cast<std::uint32_t>(12 + chunks.size()));
        return out + chunks;
    }

private:
    float number() { return std::uniform_real_distribution<float>(-1, 1)(random_); }

    void putUnit(QByteArray& to, std::array<float, 4> near, int width)
    {
        float square = 0;
        for (int i = 0; i < width; ++i) square += near[i] * near[i];
        for (int i = 0; i < width; ++i) MadeBuffer::append(to, near[i] / std::sqrt(square));
    }

    /// Below an armature, each joint has two more below it; the mesh comes last.
    void addNodes()
    {
        QJsonArray nodes{
            QJsonObject{{"name", "Armature"}, {"children", QJsonArray{1, made_.joints + 1}}}};
        for (int joint = 0; joint < made_.joints; ++joint) {
            QJsonObject node{{"name", QString("mixamorig:Joint%1").arg(joint)},
                             {"translation", QJsonArray{0, 0.1, 0.01 * (joint % 3)}}};
            QJsonArray children;
            for (int child = 2 * joint + 1; child <= 2 * joint + 2; ++child)
                if (child < made_.joints) children << child + 1;
            if (!children.isEmpty()) node["children"] = children;
            nodes << node;
        }
        nodes << QJsonObject{{"name", "Body"}, {"mesh", 0}, {"skin", 0}};
        root_["nodes"] = nodes;
    }

    void addMesh()
    {
        QByteArray positions, normals, uv, joints, weights, corners, binds;
        for (int v = 0; v < made_.vertices; ++v) {
            for (int i = 0; i < 3; ++i) MadeBuffer::append(positions, number());
            putUnit(normals, {number(), number(), 1, 0}, 3);
            for (int i = 0; i < 2; ++i) MadeBuffer::append(uv, std::abs(number()));
            for (int i = 0; i < 4; ++i)
                MadeBuffer::append(joints, static_cast<std::uint16_t>((v + i) % made_.joints));
            for (const float weight : {0.5F, 0.25F, 0.125F, 0.125F})
                MadeBuffer::append(weights, weight);
        }
        const int count = 5 * made_.vertices / 3 * 3;
        std::uniform_int_distribution<std::uint32_t> any(0, std::uint32_t(made_.vertices) - 1);
        for (int i = 0; i < count; ++i) MadeBuffer::append(corners, any(random_));
        QJsonArray rows;
        for (int joint = 0; joint < made_.joints; ++joint) {
            rows << joint + 1;
            for (int i = 0; i < 16; ++i) MadeBuffer::append(binds, i % 5 == 0 ? 1.0F : 0.0F);
        }
        const QJsonObject attributes{
            {"POSITION", buffer_.add(positions, 5126, "VEC3", made_.vertices, bounds(positions))},
            {"NORMAL", buffer_.add(normals, 5126, "VEC3", made_.vertices)},
            {"TEXCOORD_0", buffer_.add(uv, 5126, "VEC2", made_.vertices)},
            {"JOINTS_0", buffer_.add(joints, 5123, "VEC4", made_.vertices)},
            {"WEIGHTS_0", buffer_.add(weights, 5126, "VEC4", made_.vertices)}};
        root_["meshes"] = QJsonArray{QJsonObject{
            {"primitives",
             QJsonArray{QJsonObject{{"attributes", attributes},
                                    {"indices", buffer_.add(corners, 5125, "SCALAR", count)},
                                    {"material", 0}}}}}};
        root_["skins"] = QJsonArray{
            QJsonObject{{"joints", rows},
                        {"inverseBindMatrices", buffer_.add(binds, 5126, "MAT4", made_.joints)}}};
    }

    static QJsonObject bounds(const QByteArray& positions)
    {
        std::array<float, 3> low{2, 2, 2}, high{-2, -2, -2};
        for (qsizetype at = 0; at + 4 <= positions.size(); at += 4) {
            float value = 0;
            std::memcpy(&value, positions.data() + at, sizeof value);
            const std::size_t axis = std::size_t(at / 4 % 3);
            low[axis] = std::min(low[axis], value);
            high[axis] = std::max(high[axis], value);
        }
        return {{"min", test::made::array(low)}, {"max", test::made::array(high)}};
    }

    QJsonObject animation(int clip)
    {
        QByteArray times;
        for (int key = 0; key < made_.keys; ++key) MadeBuffer::append(times, float(key) / 30);
        const int input = buffer_.add(
            times, 5126, "SCALAR", made_.keys,
            {{"min", QJsonArray{0}}, {"max", QJsonArray{double(float(made_.keys - 1) / 30)}}});
        QJsonArray samplers, channels;
        for (int joint = 0; joint < made_.joints; ++joint) {
            QByteArray turns;
            for (int key = 0; key < made_.keys; ++key)
                putUnit(turns, {number() / 9, number() / 9, number() / 9, 1}, 4);
            channels << QJsonObject{
                {"sampler", samplers.size()},
                {"target", QJsonObject{{"node", joint + 1}, {"path", "rotation"}}}};
            samplers << QJsonObject{{"input", input},
                                    {"output", buffer_.add(turns, 5126, "VEC4", made_.keys)}};
        }
        return {
            {"name", QString("clip %1").arg(clip)}, {"samplers", samplers}, {"channels", channels}};
    }

    /// Noise, so that it does not get smaller than wanted.
    void addPicture()
    {
        const int side = int(std::sqrt(made_.pictureBytes / 3));
        QImage image(side, side, QImage::Format_RGB888);
        for (int y = 0; y < side; ++y)
            std::generate_n(image.scanLine(y), 3 * side, [&] { return uchar(random_()); });
        QBuffer bytes;
        if (!image.save(&bytes, "PNG")) qFatal("no picture");
        const int view = int(buffer_.views.size());
        buffer_.views << QJsonObject{
            {"buffer", 0}, {"byteOffset", buffer_.bytes.size()}, {"byteLength", bytes.size()}};
        buffer_.bytes += bytes.data();
        root_["images"] = QJsonArray{QJsonObject{{"bufferView", view}, {"mimeType", "image/png"}}};
        root_["textures"] = QJsonArray{QJsonObject{{"source", 0}}};
        root_["materials"] =
            QJsonArray{QJsonObject{{"pbrMetallicRoughness",
                                    QJsonObject{{"baseColorTexture", QJsonObject{{"index", 0}}}}}}};
    }

    const BigCharacter& made_;
    std::mt19937 random_{13};
    MadeBuffer buffer_;
    QJsonObject root_;
};

}  // namespace

void writeBigCharacter(const BigCharacter& character, const QString& path)
{
    test::made::save(path, Writer(character).glb());
}

}  // namespace posewright::bars
