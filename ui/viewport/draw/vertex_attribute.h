#pragma once

#include <QByteArray>
#include <Qt3DCore/QAttribute>
#include <Qt3DCore/QBuffer>

#include <string>
#include <vector>

namespace posewright::ui {

/// The bytes of values that have no gaps and no pointers.
template <class T>
QByteArray bytesOfMany(const std::vector<T>& many)
{
    return {reinterpret_cast<const char*>(many.data()),
            static_cast<qsizetype>(many.size() * sizeof(T))};
}

template <class T>
Qt3DCore::QBuffer* bufferOf(Qt3DCore::QNode& owner, const std::vector<T>& values)
{
    auto* out = new Qt3DCore::QBuffer(&owner);
    out->setData(bytesOfMany(values));
    return out;
}

/// A field of the rows of a buffer, for each vertex a row.
struct VertexField {
    std::string name;
    uint size = 0;           ///< numbers
    std::size_t offset = 0;  ///< [bytes]
    Qt3DCore::QAttribute::VertexBaseType type = Qt3DCore::QAttribute::Float;
};

/// @param rows  as many as the buffer has or will have
template <class Row>
Qt3DCore::QAttribute* makeAttribute(Qt3DCore::QNode& owner, Qt3DCore::QBuffer& buffer,
                                    const std::vector<Row>& rows, const VertexField& field)
{
    auto* out = new Qt3DCore::QAttribute(&owner);
    out->setName(QString::fromStdString(field.name));
    out->setAttributeType(Qt3DCore::QAttribute::VertexAttribute);
    out->setVertexBaseType(field.type);
    out->setVertexSize(field.size);
    out->setByteStride(static_cast<uint>(sizeof(Row)));
    out->setByteOffset(static_cast<uint>(field.offset));
    out->setBuffer(&buffer);
    out->setCount(static_cast<uint>(rows.size()));
    return out;
}

}  // namespace posewright::ui
