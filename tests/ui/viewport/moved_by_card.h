#pragma once

#include "ui/viewport/draw/surface_shader.h"
#include "ui/viewport/layers/composition.h"

#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QOpenGLExtraFunctions>
#include <QOpenGLShaderProgram>
#include <Qt3DCore/QAttribute>
#include <Qt3DCore/QBuffer>
#include <Qt3DCore/QEntity>
#include <Qt3DCore/QGeometry>
#include <Qt3DCore/QTransform>
#include <Qt3DRender/QGeometryRenderer>
#include <Qt3DRender/QMaterial>
#include <Qt3DRender/QParameter>

#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

namespace posewright::test {

/// What the view gives the graphics card of a mesh whose vertices the card moves.
struct OnCard {
    QList<Qt3DCore::QAttribute*> attributes;
    Qt3DCore::QBuffer* joints = nullptr;
    QVector3D origin;
    int sets = 0;
};

/// Nullopt: the processor moves them, or nothing is drawn.
inline std::optional<OnCard> onCard(const ui::Composition& picture, const std::string& mesh)
{
    auto* entity = picture.root().findChild<Qt3DCore::QEntity*>(QString::fromStdString(mesh));
    if (!entity) return {};
    auto* renderer = entity->findChild<Qt3DRender::QGeometryRenderer*>();
    auto* material =
        entity->findChild<Qt3DCore::QEntity*>()->componentsOfType<Qt3DRender::QMaterial>().value(0);
    const auto placed = entity->componentsOfType<Qt3DCore::QTransform>();
    if (!renderer || !material || placed.isEmpty()) return {};
    OnCard out;
    out.origin = placed.front()->translation();
    for (Qt3DCore::QAttribute* attribute : renderer->geometry()->attributes())
        if (attribute->attributeType() == Qt3DCore::QAttribute::VertexAttribute) {
            out.attributes << attribute;
            out.sets += attribute->name().startsWith("joints");
        }
    for (const Qt3DRender::QParameter* parameter : material->parameters())
        if (parameter->name() == "Joints")
            out.joints = parameter->value().value<Qt3DCore::QBuffer*>();
    return out.joints ? std::optional(out) : std::nullopt;
}

/// Runs the vertex shader of the view and reads what it computes.
class VertexShader {
public:
    VertexShader()
    {
        context_.setFormat(QSurfaceFormat::defaultFormat());
        surface_.setFormat(context_.format());
        surface_.create();
        works_ = context_.create() && context_.makeCurrent(&surface_);
    }

    bool works() const { return works_; }

    /// For each vertex its place from OnCard::origin, and its normal.
    std::vector<std::array<float, 6>> run(const OnCard& mesh)
    {
        context_.makeCurrent(&surface_);  // others have drawn meanwhile
        ui::SurfaceShader of;
        of.sets = mesh.sets;
        QOpenGLExtraFunctions& gl = *context_.extraFunctions();
        QOpenGLShaderProgram program;
        program.addShaderFromSourceCode(QOpenGLShader::Vertex,
                                        "#version 150 core\n" + ui::vertexCode(of));
        const char* told[] = {"place", "normal"};
        gl.glTransformFeedbackVaryings(program.programId(), 2, told, GL_INTERLEAVED_ATTRIBS);
        if (!program.link() || !program.bind()) return {};
        program.setUniformValue("modelView", QMatrix4x4());
        program.setUniformValue("projectionMatrix", QMatrix4x4());
        GLuint array = 0;
        gl.glGenVertexArrays(1, &array);
        gl.glBindVertexArray(array);
        std::vector<GLuint> buffers;
        const auto fill = [&](GLenum target, const QByteArray& bytes) {
            buffers.push_back(0);
            gl.glGenBuffers(1, &buffers.back());
            gl.glBindBuffer(target, buffers.back());
            gl.glBufferData(target, bytes.size(), bytes.constData(), GL_STATIC_DRAW);
            return buffers.back();
        };
        for (Qt3DCore::QAttribute* attribute : mesh.attributes) {
            const int at = program.attributeLocation(attribute->name());
            if (at < 0) continue;
            fill(GL_ARRAY_BUFFER, attribute->buffer()->data());
            const auto stride = static_cast<GLsizei>(attribute->byteStride());
            const auto* offset = reinterpret_cast<const void*>(quintptr(attribute->byteOffset()));
            const auto size = static_cast<GLint>(attribute->vertexSize());
            if (attribute->vertexBaseType() == Qt3DCore::QAttribute::UnsignedShort)
                gl.glVertexAttribIPointer(GLuint(at), size, GL_UNSIGNED_SHORT, stride, offset);
            else
                gl.glVertexAttribPointer(GLuint(at), size, GL_FLOAT, GL_FALSE, stride, offset);
            gl.glEnableVertexAttribArray(GLuint(at));
        }
        const GLuint block = fill(GL_UNIFORM_BUFFER, mesh.joints->data());
        gl.glUniformBlockBinding(program.programId(),
                                 gl.glGetUniformBlockIndex(program.programId(), "Joints"), 0);
        gl.glBindBufferBase(GL_UNIFORM_BUFFER, 0, block);
        std::vector<std::array<float, 6>> out(mesh.attributes.front()->count());
        const auto bytes = static_cast<qsizetype>(out.size() * sizeof out[0]);
        const GLuint into = fill(GL_TRANSFORM_FEEDBACK_BUFFER, QByteArray(bytes, 0));
        gl.glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, into);
        gl.glEnable(GL_RASTERIZER_DISCARD);
        gl.glBeginTransformFeedback(GL_POINTS);
        gl.glDrawArrays(GL_POINTS, 0, static_cast<GLsizei>(out.size()));
        gl.glEndTransformFeedback();
        gl.glDisable(GL_RASTERIZER_DISCARD);
        const void* found =
            gl.glMapBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, bytes, GL_MAP_READ_BIT);
        if (found) std::memcpy(out.data(), found, static_cast<std::size_t>(bytes));
        gl.glUnmapBuffer(GL_TRANSFORM_FEEDBACK_BUFFER);
        gl.glDeleteBuffers(static_cast<GLsizei>(buffers.size()), buffers.data());
        gl.glDeleteVertexArrays(1, &array);
        return out;
    }

private:
    QOpenGLContext context_;
    QOffscreenSurface surface_;
    bool works_ = false;
};

}  // namespace posewright::test
