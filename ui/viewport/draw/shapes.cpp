#include "ui/viewport/draw/shapes.h"

#include <QByteArray>
#include <QVector3D>
#include <Qt3DCore/QAttribute>
#include <Qt3DCore/QBuffer>
#include <Qt3DCore/QGeometry>
#include <Qt3DRender/QGeometryRenderer>

#include <cmath>
#include <numbers>

namespace posewright::ui {

namespace {

/// Vertices with normals: three per triangle, or two per line.
struct Soup {
    std::vector<QVector3D> positions;
    std::vector<QVector3D> normals;

    void triangle(const QVector3D& a, const QVector3D& b, const QVector3D& c)
    {
        const QVector3D n = QVector3D::normal(a, b, c);
        for (const QVector3D& p : {a, b, c}) {
            positions.push_back(p);
            normals.push_back(n);
        }
    }
    void smooth(const QVector3D& a, const QVector3D& b, const QVector3D& c)
    {
        for (const QVector3D& p : {a, b, c}) {
            positions.push_back(p);
            normals.push_back(p.normalized());
        }
    }
    void line(const QVector3D& a, const QVector3D& b)
    {
        for (const QVector3D& p : {a, b}) {
            positions.push_back(p);
            normals.push_back({0, 1, 0});
        }
    }
};

QByteArray bytes(const std::vector<QVector3D>& values)
{
    return {reinterpret_cast<const char*>(values.data()),
            static_cast<qsizetype>(values.size() * sizeof(QVector3D))};
}

void addAttribute(Qt3DCore::QGeometry* geometry, const QString& name,
                  const std::vector<QVector3D>& values)
{
    auto* buffer = new Qt3DCore::QBuffer(geometry);
    buffer->setData(bytes(values));
    auto* attribute = new Qt3DCore::QAttribute(geometry);
    attribute->setName(name);
    attribute->setAttributeType(Qt3DCore::QAttribute::VertexAttribute);
    attribute->setVertexBaseType(Qt3DCore::QAttribute::Float);
    attribute->setVertexSize(3);
    attribute->setByteStride(sizeof(QVector3D));
    attribute->setCount(static_cast<uint>(values.size()));
    attribute->setBuffer(buffer);
    geometry->addAttribute(attribute);
}

Qt3DRender::QGeometryRenderer* make(const Soup& soup, bool lines, Qt3DCore::QNode* parent)
{
    auto* renderer = new Qt3DRender::QGeometryRenderer(parent);
    auto* geometry = new Qt3DCore::QGeometry(renderer);
    addAttribute(geometry, Qt3DCore::QAttribute::defaultPositionAttributeName(), soup.positions);
    addAttribute(geometry, Qt3DCore::QAttribute::defaultNormalAttributeName(), soup.normals);
    renderer->setGeometry(geometry);
    renderer->setPrimitiveType(lines ? Qt3DRender::QGeometryRenderer::Lines
                                     : Qt3DRender::QGeometryRenderer::Triangles);
    renderer->setVertexCount(static_cast<int>(soup.positions.size()));
    return renderer;
}

void addBox(Soup& soup, const QVector3D& low, const QVector3D& high)
{
    const auto corner = [&](int i) {
        return QVector3D((i & 1 ? high : low).x(), (i & 2 ? high : low).y(),
                         (i & 4 ? high : low).z());
    };
    constexpr int kFaces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                  {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    for (const auto& f : kFaces) {
        soup.triangle(corner(f[0]), corner(f[1]), corner(f[2]));
        soup.triangle(corner(f[0]), corner(f[2]), corner(f[3]));
    }
}

void addOctahedron(Soup& soup)
{
    for (const float x : {-1.F, 1.F})
        for (const float y : {-1.F, 1.F})
            for (const float z : {-1.F, 1.F}) {
                const QVector3D a(x, 0, 0), b(0, y, 0), c(0, 0, z);
                if (x * y * z > 0)
                    soup.triangle(a, b, c);
                else
                    soup.triangle(a, c, b);
            }
}

}  // namespace

Qt3DRender::QGeometryRenderer* makeBoneShape(Qt3DCore::QNode* parent)
{
    constexpr float kWaist = 0.12F;
    const QVector3D root(0, 0, 0), tip(0, 1, 0);
    const QVector3D ring[4] = {{1, kWaist, 0}, {0, kWaist, -1}, {-1, kWaist, 0}, {0, kWaist, 1}};
    Soup soup;
    for (int i = 0; i < 4; ++i) {
        const QVector3D& a = ring[i];
        const QVector3D& b = ring[(i + 1) % 4];
        soup.triangle(a, b, tip);
        soup.triangle(b, a, root);
    }
    return make(soup, false, parent);
}

Qt3DRender::QGeometryRenderer* makeBallShape(Qt3DCore::QNode* parent)
{
    constexpr int kRings = 8, kSectors = 14;
    const auto at = [](int ring, int sector) {
        const double polar = std::numbers::pi * ring / kRings;
        const double around = 2 * std::numbers::pi * sector / kSectors;
        return QVector3D(static_cast<float>(std::sin(polar) * std::cos(around)),
                         static_cast<float>(std::cos(polar)),
                         static_cast<float>(-std::sin(polar) * std::sin(around)));
    };
    Soup soup;
    for (int r = 0; r < kRings; ++r)
        for (int s = 0; s < kSectors; ++s) {
            if (r > 0) soup.smooth(at(r, s), at(r + 1, s), at(r, s + 1));
            if (r < kRings - 1) soup.smooth(at(r, s + 1), at(r + 1, s), at(r + 1, s + 1));
        }
    return make(soup, false, parent);
}

Qt3DRender::QGeometryRenderer* makeTargetShape(Qt3DCore::QNode* parent)
{
    constexpr float kOut = 1.9F, kThin = 0.09F;
    Soup soup;
    addOctahedron(soup);
    addBox(soup, {-kOut, -kThin, -kThin}, {kOut, kThin, kThin});
    addBox(soup, {-kThin, -kOut, -kThin}, {kThin, kOut, kThin});
    addBox(soup, {-kThin, -kThin, -kOut}, {kThin, kThin, kOut});
    return make(soup, false, parent);
}

Qt3DRender::QGeometryRenderer* makeLineShape(Qt3DCore::QNode* parent)
{
    Soup soup;
    soup.line({0, 0, 0}, {0, 1, 0});
    return make(soup, true, parent);
}

Qt3DRender::QGeometryRenderer* makeGroundShape(Qt3DCore::QNode* parent)
{
    Soup soup;
    soup.triangle({-1, 0, -1}, {-1, 0, 1}, {1, 0, 1});
    soup.triangle({-1, 0, -1}, {1, 0, 1}, {1, 0, -1});
    return make(soup, false, parent);
}

Qt3DRender::QGeometryRenderer* makeGridShape(int cells, int every, bool major,
                                             Qt3DCore::QNode* parent)
{
    Soup soup;
    const auto reach = static_cast<float>(cells);
    for (int i = -cells; i <= cells; ++i) {
        if (i == 0 || (i % every == 0) != major) continue;
        const auto at = static_cast<float>(i);
        soup.line({at, 0, -reach}, {at, 0, reach});
        soup.line({-reach, 0, at}, {reach, 0, at});
    }
    return make(soup, true, parent);
}

}  // namespace posewright::ui
