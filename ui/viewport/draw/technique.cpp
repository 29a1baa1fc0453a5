#include "ui/viewport/draw/technique.h"

#include <QByteArray>
#include <Qt3DRender/QEffect>
#include <Qt3DRender/QGraphicsApiFilter>
#include <Qt3DRender/QRenderPass>
#include <Qt3DRender/QShaderProgram>
#include <Qt3DRender/QTechnique>

namespace posewright::ui {

namespace {

using Filter = Qt3DRender::QGraphicsApiFilter;

Qt3DRender::QRenderPass* add(Qt3DRender::QEffect& effect, Filter::Api api, int major, int minor,
                             const QByteArray& vertex, const QByteArray& fragment)
{
    auto* technique = new Qt3DRender::QTechnique(&effect);
    Filter* filter = technique->graphicsApiFilter();
    filter->setApi(api);
    filter->setMajorVersion(major);
    filter->setMinorVersion(minor);
    filter->setProfile(api == Filter::OpenGL ? Filter::CoreProfile : Filter::NoProfile);
    auto* program = new Qt3DRender::QShaderProgram(technique);
    program->setVertexShaderCode(vertex);
    program->setFragmentShaderCode(fragment);
    auto* pass = new Qt3DRender::QRenderPass(technique);
    pass->setShaderProgram(program);
    technique->addRenderPass(pass);
    effect.addTechnique(technique);
    return pass;
}

}  // namespace

std::array<Qt3DRender::QRenderPass*, 2> addTechniques(Qt3DRender::QEffect& effect,
                                                      const char* vertex, const char* fragment)
{
    const QByteArray desktop = "#version 150 core\n";
    const QByteArray embedded = "#version 300 es\nprecision highp float;\n";
    return {add(effect, Filter::OpenGL, 3, 2, desktop + vertex, desktop + fragment),
            add(effect, Filter::OpenGLES, 3, 0, embedded + vertex, embedded + fragment)};
}

}  // namespace posewright::ui
