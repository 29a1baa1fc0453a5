#include "ui/viewport/draw/technique.h"

#include <QByteArray>
#include <Qt3DRender/QBlendEquation>
#include <Qt3DRender/QBlendEquationArguments>
#include <Qt3DRender/QCullFace>
#include <Qt3DRender/QEffect>
#include <Qt3DRender/QGraphicsApiFilter>
#include <Qt3DRender/QNoDepthMask>
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

void letThrough(Qt3DRender::QRenderPass& pass)
{
    using Factor = Qt3DRender::QBlendEquationArguments;
    auto* blend = new Factor(&pass);
    blend->setSourceRgb(Factor::SourceAlpha);
    blend->setDestinationRgb(Factor::OneMinusSourceAlpha);
    blend->setSourceAlpha(Factor::Zero);
    blend->setDestinationAlpha(Factor::One);
    pass.addRenderState(blend);
    pass.addRenderState(new Qt3DRender::QBlendEquation(&pass));
    pass.addRenderState(new Qt3DRender::QNoDepthMask(&pass));
}

void drawBothSides(Qt3DRender::QRenderPass& pass)
{
    auto* culling = new Qt3DRender::QCullFace(&pass);
    culling->setMode(Qt3DRender::QCullFace::NoCulling);
    pass.addRenderState(culling);
}

}  // namespace posewright::ui
